import { db, Prisma } from '../database/db.ts'
import { applyAuthorHiding } from '../forum/author-hiding.ts'
import { selectMentions, removeMentions } from '../texts/remove-mentions.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'

type Transaction = Prisma.TransactionClient

/** Table whose rows of an account may be too many for one transaction. `owner` is an indexed column. */
type ErasedTable = {
  table: string
  owner: string
  key: string
  /** SQL assignments that clear the row. Without them, the row is deleted. */
  cleared?: string
  /** Table that a trigger changes. Its rows are locked first, in the order of ids, to avoid deadlocks. */
  locked?: string
}
export const erasedTables: ErasedTable[] = [
  { table: 'report', owner: 'reporter_id', key: 'id', cleared: `reporter_id = NULL, reason = ''` },
  {
    table: 'thread',
    owner: 'author_id',
    key: 'id',
    cleared: 'author_id = NULL, moderation_note = NULL',
    locked: 'thread',
  },
  { table: 'comment', owner: 'author_id', key: 'id', cleared: 'author_id = NULL', locked: 'comment' },
  { table: 'rating', owner: 'user_id', key: 'prompt_id', locked: 'prompt' },
  { table: 'comment_vote', owner: 'user_id', key: 'comment_id', locked: 'comment' },
  { table: 'thread_vote', owner: 'user_id', key: 'thread_id' },
  { table: 'saved_thread', owner: 'user_id', key: 'thread_id' },
  { table: 'thread_member', owner: 'user_id', key: 'thread_id' },
  { table: 'saved_prompt', owner: 'user_id', key: 'prompt_id' },
  { table: 'saved_post', owner: 'user_id', key: 'post_id' },
  { table: 'pending_edit', owner: 'author_id', key: 'id' },
  { table: 'notification', owner: 'user_id', key: 'id' },
  { table: 'notification', owner: 'actor_id', key: 'id', cleared: 'actor_id = NULL' },
  { table: 'report', owner: 'resolver_id', key: 'id', cleared: 'resolver_id = NULL' },
]

/** Values that clear a customer row of an erased account. A job deletes the customer at Stripe. */
const withoutPerson = {
  user_id: null,
  stripe_email: null,
  stripe_name: null,
  stripe_language: null,
  card_brand: null,
  card_last4: null,
  card_exp_month: null,
  card_exp_year: null,
}

export const erasureBatchRows = 1_000
const keysAtOnce = 50_000

const identifier = Prisma.raw

/** True if one transaction is not enough: for many rows, mentions in texts, or texts to hide or show. */
export async function needsBatchedErasure(transaction: Transaction, id: number): Promise<boolean> {
  const { username, texts_pending_at } = await transaction.user.findUniqueOrThrow({
    where: { id },
    select: { username: true, texts_pending_at: true },
  })
  if (texts_pending_at) return true
  const isLarge = erasedTables.map(
    ({ table, owner }) =>
      Prisma.sql`EXISTS (SELECT FROM ${identifier(table)} WHERE ${identifier(owner)} = ${id} OFFSET ${erasureBatchRows})`,
  )
  const [found] = await transaction.$queryRaw<{ is_large: boolean }[]>`
    SELECT EXISTS (${selectMentions(username)}) OR ${Prisma.join(isLarge, ' OR ')} AS is_large`
  return found?.is_large ?? false
}

/** Removes sign-ins, name and address of an account at once. `eraseMarkedAccounts` later erases the rest in batches. */
export async function markAccountErased(transaction: Transaction, id: number): Promise<void> {
  const where = { where: { user_id: id } }
  const { username } = await transaction.user.findUniqueOrThrow({ where: { id }, select: { username: true } })
  await transaction.session.deleteMany(where)
  await transaction.oneTimeToken.deleteMany(where)
  await transaction.access.deleteMany(where)
  await transaction.checkout.deleteMany(where)
  await transaction.threadDraft.deleteMany(where)
  await transaction.$executeRaw`
    DELETE FROM pending_edit WHERE id = ANY (ARRAY(SELECT id FROM pending_edit WHERE author_id = ${id} LIMIT ${erasureBatchRows}))`
  await transaction.customer.updateMany({ ...where, data: withoutPerson })
  await transaction.collection.updateMany({ ...where, data: { share_key: null } })
  await transaction.user.update({
    where: { id },
    data: {
      erased_at: new Date(),
      former_username: username,
      username: `removed ${id}`,
      username_skeleton: null,
      email: `removed ${id}`,
      email_confirmed_at: null,
      first_name: '',
      last_name: '',
      password_hash: null,
      google_sub: null,
      role: 'user',
      removal_asked_at: null,
      block_reason: null,
      moderation_mail: 'none',
      activity_mail: 'none',
    },
    select: { id: true },
  })
}

