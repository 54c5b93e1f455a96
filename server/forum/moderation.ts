import type { Author } from '#shared/forum.ts'
import type { Decided, ModerationDecision } from '#shared/moderation.ts'
import { db, Prisma } from '../db.ts'
import { notFound } from '../problem.ts'
import { addAuditEntry } from '../editing/audit.ts'
import { authorOf } from './authors.ts'
import {
  changedSince,
  commentVersion,
  decidedBefore,
  isOwn,
  lockCommentRow,
  ownText,
  threadVersion,
} from './decisions.ts'
import type { Before, Deciding } from './decisions.ts'
import { commentKey, recipientsOf } from './comment-recipients.ts'
import { lockPeople, notify } from './notify.ts'
import { tellOfRemoval } from './removed-texts.ts'

type Transaction = Prisma.TransactionClient
type Pending = { id: number; author_id: number | null; status: string; is_deleted: boolean; version: string }

const mayDecide = (table: string, { moderator }: Deciding) =>
  moderator.role === 'admin'
    ? Prisma.sql`true`
    : Prisma.sql`${Prisma.raw(table)}.author_id IS DISTINCT FROM ${moderator.id}`
const isVersion = (actual: Prisma.Sql, read: string | undefined) =>
  read === undefined ? Prisma.sql`true` : Prisma.sql`${actual} = ${read}`

/** Published or rejected once, by whichever moderator is first: what waits no longer, or was edited, is refused. */
export async function moderateThread(
  deciding: Deciding,
  meta_slug: string,
  { decision, note, version }: ModerationDecision,
): Promise<Decided> {
  const { jobs, moderator } = deciding
  const isPublished = decision === 'publish'
  return db.$transaction(async (transaction) => {
    await lockPeople(transaction, Prisma.sql`SELECT author_id FROM thread WHERE meta_slug = ${meta_slug}`)
    const [thread] = await transaction.$queryRaw<Pick<Pending, 'id' | 'author_id'>[]>`
      UPDATE thread
         SET status = ${isPublished ? 'published' : 'rejected'}::moderation_status,
             moderation_note = ${note || null}, moderated_at = now(),
             published_at = CASE WHEN ${isPublished} THEN now() ELSE published_at END,
             last_activity_at = CASE WHEN ${isPublished} THEN now() ELSE last_activity_at END
       WHERE meta_slug = ${meta_slug} AND status = 'pending' AND deleted_at IS NULL
         AND ${mayDecide('thread', deciding)} AND ${isVersion(threadVersion, version)}
      RETURNING id, author_id`
    if (!thread) throw await whyNotThread(transaction, deciding, meta_slug)
    const action = isPublished ? 'thread_published' : 'thread_rejected'
    const entry = await addAuditEntry(transaction, {
      actor_id: moderator.id,
      kind: 'thread',
      action,
      target: meta_slug,
      note,
    })
    if (thread.author_id && thread.author_id !== moderator.id)
      await notify(
        { transaction, jobs },
        { user_id: thread.author_id, kind: action, key: `decision:${entry}`, thread_id: thread.id },
      )
    return { key: `thread:${thread.id}`, action }
  })
}

/** A comment that was held: those whom it concerns are told now. A rejected one is gone, as one that a moderator removes. */
export async function moderateComment(
  deciding: Deciding,
  id: number,
  { decision, note, version }: ModerationDecision,
): Promise<Decided> {
  const isPublished = decision === 'publish'
  return db.$transaction(async (transaction) => {
    await lockPeople(transaction, everybodyConcernedBy(id))
    await lockCommentRow(transaction, id)
    const [comment] = await transaction.$queryRaw<Held[]>`
      UPDATE comment
         SET status = ${isPublished ? 'published' : 'rejected'}::moderation_status,
             deleted_at = CASE WHEN ${isPublished} THEN NULL ELSE now() END, is_removed = ${!isPublished}
       WHERE id = ${id} AND status = 'pending' AND deleted_at IS NULL
         AND ${mayDecide('comment', deciding)} AND ${isVersion(commentVersion, version)}
      RETURNING thread_id, author_id, parent_id`
    if (!comment) throw await whyNotComment(transaction, deciding, id)
    const action = isPublished ? 'comment_published' : 'comment_rejected'
    const actor_id = deciding.moderator.id
    const entry = await addAuditEntry(transaction, { actor_id, kind: 'comment', action, target: id, note })
    const { thread_id, author_id } = comment
    const target = { thread_id, comment_id: id }
    if (isPublished) await tellOfComment(deciding, transaction, { ...comment, id })
    else await tellOfRemoval(deciding, transaction, { target, author_id, entry, note })
    return { key: `comment:${id}`, action }
  })
}

