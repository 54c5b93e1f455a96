import type { ReportDecision } from '#shared/moderation.ts'
import { Prisma } from '../db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { Deciding } from './decisions.ts'
import { lockPeople, notify } from './notify.ts'

type Transaction = Prisma.TransactionClient
/** A thread, or one of its comments. */
type Text = { thread_id: number; comment_id: number | null }
export type Target = Text & { meta_slug: string }

const resolutions = { dismiss: 'dismissed', remove: 'removed' } as const
const rowOf = ({ thread_id, comment_id }: Text) =>
  comment_id === null ? { table: 'thread', id: thread_id } : { table: 'comment', id: comment_id }

/** Those who will be told of what is done with a text: its author, and who reported it. */
export async function lockConcerned(transaction: Transaction, target: Text): Promise<void> {
  const { table, id } = rowOf(target)
  await lockPeople(
    transaction,
    Prisma.sql`SELECT author_id FROM ${Prisma.raw(table)} WHERE id = ${id}
      UNION ALL SELECT reporter_id FROM report WHERE ${Prisma.raw(`${table}_id`)} = ${id} AND resolution IS NULL`,
  )
}

type Settled = Text & { action: ReportDecision['action']; key: string }

/** Closes the open reports of a text, within the transaction that decided on it, and tells those who reported it. */
export async function settleReports(
  { jobs, moderator }: Deciding,
  transaction: Transaction,
  { thread_id, comment_id, action, key }: Settled,
): Promise<void> {
  const closed = await transaction.report.updateManyAndReturn({
    where: { ...(comment_id === null ? { thread_id } : { comment_id }), resolution: null },
    data: { resolution: resolutions[action], resolved_at: new Date(), resolver_id: moderator.id },
    select: { reporter_id: true },
  })
  // What is told of a comment that is gone goes with it, and this is to stay.
  const shown = comment_id !== null && action === 'dismiss' ? { comment_id } : {}
  for (const { reporter_id } of closed)
    if (reporter_id !== null && reporter_id !== moderator.id)
      await notify({ transaction, jobs }, { user_id: reporter_id, kind: 'report_handled', key, thread_id, ...shown })
}

/** So that bringing the text back finds what its author was told. */
const removalKey = (target: Text, entry: bigint | string) => {
  const { table, id } = rowOf(target)
  return `removed:${table}:${id}:${entry}`
}

type Told = { target: Text; author_id: number | null; entry: bigint; note: string | undefined }

/** With the note, as nobody can read it anywhere else. */
export async function tellOfRemoval(
  { jobs, moderator }: Deciding,
  transaction: Transaction,
  { target, author_id, entry, note }: Told,
): Promise<void> {
  if (author_id === null || author_id === moderator.id) return
  await notify(
    { transaction, jobs },
    {
      user_id: author_id,
      kind: target.comment_id === null ? 'thread_removed' : 'comment_removed',
      key: removalKey(target, entry),
      thread_id: target.thread_id,
      note,
    },
  )
}

/** Of a text that a moderator brings back nobody is told that it was removed. */
export const untold = (author_id: number | null, target: Text) => Prisma.sql`
  DELETE FROM notification WHERE user_id = ${author_id}::int AND key LIKE ${removalKey(target, '%')}`

/**
 * Only a moderator can bring it back, and then all see it again. Its open reports are settled, and its author is told.
 * Answers false where it was deleted before. The text and those concerned are locked.
 */
export async function removeText(
  deciding: Deciding,
  transaction: Transaction,
  target: Target,
  note?: string,
): Promise<boolean> {
  const { thread_id, comment_id, meta_slug } = target
  const [removed] = await transaction.$queryRaw<{ author_id: number | null }[]>(
    comment_id === null
      ? Prisma.sql`UPDATE thread SET deleted_at = now(), hidden_at = NULL, moderation_note = coalesce(${note || null}, moderation_note), moderated_at = now()
                    WHERE id = ${thread_id} AND deleted_at IS NULL RETURNING author_id`
      : Prisma.sql`UPDATE comment SET deleted_at = now(), hidden_at = NULL, is_removed = true
                    WHERE id = ${comment_id} AND deleted_at IS NULL RETURNING author_id`,
  )
  if (!removed) return false
  const entry = await addAuditEntry(transaction, {
    actor_id: deciding.moderator.id,
    kind: comment_id === null ? 'thread' : 'comment',
    action: comment_id === null ? 'thread_removed' : 'comment_removed',
    target: comment_id ?? meta_slug,
    note,
  })
  await settleReports(deciding, transaction, { thread_id, comment_id, action: 'remove', key: `decision:${entry}` })
  await tellOfRemoval(deciding, transaction, { target, author_id: removed.author_id, entry, note })
  return true
}
