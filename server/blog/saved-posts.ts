import type { PostCard, SavedPostPage } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { timestamp, readCursor, forwardPage } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { saveItem, unsaveItem } from '../sql/saved-items.ts'
import { postTextJoin, postCardColumns, coverJoin, isPublicPost } from './post-cards.ts'

export const savePost = (user_id: number, slug: string): Promise<void> =>
  saveItem('post', { slug, user_id, isVisible: isPublicPost() })

export const unsavePost = (user_id: number, slug: string): Promise<void> =>
  unsaveItem('post', { slug, user_id, isVisible: isPublicPost() })

type SavedQuery = { cursor?: string | undefined; limit: number }

export async function listSavedPosts(
  user_id: number,
  { cursor, limit }: SavedQuery,
  locale: Locale,
): Promise<SavedPostPage> {
  const position = readCursor(cursor, 'saved_posts', timestamp)
  const after = position
    ? Prisma.sql`AND (saved.created_at, saved.post_id) < (${position.key}::timestamptz, ${position.id})`
    : Prisma.empty
  const rows = await jsonRows<PostCard & { key: string }>(Prisma.sql`
    SELECT json_build_object(${postCardColumns(locale)}, 'key', ${isoTimestamp('saved.created_at')}) AS answer
      FROM saved_post AS saved JOIN post ON post.id = saved.post_id JOIN ${postTextJoin(locale)} AS post_text ON true
      LEFT JOIN ${coverJoin('post')}
     WHERE saved.user_id = ${user_id} AND ${isPublicPost()} ${after}
     ORDER BY saved.created_at DESC, saved.post_id DESC LIMIT ${limit + 1}`)
  return forwardPage(rows, {
    order: 'saved_posts',
    limit,
    keyOf: (row) => [row.key, row.id],
    pathOf: blogPaths.api.saved,
  })
}
