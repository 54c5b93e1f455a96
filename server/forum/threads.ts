import { canSee, isModerator } from '#shared/forum/schema.ts'
import type { ModerationStatus, Thread } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { batchedByLocale, db, Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'
import { answerOf, answerRow } from './answer-columns.ts'
import type { AnswerRow } from './answer-columns.ts'
import { threadCardColumns, tagsOfAuthors, tagsOfThreads } from './thread-cards.ts'
import type { ThreadCardRow } from './thread-cards.ts'
import { lastReadCommentId } from './read-marks.ts'
import { watchLevelOf } from './watch-levels.ts'
import { editSecondsLeft } from '../texts/edit-window.ts'
import { pendingEditJson } from '../texts/pending-edits.ts'
import { isPublicThread, visibleThread } from '../texts/visibility.ts'
import type { Member, Reader } from '../texts/visibility.ts'

type ThreadRow = Omit<Thread, 'answer'> & Pick<ThreadCardRow, 'author_id'> & { answer: AnswerRow | null }

const textColumns = Prisma.sql`'description_html', thread.description_html, 'answer', ${answerRow}, 'edited_at', ${isoTimestamp('thread.edited_at')},
  'published_at', ${isoTimestamp('thread.published_at')}, 'is_hidden', thread.hidden_at IS NOT NULL`

const findPublicThread = batchedByLocale<{ meta_slug: string }, ThreadRow>(
  { meta_slug: 'text' },
  (locale) => Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale)}, ${textColumns},
             'your_vote', NULL, 'is_mine', false, 'source', NULL, 'edit_seconds_left', 0, 'pending_edit', NULL, 'is_saved', false, 'watch', 'replies', 'read_comment_id', NULL, 'moderation_note', NULL) AS answer
      FROM thread WHERE thread.meta_slug = asked.meta_slug AND ${isPublicThread}`,
)

const shownThread = (row: ThreadRow): Thread => ({ ...row, answer: answerOf(row.answer) })

export async function getThread(meta_slug: string, locale: Locale): Promise<Tagged<Thread>> {
  const thread = await findPublicThread({ meta_slug }, locale)
  if (!thread) throw notFound()
  const { answer } = thread
  const tagsOfAnswer = answer ? [cacheTags.commentsOf(thread.id), ...tagsOfAuthors([answer.author_id])] : []
  return { value: shownThread(thread), cacheTags: [...tagsOfThreads([thread]), ...tagsOfAnswer] }
}

/** Returns a thread with the member's personal fields. Its counts include the member's latest actions. */
export async function getThreadForMember(member: Member, meta_slug: string, locale: Locale): Promise<Thread> {
  const isMine = Prisma.sql`thread.author_id IS NOT DISTINCT FROM ${member.id}::int`
  const [thread] = await jsonRows<ThreadRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { counts: 'thread_counts', reader: member })}, ${textColumns},
             'your_vote', (SELECT CASE value WHEN 1 THEN 'like' ELSE 'dislike' END FROM thread_vote
                            WHERE thread_id = thread.id AND user_id = ${member.id}::int),
             'is_mine', ${isMine},
             'source', CASE WHEN ${isMine} THEN thread.description END,
             'edit_seconds_left', ${editSecondsLeft('thread', member.id)},
             'pending_edit', CASE WHEN ${isMine} THEN ${pendingEditJson('thread')} END,
             'is_saved', EXISTS (SELECT FROM saved_thread WHERE thread_id = thread.id AND user_id = ${member.id}::int),
             'watch', ${watchLevelOf(member.id)}, 'read_comment_id', ${lastReadCommentId(member.id)},
             'moderation_note', CASE WHEN ${isMine} OR ${isModerator(member)}::boolean THEN thread.moderation_note END) AS answer
      FROM thread JOIN thread_counts USING (id)
     WHERE thread.meta_slug = ${meta_slug} AND ${visibleThread(member)}`)
  if (!thread) throw notFound()
  return shownThread(thread)
}

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

export const getThreadFacts = (meta_slug: string, reader: Reader) =>
  getFacts(db.$queryRaw<ThreadFacts[]>(facts(meta_slug)), reader)

export const lockThread = (transaction: Prisma.TransactionClient, meta_slug: string, reader: Reader) =>
  getFacts(transaction.$queryRaw<ThreadFacts[]>(Prisma.sql`${facts(meta_slug)} FOR NO KEY UPDATE`), reader)
