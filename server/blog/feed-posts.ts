import type { PostCard } from '#shared/blog/schema.ts'
import { PostListQuery } from '#shared/blog/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma, queryRows } from '../database/db.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { isPublicPost } from './post-cards.ts'
import { listPosts } from './post-lists.ts'

/** Maximum bytes of HTML in a feed. The latest posts that fit have their text, older posts only an excerpt. */
const maxFeedBytes = 2_000_000

/** Text of a post in a feed. `body_html` is null if the feed is full. */
type FeedText = { body_html: string | null; cover_bytes: number | null }
export type FeedPost = PostCard & FeedText

export async function listFeedPosts(limit: number, locale: Locale): Promise<Tagged<FeedPost[]>> {
  const { value, cacheTags } = await listPosts(PostListQuery.parse({ limit }), locale)
  const texts = await queryRows<FeedText & { id: number }>(Prisma.sql`
    SELECT post.id, octet_length(media.bytes) AS cover_bytes, CASE WHEN
             sum(octet_length(body_html)) OVER (ORDER BY published_at DESC, post.id DESC) <= ${maxFeedBytes} THEN body_html END AS body_html
      FROM post JOIN post_text ON post_text.post_id = post.id AND locale = ${locale}::locale
      LEFT JOIN media ON media.hash = post.cover_hash
     WHERE post.id = ANY(${value.results.map(({ id }) => id)}::int[]) AND ${isPublicPost()}`)
  const textOf = new Map(texts.map(({ id, ...text }) => [id, text]))
  // Skips posts that were withdrawn between the two queries.
  const posts = value.results.flatMap((post) => {
    const text = textOf.get(post.id)
    return text ? [{ ...post, ...text }] : []
  })
  return { value: posts, cacheTags }
}
