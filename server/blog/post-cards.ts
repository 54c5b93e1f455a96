import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp } from '../sql/json-rows.ts'

type Alias = 'post' | 'related'
const name = Prisma.raw

export const isPublicPost = (alias = 'post') => Prisma.sql`${name(alias)}.status = 'published'`

export const hasTextIn = (locale: Prisma.Sql, alias = 'post') =>
  Prisma.sql`EXISTS (SELECT FROM post_text AS written WHERE written.post_id = ${name(alias)}.id AND written.locale = ${locale})`

/** Join of the post's text in the locale, or in the other language. */
export const postTextJoin = (locale: Locale) => Prisma.sql`LATERAL (
  SELECT * FROM post_text WHERE post_id = post.id ORDER BY locale = ${locale}::locale DESC LIMIT 1)`

export const coverJoin = (alias: Alias) =>
  Prisma.sql`media AS ${name(`${alias}_cover`)} ON ${name(`${alias}_cover`)}.hash = ${name(alias)}.cover_hash`

export const tagName = (id: string, locale: Locale) => Prisma.sql`(
  SELECT name FROM post_tag_text WHERE post_tag_id = ${name(id)} ORDER BY locale = ${locale}::locale DESC LIMIT 1)`

const tags = (ids: string, locale: Locale) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('slug', post_tag.slug, 'name', coalesce(${tagName('post_tag.id', locale)}, post_tag.slug))
                           ORDER BY place), '[]')
    FROM unnest(${name(ids)}) WITH ORDINALITY AS listed (id, place) JOIN post_tag USING (id))`

/** SQL arguments of json_build_object for the tables `<alias>`, `<alias>_text` and `<alias>_cover`. */
export function postCardColumns(locale: Locale, alias: Alias = 'post'): Prisma.Sql {
  const [post, text, picture] = [alias, `${alias}_text`, `${alias}_cover`].map(name)
  return Prisma.sql`'id', ${post}.id, 'slug', ${post}.slug, 'title', ${text}.title, 'excerpt', ${text}.excerpt,
    'cover_url', '/media/' || ${picture}.hash || '.' || ${picture}.extension, 'cover_alt', ${text}.cover_alt,
    'cover_width', ${picture}.width, 'cover_height', ${picture}.height, 'tags', ${tags(`${alias}.tag_ids`, locale)},
    'author', json_build_object('name', ${post}.author_name), 'published_at', ${isoTimestamp(`${alias}.published_at`)},
    'reading_minutes', ${text}.reading_minutes, 'is_featured', ${post}.is_featured, 'content_locale', ${text}.locale`
}
