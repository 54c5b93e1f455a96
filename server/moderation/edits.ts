import type { DecisionResult, ModerationDecision } from '#shared/forum/moderation.ts'
import type { ModerationStatus } from '#shared/forum/schema.ts'
import { db, Prisma } from '../database/db.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { currentSlugOf } from '../forum/thread-slugs.ts'
import { replaceThreadText } from '../forum/thread-text.ts'
import type { TextServices } from '../forum/thread-text.ts'
import { lockMentionedPeople, notify, notifyMentionedPeople } from '../notifications/notify.ts'
import { notFound } from '../problem.ts'
import {
  alreadyDecidedProblem,
  editVersion,
  isNonAdminAuthor,
  lockTextRow,
  selfModerationProblem,
  textChangedProblem,
} from '../texts/decisions.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import { excerptWithoutNames, readModeratedText } from '../texts/moderated-text.ts'
import { removePendingEdit } from '../texts/pending-edits.ts'
import type { TextEdit } from '../texts/pending-edits.ts'
import { rowOf } from '../texts/visibility.ts'
import type { TextKey, TextTarget } from '../texts/visibility.ts'
import { findLastDecision } from './moderation.ts'

type Row = { author_id: number | null; status: ModerationStatus; meta_slug: string }
type WaitingEdit = TextEdit & { author_id: number; version: string; excerpt: string }
type Transaction = Prisma.TransactionClient

async function findTarget({ table, key }: TextKey): Promise<TextTarget> {
  const [target] = await db.$queryRaw<TextTarget[]>(
    table === 'thread'
      ? Prisma.sql`SELECT id AS thread_id, NULL::int AS comment_id FROM thread WHERE meta_slug = ${await currentSlugOf(key)}`
      : Prisma.sql`SELECT thread_id, id AS comment_id FROM comment WHERE id = ${key}`,
  )
  if (!target) throw notFound()
  return target
}

/** Decides on a pending edit: publishes it or deletes it. Notifies the author. */
export async function moderateEdit(
  deciding: ModerationContext,
  text: TextKey,
  { decision, note, version }: ModerationDecision,
): Promise<DecisionResult> {
  const { jobs, moderator } = deciding
  const { table: kind } = text
  const target = await findTarget(text)
  const isPublished = decision === 'publish'
  return db.$transaction(async (transaction) => {
    const row = await lockEditedText(transaction, target)
    if (!row) throw notFound()
    if (isNonAdminAuthor(moderator, row.author_id)) throw selfModerationProblem()
    const edit = await findEdit(transaction, target)
    const { thread_id, comment_id } = target
    const decided = {
      key: `${kind}_edit:${comment_id ?? thread_id}`,
      action: `${kind}_edit_${isPublished ? 'published' : 'rejected'}`,
    } as const
    if (!edit) return repeatedDecision(transaction, target, row, deciding, decided)
    if (version !== undefined && version !== edit.version) throw textChangedProblem()
    const former = await readModeratedText(transaction, target)
    await removePendingEdit(transaction, target)
    const address = isPublished ? await applyEdit({ transaction, jobs }, target, row, edit) : row.meta_slug
    const entry = await addAuditEntry(transaction, {
      actor_id: moderator.id,
      kind,
      action: decided.action,
      target: comment_id ?? address,
      note,
      before: former && { ...former, edit: { ...(edit.title !== null && { title: edit.title }), text: edit.excerpt } },
      after: await readModeratedText(transaction, target),
    })
    const event = { key: `decision:${entry}`, thread_id, comment_id, actor_id: moderator.id, note }
    const recipient = { user_id: row.author_id, kind: isPublished ? 'edit_published' : 'edit_rejected' } as const
    await notify({ transaction, jobs }, [recipient], event)
    return decided
  })
}

/** Locks rows, people before the text. Returns undefined if the text was deleted. */
async function lockEditedText(transaction: Transaction, target: TextTarget): Promise<Row | undefined> {
  const { table, id } = rowOf(target)
  const waiting = await findEdit(transaction, target)
  if (waiting) await lockMentionedPeople(transaction, waiting.html, waiting.author_id)
  await lockTextRow(transaction, table, id)
  const [row] = await transaction.$queryRaw<Row[]>(
    table === 'thread'
      ? Prisma.sql`SELECT author_id, status::text, meta_slug FROM thread WHERE id = ${id} AND deleted_at IS NULL`
      : Prisma.sql`SELECT comment.author_id, comment.status::text, meta_slug FROM comment JOIN thread ON thread.id = thread_id
                    WHERE comment.id = ${id} AND comment.deleted_at IS NULL AND thread.deleted_at IS NULL`,
  )
  return row
}

async function findEdit(transaction: Transaction, target: TextTarget): Promise<WaitingEdit | undefined> {
  const { table, id } = rowOf(target)
  const [edit] = await transaction.$queryRaw<WaitingEdit[]>`
    SELECT author_id, title, text, html, render_version, ${editVersion} AS version, ${excerptWithoutNames('text')} AS excerpt
      FROM pending_edit WHERE ${Prisma.raw(`${table}_id`)} = ${id}`
  return edit
}

/** Replaces the text by the edit. Returns the slug of the thread. */
async function applyEdit(services: TextServices, { thread_id, comment_id }: TextTarget, row: Row, edit: WaitingEdit) {
  const { title, text: body, html, render_version } = edit
  if (comment_id === null)
    return replaceThreadText(services, { ...row, id: thread_id }, { ...edit, title: title ?? '' })
  const data = { body, body_html: html, render_version, edited_at: new Date() }
  await services.transaction.comment.update({ where: { id: comment_id }, data, select: { id: true } })
  await notifyMentionedPeople(services, { thread_id, comment_id, html, author_id: row.author_id })
  return row.meta_slug
}

/** Accepts a repeated decision of one moderator. Throws 409 with another moderator's, or 404 for a withdrawn edit. */
async function repeatedDecision(
  transaction: Transaction,
  { comment_id }: TextTarget,
  { meta_slug }: Row,
  { moderator }: ModerationContext,
  decided: DecisionResult,
): Promise<DecisionResult> {
  const text: TextKey =
    comment_id === null ? { table: 'thread', key: meta_slug } : { table: 'comment', key: comment_id }
  const before = await findLastDecision(transaction, text, `${text.table}_edit`)
  if (!before) throw notFound()
  if (before.actor_id === moderator.id && before.action === decided.action) return decided
  throw alreadyDecidedProblem(before)
}
