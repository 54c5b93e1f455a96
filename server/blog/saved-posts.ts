import type { PostCard, SavedPostPage } from '#shared/blog.ts'
import { blogPaths } from '#shared/blog-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { db, Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { notFound } from '../problem.ts'
import { anyText, cardColumns, cover, isPublic } from './post-cards.ts'

/** The locks keep both rows there until it is written. */
export async function savePost(user_id: number, slug: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    WITH found AS (
      SELECT post.id FROM post, "user" WHERE post.slug = ${slug} AND ${isPublic()} AND "user".id = ${user_id} FOR KEY SHARE
    ), added AS (
      INSERT INTO saved_post (user_id, post_id) SELECT ${user_id}, id FROM found ON CONFLICT DO NOTHING)
    SELECT id FROM found`
  if (found.length === 0) throw notFound()
}

/** Of one that is no longer public too, for whoever has saved it. */
export async function unsavePost(user_id: number, slug: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    WITH removed AS (
      DELETE FROM saved_post USING post WHERE post_id = post.id AND post.slug = ${slug} AND user_id = ${user_id}
      RETURNING post_id)
    SELECT id FROM post WHERE slug = ${slug} AND (${isPublic()} OR EXISTS (SELECT FROM removed))`
  if (found.length === 0) throw notFound()
}

type SavedQuery = { cursor?: string | undefined; limit: number }

/** The latest saved first, in whatever language they are written. */
export async function listSavedPosts(
  user_id: number,
  { cursor, limit }: SavedQuery,
  locale: Locale,
): Promise<SavedPostPage> {
  const place = readCursor(cursor, 'saved_posts', moment)
  const after = place
    ? Prisma.sql`AND (saved.created_at, saved.post_id) < (${place.key}::timestamptz, ${place.id})`
    : Prisma.empty
  const rows = await jsonRows<PostCard & { key: string }>(Prisma.sql`
    SELECT json_build_object(${cardColumns(locale)}, 'key', ${isoTimestamp('saved.created_at')}) AS answer
      FROM saved_post AS saved JOIN post ON post.id = saved.post_id JOIN ${anyText(locale)} AS post_text ON true
      LEFT JOIN ${cover('post')}
     WHERE saved.user_id = ${user_id} AND ${isPublic()} ${after}
     ORDER BY saved.created_at DESC, saved.post_id DESC LIMIT ${limit + 1}`)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last
    ? blogPaths.api.saved({ cursor: cursorAt('saved_posts', last.key, last.id), ...(limit !== 20 && { limit }) })
    : null
  return { results, next }
}
