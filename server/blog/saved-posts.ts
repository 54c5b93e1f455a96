import type { PostCard, SavedPostPage } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import type { ListQuery } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { setSaved } from '../sql/saved-items.ts'
import { postTextJoin, postCardColumns, coverJoin, isPublicPost } from './post-cards.ts'

export const savePost = (user_id: number, slug: string, is_saved: boolean) =>
  setSaved('post', { slug, user_id, isVisible: isPublicPost() }, is_saved)

export const listSavedPosts = (user_id: number, query: ListQuery, locale: Locale): Promise<SavedPostPage> =>
  forwardPage({
    keyset: keyset('saved_posts', 'timestamptz', ['saved.created_at', 'saved.post_id']),
    query,
    pathOf: blogPaths.api.saved,
    read: ({ after, by, most }) =>
      jsonRows<PostCard & { key: string }>(Prisma.sql`
    SELECT json_build_object(${postCardColumns(locale)}, 'key', ${isoTimestamp('saved.created_at')}) AS answer
      FROM saved_post AS saved JOIN post ON post.id = saved.post_id JOIN ${postTextJoin(locale)} AS post_text ON true
      LEFT JOIN ${coverJoin('post')}
     WHERE saved.user_id = ${user_id} AND ${isPublicPost()} AND ${after} ORDER BY ${by} LIMIT ${most}`),
  })
