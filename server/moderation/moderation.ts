import type { DecisionResult, ModerationDecision } from '#shared/forum/moderation.ts'
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
  selfModerationProblem,
  threadVersion,
} from '../texts/decisions.ts'
import { readModeratedText } from '../texts/moderated-text.ts'
import type { PriorDecision, ModerationContext } from '../texts/decisions.ts'
import { commentRecipients } from '../forum/comments.ts'
import { enqueueFollowers } from '../notifications/notify-followers.ts'
import { lockMentionedPeople, notifyMentionedPeople } from '../notifications/notify-mentioned.ts'
import { commentKey, lockUsers, notify } from '../notifications/notify.ts'
import { notifyRemoval } from '../forum/removed-texts.ts'
import { authorFollows } from '../texts/watching.ts'

type Transaction = Prisma.TransactionClient
type Pending = { id: number; author_id: number | null; status: string; is_deleted: boolean; version: string }

const mayDecide = (table: string, { moderator }: ModerationContext) =>
  moderator.role === 'admin'
    ? Prisma.sql`true`
    : Prisma.sql`${Prisma.raw(table)}.author_id IS DISTINCT FROM ${moderator.id}`
const isVersion = (actual: Prisma.Sql, read: string | undefined) =>
  read === undefined ? Prisma.sql`true` : Prisma.sql`${actual} = ${read}`

const writtenBy = {
  thread: { author_id: true, description_html: true },
  comment: { author_id: true, body_html: true },
} as const

/** Decides on a pending thread. Throws 409 if the text has changed, or another moderator has decided. */
export async function moderateThread(
  deciding: ModerationContext,
  meta_slug: string,
  { decision, note, version }: ModerationDecision,
): Promise<DecisionResult> {
  const { jobs, moderator } = deciding
  const isPublished = decision === 'publish'
  return db.$transaction(async (transaction) => {
    await lockUsers(transaction, Prisma.sql`SELECT author_id FROM thread WHERE meta_slug = ${meta_slug}`)
    const read = await transaction.thread.findUnique({ where: { meta_slug }, select: writtenBy.thread })
    if (read && isPublished) await lockMentionedPeople(transaction, read.description_html, read.author_id)
    const [thread] = await transaction.$queryRaw<(Pick<Pending, 'id' | 'author_id'> & { html: string })[]>`
      UPDATE thread
         SET status = ${isPublished ? 'published' : 'rejected'}::moderation_status,
             moderation_note = ${note || null}, moderated_at = now(),
             published_at = CASE WHEN ${isPublished} THEN now() ELSE published_at END,
             last_activity_at = CASE WHEN ${isPublished} THEN now() ELSE last_activity_at END
       WHERE meta_slug = ${meta_slug} AND status = 'pending' AND deleted_at IS NULL
         AND ${mayDecide('thread', deciding)} AND ${isVersion(threadVersion, version)}
      RETURNING id, author_id, description_html AS html`
    const action = isPublished ? 'thread_published' : 'thread_rejected'
    if (!thread) return repeatedThread(transaction, deciding, { meta_slug, action })
    const after = await readModeratedText(transaction, { thread_id: thread.id, comment_id: null })
    const entry = await addAuditEntry(transaction, {
      actor_id: moderator.id,
      kind: 'thread',
      action,
      target: meta_slug,
      note,
      before: after && { ...after, status: 'pending' },
      after,
    })
    if (thread.author_id && thread.author_id !== moderator.id)
      await notify(
        { transaction, jobs },
        { user_id: thread.author_id, kind: action, key: `decision:${entry}`, thread_id: thread.id },
      )
    const { id: thread_id, author_id, html } = thread
    if (isPublished)
      await notifyMentionedPeople({ transaction, jobs }, { thread_id, comment_id: null, html, author_id })
    return { key: `thread:${thread_id}`, action }
  })
}

/** Decides on a held comment. Publication notifies recipients. A rejected comment is marked as removed. */
export async function moderateComment(
  deciding: ModerationContext,
  id: number,
  { decision, note, version }: ModerationDecision,
): Promise<DecisionResult> {
  const isPublished = decision === 'publish'
  return db.$transaction(async (transaction) => {
    await lockUsers(transaction, selectConcernedPeople(id))
    const read = await transaction.comment.findUnique({ where: { id }, select: writtenBy.comment })
    if (read && isPublished) await lockMentionedPeople(transaction, read.body_html, read.author_id)
    await lockCommentRow(transaction, id)
    const [comment] = await transaction.$queryRaw<Held[]>`
      UPDATE comment
         SET status = ${isPublished ? 'published' : 'rejected'}::moderation_status,
             deleted_at = CASE WHEN ${isPublished} THEN NULL ELSE now() END, is_removed = ${!isPublished}
       WHERE id = ${id} AND status = 'pending' AND deleted_at IS NULL
         AND ${mayDecide('comment', deciding)} AND ${isVersion(commentVersion, version)}
      RETURNING thread_id, author_id, parent_id, body_html AS html`
    const action = isPublished ? 'comment_published' : 'comment_rejected'
    if (!comment) return repeatedComment(transaction, deciding, { id, action })
    const actor_id = deciding.moderator.id
    const { thread_id, author_id } = comment
    const target = { thread_id, comment_id: id }
    const after = await readModeratedText(transaction, target)
    const before = after && { ...after, status: 'pending', is_removed: false }
    const entry = await addAuditEntry(transaction, {
      actor_id,
      kind: 'comment',
      action,
      target: id,
      note,
      before,
      after,
    })
    if (isPublished) await notifyOfComment(deciding, transaction, { ...comment, id })
    else await notifyRemoval(deciding, transaction, { target, author_id, entry, note })
    return { key: `comment:${id}`, action }
  })
}

