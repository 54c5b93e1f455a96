import { canDelete, canEdit, canSee, isModerator, restoreWindowMs } from '#shared/forum/schema.ts'
import type { Comment, ModerationStatus } from '#shared/forum/schema.ts'
import { db, Prisma, queryRows } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { renderSubmittedMarkdown, renderVersion } from '../markdown/markdown.ts'
import { HttpProblem, notFound } from '../problem.ts'
import type { TranslatableProblem } from '../translate.ts'
import { getComment } from './comment-rows.ts'
import { lockTextRow } from '../texts/decisions.ts'
import type { ModerationContext } from '../texts/decisions.ts'
import { isEditable } from '../texts/edit-window.ts'
import { commentText } from '../texts/moderated-text.ts'
import { checkNewAccountText, checkPoster } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'
import { lockMentionedPeople, notifyMentionedPeople } from '../notifications/notify.ts'
import { needsReview, replacePendingEdit, removePendingEdit } from '../texts/pending-edits.ts'
import { lockAuthorAndReporters, removeText, deleteRemovalNotification } from './removed-texts.ts'
import { isRepeatedText, lockAuthor } from '../texts/repeated-texts.ts'
import { visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

type Found = {
  thread_id: number
  meta_slug: string
  author_id: number | null
  branch_id: number | null
  body: string
  status: ModerationStatus
  created_at: Date
  hidden_at: Date | null
  deleted_at: Date | null
  is_removed: boolean
  person: { created_at: string; email_confirmed_at: string | null; is_held: boolean }
}

const forbidden = (key: TranslatableProblem) => new HttpProblem(403, key, { code: 'forbidden' })

/** Returns a comment that the member may see or restore. Throws 404. */
async function findComment(member: Member, id: number): Promise<Found> {
  const [found] = await queryRows<Found>(Prisma.sql`
    SELECT thread.id AS thread_id, thread.meta_slug, comment.author_id, comment.branch_id, comment.body, comment.status, comment.created_at,
           comment.hidden_at, comment.deleted_at, comment.is_removed,
           (SELECT json_build_object('created_at', created_at, 'email_confirmed_at', email_confirmed_at, 'is_held', held_at IS NOT NULL)
              FROM "user" WHERE id = ${member.id}) AS person
      FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = ${id} AND ${visibleThread(member)}`)
  if (!found || !(canSee(member, found) || found.author_id === member.id || isModerator(member))) throw notFound()
  return found
}

/** Changes a comment. An edit of an approved comment may wait for a moderator. Throws 403 unless `canEdit`. */
export async function changeComment(
  member: Member,
  id: number,
  body: string,
  { rules, jobs }: { rules: Pick<PostingRules, 'requiresConfirmedEmail'>; jobs: Jobs },
): Promise<Comment> {
  const found = await findComment(member, id)
  if (!canSee(member, found)) throw notFound()
  if (found.author_id !== member.id) throw forbidden('forum.comment.not_yours_to_edit')
  if (found.hidden_at) throw forbidden('forum.comment.under_review')
  if (!canEdit(member, found, Date.now())) throw forbidden('forum.comment.edit_over')
  const { created_at, email_confirmed_at } = found.person
  const poster = {
    ...member,
    created_at: new Date(created_at),
    email_confirmed_at: email_confirmed_at === null ? null : new Date(email_confirmed_at),
  }
  const isFirstDay = checkPoster(rules, poster)
  if (body !== found.body) {
    const body_html = await renderSubmittedMarkdown(body, 'comment', 'body', member.id)
    if (isFirstDay) checkNewAccountText('body', body_html)
    await db.$transaction((transaction) =>
      write(
        { transaction, jobs },
        { id, thread_id: found.thread_id, member, body, body_html, isFirstDay, isHeld: found.person.is_held },
      ),
    )
  } else await removePendingEdit(db, { thread_id: found.thread_id, comment_id: id })
  return getComment(id, member)
}

type NewText = {
  id: number
  thread_id: number
  member: Member
  body: string
  body_html: string
  isFirstDay: boolean
  isHeld: boolean
}

async function write(
  services: { transaction: Prisma.TransactionClient; jobs: Jobs },
  { id, thread_id, member, body, body_html, isFirstDay, ...text }: NewText,
) {
  const { transaction } = services
  const author_id = member.id
  const target = { thread_id, comment_id: id }
  if (isFirstDay) await lockAuthor(transaction, author_id)
  await lockMentionedPeople(transaction, body_html, author_id)
  await lockTextRow(transaction, 'comment', id)
  if (await needsReview(transaction, member, target, body_html)) {
    const edit = { title: null, text: body, html: body_html, render_version: renderVersion }
    const editable = await transaction.$queryRaw<
      object[]
    >`SELECT FROM comment WHERE id = ${id} AND ${isEditable('comment', author_id)}`
    if (editable.length > 0) await replacePendingEdit(transaction, author_id, target, edit)
    return
  }
  const isHeld =
    text.isHeld || (isFirstDay && (await isRepeatedText(transaction, author_id, { source: body, html: body_html }, id)))
  const [changed] = await transaction.$queryRaw<{ is_published: boolean }[]>`
    UPDATE comment SET body = ${body}, body_html = ${body_html}, render_version = ${renderVersion}, edited_at = now(),
           status = CASE WHEN ${isHeld} THEN 'pending' ELSE status END
     WHERE id = ${id} AND ${isEditable('comment', author_id)} RETURNING status = 'published' AS is_published`
  if (changed) await removePendingEdit(transaction, target)
  if (!changed?.is_published) return
  await notifyMentionedPeople(services, { thread_id, comment_id: id, html: body_html, author_id })
}

/** Row locks of a comment and of its branch. All who lock several rows do so in order of id. */
const locked = (id: number, branch_id: number | null) => Prisma.sql`
  locked AS MATERIALIZED (SELECT id FROM comment WHERE id IN (${id}::int, ${branch_id}::int) ORDER BY id FOR NO KEY UPDATE)`

export async function removeComment(member: Member, id: number, jobs: Jobs): Promise<void> {
  const found = await findComment(member, id)
  const isMine = found.author_id === member.id
  if (isMine && found.deleted_at && !found.is_removed) return
  if (!canSee(member, found)) throw notFound()
  if (!canDelete(member, found)) throw forbidden('forum.comment.not_yours_to_delete')
  if (isMine) await removeAsAuthor(id, found)
  else await removeAsModerator({ jobs, moderator: member }, id, found)
}

const removeAsAuthor = (id: number, { branch_id }: Found) =>
  queryRows(Prisma.sql`
    WITH ${locked(id, branch_id)}
    UPDATE comment SET deleted_at = now(), is_removed = false
     WHERE id = ${id} AND deleted_at IS NULL AND EXISTS (SELECT FROM locked)`)

async function removeAsModerator(deciding: ModerationContext, comment_id: number, { thread_id, meta_slug }: Found) {
  const target = { thread_id, comment_id, meta_slug }
  await db.$transaction(async (transaction) => {
    await lockAuthorAndReporters(transaction, target)
    await lockTextRow(transaction, 'comment', comment_id)
    if (!(await removeText(deciding, transaction, target))) throw notFound()
  })
}

/** Restores a comment, within the window; only moderators restore one that a moderator removed. Throws 404. */
export async function restoreComment(member: Member, id: number): Promise<Comment> {
  const found = await findComment(member, id)
  const { is_removed, author_id, thread_id } = found
  if (!(is_removed ? isModerator(member) : found.author_id === member.id)) throw notFound()
  await queryRows(Prisma.sql`
    WITH ${locked(id, found.branch_id)}, restored AS (
      UPDATE comment SET deleted_at = NULL, is_removed = false
       WHERE id = ${id} AND deleted_at > now() - make_interval(secs => ${restoreWindowMs / 1_000})
         AND is_removed = ${is_removed} AND status <> 'rejected' AND EXISTS (SELECT FROM locked) RETURNING id
    ), untold AS (
      ${deleteRemovalNotification(author_id, { thread_id, comment_id: id })} AND EXISTS (SELECT FROM restored)
    )
    INSERT INTO audit_entry (actor_id, action, target, before, after)
    SELECT ${member.id}::int, 'comment_restored', id::text, state, state || '{"is_removed": false}'
      FROM restored, (${commentText(id)}) AS removed WHERE ${is_removed}`)
  return getComment(id, member)
}
