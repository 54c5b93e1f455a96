import type { Author } from '#shared/forum/schema.ts'
import type { ForumAuditAction } from '#shared/forum/audit-actions.ts'
import type { DecisionResult, ReportDecision } from '#shared/forum/moderation.ts'
import { db, Prisma } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { authorJson } from '../texts/authors.ts'
import {
  textChangedProblem,
  commentVersion,
  alreadyDecidedProblem,
  isNonAdminAuthor,
  lockCommentRow,
  lockThreadRow,
  selfModerationProblem,
  threadVersion,
} from '../texts/decisions.ts'
import { readModeratedText } from '../texts/moderated-text.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import type { Member } from '../texts/visibility.ts'
import { lockAuthorAndReporters, removeText, closeReports } from '../forum/removed-texts.ts'
import type { TextTarget } from '../forum/removed-texts.ts'

type Transaction = Prisma.TransactionClient
type Action = ReportDecision['action']
type State = { author_id: number | null; is_deleted: boolean; version: string; is_open: boolean }

/** Closes all open reports of a text. Dismissed reports do not count for hiding any more. */
export async function resolveReport(
  deciding: ModerationContext,
  id: number,
  { action, note, version }: ReportDecision,
): Promise<DecisionResult> {
  const target = await findTarget(id)
  if (!target) throw notFound()
  return db.$transaction(async (transaction) => {
    const { moderator } = deciding
    await lockAuthorAndReporters(transaction, target)
    const state = await lockReportedText(transaction, id, target)
    if (!state) throw notFound()
    if (isNonAdminAuthor(moderator, state.author_id)) throw selfModerationProblem()
    const { thread_id, comment_id } = target
    const decided: DecisionResult = {
      key: comment_id === null ? `thread:${thread_id}` : `comment:${comment_id}`,
      action: actionOf(target, action),
    }
    if (!state.is_open) {
      await checkResolved(transaction, moderator, { id, target, action })
      return decided
    }
    if (state.is_deleted) throw notFound()
    if (version !== undefined && version !== state.version) throw textChangedProblem()
    if (action === 'remove') await removeText(deciding, transaction, target, note)
    else await dismiss(deciding, transaction, { target, id, note })
    return decided
  })
}

function actionOf({ comment_id }: TextTarget, action: Action) {
  if (action === 'dismiss') return 'reports_dismissed' satisfies ForumAuditAction
  return comment_id === null ? 'thread_removed' : 'comment_removed'
}

async function findTarget(id: number): Promise<TextTarget | undefined> {
  const [target] = await db.$queryRaw<TextTarget[]>`
    SELECT thread.id AS thread_id, comment_id, meta_slug
      FROM report LEFT JOIN comment ON comment.id = comment_id
      JOIN thread ON thread.id = coalesce(report.thread_id, comment.thread_id)
     WHERE report.id = ${id}`
  return target
}

async function lockReportedText(transaction: Transaction, report_id: number, { thread_id, comment_id }: TextTarget) {
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

type Dismissed = { target: TextTarget; id: number; note: string | undefined }

async function dismiss(deciding: ModerationContext, transaction: Transaction, { target, id, note }: Dismissed) {
  const { thread_id, comment_id } = target
  const before = await readModeratedText(transaction, target)
  const after = before && { ...before, is_hidden: false }
  const hidden_at = null
  if (comment_id === null) await transaction.thread.update({ where: { id: thread_id }, data: { hidden_at } })
  else await transaction.comment.update({ where: { id: comment_id }, data: { hidden_at } })
  const actor_id = deciding.moderator.id
  const action = 'reports_dismissed'
  const entry = await addAuditEntry(transaction, { actor_id, kind: 'report', action, target: id, note, before, after })
  await closeReports(deciding, transaction, { thread_id, comment_id, action: 'dismiss', key: `decision:${entry}` })
}

type Resolved = { id: number; target: TextTarget; action: Action }
type Resolution = { resolution: 'dismissed' | 'removed'; resolver_id: number | null; actor: Author }

/** Accepts a repeated decision of this moderator, whose response may be lost. Throws 404, 409. */
async function checkResolved(transaction: Transaction, moderator: Member, { id, target, action }: Resolved) {
  const [before] = await transaction.$queryRaw<Resolution[]>`
    SELECT resolution, resolver_id, ${authorJson('resolver_id')} AS actor FROM report WHERE id = ${id}`
  if (!before) throw notFound()
  const prior = before.resolution === 'dismissed' ? 'dismiss' : 'remove'
  if (before.resolver_id === moderator.id && prior === action) return
  throw alreadyDecidedProblem({ action: actionOf(target, prior), actor: before.actor })
}