type Held = { thread_id: number; author_id: number | null; parent_id: number | null; html: string }

const selectConcernedPeople = (id: number) => Prisma.sql`
  SELECT unnest(ARRAY[comment.author_id, parent.author_id, thread.author_id])
    FROM comment JOIN thread ON thread.id = comment.thread_id LEFT JOIN comment AS parent ON parent.id = comment.parent_id
   WHERE comment.id = ${id}`

type Person = { id: number } | null

async function notifyOfComment(
  { jobs }: ModerationContext,
  transaction: Transaction,
  { id, ...comment }: Held & { id: number },
) {
  const { thread_id, author_id, parent_id, html } = comment
  const [concerned] = await transaction.$queryRaw<{ thread_author: Person; parent_author: Person }[]>`
    SELECT CASE WHEN thread.author_id IS NOT NULL AND ${authorFollows('thread.author_id', 'thread.id')} THEN json_build_object('id', thread.author_id) END AS thread_author,
           CASE WHEN parent.author_id IS NOT NULL THEN json_build_object('id', parent.author_id) END AS parent_author
      FROM thread LEFT JOIN comment AS parent ON parent.id = ${parent_id}::int AND parent.deleted_at IS NULL
     WHERE thread.id = ${thread_id}`
  const recipients = concerned ? commentRecipients(concerned, author_id) : []
  const written = { key: commentKey(id), thread_id, comment_id: id, ...(author_id !== null && { actor_id: author_id }) }
  for (const { id: user_id, kind } of recipients) await notify({ transaction, jobs }, { user_id, kind, ...written })
  await notifyMentionedPeople({ transaction, jobs }, { thread_id, comment_id: id, html, author_id })
  await enqueueFollowers(transaction, jobs, id)
}

type Repeated<Key> = Key & Pick<DecisionResult, 'action'>

async function repeatedThread(
  transaction: Transaction,
  deciding: ModerationContext,
  { meta_slug, action }: Repeated<{ meta_slug: string }>,
): Promise<DecisionResult> {
  const [thread] = await transaction.$queryRaw<Pending[]>`
    SELECT id, author_id, status, deleted_at IS NOT NULL AS is_deleted, ${threadVersion} AS version
      FROM thread WHERE meta_slug = ${meta_slug}`
  checkRepeated(thread, deciding, action, await findLastDecision(transaction, 'thread', meta_slug))
  return { key: `thread:${thread.id}`, action }
}

async function repeatedComment(
  transaction: Transaction,
  deciding: ModerationContext,
  { id, action }: Repeated<{ id: number }>,
): Promise<DecisionResult> {
  const [comment] = await transaction.$queryRaw<Pending[]>`
    SELECT id, author_id, status, deleted_at IS NOT NULL AS is_deleted, ${commentVersion} AS version
      FROM comment WHERE id = ${id}`
  checkRepeated(comment, deciding, action, await findLastDecision(transaction, 'comment', id))
  return { key: `comment:${id}`, action }
}

/** Accepts a repeated decision of this moderator, whose response may be lost. Else throws 404 or 409. */
function checkRepeated(
  text: Pending | undefined,
  { moderator }: ModerationContext,
  action: DecisionResult['action'],
  before: LastDecision | undefined,
): asserts text is Pending {
  if (!text) throw notFound()
  if (isNonAdminAuthor(moderator, text.author_id)) throw selfModerationProblem()
  if (text.status === 'pending' && !text.is_deleted) throw textChangedProblem()
  // A text that its author has deleted cannot be decided on.
  if (text.is_deleted && !before?.action?.match(/rejected|removed/)) throw notFound()
  if (before?.actor_id === moderator.id && before.action === action) return
  throw alreadyDecidedProblem(before ?? { action: null, actor: null })
}

type LastDecision = PriorDecision & { actor_id: number | null }

/** Returns the last decision with an action that begins with `of`. */
export async function findLastDecision(
  transaction: Transaction,
  kind: 'thread' | 'comment',
  target: string | number,
  of: string = kind,
): Promise<LastDecision | undefined> {
  const actions = ['published', 'rejected', 'removed'].map((outcome) => `${of}_${outcome}`)
  const [entry] = await transaction.$queryRaw<LastDecision[]>`
    SELECT action, actor_id, ${authorJson('actor_id')} AS actor FROM audit_entry
     WHERE kind = ${kind} AND target = ${String(target)} AND action = ANY(${actions}) ORDER BY id DESC LIMIT 1`
  return entry
}
