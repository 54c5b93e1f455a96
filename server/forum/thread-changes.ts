import { canDelete, canEdit, isModerator, restoreWindowMs } from '#shared/forum/schema.ts'
import type { ThreadChanges } from '#shared/forum/schema.ts'
import { db } from '../database/db.ts'
import type { Prisma } from '../database/db.ts'
import { renderSubmittedMarkdown, renderVersion } from '../markdown/markdown.ts'
import type { Jobs } from '../jobs.ts'
import { FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { lockMentionedPeople } from '../notifications/notify.ts'
import { getSectionId, mapMissingSection } from './new-threads.ts'
import { readModeratedText } from '../texts/moderated-text.ts'
import type { ThreadServices } from './new-threads.ts'
import { checkPosting } from '../texts/posting-rules.ts'
import { lockAuthorAndReporters, removeText, deleteRemovalNotification } from './removed-texts.ts'
import { currentSlugOf } from './thread-slugs.ts'
import { replaceThreadText } from './thread-text.ts'
import type { TextServices } from './thread-text.ts'
import { getThreadFacts, lockThread } from './threads.ts'
import type { ThreadFacts } from './threads.ts'
import { findPendingEdit, needsReview, replacePendingEdit, removePendingEdit } from '../texts/pending-edits.ts'
import type { TextEdit } from '../texts/pending-edits.ts'
import type { Member } from '../texts/visibility.ts'

async function rendered(description: string, writer: number) {
  const html = await renderSubmittedMarkdown(description, 'thread', 'description', writer)
  return { text: description, html, render_version: renderVersion }
}

const notEditable = () => new HttpProblem(403, 'forum.thread.not_editable', { code: 'forbidden' })

async function getEditable(read: () => Promise<ThreadFacts>, member: Member): Promise<ThreadFacts> {
  const thread = await read()
  if (!canEdit(member, thread, Date.now())) throw notEditable()
  return thread
}

/** Throws 400 if a moderator has moved the thread: its author may not change the section then. */
async function assertNotMoved(transaction: Prisma.TransactionClient, { id, meta_slug }: Changed) {
  const moved = await transaction.$queryRaw<object[]>`
    SELECT FROM audit_entry WHERE kind = 'thread' AND action = 'thread_moved' AND target IN (
      SELECT ${meta_slug} UNION ALL SELECT slug FROM former_slug WHERE former_slug.kind = 'thread' AND item_id = ${id}) LIMIT 1`
  if (moved.length > 0) throw new FieldProblem('section', 'forum.thread.moved')
}

type Changed = ThreadFacts & { meta_slug: string }

/** Changes the fields in `named`, and keeps the others of a pending edit. Expects a row lock. Returns the slug. */
async function changeText(services: TextServices, member: Member, thread: Changed, named: Partial<TextEdit>) {
  const { transaction } = services
  const { id: thread_id, meta_slug } = thread
  const target = { thread_id, comment_id: null }
  const {
    description: text,
    description_html: html,
    ...former
  } = await transaction.thread.findUniqueOrThrow({
    where: { id: thread_id },
    select: { title: true, description: true, description_html: true, render_version: true },
  })
  const edit = { ...former, text, html, ...(await findPendingEdit(transaction, target)), ...named }
  const isChange = edit.title !== former.title || edit.text !== text
  if (isChange && (await needsReview(transaction, member, target, edit.html))) {
    await replacePendingEdit(transaction, member.id, target, edit)
    return meta_slug
  }
  await removePendingEdit(transaction, target)
  return isChange ? replaceThreadText(services, thread, { ...edit, title: edit.title ?? former.title }) : meta_slug
}

/** Changes a thread. Resubmits a rejected one. Returns the new slug. Throws 400, 403, 404, 429. */
export async function changeThread(
  member: Member,
  slug: string,
  { title, section, description, language }: ThreadChanges,
  { rules, jobs }: ThreadServices,
): Promise<string> {
  const meta_slug = await currentSlugOf(slug)
  const text = description === undefined ? undefined : await rendered(description, member.id)
  await checkPosting(rules, member, text && { field: 'description', html: text.html })
  const section_id = section === undefined ? undefined : await getSectionId(section)
  const named = { ...(title !== undefined && { title }), ...text }
  const isResubmitted = (await getEditable(() => getThreadFacts(meta_slug, member), member)).status === 'rejected'
  if (isResubmitted) await rules.rateLimiter.consume('thread', `person ${member.id}`)
  return db
    .$transaction(async (transaction) => {
      await lockMentionedPeople(transaction, text?.html ?? '', member.id)
      const thread = await getEditable(() => lockThread(transaction, meta_slug, member), member)
      const { id, status } = thread
      // Throws 503 if a moderator has decided during the request. A retry applies the rules of the new status.
      if (status === 'rejected' && !isResubmitted) throw new HttpProblem(503, 'problem.busy')
      const submitted = { status: 'pending', moderation_note: null, moderated_at: null } as const
      if (status === 'rejected')
        await transaction.thread.update({ where: { id }, data: submitted, select: { id: true } })
      if (language !== undefined)
        await transaction.thread.updateMany({ where: { id, language: { not: language } }, data: { language } })
      // A moved thread loses its pin.
      if (section_id !== undefined) {
        const { count } = await transaction.thread.updateMany({
          where: { id, section_id: { not: section_id } },
          data: { section_id, pinned_at: null, ...(status === 'published' && { edited_at: new Date() }) },
        })
        if (count > 0 && !isModerator(member)) await assertNotMoved(transaction, { ...thread, meta_slug })
      }
      return Object.keys(named).length > 0
        ? changeText({ transaction, jobs }, member, { ...thread, meta_slug }, named)
        : meta_slug
    })
    .catch(async (error: unknown) => {
      if (isResubmitted) await rules.rateLimiter.refund('thread', `person ${member.id}`)
      return mapMissingSection(error)
    })
}

export async function removeThread(member: Member, slug: string, jobs: Jobs): Promise<void> {
  const meta_slug = await currentSlugOf(slug)
  const { id, author_id } = await getThreadFacts(meta_slug, member)
  const target = { thread_id: id, comment_id: null, meta_slug }
  await db.$transaction(async (transaction) => {
    const isMine = author_id === member.id
    if (!isMine) await lockAuthorAndReporters(transaction, target)
    const thread = await lockThread(transaction, meta_slug, member)
    if (!canDelete(member, thread)) throw new HttpProblem(403, 'forum.thread.not_yours', { code: 'forbidden' })
    if (isMine) await transaction.$executeRaw`UPDATE thread SET deleted_at = now() WHERE id = ${id}`
    else await removeText({ jobs, moderator: member }, transaction, target)
  })
}

type Deleted = { id: number; author_id: number | null; is_mine: boolean; is_removed: boolean }

const isRestored = async (transaction: Prisma.TransactionClient, { id, role }: Member, meta_slug: string) =>
  (await transaction.thread.count({
    where: { meta_slug, deleted_at: null, ...(!isModerator({ role }) && { author_id: id }) },
  })) > 0

/** Restores a deleted thread, for its author, or for moderators if one removed it. Idempotent. Throws 404. */
export async function restoreThread(member: Member, slug: string): Promise<string> {
  const meta_slug = await currentSlugOf(slug)
  await db.$transaction(async (transaction) => {
    const [deleted] = await transaction.$queryRaw<Deleted[]>`
      SELECT id, author_id, author_id IS NOT DISTINCT FROM ${member.id} AS is_mine,
             (SELECT action FROM audit_entry
               WHERE kind = 'thread' AND target = meta_slug AND at > deleted_at - interval '1 minute'
                 AND action IN ('thread_removed', 'thread_restored')
               ORDER BY id DESC LIMIT 1) IS NOT DISTINCT FROM 'thread_removed' AS is_removed
        FROM thread WHERE meta_slug = ${meta_slug} AND deleted_at > now() - ${restoreWindowMs}::int * interval '1 millisecond'
         FOR NO KEY UPDATE`
    if (!deleted && (await isRestored(transaction, member, meta_slug))) return
    if (!deleted || !(deleted.is_removed ? isModerator(member) : deleted.is_mine)) throw notFound()
    await transaction.thread.update({ where: { id: deleted.id }, data: { deleted_at: null }, select: { id: true } })
    if (!deleted.is_removed) return
    const after = await readModeratedText(transaction, { thread_id: deleted.id, comment_id: null })
    await addAuditEntry(transaction, {
      actor_id: member.id,
      kind: 'thread',
      action: 'thread_restored',
      target: meta_slug,
      before: after && { ...after, is_removed: true },
      after,
    })
    await transaction.$executeRaw(
      deleteRemovalNotification(deleted.author_id, { thread_id: deleted.id, comment_id: null }),
    )
  })
  return meta_slug
}
