import type { AdminPostPage, AdminPostQuery, AdminPostRow, AdminPostTag, NewPostTag } from '#shared/admin-posts.ts'
import { adminNewsPaths } from '#shared/admin-news-paths.ts'
import { locales } from '#shared/locale.ts'
import { slugOf } from '#shared/slugs.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { db, isTaken, Prisma } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Editor } from '../editing/edit.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { FieldProblem } from '../problem.ts'

const title = (locale: string) =>
  Prisma.sql`(SELECT title FROM post_text WHERE post_id = post.id AND locale = ${locale}::locale)`

function writtenIn(language: AdminPostQuery['language']): Prisma.Sql {
  if (!language) return Prisma.sql`true`
  const locale = language.replace('without_', '')
  const isWritten = Prisma.sql`EXISTS (SELECT FROM post_text WHERE post_id = post.id AND locale = ${locale}::locale)`
  return language === locale ? isWritten : Prisma.sql`NOT ${isWritten}`
}

const holding = (q: string) => {
  if (q === '') return Prisma.sql`true`
  const pattern = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return Prisma.sql`(post.slug ILIKE ${pattern}
    OR EXISTS (SELECT FROM post_text WHERE post_id = post.id AND unaccent(title) ILIKE unaccent(${pattern})))`
}

/** The latest changed first, whatever their status. */
export async function listAdminPosts({ limit, cursor, ...filters }: AdminPostQuery): Promise<AdminPostPage> {
  const { status, language } = filters
  const q = filters.q.trim()
  const place = readCursor(cursor, 'admin_posts', moment)
  const after = place
    ? Prisma.sql`(post.updated_at, post.id) < (${place.key}::timestamptz, ${place.id}::int)`
    : Prisma.sql`true`
  const ofStatus = status ? Prisma.sql`post.status = ${status}::post_status` : Prisma.sql`true`
  const rows = await jsonRows<AdminPostRow>(Prisma.sql`
    SELECT json_build_object(
             'id', post.id, 'slug', post.slug, 'status', post.status, 'published_at', ${isoTimestamp('post.published_at')},
             'updated_at', ${isoTimestamp('post.updated_at')}, 'is_featured', post.is_featured,
             'author_name', post.author_name, 'cover_url', '/media/' || media.hash || '.' || media.extension,
             'titles', json_build_object('en', ${title('en')}, 'es', ${title('es')})) AS answer
      FROM (SELECT * FROM post WHERE ${after} AND ${ofStatus} AND ${writtenIn(language)} AND ${holding(q)}
             ORDER BY updated_at DESC, id DESC LIMIT ${limit + 1}) AS post
      LEFT JOIN media ON media.hash = post.cover_hash
     ORDER BY post.updated_at DESC, post.id DESC`)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last
    ? adminNewsPaths.api.posts({
        q: q || undefined,
        status,
        language,
        limit,
        cursor: cursorAt('admin_posts', last.updated_at, last.id),
      })
    : null
  return { results, next }
}

const tagColumns = Prisma.sql`json_build_object('id', post_tag.id, 'slug', post_tag.slug, 'names', json_build_object(
  ${Prisma.join(
    locales.flatMap((locale) => [
      Prisma.sql`${locale}::text`,
      Prisma.sql`coalesce((SELECT name FROM post_tag_text WHERE post_tag_id = post_tag.id AND locale = ${locale}::locale), post_tag.slug)`,
    ]),
  )})) AS answer`

export const listAdminPostTags = (): Promise<AdminPostTag[]> =>
  jsonRows<AdminPostTag>(Prisma.sql`SELECT ${tagColumns} FROM post_tag ORDER BY post_tag.slug`)

/** Throws 400 where there is one with this address, which is made of its name. */
export async function addPostTag(editor: Editor, { names }: NewPostTag): Promise<AdminPostTag> {
  const slug = slugOf(names.en) || slugOf(names.es)
  if (slug === '') throw new FieldProblem('names.en', 'blog.problem.tag_without_letters')
  try {
    return await db.$transaction(async (transaction) => {
      const texts = { create: locales.map((locale) => ({ locale, name: names[locale] })) }
      const { id } = await transaction.postTag.create({ data: { slug, texts }, select: { id: true } })
      const after = { id, slug, names }
      await addAuditEntry(transaction, { actor_id: editor.id, kind: 'post_tag', action: 'created', target: id, after })
      return after
    })
  } catch (error) {
    throw isTaken(error) ? new FieldProblem('names.en', 'blog.problem.tag_taken') : error
  }
}
