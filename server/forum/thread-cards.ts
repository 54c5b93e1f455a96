import type { ThreadCard } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { authorOf } from '../texts/authors.ts'
import type { Reader } from '../texts/visibility.ts'
import { isAnswered } from './answer-columns.ts'
import { unreadOf } from './reading.ts'
import { sectionNameOf } from './sections.ts'

/** `author_id` is for cache tags; no response schema contains it. */
export type ThreadCardRow = ThreadCard & { author_id: number | null; key: string | number }

type CardOptions = { counts?: 'thread' | 'thread_counts'; reader?: Reader }

/** Arguments of json_build_object for a `thread`. `unread` is for members only. */
export const threadCardColumns = (locale: Locale, { counts = 'thread', reader = null }: CardOptions = {}) => {
  const counted = Prisma.raw(counts)
  const unread = reader ? Prisma.sql`, 'unread', ${unreadOf(reader.id)}` : Prisma.empty
  return Prisma.sql`'id', thread.id, 'meta_slug', thread.meta_slug, 'title', thread.title, 'excerpt', thread.excerpt,
  'section', ${sectionNameOf('thread.section_id', locale)}, 'author', ${authorOf('thread.author_id')}, 'author_id', thread.author_id,
  'status', thread.status, 'created_at', ${isoTimestamp('thread.created_at')}, 'last_activity_at', ${isoTimestamp('thread.last_activity_at')},
  'comment_count', ${counted}.comment_count, 'likes', ${counted}.likes, 'dislikes', ${counted}.dislikes,
  'is_closed', thread.closed_at IS NOT NULL, 'is_pinned', thread.pinned_at IS NOT NULL,
  'is_answered', ${isAnswered}${unread}`
}

export const tagsOfAuthors = (ids: (number | null)[]): string[] =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [cacheTags.author(id)]))

export const tagsOfThreads = (threads: Pick<ThreadCardRow, 'id' | 'author_id'>[]): string[] => [
  cacheTags.sectionNames,
  ...threads.map(({ id }) => cacheTags.thread(id)),
  ...tagsOfAuthors(threads.map(({ author_id }) => author_id)),
]
