import type { Author } from '#shared/forum.ts'
import type { AuditAction, Decided, ReportDecision } from '#shared/moderation.ts'
import { db, Prisma } from '../db.ts'
import { notFound } from '../problem.ts'
import { addAuditEntry } from './audit.ts'
import { authorOf } from './authors.ts'
import {
  changedSince,
  commentVersion,
  decidedBefore,
  isOwn,
  lockCommentRow,
  lockThreadRow,
  ownText,
  threadVersion,
} from './decisions.ts'
import type { Deciding } from './decisions.ts'
import { notify } from './notify.ts'

type Transaction = Prisma.TransactionClient
type Action = ReportDecision['action']
type Target = { thread_id: number; comment_id: number | null; meta_slug: string }
type State = { author_id: number | null; is_deleted: boolean; version: string; is_open: boolean }

const resolutions = { dismiss: 'dismissed', remove: 'removed' } as const

/**
 * All open reports of the same text at once. Dismissed: it is shown again, and these people's reports of it count no
 * more. Removed: it is deleted, and nobody but a moderator can bring it back.
 */
export async function resolveReport(
  deciding: Deciding,
  id: number,
  { action, note, version }: ReportDecision,
): Promise<Decided> {
  const target = await findTarget(id)
  if (!target) throw notFound()
  return db.$transaction(async (transaction) => {
    const { moderator } = deciding
    const state = await lock(transaction, id, target)
    if (!state) throw notFound()
    if (isOwn(moderator, state.author_id)) throw ownText()
    if (!state.is_open) throw await resolvedBefore(transaction, id, target)
    if (state.is_deleted) throw notFound()
    if (version !== undefined && version !== state.version) throw changedSince()
    await (action === 'remove' ? removeText : showText)(transaction, target, note)
    const done = actionOf(target, action)
    const entry = await addAuditEntry(transaction, {
      actor_id: moderator.id,
      action: done,
      target: action === 'dismiss' ? id : (target.comment_id ?? target.meta_slug),
      note,
    })
    await settleReports(deciding, transaction, { ...target, action, key: `decision:${entry}` })
    const { thread_id, comment_id } = target
    return { key: comment_id === null ? `thread:${thread_id}` : `comment:${comment_id}`, action: done }
  })
}

function actionOf({ comment_id }: Target, action: Action) {
  if (action === 'dismiss') return 'reports_dismissed' satisfies AuditAction
  return comment_id === null ? 'thread_removed' : 'comment_removed'
}

async function findTarget(id: number): Promise<Target | undefined> {
  const [target] = await db.$queryRaw<Target[]>`
    SELECT thread.id AS thread_id, comment_id, meta_slug
      FROM report LEFT JOIN comment ON comment.id = comment_id
      JOIN thread ON thread.id = coalesce(report.thread_id, comment.thread_id)
     WHERE report.id = ${id}`
  return target
}

async function lock(transaction: Transaction, report_id: number, { thread_id, comment_id }: Target) {
  const isOpen = Prisma.sql`EXISTS (SELECT FROM report WHERE id = ${report_id} AND resolution IS NULL) AS is_open`
  if (comment_id === null) await lockThreadRow(transaction, thread_id)
  else await lockCommentRow(transaction, comment_id)
  const [state] = await transaction.$queryRaw<State[]>(
    comment_id === null
      ? Prisma.sql`SELECT author_id, deleted_at IS NOT NULL AS is_deleted, ${threadVersion} AS version, ${isOpen}
                     FROM thread WHERE id = ${thread_id}`
      : Prisma.sql`SELECT author_id, deleted_at IS NOT NULL AS is_deleted, ${commentVersion} AS version, ${isOpen}
                     FROM comment WHERE id = ${comment_id}`,
  )
  return state
}

async function showText(transaction: Transaction, { thread_id, comment_id }: Target) {
  const hidden_at = null
  if (comment_id === null) await transaction.thread.update({ where: { id: thread_id }, data: { hidden_at } })
  else await transaction.comment.update({ where: { id: comment_id }, data: { hidden_at } })
}

/** As where a moderator deletes it: only moderators can take that back, and then all see it again. */
async function removeText(transaction: Transaction, { thread_id, comment_id }: Target, note: string | undefined) {
  const removed = { deleted_at: new Date(), hidden_at: null }
  if (comment_id === null)
    await transaction.thread.update({
      where: { id: thread_id },
      data: { ...removed, moderation_note: note || null, moderated_at: removed.deleted_at },
    })
  else await transaction.comment.update({ where: { id: comment_id }, data: { ...removed, is_removed: true } })
}

type Settled = Omit<Target, 'meta_slug'> & { action: Action; key: string }

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
  for (const { reporter_id } of closed)
    if (reporter_id !== null && reporter_id !== moderator.id)
      await notify(
        { transaction, jobs },
        { user_id: reporter_id, kind: 'report_handled', key, thread_id, ...(comment_id !== null && { comment_id }) },
      )
}

async function resolvedBefore(transaction: Transaction, id: number, target: Target) {
  const [before] = await transaction.$queryRaw<{ resolution: 'dismissed' | 'removed'; actor: Author }[]>`
    SELECT resolution, ${authorOf('resolver_id')} AS actor FROM report WHERE id = ${id}`
  if (!before) return notFound()
  const { resolution, actor } = before
  return decidedBefore({ action: actionOf(target, resolution === 'dismissed' ? 'dismiss' : 'remove'), actor })
}