async function eraseBatch(part: ErasedTable, id: number, keys: bigint[]): Promise<void> {
  const { table, owner, key, cleared, locked } = part
  const isErasedRow = Prisma.sql`${identifier(owner)} = ${id} AND ${identifier(key)} = ANY (${keys}::bigint[])`
  await retryDeadlock(() =>
    db.$transaction(async (transaction) => {
      if (locked)
        await transaction.$executeRaw`
          SELECT FROM ${identifier(locked)} WHERE id = ANY (${keys}::bigint[]) ORDER BY id FOR NO KEY UPDATE`
      await transaction.$executeRaw(
        cleared
          ? Prisma.sql`UPDATE ${identifier(table)} SET ${identifier(cleared)} WHERE ${isErasedRow}`
          : Prisma.sql`DELETE FROM ${identifier(table)} WHERE ${isErasedRow}`,
      )
    }),
  )
}

export type ErasureOptions = { rows?: number; maxMs?: number }

async function erasePart(part: ErasedTable, id: number, rows: number, endsAt: number): Promise<boolean> {
  for (;;) {
    const found = await db.$queryRaw<{ key: bigint }[]>`
      SELECT ${identifier(part.key)}::bigint AS key FROM ${identifier(part.table)} WHERE ${identifier(part.owner)} = ${id} LIMIT ${keysAtOnce}`
    if (found.length === 0) return true
    const keys = found.map(({ key }) => key).toSorted((a, b) => Number(a - b))
    for (let at = 0; at < keys.length; at += rows) {
      if (performance.now() > endsAt) return false
      await eraseBatch(part, id, keys.slice(at, at + rows))
    }
  }
}

/** Erases an account in one transaction. Locks rows in a fixed order, so that erasures cannot deadlock. */
export async function eraseInTransaction(transaction: Transaction, id: number): Promise<void> {
  await transaction.$executeRaw`SELECT FROM "user" WHERE id = ${id} FOR UPDATE`
  await transaction.$executeRaw`
    SELECT FROM prompt WHERE id IN (SELECT prompt_id FROM rating WHERE user_id = ${id}) ORDER BY id FOR NO KEY UPDATE`
  await transaction.$executeRaw`SELECT FROM thread WHERE author_id = ${id} ORDER BY id FOR NO KEY UPDATE`
  await transaction.$executeRaw`
    SELECT FROM comment WHERE author_id = ${id} OR id IN (SELECT comment_id FROM comment_vote WHERE user_id = ${id})
     ORDER BY id FOR NO KEY UPDATE`
  await transaction.report.updateMany({ where: { reporter_id: id }, data: { reason: '' } })
  await transaction.thread.updateMany({
    where: { author_id: id, moderation_note: { not: null } },
    data: { moderation_note: null },
  })
  await transaction.customer.updateMany({ where: { user_id: id }, data: withoutPerson })
  await transaction.user.deleteMany({ where: { id } })
}

type Marked = { id: number; erased_at: Date | null; former_username: string | null }

async function eraseInBatches(
  { id, erased_at, former_username }: Marked,
  rows: number,
  endsAt: number,
): Promise<boolean> {
  // Removes mentions older than the removal: newer mentions may mean another account of this name.
  if (former_username && erased_at && !(await removeMentions(former_username, { before: erased_at, rows }, endsAt)))
    return false
  // Hides or shows pending texts first: a text whose author was erased can no longer change its visibility.
  await applyAuthorHiding(id, { rows, maxMs: endsAt - performance.now() })
  if (await db.user.findFirst({ where: { id, texts_pending_at: { not: null } }, select: { id: true } })) return false
  for (const part of erasedTables) if (!(await erasePart(part, id, rows, endsAt))) return false
  await retryDeadlock(() => db.$transaction((transaction) => eraseInTransaction(transaction, id)))
  return true
}

/** Erases accounts that were marked, earliest first. After `maxMs`, the rest is left to the next run. */
export async function eraseMarkedAccounts({
  rows = erasureBatchRows,
  maxMs = Infinity,
}: ErasureOptions = {}): Promise<void> {
  const endsAt = performance.now() + maxMs
  const marked = await db.user.findMany({
    where: { erased_at: { not: null } },
    select: { id: true, erased_at: true, former_username: true },
    orderBy: { erased_at: 'asc' },
  })
  for (const account of marked) if (!(await eraseInBatches(account, rows, endsAt))) return
}
