import type { ReportDecision } from '#shared/forum/moderation.ts'
import { Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import { readModeratedText } from '../texts/moderated-text.ts'
import { rowOf } from '../texts/visibility.ts'
import type { TextTarget } from '../texts/visibility.ts'
import { lockUsers, notify } from '../notifications/notify.ts'

type Transaction = Prisma.TransactionClient
export type RemovableText = TextTarget & { meta_slug: string }

const resolutions = { dismiss: 'dismissed', remove: 'removed' } as const

export async function lockAuthorAndReporters(transaction: Transaction, target: TextTarget): Promise<void> {
  const { table, id } = rowOf(target)
  await lockUsers(
    transaction,
    Prisma.sql`SELECT author_id FROM ${Prisma.raw(table)} WHERE id = ${id}
      UNION ALL SELECT reporter_id FROM report WHERE ${Prisma.raw(`${table}_id`)} = ${id} AND resolution IS NULL`,
  )
}

type ReportClosure = TextTarget & { action: ReportDecision['action']; key: string }

export async function closeReports(
  { jobs, moderator }: ModerationContext,
  transaction: Transaction,
  { thread_id, comment_id, action, key }: ReportClosure,
): Promise<void> {
  const closed = await transaction.report.updateManyAndReturn({
    where: { ...(comment_id === null ? { thread_id } : { comment_id }), resolution: null },
    data: { resolution: resolutions[action], resolved_at: new Date(), resolver_id: moderator.id },
    select: { reporter_id: true },
  })
  // Without a comment id, the notification survives the deletion of the comment.
  const shown = action === 'dismiss' ? { comment_id } : {}
  const reporters = closed.map(({ reporter_id }) => ({ user_id: reporter_id, kind: 'report_handled' as const }))
  await notify({ transaction, jobs }, reporters, { key, thread_id, actor_id: moderator.id, ...shown })
}

const removalKey = (target: TextTarget, entry: bigint | string) => {
  const { table, id } = rowOf(target)
  return `removed:${table}:${id}:${entry}`
}

type Removal = { target: TextTarget; author_id: number | null; entry: bigint; note: string | undefined }

export async function notifyRemoval(
  { jobs, moderator }: ModerationContext,
  transaction: Transaction,
  { target, author_id, entry, note }: Removal,
): Promise<void> {
  const { thread_id } = target
  const recipient = { user_id: author_id, kind: `${rowOf(target).table}_removed` } as const
  const event = { key: removalKey(target, entry), thread_id, actor_id: moderator.id, note }
  await notify({ transaction, jobs }, [recipient], event)
}

export const deleteRemovalNotification = (author_id: number | null, target: TextTarget) => Prisma.sql`
  DELETE FROM notification WHERE user_id = ${author_id}::int AND key LIKE ${removalKey(target, '%')}`

/** Removes a text, closes its reports and notifies the author. Returns false if it was already deleted. */
export async function removeText(
  deciding: ModerationContext,
  transaction: Transaction,
  target: RemovableText,
  note?: string,
): Promise<boolean> {
  const { thread_id, comment_id, meta_slug } = target
  const { table } = rowOf(target)
  const before = await readModeratedText(transaction, target)
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
    kind: table,
    action: `${table}_removed`,
    target: comment_id ?? meta_slug,
    note,
    before,
    after: before && { ...before, is_hidden: false, is_removed: true },
  })
  await closeReports(deciding, transaction, { thread_id, comment_id, action: 'remove', key: `decision:${entry}` })
  await notifyRemoval(deciding, transaction, { target, author_id: removed.author_id, entry, note })
  return true
}
