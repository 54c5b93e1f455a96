import { isModerator } from '#shared/forum/schema.ts'
import type { Role } from '#shared/users/schema.ts'
import { Prisma } from '../database/db.ts'
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

type TextVisibility = { author_id: number | null; is_public: boolean }

/** Throws 404 for an invisible text, and 403 for the member's own or a text that is not public. */
export function assertOthersPublicText<Text extends TextVisibility>(
  text: Text | undefined,
  { id }: Member,
  refusals: { own: TranslatableProblem; not_public: TranslatableProblem },
): Text {
  if (!text) throw notFound()
  const refusal = text.author_id === id ? refusals.own : text.is_public ? null : refusals.not_public
  if (refusal) throw new HttpProblem(403, refusal, { code: 'forbidden' })
  return text
}
