import type { Post, PostCard } from '#shared/blog/schema.ts'
import { blogPaths } from '#shared/blog/paths.ts'
import { ok } from './browser/page.tsx'
import type { Answers } from './browser/page.tsx'
import { listOf } from './postgres/samples.ts'

export const postCard = (id: number, changes: Partial<PostCard> = {}): PostCard => ({
  id,
  slug: `post-${id}`,
  title: `Post ${id}`,
  excerpt: `About ${id}`,
  cover_url: `/media/${'0'.repeat(64)}.svg`,
  cover_alt: 'A drawing',
  cover_width: 1200,
  cover_height: 630,
  tags: [{ slug: 'basics', name: 'Basics' }],
  author: { name: 'Promptory' },
  published_at: '2026-11-18T23:30:00.000Z',
  reading_minutes: 3,
  is_featured: false,
  content_locale: 'en',
  ...changes,
})
export const post = (changes: Partial<Post> = {}): Post => ({
  ...postCard(1),
  body_html: '<p>The text</p>',
  updated_at: '2026-11-19T00:00:00.000Z',
  locales: ['en', 'es'],
  is_saved: false,
  previous: { slug: 'post-0', title: 'Post 0' },
  next: null,
  related: [postCard(3)],
  ...changes,
})

const tags = [
  { slug: 'basics', name: 'Basics', count: 3 },
  { slug: 'formats', name: 'Formats', count: 1 },
]
export const blogAnswers = (posts: PostCard[], next: string | null = null): Answers => ({
  [blogPaths.api.posts()]: listOf(posts, next),
  [blogPaths.api.tags]: ok(tags),
})
