import type { Post, PostPreview } from '#shared/blog/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { batchedByLocale, Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'
import { postTextJoin, postCardColumns, coverJoin, hasTextIn, isPublicPost } from './post-cards.ts'

const inItsLanguage = Prisma.sql`post_text.locale`
const maxCompared = 100 // latest posts with a common tag that are compared
const maxRelated = 3

const neighbour = (comparison: string, direction: string) => Prisma.sql`(
  SELECT json_build_object('slug', other.slug, 'title', words.title)
    FROM post AS other JOIN post_text AS words ON words.post_id = other.id AND words.locale = ${inItsLanguage}
   WHERE ${isPublicPost('other')} AND (other.published_at, other.id) ${Prisma.raw(comparison)} (post.published_at, post.id)
   ORDER BY other.published_at ${Prisma.raw(direction)}, other.id ${Prisma.raw(direction)} LIMIT 1)`

const related = (locale: Locale) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object(${postCardColumns(locale, 'related')})
                           ORDER BY shared DESC, related.published_at DESC, related.id DESC), '[]')
    FROM (SELECT other.*, (SELECT count(*) FROM unnest(other.tag_ids) AS tag WHERE tag = ANY(post.tag_ids)) AS shared
            FROM (SELECT * FROM post AS one WHERE ${isPublicPost('one')} AND one.id <> post.id AND one.tag_ids && post.tag_ids
                     AND ${hasTextIn(inItsLanguage, 'one')}
                   ORDER BY published_at DESC, id DESC LIMIT ${maxCompared}) AS other
           ORDER BY shared DESC, published_at DESC, id DESC LIMIT ${maxRelated}) AS related
    JOIN post_text AS related_text ON related_text.post_id = related.id AND related_text.locale = ${inItsLanguage}
    LEFT JOIN ${coverJoin('related')})`

const postColumns = (locale: Locale) => Prisma.sql`
  'body_html', post_text.body_html, 'updated_at', ${isoTimestamp('post.updated_at')},
  'locales', (SELECT json_agg(written.locale ORDER BY written.locale) FROM post_text AS written WHERE written.post_id = post.id),
  'previous', ${neighbour('<', 'DESC')}, 'next', ${neighbour('>', 'ASC')}, 'related', ${related(locale)}`

const source = (locale: Locale) =>
  Prisma.sql`post JOIN ${postTextJoin(locale)} AS post_text ON true LEFT JOIN ${coverJoin('post')}`

const findPost = batchedByLocale<{ slug: string; user_id: number }, Post>(
  { slug: 'text', user_id: 'int' },
  (locale) => Prisma.sql`
    SELECT json_build_object(${postCardColumns(locale)}, ${postColumns(locale)},
             'is_saved', EXISTS (SELECT FROM saved_post WHERE post_id = post.id AND user_id = asked.user_id)) AS answer
      FROM ${source(locale)} WHERE post.slug = asked.slug AND ${isPublicPost()}`,
)

const nobody = { id: 0 }

/** Returns the post in the locale, or in the other language. */
export async function getPost(slug: string, locale: Locale, { id: user_id } = nobody): Promise<Tagged<Post>> {
  const value = await findPost({ slug, user_id }, locale)
  if (!value) throw notFound()
  return { value, cacheTags: [cacheTags.posts] }
}

/** Returns a post of any status. For admins only. */
export async function getPostPreview(slug: string, locale: Locale): Promise<PostPreview> {
  const [value] = await jsonRows<PostPreview>(Prisma.sql`
    SELECT json_build_object(${postCardColumns(locale)}, ${postColumns(locale)}, 'is_saved', false, 'status', post.status) AS answer
      FROM ${source(locale)} WHERE post.slug = ${slug}`)
  if (!value) throw notFound()
  return value
}

type PostMarkdown = { title: string; body: string; content_locale: Locale }

export async function getPostMarkdown(slug: string, locale: Locale): Promise<Tagged<PostMarkdown>> {
  const [value] = await jsonRows<PostMarkdown>(Prisma.sql`
    SELECT json_build_object('title', post_text.title, 'body', post_text.body, 'content_locale', post_text.locale) AS answer
      FROM post JOIN ${postTextJoin(locale)} AS post_text ON true WHERE post.slug = ${slug} AND ${isPublicPost()}`)
  if (!value) throw notFound()
  return { value, cacheTags: [cacheTags.posts] }
}
