import type { ThreadCard } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { cursorAt } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { isoTimestamp } from '../library/sql.ts'
import { authorOf } from './authors.ts'
import { sectionNameOf } from './sections.ts'

/** `author_id` is for cache tags, and leaves no server: it is in no schema. */
export type CardRow = ThreadCard & { author_id: number | null; key: string | number }

/** As of json_build_object, of a `thread`; counts are those of `counts`. */
export const cardColumns = (locale: Locale, counts: 'thread' | 'thread_counts' = 'thread') => {
  const counted = Prisma.raw(counts)
  return Prisma.sql`'id', thread.id, 'meta_slug', thread.meta_slug, 'title', thread.title, 'excerpt', thread.excerpt,
  'section', ${sectionNameOf('thread.section_id', locale)}, 'author', ${authorOf('thread.author_id')}, 'author_id', thread.author_id,
  'status', thread.status, 'created_at', ${isoTimestamp('thread.created_at')}, 'last_activity_at', ${isoTimestamp('thread.last_activity_at')},
  'comment_count', ${counted}.comment_count, 'likes', ${counted}.likes, 'dislikes', ${counted}.dislikes`
}

export const tagsOfAuthors = (ids: (number | null)[]): string[] =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [cacheTags.author(id)]))

/** Of threads as they are shown: each by itself, their authors and the names of sections. */
export const tagsOfThreads = (threads: Pick<CardRow, 'id' | 'author_id'>[]): string[] => [
  cacheTags.sectionNames,
  ...threads.map(({ id }) => cacheTags.thread(id)),
  ...tagsOfAuthors(threads.map(({ author_id }) => author_id)),
]

type Page = { order: string; limit: number; nextPath: (page: { cursor: string; limit?: number }) => string }

/** Of one row more than the limit, each with the `key` for a cursor. */
export function pageOf<Row extends { id: number; key: string | number }>(
  rows: Row[],
  { order, limit, nextPath }: Page,
): { results: Row[]; next: string | null } {
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  if (!last) return { results, next: null }
  return { results, next: nextPath({ ...(limit !== 20 && { limit }), cursor: cursorAt(order, last.key, last.id) }) }
}
