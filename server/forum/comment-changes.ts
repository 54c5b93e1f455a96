import { canDelete, canEdit, canSee, isModerator, restoreWindowMs } from '#shared/forum.ts'
import type { Comment, ModerationStatus } from '#shared/forum.ts'
import { db, Prisma, queryRows } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { renderSubmitted, renderVersion } from '../markdown/markdown.ts'
import { HttpProblem, notFound } from '../problem.ts'
import type { ProblemMessage } from '../messages.ts'
import { editableComment, getComment } from './comment-rows.ts'
import { lockCommentRow } from './decisions.ts'
import type { Deciding } from './decisions.ts'
import { checkFirstDayLinks, checkPoster } from './posting-rules.ts'
import type { PostingRules } from './posting-rules.ts'
import { lockConcerned, removeText, untold } from './removed-texts.ts'
import { visibleThread } from './visibility.ts'
import type { Member } from './visibility.ts'

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
  person: { created_at: string; email_confirmed_at: string | null }
}

const forbidden = (key: ProblemMessage) => new HttpProblem(403, key, { code: 'forbidden' })

/** One that somebody may see, or whose deletion they may take back. */
async function findComment(member: Member, id: number): Promise<Found> {
  const [found] = await queryRows<Found>(Prisma.sql`
    SELECT thread.id AS thread_id, thread.meta_slug, comment.author_id, comment.branch_id, comment.body, comment.status, comment.created_at,
           comment.hidden_at, comment.deleted_at, comment.is_removed,
           (SELECT json_build_object('created_at', created_at, 'email_confirmed_at', email_confirmed_at)
              FROM "user" WHERE id = ${member.id}) AS person
      FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = ${id} AND ${visibleThread(member)}`)
  if (!found || !(canSee(member, found) || found.author_id === member.id || isModerator(member))) throw notFound()
  return found
}

/** Throws 403 where it is not their own, or too late, as said by `canEdit`. */
export async function changeComment(
  member: Member,
  id: number,
  body: string,
  rules: Pick<PostingRules, 'requiresConfirmedEmail'>,
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
    const body_html = await renderSubmitted(body, 'comment', 'body', member.id)
    if (isFirstDay) checkFirstDayLinks('body', body_html)
    await queryRows(Prisma.sql`
      UPDATE comment SET body = ${body}, body_html = ${body_html}, render_version = ${renderVersion}, edited_at = now()
       WHERE id = ${id} AND ${editableComment(member.id)}`)
  }
  return getComment(id, member)
}

/** Locks of a comment and its branch in the order of ids, as everybody who changes several takes them. */
const locked = (id: number, branch_id: number | null) => Prisma.sql`
  locked AS MATERIALIZED (SELECT id FROM comment WHERE id IN (${id}::int, ${branch_id}::int) ORDER BY id FOR NO KEY UPDATE)`

/** Idempotent for its author. What a moderator removes of others is a decision on it. */
export async function removeComment(member: Member, id: number, jobs: Jobs): Promise<void> {
  const found = await findComment(member, id)
  const isMine = found.author_id === member.id
  if (isMine && found.deleted_at && !found.is_removed) return
  if (!canSee(member, found)) throw notFound()
  if (!canDelete(member, found)) throw forbidden('forum.comment.not_yours_to_delete')
  if (isMine) await removeOwn(id, found)
  else await removeOthers({ jobs, moderator: member }, id, found)
}

const removeOwn = (id: number, { branch_id }: Found) =>
  queryRows(Prisma.sql`
    WITH ${locked(id, branch_id)}
    UPDATE comment SET deleted_at = now(), is_removed = false
     WHERE id = ${id} AND deleted_at IS NULL AND EXISTS (SELECT FROM locked)`)

async function removeOthers(deciding: Deciding, comment_id: number, { thread_id, meta_slug }: Found) {
  const target = { thread_id, comment_id, meta_slug }
  await db.$transaction(async (transaction) => {
    await lockConcerned(transaction, target)
    await lockCommentRow(transaction, comment_id)
    if (!(await removeText(deciding, transaction, target))) throw notFound()
  })
}

/** For a while; idempotent. What a moderator removed, moderators restore; all else its author. Throws 404 otherwise. */
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
      ${untold(author_id, { thread_id, comment_id: id })} AND EXISTS (SELECT FROM restored)
    )
    INSERT INTO audit_entry (actor_id, action, target)
    SELECT ${member.id}::int, 'comment_restored', id::text FROM restored WHERE ${is_removed}`)
  return getComment(id, member)
}
