import { db, Prisma } from '../database/db.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'

type Transaction = Prisma.TransactionClient
/** Fields of an account that decide which texts are hidden: all, those created until `held_at`, or none. */
type Hiding = { hides_content: boolean; held_at: Date | null }
type HidingRun = Hiding & { author_id: number; hides: boolean; rows: number; endsAt: number }
type TextTable = 'thread' | 'comment'

const createdUntil = (held_at: Date | null) => Prisma.sql`created_at <= ${held_at}::timestamptz`
function conditionOf({ hides, hides_content, held_at }: HidingRun) {
  if (!hides)
    return held_at ? Prisma.sql`hidden_with_author AND NOT ${createdUntil(held_at)}` : Prisma.sql`hidden_with_author`
  return hides_content ? Prisma.sql`hidden_at IS NULL` : Prisma.sql`hidden_at IS NULL AND ${createdUntil(held_at)}`
}
const changeOf = (hides: boolean) =>
  hides
    ? Prisma.sql`hidden_at = now(), hidden_with_author = true`
    : Prisma.sql`hidden_at = NULL, hidden_with_author = false`

/** Requests `applyAuthorHiding`, after the commit, or by a job. Call it in the transaction of the decision. */
export async function requestAuthorHiding(transaction: Transaction, author_id: number): Promise<void> {
  await transaction.user.update({
    where: { id: author_id },
    data: { texts_pending_at: new Date() },
    select: { id: true },
  })
}

/** Locks rows of texts and of their branches. All who lock several rows do so in order of id. */
const lockTexts = (transaction: Transaction, table: TextTable, ids: number[]) =>
  table === 'thread'
    ? transaction.$executeRaw`SELECT FROM thread WHERE id = ANY (${ids}) ORDER BY id FOR NO KEY UPDATE`
    : transaction.$executeRaw`
        SELECT FROM comment WHERE id = ANY (${ids}) OR id IN (SELECT branch_id FROM comment AS reply WHERE reply.id = ANY (${ids}))
         ORDER BY id FOR NO KEY UPDATE`

/** Changes a batch, newest first, below an id. Null: the account's fields have changed, and the run must end. */
const changeBatch = (pass: HidingRun, table: TextTable, below: number) =>
  db.$transaction(async (transaction) => {
    const { author_id, hides_content, held_at, hides, rows } = pass
    const [author] = await transaction.$queryRaw<object[]>`
      SELECT FROM "user" WHERE id = ${author_id} AND hides_content = ${hides_content}
         AND held_at IS NOT DISTINCT FROM ${held_at}::timestamptz FOR SHARE`
    if (!author) return null
    const found = await transaction.$queryRaw<{ id: number }[]>`
      SELECT id FROM ${Prisma.raw(table)} WHERE author_id = ${author_id} AND id < ${below} AND ${conditionOf(pass)}
       ORDER BY id DESC LIMIT ${rows}`
    const ids = found.map(({ id }) => id)
    await lockTexts(transaction, table, ids)
    await transaction.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET ${changeOf(hides)}
       WHERE id = ANY (${ids}) AND author_id = ${author_id} AND ${conditionOf(pass)}`
    return ids
  })

/** Changes all texts of a table. Returns false if time ran out or the account's fields have changed. */
async function changeAll(pass: HidingRun, table: TextTable): Promise<boolean> {
  for (let below = 2 ** 31 - 1; performance.now() < pass.endsAt;) {
    const from = below
    const ids = await retryDeadlock(() => changeBatch(pass, table, from))
    if (ids === null) return false
    if (ids.length < pass.rows) return true
    below = ids.at(-1) ?? 0
  }
  return false
}

const isDue = ({ hides_content, held_at }: Hiding, hides: boolean) =>
  hides ? hides_content || held_at !== null : !hides_content

export type AuthorHidingOptions = { rows?: number; maxMs?: number }
const batchRows = 1_000

/** Hides or shows an author's texts in batches. A job continues after `maxMs`. A trigger hides new texts. */
export async function applyAuthorHiding(
  author_id: number,
  { rows = batchRows, maxMs = Infinity }: AuthorHidingOptions = {},
) {
  const author = await db.user.findUnique({
    where: { id: author_id, texts_pending_at: { not: null } },
    select: { hides_content: true, held_at: true, texts_pending_at: true },
  })
  if (!author) return
  const endsAt = performance.now() + maxMs
  for (const hides of [true, false].filter((one) => isDue(author, one)))
    for (const table of ['thread', 'comment'] as const)
      if (!(await changeAll({ ...author, author_id, hides, rows, endsAt }, table))) return
  // Matches no row if the account's fields were changed during the run.
  await db.user.updateMany({ where: { id: author_id, ...author }, data: { texts_pending_at: null } })
}

export async function applyPendingAuthorHiding({ rows, maxMs = Infinity }: AuthorHidingOptions = {}): Promise<void> {
  const endsAt = performance.now() + maxMs
  const authors = await db.user.findMany({
    where: { texts_pending_at: { not: null } },
    select: { id: true },
    orderBy: { texts_pending_at: 'asc' },
  })
  for (const { id } of authors)
    if (performance.now() < endsAt)
      await applyAuthorHiding(id, { ...(rows && { rows }), maxMs: endsAt - performance.now() })
}