type Held = { thread_id: number; author_id: number | null; parent_id: number | null }

const everybodyConcernedBy = (id: number) => Prisma.sql`
  SELECT unnest(ARRAY[comment.author_id, parent.author_id, thread.author_id])
    FROM comment JOIN thread ON thread.id = comment.thread_id LEFT JOIN comment AS parent ON parent.id = comment.parent_id
   WHERE comment.id = ${id}`

type Person = { id: number } | null

/** As if it had been published at once. */
async function tellOfComment({ jobs }: Deciding, transaction: Transaction, { id, ...comment }: Held & { id: number }) {
  const { thread_id, author_id, parent_id } = comment
  const [concerned] = await transaction.$queryRaw<{ thread_author: Person; parent_author: Person }[]>`
    SELECT CASE WHEN thread.author_id IS NOT NULL THEN json_build_object('id', thread.author_id) END AS thread_author,
           CASE WHEN parent.author_id IS NOT NULL THEN json_build_object('id', parent.author_id) END AS parent_author
      FROM thread LEFT JOIN comment AS parent ON parent.id = ${parent_id}::int AND parent.deleted_at IS NULL
     WHERE thread.id = ${thread_id}`
  const told = concerned ? recipientsOf(concerned, author_id) : []
  const written = { key: commentKey(id), thread_id, comment_id: id, ...(author_id !== null && { actor_id: author_id }) }
  for (const { id: user_id, kind } of told) await notify({ transaction, jobs }, { user_id, kind, ...written })
}

async function whyNotThread(transaction: Transaction, deciding: Deciding, meta_slug: string) {
  const [thread] = await transaction.$queryRaw<Pending[]>`
    SELECT id, author_id, status, deleted_at IS NOT NULL AS is_deleted, ${threadVersion} AS version
      FROM thread WHERE meta_slug = ${meta_slug}`
  return whyNot(thread, deciding, await lastDecision(transaction, 'thread', meta_slug))
}

async function whyNotComment(transaction: Transaction, deciding: Deciding, id: number) {
  const [comment] = await transaction.$queryRaw<Pending[]>`
    SELECT id, author_id, status, deleted_at IS NOT NULL AS is_deleted, ${commentVersion} AS version
      FROM comment WHERE id = ${id}`
  return whyNot(comment, deciding, await lastDecision(transaction, 'comment', id))
}

function whyNot(text: Pending | undefined, { moderator }: Deciding, before: Before | undefined) {
  if (!text) return notFound()
  if (isOwn(moderator, text.author_id)) return ownText()
  if (text.status === 'pending' && !text.is_deleted) return changedSince()
  // What its author has deleted is nobody's to decide on.
  if (text.is_deleted && !before?.action?.match(/rejected|removed/)) return notFound()
  return decidedBefore(before ?? { action: null, actor: null })
}

async function lastDecision(
  transaction: Transaction,
  kind: 'thread' | 'comment',
  target: string | number,
): Promise<Before | undefined> {
  const deeds = ['published', 'rejected', 'removed'].map((deed) => `${kind}_${deed}`)
  const [entry] = await transaction.$queryRaw<{ action: Before['action']; actor: Author }[]>`
    SELECT action, ${authorOf('actor_id')} AS actor FROM audit_entry
     WHERE target = ${String(target)} AND action = ANY(${deeds}) ORDER BY id DESC LIMIT 1`
  return entry
}
