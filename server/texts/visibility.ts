import { isModerator } from '#shared/forum/schema.ts'
import type { Role } from '#shared/users/schema.ts'
import { Prisma, queryRows } from '../database/db.ts'
import type { TranslatableProblem } from '../translate.ts'
import { HttpProblem, notFound } from '../problem.ts'

export type Member = { id: number; role: Role }
export type Reader = Member | null // null: a visitor

/** SQL condition: the thread is public. It matches the partial indexes. */
export const isPublicThread = Prisma.sql`(thread.status = 'published' AND thread.hidden_at IS NULL AND thread.deleted_at IS NULL)`

export function visibleThread(reader: Reader): Prisma.Sql {
  if (!reader) return isPublicThread
  if (isModerator(reader)) return Prisma.sql`(thread.deleted_at IS NULL)`
  return Prisma.sql`(${isPublicThread} OR thread.deleted_at IS NULL AND thread.author_id = ${reader.id})`
}

export function listedComment(reader: Reader): Prisma.Sql {
  if (!reader) return Prisma.sql`(${visibleComment(null)} OR comment.reply_count > 0)`
  // Replies that only some readers see are not in `reply_count`, so they are looked up.
  const hasVisibleReply = Prisma.sql`EXISTS (SELECT FROM comment AS reply WHERE reply.branch_id = comment.id AND ${visibleComment(reader, 'reply')})`
  return Prisma.sql`(${visibleComment(reader)} OR comment.reply_count > 0 OR ${hasVisibleReply})`
}

export function visibleComment(reader: Reader, name = 'comment'): Prisma.Sql {
  const comment = Prisma.raw(name)
  const isPublic = Prisma.sql`${comment}.status = 'published' AND ${comment}.hidden_at IS NULL AND ${comment}.deleted_at IS NULL`
  if (!reader) return Prisma.sql`(${isPublic})`
  if (isModerator(reader)) return Prisma.sql`(${comment}.deleted_at IS NULL)`
  return Prisma.sql`(${isPublic} OR ${comment}.deleted_at IS NULL AND ${comment}.author_id = ${reader.id})`
}

export type TextTable = 'thread' | 'comment'
export type TextTarget = { thread_id: number; comment_id: number | null }
/** Text in a request: a thread by its slug, a comment by its id. */
export type TextKey = { table: 'thread'; key: string } | { table: 'comment'; key: number }

export const rowOf = ({ thread_id, comment_id }: TextTarget): { table: TextTable; id: number } =>
  comment_id === null ? { table: 'thread', id: thread_id } : { table: 'comment', id: comment_id }

type TextVisibility = { id: number; author_id: number | null; is_public: boolean }

export async function findVisibleText({ table, key }: TextKey, reader: Member): Promise<TextVisibility | undefined> {
  const [found] = await queryRows<TextVisibility>(
    table === 'thread'
      ? Prisma.sql`SELECT id, author_id, ${isPublicThread} AS is_public FROM thread
                    WHERE meta_slug = ${key} AND ${visibleThread(reader)}`
      : Prisma.sql`SELECT comment.id, comment.author_id, ${isPublicThread} AND ${visibleComment(null)} AS is_public
                     FROM comment JOIN thread ON thread.id = comment.thread_id
                    WHERE comment.id = ${key} AND ${visibleThread(reader)} AND ${visibleComment(reader)}`,
  )
  return found
}

/** Throws 404 for an invisible text, and 403 for the member's own or a text that is not public. */
export function assertOthersPublicText(
  text: TextVisibility | undefined,
  { id }: Member,
  refusals: { own: TranslatableProblem; not_public: TranslatableProblem },
): TextVisibility {
  if (!text) throw notFound()
  const refusal = text.author_id === id ? refusals.own : text.is_public ? null : refusals.not_public
  if (refusal) throw new HttpProblem(403, refusal, { code: 'forbidden' })
  return text
}
