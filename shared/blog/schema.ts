import * as z from 'zod/mini'
import { Locale } from '../locale.ts'
import { PlainText } from '../library/schema.ts'
import { bidirectionalPageOf, pageOf, PageQuery } from '../page.ts'
import { patternParam, searchParam } from '../query-params.ts'

export const PostTag = z.object({ slug: z.string(), name: z.string() })

export const PostCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  cover_url: z.nullable(z.string()),
  cover_alt: z.string(),
  cover_width: z.nullable(z.int()),
  cover_height: z.nullable(z.int()),
  tags: z.array(PostTag),
  author: z.object({ name: z.string() }),
  published_at: z.iso.datetime(),
  reading_minutes: z.int().check(z.minimum(1)),
  is_featured: z.boolean(),
  content_locale: Locale,
})
export type PostCard = z.infer<typeof PostCard>
export const PostPage = bidirectionalPageOf(PostCard)
export type PostPage = z.infer<typeof PostPage>
export const SavedPostPage = pageOf(PostCard)
export type SavedPostPage = z.infer<typeof SavedPostPage>

const Neighbour = z.nullable(z.pick(PostCard, { slug: true, title: true }))
export const Post = z.extend(PostCard, {
  body_html: z.string(), // sanitised HTML whose headings have ids
  updated_at: z.iso.datetime(),
  locales: z.array(Locale),
  is_saved: z.boolean(),
  previous: Neighbour,
  next: Neighbour,
  related: z.array(PostCard), // up to three posts with the most common tags
})
export type Post = z.infer<typeof Post>

export const PostStatus = z.enum(['draft', 'scheduled', 'published'])
export const PostPreview = z.extend(z.omit(Post, { published_at: true }), {
  status: PostStatus,
  published_at: z.nullable(z.iso.datetime()),
})
export type PostPreview = z.infer<typeof PostPreview>

const TagSlug = PlainText.check(z.maxLength(200))
export const PostListQuery = z.extend(PageQuery, {
  tag: z.optional(TagSlug),
  q: z._default(PlainText.check(z.maxLength(200)), ''),
})
export type PostListQuery = z.infer<typeof PostListQuery>
export const PostTagCount = z.extend(PostTag, { count: z.int().check(z.minimum(1)) })
export type PostTagCount = z.infer<typeof PostTagCount>

export const BlogQuery = {
  tag: patternParam(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u, 200),
  q: searchParam,
  cursor: patternParam(/^[\w-]+$/, 500),
}
