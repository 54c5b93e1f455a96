import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { encodeCursor } from '../../../server/sql/cursor.ts'
import { biggestThread, slugOf } from './community-data.ts'
import { withClient } from '../database.ts'
import type { Keys } from '../statements.ts'
import type { Subject } from '../data/subjects.ts'

const isPublicThread = `status = 'published' AND hidden_at IS NULL AND deleted_at IS NULL`
const isoTimestamp = `to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export type CommunityKeys = { threads: string[]; posts: string[]; threadEnds: Keys[]; postEnds: Keys[] }

export function findCommunityKeys(url: string): Promise<CommunityKeys> {
  return withClient(url, async (client) => {
    const list = async (slug: string, table: string, condition: string) => {
      const { rows } = await client.query<{ slug: string; key: string; id: string }>(
        `SELECT ${slug} AS slug, ${isoTimestamp} AS key, id::text FROM ${table} WHERE ${condition} AND id > 100 ORDER BY hashint4(id)`,
      )
      return { slugs: rows.map((row) => row.slug), ends: rows.map(({ key, id }) => [key, id]) }
    }
    const threads = await list('meta_slug', 'thread', isPublicThread)
    const posts = await list(
      'slug',
      'post',
      `status = 'published' AND EXISTS (SELECT FROM post_text WHERE post_id = id AND locale = 'en')`,
    )
    return { threads: threads.slugs, posts: posts.slugs, threadEnds: threads.ends, postEnds: posts.ends }
  })
}

const cursorOf =
  (order: string) =>
  ([key = '', id]: Keys) =>
    encodeCursor(order, key, Number(id))
const threadCursor = cursorOf('latest')
const postCursor = cursorOf('posts')
const bySlug = (slugs: string[]) => slugs.map((slug) => [slug])

export const coldReads = ({ threads, posts, threadEnds, postEnds }: CommunityKeys) => [
  {
    what: 'a page of threads',
    read: 'threads' as const,
    keys: threadEnds,
    api: (keys: Keys) => forumPaths.api.threads({ cursor: threadCursor(keys) }),
    page: (keys: Keys) => forumPaths.forum({ cursor: threadCursor(keys) }),
  },
  {
    what: 'a thread',
    read: 'thread' as const,
    keys: bySlug(threads),
    api: ([slug = '']: Keys) => forumPaths.api.thread(slug),
    page: ([slug = '']: Keys) => forumPaths.thread(slug),
  },
  {
    what: 'the comments of a thread',
    read: 'comments' as const,
    keys: bySlug(threads),
    api: ([slug = '']: Keys) => forumPaths.api.comments(slug),
    page: null,
  },
  {
    what: 'a page of posts',
    read: 'posts' as const,
    keys: postEnds,
    api: (keys: Keys) => blogPaths.api.posts({ cursor: postCursor(keys) }),
    page: (keys: Keys) => blogPaths.blog({ cursor: postCursor(keys) }),
  },
  {
    what: 'a post',
    read: 'post' as const,
    keys: bySlug(posts),
    api: ([slug = '']: Keys) => blogPaths.api.post(slug),
    page: ([slug = '']: Keys) => blogPaths.post(slug),
  },
]

export function warmSubjects({ posts: [post = ''] }: CommunityKeys): Subject[] {
  const thread = slugOf(biggestThread)
  return [
    { what: 'JSON: the latest threads', path: forumPaths.api.threads() },
    { what: 'JSON: a thread', path: forumPaths.api.thread(thread) },
    { what: 'JSON: the comments of a thread', path: forumPaths.api.comments(thread) },
    { what: 'JSON: the latest posts', path: blogPaths.api.posts() },
    { what: 'JSON: a post', path: blogPaths.api.post(post) },
    { what: 'HTML: the latest threads', path: forumPaths.forum() },
    { what: 'HTML: a thread', path: forumPaths.thread(thread) },
    { what: 'HTML: the latest posts', path: blogPaths.blog() },
    { what: 'HTML: a post', path: blogPaths.post(post) },
  ]
}

export const quietPaths = ({ threads }: CommunityKeys): string[] =>
  threads
    .filter((slug) => slug !== slugOf(biggestThread))
    .slice(0, 100)
    .map((slug, index) => (index % 2 === 0 ? forumPaths.api.thread(slug) : forumPaths.thread(slug)))
