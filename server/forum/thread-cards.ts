import type { ThreadCard } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { authorJson } from '../texts/authors.ts'
import type { Reader } from '../texts/visibility.ts'
import { hasMarkedAnswer } from './answer-columns.ts'
import { unreadCommentsJson } from './read-marks.ts'
import { sectionNameJson } from './sections.ts'

/** Row of a thread card. `author_id` becomes a cache tag; no response schema contains it. */
export type ThreadCardRow = ThreadCard & { author_id: number | null; key: string | number }

type CardOptions = { counts?: 'thread' | 'thread_counts'; reader?: Reader }

/** SQL arguments of json_build_object for a `thread`. With a `reader`, they include `unread`. */
export const threadCardColumns = (locale: Locale, { counts = 'thread', reader = null }: CardOptions = {}) => {
  const counted = Prisma.raw(counts)
  const unread = reader ? Prisma.sql`, 'unread', ${unreadCommentsJson(reader.id)}` : Prisma.empty
  return Prisma.sql`'id', thread.id, 'meta_slug', thread.meta_slug, 'title', thread.title, 'excerpt', thread.excerpt,
  'section', ${sectionNameJson('thread.section_id', locale)}, 'author', ${authorJson('thread.author_id')}, 'author_id', thread.author_id, 'language', thread.language,
  'status', thread.status, 'created_at', ${isoTimestamp('thread.created_at')}, 'last_activity_at', ${isoTimestamp('thread.last_activity_at')},
  'comment_count', ${counted}.comment_count, 'likes', ${counted}.likes, 'dislikes', ${counted}.dislikes,
  'is_closed', thread.closed_at IS NOT NULL, 'is_pinned', thread.pinned_at IS NOT NULL,
  'is_answered', ${hasMarkedAnswer}${unread}`
}

export const tagsOfAuthors = (ids: (number | null)[]): string[] =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [cacheTags.author(id)]))

export const tagsOfThreads = (threads: Pick<ThreadCardRow, 'id' | 'author_id'>[]): string[] => [
  cacheTags.sectionNames,
  ...threads.map(({ id }) => cacheTags.thread(id)),
  ...tagsOfAuthors(threads.map(({ author_id }) => author_id)),
]
