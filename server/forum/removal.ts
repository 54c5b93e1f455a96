import { db, Prisma } from '../db.ts'

const batchRows = 500
/** What is deleted can be looked into for a day. */
const retention = Prisma.sql`interval '1 day'`

/** What goes with a thread: far more than one statement should remove. */
const parts = [
  // Answers before what they answer, so that none takes others with it.
  { table: 'comment', order: 'id DESC' },
  { table: 'thread_vote', order: 'user_id' },
  { table: 'saved_thread', order: 'user_id' },
  { table: 'thread_member', order: 'user_id' },
]

async function removePart({ table, order }: (typeof parts)[number], thread_id: number): Promise<number> {
  const name = Prisma.raw(table)
  return db.$executeRaw(Prisma.sql`
    DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${name} WHERE thread_id = ${thread_id} ORDER BY ${Prisma.raw(order)} LIMIT ${batchRows}))`)
}

/** Returns whether there was one. */
async function removeThreadForGood(): Promise<boolean> {
  const [thread] = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM thread WHERE deleted_at < now() - ${retention} ORDER BY deleted_at LIMIT 1`
  if (!thread) return false
  for (const part of parts) while ((await removePart(part, thread.id)) === batchRows);
  // Decisions on what was in it are told on.
  await db.notification.deleteMany({
    where: {
      thread_id: thread.id,
      kind: {
        in: [
          'thread_published',
          'thread_rejected',
          'mention',
          'thread_closed',
          'thread_moved',
          'edit_published',
          'edit_rejected',
        ],
      },
    },
  })
  await db.thread.deleteMany({ where: { id: thread.id, deleted_at: { not: null } } })
  return true
}

const isAnswered = Prisma.sql`(EXISTS (SELECT FROM comment AS reply WHERE reply.branch_id = comment.id)
  OR EXISTS (SELECT FROM comment AS answer WHERE answer.parent_id = comment.id))`

/** The latest first: an answer may be the last thing that a comment is kept for. */
const removeComments = () => db.$executeRaw`
  DELETE FROM comment WHERE id = ANY (ARRAY(
    SELECT id FROM comment WHERE deleted_at < now() - ${retention} AND NOT ${isAnswered} ORDER BY deleted_at DESC LIMIT ${batchRows}))`

/** What is left says that there was one. */
const emptyComments = () => db.$executeRaw`
  WITH emptied AS (UPDATE comment SET body = '', body_html = '', author_id = NULL WHERE id = ANY (ARRAY(
    SELECT id FROM comment WHERE deleted_at < now() - ${retention} AND body <> '' AND ${isAnswered} LIMIT ${batchRows}
       FOR NO KEY UPDATE SKIP LOCKED)) RETURNING id),
       unedited AS (DELETE FROM pending_edit WHERE comment_id IN (SELECT id FROM emptied))
  SELECT FROM emptied`

/** Removes for good what was deleted a day ago, in small steps; what is not done in the time is left for the next run. */
export async function removeDeleted(maxMs: number): Promise<void> {
  const startedAt = performance.now()
  const steps = [removeThreadForGood, async () => (await removeComments()) > 0, async () => (await emptyComments()) > 0]
  for (const step of steps) while (performance.now() - startedAt < maxMs && (await step()));
}
