import { isModerator } from '#shared/forum.ts'
import type { Role } from '#shared/users.ts'
import { Prisma } from '../db.ts'

export type Member = { id: number; role: Role }
/** Whoever asks; null is a visitor. */
export type Reader = Member | null

/** In these words the partial indexes are asked for. */
export const isPublicThread = Prisma.sql`(thread.status = 'published' AND thread.hidden_at IS NULL AND thread.deleted_at IS NULL)`

/** Which rows of `thread` somebody may see: the rule of `canSee` in shared/forum.ts. */
export function visibleThread(reader: Reader): Prisma.Sql {
  if (!reader) return isPublicThread
  if (isModerator(reader)) return Prisma.sql`(thread.deleted_at IS NULL)`
  return Prisma.sql`(${isPublicThread} OR thread.deleted_at IS NULL AND thread.author_id = ${reader.id})`
}

/** Which rows of `comment` stand in a list: those that somebody may see with their text, and what is left of others that have replies. */
export function listedComment(reader: Reader): Prisma.Sql {
  return Prisma.sql`(${visibleComment(reader)} OR comment.reply_count > 0)`
}

/** Which rows of `comment`, or of it under another name, somebody may see with author and text, where they may see the thread. */
export function visibleComment(reader: Reader, name = 'comment'): Prisma.Sql {
  const comment = Prisma.raw(name)
  const isPublic = Prisma.sql`${comment}.status = 'published' AND ${comment}.hidden_at IS NULL AND ${comment}.deleted_at IS NULL`
  if (!reader) return Prisma.sql`(${isPublic})`
  if (isModerator(reader)) return Prisma.sql`(${comment}.deleted_at IS NULL)`
  return Prisma.sql`(${isPublic} OR ${comment}.deleted_at IS NULL AND ${comment}.author_id = ${reader.id})`
}
