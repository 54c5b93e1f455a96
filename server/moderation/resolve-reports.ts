import type { Author } from '#shared/forum/schema.ts'
import type { DecisionResult, ReportDecision } from '#shared/forum/moderation.ts'
import { db, Prisma } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { authorJson } from '../texts/authors.ts'
import {
  textChangedProblem,
  alreadyDecidedProblem,
  isNonAdminAuthor,
  lockTextRow,
  selfModerationProblem,
  textVersions,
} from '../texts/decisions.ts'
import { readModeratedText } from '../texts/moderated-text.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import { rowOf } from '../texts/visibility.ts'
import type { Member, TextTarget } from '../texts/visibility.ts'
import { lockAuthorAndReporters, removeText, closeReports } from '../forum/removed-texts.ts'
import type { RemovableText } from '../forum/removed-texts.ts'

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
    const { table, id: text_id } = rowOf(target)
    const decided: DecisionResult = { key: `${table}:${text_id}`, action: actionOf(target, action) }
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

const actionOf = (target: TextTarget, action: Action) =>
  action === 'dismiss' ? 'reports_dismissed' : (`${rowOf(target).table}_removed` as const)

async function findTarget(id: number): Promise<RemovableText | undefined> {
  const [target] = await db.$queryRaw<RemovableText[]>`
    SELECT thread.id AS thread_id, comment_id, meta_slug
      FROM report LEFT JOIN comment ON comment.id = comment_id
      JOIN thread ON thread.id = coalesce(report.thread_id, comment.thread_id)
     WHERE report.id = ${id}`
  return target
}

async function lockReportedText(transaction: Transaction, report_id: number, target: TextTarget) {
  const { table, id } = rowOf(target)
  await lockTextRow(transaction, table, id)
  const [state] = await transaction.$queryRaw<State[]>`
    SELECT author_id, deleted_at IS NOT NULL AS is_deleted, ${textVersions[table]} AS version,
           EXISTS (SELECT FROM report WHERE id = ${report_id} AND resolution IS NULL) AS is_open
      FROM ${Prisma.raw(table)} WHERE id = ${id}`
  return state
}

type Dismissed = { target: TextTarget; id: number; note: string | undefined }

async function dismiss(deciding: ModerationContext, transaction: Transaction, { target, id, note }: Dismissed) {
  const { table, id: text_id } = rowOf(target)
  const before = await readModeratedText(transaction, target)
  const after = before && { ...before, is_hidden: false }
  await transaction.$executeRaw`UPDATE ${Prisma.raw(table)} SET hidden_at = NULL WHERE id = ${text_id}`
  const actor_id = deciding.moderator.id
  const action = 'reports_dismissed'
  const entry = await addAuditEntry(transaction, { actor_id, kind: 'report', action, target: id, note, before, after })
  await closeReports(deciding, transaction, { ...target, action: 'dismiss', key: `decision:${entry}` })
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
