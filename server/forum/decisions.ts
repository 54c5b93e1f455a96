import { withParams } from '#shared/fields.ts'
import type { Author } from '#shared/forum.ts'
import type { ForumAuditAction } from '#shared/audit.ts'
import { Prisma } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import type { Member } from './visibility.ts'

export type Deciding = { jobs: Jobs; moderator: Member }

/** What a moderator has read, so that what the author has made of it since is not decided unread. */
export const threadVersion = Prisma.sql`md5(thread.title || E'\n' || thread.description)`
export const commentVersion = Prisma.sql`md5(comment.body)`

/** Nobody decides on their own text, except admins. */
export const isOwn = ({ id, role }: Member, author_id: number | null) => role !== 'admin' && author_id === id

export const ownText = () => new HttpProblem(403, 'forum.moderation.own', { code: 'forbidden' })
export const changedSince = () =>
  new HttpProblem(409, 'forum.moderation.changed', { code: 'changed', action: null, actor: null })

type Deed = 'published' | 'rejected' | 'dismissed' | 'removed'
export type Before = { action: Exclude<ForumAuditAction, 'thread_restored' | 'comment_restored'> | null; actor: Author }

/** 409 that says who decided what. */
export function decidedBefore({ action, actor }: Before): HttpProblem {
  const deed = action?.replace(/^.*_/, '') as Deed | undefined
  const text =
    deed && actor
      ? withParams(`forum.moderation.decided.${deed}`, { username: actor.username })
      : 'forum.moderation.decided_by_someone'
  return new HttpProblem(409, text, { code: 'already_decided', action, actor })
}

/** Locks a comment and the one at the top of its branch, whose replies are counted, in the order of ids. */
export async function lockCommentRow(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  await transaction.$queryRaw`
    SELECT FROM comment WHERE id = ANY(ARRAY(SELECT unnest(ARRAY[id, branch_id]) FROM comment WHERE id = ${id}))
     ORDER BY id FOR NO KEY UPDATE`
}

export async function lockThreadRow(transaction: Prisma.TransactionClient, id: number): Promise<void> {
  await transaction.$queryRaw`SELECT FROM thread WHERE id = ${id} FOR NO KEY UPDATE`
}
