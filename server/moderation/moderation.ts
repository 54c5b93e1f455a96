import type { DecisionResult, ModerationDecision } from '#shared/forum/moderation.ts'
import { db, Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
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
import type { PriorDecision, ModerationContext } from '../texts/decisions.ts'
import {
  commentKey,
  enqueueFollowers,
  lockMentionedPeople,
  lockUsers,
  notify,
  notifyMentionedPeople,
} from '../notifications/notify.ts'
import { commentRecipients } from '../forum/comments.ts'
import { notifyRemoval } from '../forum/removed-texts.ts'
import type { Member, TextKey } from '../texts/visibility.ts'
import { authorFollows } from '../texts/watching.ts'

type Transaction = Prisma.TransactionClient
type Found = { id: number; author_id: number | null; is_pending: boolean; is_deleted: boolean }

type Decision = Pick<ModerationDecision, 'note' | 'version'> & { isPublished: boolean }
type Decided = {
  id: number
  thread_id: number
  comment_id: number | null
  author_id: number | null
  parent_id: number | null
  html: string
}

const htmlColumns = { thread: Prisma.sql`description_html`, comment: Prisma.sql`body_html` }
const isText = ({ table, key }: TextKey) =>
  table === 'thread' ? Prisma.sql`thread.meta_slug = ${key}` : Prisma.sql`comment.id = ${key}`

/** SQL: the people who may be notified of the decision. */
const selectConcernedPeople = ({ table, key }: TextKey) =>
  table === 'thread'
    ? Prisma.sql`SELECT author_id FROM thread WHERE meta_slug = ${key}`
    : Prisma.sql`SELECT unnest(ARRAY[comment.author_id, parent.author_id, thread.author_id])
        FROM comment JOIN thread ON thread.id = comment.thread_id LEFT JOIN comment AS parent ON parent.id = comment.parent_id
       WHERE comment.id = ${key}`

/** Locks people before the text. */
async function lockText(transaction: Transaction, text: TextKey, isPublished: boolean): Promise<void> {
  const { table, key } = text
  await lockUsers(transaction, selectConcernedPeople(text))
  const [read] = await transaction.$queryRaw<{ author_id: number | null; html: string }[]>`
    SELECT author_id, ${htmlColumns[table]} AS html FROM ${Prisma.raw(table)} WHERE ${isText(text)}`
  if (read && isPublished) await lockMentionedPeople(transaction, read.html, read.author_id)
  if (table === 'comment') await lockTextRow(transaction, table, key)
}

const changesOf = {
  thread: ({ isPublished, note }: Decision) => Prisma.sql`
    moderation_note = ${note || null}, moderated_at = now(),
    published_at = CASE WHEN ${isPublished} THEN now() ELSE published_at END,
    last_activity_at = CASE WHEN ${isPublished} THEN now() ELSE last_activity_at END`,
  comment: ({ isPublished }: Decision) => Prisma.sql`
    deleted_at = CASE WHEN ${isPublished} THEN NULL ELSE now() END, is_removed = ${!isPublished}`,
}
const textIds = {
  thread: Prisma.sql`id AS thread_id, NULL::int AS comment_id, NULL::int AS parent_id`,
  comment: Prisma.sql`thread_id, id AS comment_id, parent_id`,
}

async function decide(transaction: Transaction, moderator: Member, text: TextKey, decision: Decision) {
  const { table } = text
  const { isPublished, version } = decision
  const mayDecide = Prisma.sql`(${moderator.role === 'admin'} OR author_id IS DISTINCT FROM ${moderator.id})`
  const isVersion = version === undefined ? Prisma.sql`true` : Prisma.sql`${textVersions[table]} = ${version}`
  const [decided] = await transaction.$queryRaw<Decided[]>`
    UPDATE ${Prisma.raw(table)}
       SET status = ${isPublished ? 'published' : 'rejected'}::moderation_status, ${changesOf[table](decision)}
     WHERE ${isText(text)} AND status = 'pending' AND deleted_at IS NULL AND ${mayDecide} AND ${isVersion}
    RETURNING id, author_id, ${textIds[table]}, ${htmlColumns[table]} AS html`
  return decided
}

/**
 * Decides on a pending thread or a held comment. Publication notifies recipients. A rejected comment is marked as removed.
 * Throws 409 if the text has changed, or another moderator has decided.
 */
export async function moderateText(
  deciding: ModerationContext,
  text: TextKey,
  { decision, note, version }: ModerationDecision,
): Promise<DecisionResult> {
  const { jobs, moderator } = deciding
  const { table: kind, key } = text
  const isPublished = decision === 'publish'
  const action = `${kind}_${isPublished ? 'published' : 'rejected'}` as const
  return db.$transaction(async (transaction) => {
    await lockText(transaction, text, isPublished)
    const decided = await decide(transaction, moderator, text, { isPublished, note, version })
    if (!decided) return repeatedDecision(transaction, deciding, text, action)
    const { thread_id, comment_id, author_id } = decided
    const target = { thread_id, comment_id }
    const after = await readModeratedText(transaction, target)
    const before = after && { ...after, status: 'pending', ...(kind === 'comment' && { is_removed: false }) }
    const entry = await addAuditEntry(transaction, {
      actor_id: moderator.id,
      kind,
      action,
      target: key,
      note,
      before,
      after,
    })
    const services = { transaction, jobs }
    if (kind === 'thread') {
      const event = { key: `decision:${entry}`, thread_id, actor_id: moderator.id }
      await notify(services, [{ user_id: author_id, kind: `thread_${isPublished ? 'published' : 'rejected'}` }], event)
    } else if (!isPublished) await notifyRemoval(deciding, transaction, { target, author_id, entry, note })
    if (isPublished) await notifyOfPublication(services, decided)
    return { key: `${kind}:${decided.id}`, action }
  })
}

type Person = { id: number } | null

async function notifyOfPublication(services: { transaction: Transaction; jobs: Jobs }, text: Decided) {
  const { transaction, jobs } = services
  const { thread_id, comment_id, author_id, parent_id } = text
  if (comment_id === null) return notifyMentionedPeople(services, text)
  const [concerned] = await transaction.$queryRaw<{ thread_author: Person; parent_author: Person }[]>`
    SELECT CASE WHEN thread.author_id IS NOT NULL AND ${authorFollows('thread.author_id', 'thread.id')} THEN json_build_object('id', thread.author_id) END AS thread_author,
           CASE WHEN parent.author_id IS NOT NULL THEN json_build_object('id', parent.author_id) END AS parent_author
      FROM thread LEFT JOIN comment AS parent ON parent.id = ${parent_id}::int AND parent.deleted_at IS NULL
     WHERE thread.id = ${thread_id}`
  const recipients = concerned ? commentRecipients(concerned, author_id) : []
  const people = recipients.map(({ id: user_id, kind }) => ({ user_id, kind }))
  await notify(services, people, { key: commentKey(comment_id), thread_id, comment_id, actor_id: author_id })
  await notifyMentionedPeople(services, text)
  await enqueueFollowers(transaction, jobs, comment_id)
}

/** Accepts a repeated decision of this moderator, whose response may be lost. Else throws 404 or 409. */
async function repeatedDecision(
  transaction: Transaction,
  { moderator }: ModerationContext,
  text: TextKey,
  action: DecisionResult['action'],
): Promise<DecisionResult> {
  const [found] = await transaction.$queryRaw<Found[]>`
    SELECT id, author_id, status = 'pending' AS is_pending, deleted_at IS NOT NULL AS is_deleted
      FROM ${Prisma.raw(text.table)} WHERE ${isText(text)}`
  if (!found) throw notFound()
  if (isNonAdminAuthor(moderator, found.author_id)) throw selfModerationProblem()
  if (found.is_pending && !found.is_deleted) throw textChangedProblem()
  const before = await findLastDecision(transaction, text)
  // A text that its author has deleted cannot be decided on.
  if (found.is_deleted && !before?.action?.match(/rejected|removed/)) throw notFound()
  if (before?.actor_id === moderator.id && before.action === action) return { key: `${text.table}:${found.id}`, action }
  throw alreadyDecidedProblem(before ?? { action: null, actor: null })
}

type LastDecision = PriorDecision & { actor_id: number | null }

/** Returns the last decision with an action that begins with `of`. */
export async function findLastDecision(
  transaction: Transaction,
  { table, key }: TextKey,
  of: string = table,
): Promise<LastDecision | undefined> {
  const actions = ['published', 'rejected', 'removed'].map((outcome) => `${of}_${outcome}`)
  const [entry] = await transaction.$queryRaw<LastDecision[]>`
    SELECT action, actor_id, ${authorJson('actor_id')} AS actor FROM audit_entry
     WHERE kind = ${table} AND target = ${String(key)} AND action = ANY(${actions}) ORDER BY id DESC LIMIT 1`
  return entry
}
