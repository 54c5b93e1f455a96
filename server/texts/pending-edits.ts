import { isModerator } from '#shared/forum/schema.ts'
import { Prisma } from '../database/db.ts'
import { siteHost } from '../markdown/markdown.ts'
import { isoTimestamp } from '../sql/json-rows.ts'
import { isFirstDay } from './posting-rules.ts'
import { linkedHosts } from './repeated-texts.ts'
import { isPublicThread } from './visibility.ts'
import type { Member, TextTarget } from './visibility.ts'

type Transaction = Prisma.TransactionClient
export type TextEdit = { title: string | null; text: string; html: string; render_version: number }

const ownerOf = ({ thread_id, comment_id }: TextTarget) => (comment_id === null ? { thread_id } : { comment_id })

const isDismissed = (table: 'thread' | 'comment') => {
  const text = Prisma.raw(table)
  return Prisma.sql`EXISTS (SELECT FROM report WHERE report.${text}_id = ${text}.id AND resolution = 'dismissed')`
}
const approvals = {
  thread: Prisma.sql`(thread.status = 'published' AND (thread.moderated_at IS NOT NULL OR ${isDismissed('thread')}))`,
  comment: Prisma.sql`(comment.status = 'published' AND (${isDismissed('comment')} OR EXISTS (
    SELECT FROM audit_entry
     WHERE kind = 'comment' AND target = comment.id::text AND action IN ('comment_published', 'comment_restored'))))`,
}

type Approval = { html: string; is_approved: boolean; created_at: Date; is_held: boolean; has_other_thread: boolean }

const linksToNewHost = (html: string, formerHtml: string): boolean => {
  const known = linkedHosts(formerHtml).add(siteHost()?.replace(/^www\./, '') ?? '')
  return [...linkedHosts(html)].some((host) => !known.has(host))
}

/** True if an edit must wait: its author is new, held or without another public thread, or it adds a host. */
export async function needsReview(
  transaction: Transaction,
  member: Member,
  text: TextTarget,
  html: string,
): Promise<boolean> {
  if (isModerator(member)) return false
  const { thread_id, comment_id } = text
  const hasOtherThread = Prisma.sql`EXISTS (
    SELECT FROM thread WHERE thread.author_id = ${member.id} AND thread.id IS DISTINCT FROM ${comment_id === null ? thread_id : null}::int AND ${isPublicThread})`
  const source =
    comment_id === null
      ? Prisma.sql`SELECT description_html AS html, ${approvals.thread} AS is_approved FROM thread WHERE id = ${thread_id}`
      : Prisma.sql`SELECT body_html AS html, ${approvals.comment} AS is_approved FROM comment WHERE id = ${comment_id}`
  const [approval] = await transaction.$queryRaw<Approval[]>`
    SELECT former.html, former.is_approved, person.created_at, person.held_at IS NOT NULL AS is_held,
           ${hasOtherThread} AS has_other_thread
      FROM "user" AS person, (${source}) AS former WHERE person.id = ${member.id}`
  if (!approval?.is_approved) return false
  const { created_at, is_held, has_other_thread } = approval
  const isTrusted = !is_held && has_other_thread && !isFirstDay({ role: member.role, created_at })
  return !isTrusted || linksToNewHost(html, approval.html)
}

export async function replacePendingEdit(
  transaction: Transaction,
  author_id: number,
  text: TextTarget,
  edit: TextEdit,
): Promise<void> {
  const owner = ownerOf(text)
  await transaction.pendingEdit.upsert({
    where: 'thread_id' in owner ? { thread_id: owner.thread_id } : { comment_id: owner.comment_id },
    create: { ...owner, author_id, ...edit },
    update: { ...edit, created_at: new Date() },
    select: { id: true },
  })
}

export const findPendingEdit = (client: Pick<Transaction, 'pendingEdit'>, text: TextTarget): Promise<TextEdit | null> =>
  client.pendingEdit.findFirst({
    where: ownerOf(text),
    select: { title: true, text: true, html: true, render_version: true },
  })

export const removePendingEdit = (client: Pick<Transaction, 'pendingEdit'>, text: TextTarget) =>
  client.pendingEdit.deleteMany({ where: ownerOf(text) })

export const pendingEditJson = (table: 'thread' | 'comment') => Prisma.sql`
  (SELECT json_build_object('title', pending_edit.title, 'source', pending_edit.text, 'html', pending_edit.html,
            'created_at', ${isoTimestamp('pending_edit.created_at')})
     FROM pending_edit WHERE pending_edit.${Prisma.raw(table)}_id = ${Prisma.raw(table)}.id)`
