import { inBatches } from '../database/batches.ts'
import { db, Prisma } from '../database/db.ts'

const batchRows = 500
const retention = Prisma.sql`interval '1 day'` // time in which moderators can inspect a deleted text

const name = Prisma.raw
type Owned = { table: string; owner: string; ids: number[] }

/** Deletes rows of the owners in batches, down to `left` rows. Returns false if time ran out. */
async function removeRowsOf({ table, owner, ids }: Owned, left: number, endsAt: number): Promise<boolean> {
  const removeBatch = (rows: number) => db.$executeRaw`
    DELETE FROM ${name(table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name(table)} WHERE ${name(owner)} = ANY (${ids}) LIMIT ${rows} OFFSET ${left}))`
  await inBatches(removeBatch, { rows: batchRows, maxMs: endsAt - performance.now() })
  return performance.now() < endsAt
}

async function removeCommentsForGood(ids: number[], endsAt: number): Promise<boolean> {
  for (const table of ['comment_vote', 'notification'])
    if (!(await removeRowsOf({ table, owner: 'comment_id', ids }, batchRows, endsAt))) return false
  await db.$executeRaw`DELETE FROM comment WHERE id = ANY (${ids})`
  return true
}

/** Deletes the comments of a thread, newest first: a reply comes before its parent. */
async function removeCommentsOf(thread_id: number, endsAt: number): Promise<boolean> {
  for (;;) {
    const comments = await db.comment.findMany({
      where: { thread_id },
      orderBy: { id: 'desc' },
      take: batchRows,
      select: { id: true },
    })
    if (comments.length === 0) return true
    const ids = comments.map(({ id }) => id)
    if (!(await removeCommentsForGood(ids, endsAt))) return false
  }
}

/** Kinds of notifications that are deleted with a thread. Other decisions stay. */
const removedKinds = [
  'thread_published',
  'thread_rejected',
  'mention',
  'thread_closed',
  'thread_moved',
  'edit_published',
  'edit_rejected',
] as const

/** Deletes a thread in steps, since it may be too large for one run. Returns true if another one may follow. */
async function removeThreadForGood(endsAt: number): Promise<boolean> {
  const [thread] = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM thread WHERE deleted_at < now() - ${retention} ORDER BY deleted_at LIMIT 1`
  if (!thread) return false
  const { id } = thread
  if (!(await removeCommentsOf(id, endsAt))) return false
  for (const table of ['thread_vote', 'saved_thread', 'thread_member'])
    if (!(await removeRowsOf({ table, owner: 'thread_id', ids: [id] }, 0, endsAt))) return false
  await db.notification.deleteMany({ where: { thread_id: id, kind: { in: [...removedKinds] } } })
  await db.thread.deleteMany({ where: { id, deleted_at: { not: null } } })
  return true
}

const hasReplies = Prisma.sql`(EXISTS (SELECT FROM comment AS reply WHERE reply.branch_id = comment.id)
  OR EXISTS (SELECT FROM comment AS answer WHERE answer.parent_id = comment.id))`

/** Deletes comments without replies, newest first: a deleted reply may let its parent be deleted next. */
async function removeComments(endsAt: number): Promise<boolean> {
  const found = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM comment WHERE deleted_at < now() - ${retention} AND NOT ${hasReplies} ORDER BY deleted_at DESC LIMIT ${batchRows}`
  const ids = found.map(({ id }) => id)
  return ids.length > 0 && removeCommentsForGood(ids, endsAt)
}

/** Empties deleted comments that have replies. They stay as placeholders. */
const emptyComments = () => db.$executeRaw`
  WITH emptied AS (UPDATE comment SET body = '', body_html = '', author_id = NULL WHERE id = ANY (ARRAY(
    SELECT id FROM comment WHERE deleted_at < now() - ${retention} AND body <> '' AND ${hasReplies} LIMIT ${batchRows}
       FOR NO KEY UPDATE SKIP LOCKED)) RETURNING id),
       unedited AS (DELETE FROM pending_edit WHERE comment_id IN (SELECT id FROM emptied))
  SELECT FROM emptied`

export async function purgeDeletedTexts(maxMs: number): Promise<void> {
  const endsAt = performance.now() + maxMs
  const steps = [removeThreadForGood, removeComments, async () => (await emptyComments()) > 0]
  for (const step of steps) while (performance.now() < endsAt && (await step(endsAt)));
}
