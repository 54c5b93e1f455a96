import { canSee, isModerator } from '#shared/forum.ts'
import type { ModerationStatus, Thread } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { db, Prisma } from '../db.ts'
import { batchedByLocale, isoTimestamp, jsonRows } from '../library/sql.ts'
import { notFound } from '../problem.ts'
import { cardColumns, tagsOfThreads } from './thread-cards.ts'
import type { CardRow } from './thread-cards.ts'
import { isPublicThread, visibleThread } from './visibility.ts'
import type { Member, Reader } from './visibility.ts'

type ThreadRow = Thread & Pick<CardRow, 'author_id'>

const textColumns = Prisma.sql`'description_html', thread.description_html, 'edited_at', ${isoTimestamp('thread.edited_at')},
  'published_at', ${isoTimestamp('thread.published_at')}, 'is_hidden', thread.hidden_at IS NOT NULL`

const findPublicThread = batchedByLocale<{ meta_slug: string }, ThreadRow>(
  { meta_slug: 'text' },
  (locale) => Prisma.sql`
    SELECT json_build_object(${cardColumns(locale)}, ${textColumns},
             'your_vote', NULL, 'is_mine', false, 'source', NULL, 'is_saved', false, 'moderation_note', NULL) AS answer
      FROM thread WHERE thread.meta_slug = asked.meta_slug AND ${isPublicThread}`,
)

/** As a visitor sees it. */
export async function getThread(meta_slug: string, locale: Locale): Promise<Tagged<Thread>> {
  const thread = await findPublicThread({ meta_slug }, locale)
  if (!thread) throw notFound()
  return { value: thread, cacheTags: tagsOfThreads([thread]) }
}

/** With what is personal, and counts that hold what the member did a moment ago. */
export async function getThreadFor(member: Member, meta_slug: string, locale: Locale): Promise<Thread> {
  const isMine = Prisma.sql`thread.author_id IS NOT DISTINCT FROM ${member.id}::int`
  const [thread] = await jsonRows<ThreadRow>(Prisma.sql`
    SELECT json_build_object(${cardColumns(locale, 'thread_counts')}, ${textColumns},
             'your_vote', (SELECT CASE value WHEN 1 THEN 'like' ELSE 'dislike' END FROM thread_vote
                            WHERE thread_id = thread.id AND user_id = ${member.id}::int),
             'is_mine', ${isMine},
             'source', CASE WHEN ${isMine} THEN thread.description END,
             'is_saved', EXISTS (SELECT FROM saved_thread WHERE thread_id = thread.id AND user_id = ${member.id}::int),
             'moderation_note', CASE WHEN ${isMine} OR ${isModerator(member)}::boolean THEN thread.moderation_note END) AS answer
      FROM thread JOIN thread_counts USING (id)
     WHERE thread.meta_slug = ${meta_slug} AND ${visibleThread(member)}`)
  if (!thread) throw notFound()
  return thread
}

/** What the rules of shared/forum.ts ask for. */
export type ThreadFacts = {
  id: number
  author_id: number | null
  status: ModerationStatus
  created_at: Date
  hidden_at: Date | null
  deleted_at: Date | null
}

async function getFacts(statement: Promise<ThreadFacts[]>, reader: Reader): Promise<ThreadFacts> {
  const [thread] = await statement
  if (!thread || !canSee(reader, thread)) throw notFound()
  return thread
}

const facts = (meta_slug: string) => Prisma.sql`
  SELECT id, author_id, status::text, created_at, hidden_at, deleted_at FROM thread WHERE meta_slug = ${meta_slug}`

/** Of a thread that the reader may see; 404 for any other. */
export const getThreadFacts = (meta_slug: string, reader: Reader) =>
  getFacts(db.$queryRaw<ThreadFacts[]>(facts(meta_slug)), reader)

/** The same, locked until the transaction ends. */
export const lockThread = (transaction: Prisma.TransactionClient, meta_slug: string, reader: Reader) =>
  getFacts(transaction.$queryRaw<ThreadFacts[]>(Prisma.sql`${facts(meta_slug)} FOR NO KEY UPDATE`), reader)
