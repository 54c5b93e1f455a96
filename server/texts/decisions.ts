import type { Author } from '#shared/forum/schema.ts'
import type { ForumAuditAction } from '#shared/forum/audit-actions.ts'
import { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { HttpProblem } from '../problem.ts'
import type { Member, TextTable } from './visibility.ts'
import { messageWithParams } from '../translate.ts'

export type ModerationContext = { jobs: Jobs; moderator: Member }

/** SQL: hash of the text that a moderator reads. A decision with another hash is refused. */
export const textVersions = {
  thread: Prisma.sql`md5(thread.title || E'\n' || thread.description)`,
  comment: Prisma.sql`md5(comment.body)`,
}
export const editVersion = Prisma.sql`md5(coalesce(pending_edit.title, '') || E'\n' || pending_edit.text)`

export const isNonAdminAuthor = ({ id, role }: Member, author_id: number | null) => role !== 'admin' && author_id === id

export const selfModerationProblem = () => new HttpProblem(403, 'moderation.own', { code: 'forbidden' })
export const textChangedProblem = () =>
  new HttpProblem(409, 'moderation.changed', { code: 'changed', action: null, actor: null })

type Outcome = 'published' | 'rejected' | 'dismissed' | 'removed'
export type PriorDecision = {
  action: Exclude<ForumAuditAction, 'thread_restored' | 'comment_restored'> | null
  actor: Author
}

export function alreadyDecidedProblem({ action, actor }: PriorDecision): HttpProblem {
  const outcome = action?.replace(/^.*_/, '') as Outcome | undefined
  const text =
    outcome && actor
      ? messageWithParams(`moderation.decided.${outcome}`, { username: actor.username })
      : 'moderation.decided_by_someone'
  return new HttpProblem(409, text, { code: 'already_decided', action, actor })
}

/** Locks the row of a text. With a comment also its branch's top comment, which counts replies, in order of id. */
export async function lockTextRow(transaction: Prisma.TransactionClient, table: TextTable, id: number): Promise<void> {
  await (table === 'thread'
    ? transaction.$queryRaw`SELECT FROM thread WHERE id = ${id} FOR NO KEY UPDATE`
    : transaction.$queryRaw`
        SELECT FROM comment WHERE id = ANY(ARRAY(SELECT unnest(ARRAY[id, branch_id]) FROM comment WHERE id = ${id}))
         ORDER BY id FOR NO KEY UPDATE`)
}
