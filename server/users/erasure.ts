import { db, Prisma } from '../database/db.ts'
import { applyTo } from '../forum/author-hiding.ts'
import { findMentions, removeMentions } from '../texts/remove-mentions.ts'
import { retryDeadlock } from '../sql/deadlocks.ts'

type Transaction = Prisma.TransactionClient

/** What hangs on an account in numbers that no single transaction should take: by `owner`, each with an index. */
type Part = {
  table: string
  owner: string
  /** Beside the owner, what names a row. */
  key: string
  /** What the row keeps nothing of; none: the row goes. */
  cleared?: string
  /** The table whose rows a trigger changes with these, locked in the order of ids. */
  locked?: string
}
export const erasedParts: Part[] = [
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

/** What stays of a customer: a job deletes it at Stripe. */
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

/** Rows of a part that one transaction takes. */
export const erasureRows = 1_000
/** Keys read at once, so that what has gone already is not passed over for each batch. */
const keysAtOnce = 50_000

const name = Prisma.raw

/** Whether somebody has so much that it is erased in batches, is mentioned in texts of others, or has texts that are yet to be hidden or shown. */
export async function needsBatches(transaction: Transaction, id: number): Promise<boolean> {
  const { username, texts_pending_at } = await transaction.user.findUniqueOrThrow({
    where: { id },
    select: { username: true, texts_pending_at: true },
  })
  if (texts_pending_at) return true
  const isLarge = erasedParts.map(
    ({ table, owner }) =>
      Prisma.sql`EXISTS (SELECT FROM ${name(table)} WHERE ${name(owner)} = ${id} OFFSET ${erasureRows})`,
  )
  const [found] = await transaction.$queryRaw<{ is_large: boolean }[]>`
    SELECT EXISTS (${findMentions(username)}) OR ${Prisma.join(isLarge, ' OR ')} AS is_large`
  return found?.is_large ?? false
}

/**
 * Ends a locked account at once: nobody signs in to it, it has neither name nor address, and nothing shows it. What hangs
 * on it is erased in batches after, by `eraseMarked`.
 */
export async function markErased(transaction: Transaction, id: number): Promise<void> {
  const where = { where: { user_id: id } }
  const { username } = await transaction.user.findUniqueOrThrow({ where: { id }, select: { username: true } })
  await transaction.session.deleteMany(where)
  await transaction.oneTimeToken.deleteMany(where)
  await transaction.access.deleteMany(where)
  await transaction.checkout.deleteMany(where)
  await transaction.threadDraft.deleteMany(where)
  // No moderator sees them any more, unless there are thousands.
  await transaction.$executeRaw`
    DELETE FROM pending_edit WHERE id = ANY (ARRAY(SELECT id FROM pending_edit WHERE author_id = ${id} LIMIT ${erasureRows}))`
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

async function eraseBatch(part: Part, id: number, keys: bigint[]): Promise<void> {
  const { table, owner, key, cleared, locked } = part
  const which = Prisma.sql`${name(owner)} = ${id} AND ${name(key)} = ANY (${keys}::bigint[])`
  await retryDeadlock(() =>
    db.$transaction(async (transaction) => {
      if (locked)
        await transaction.$executeRaw`
          SELECT FROM ${name(locked)} WHERE id = ANY (${keys}::bigint[]) ORDER BY id FOR NO KEY UPDATE`
      await transaction.$executeRaw(
        cleared
          ? Prisma.sql`UPDATE ${name(table)} SET ${name(cleared)} WHERE ${which}`
          : Prisma.sql`DELETE FROM ${name(table)} WHERE ${which}`,
      )
    }),
  )
}

export type ErasureOptions = { rows?: number; maxMs?: number }

/** Whether nothing of the part is left. */
async function erasePart(part: Part, id: number, rows: number, endsAt: number): Promise<boolean> {
  for (;;) {
    const found = await db.$queryRaw<{ key: bigint }[]>`
      SELECT ${name(part.key)}::bigint AS key FROM ${name(part.table)} WHERE ${name(part.owner)} = ${id} LIMIT ${keysAtOnce}`
    if (found.length === 0) return true
    const keys = found.map(({ key }) => key).toSorted((a, b) => Number(a - b))
    for (let at = 0; at < keys.length; at += rows) {
      if (performance.now() > endsAt) return false
      await eraseBatch(part, id, keys.slice(at, at + rows))
    }
  }
}

/** In one transaction: few rows, or what came while the batches ran. Locked in one order, so that people who leave at once cannot deadlock. */
export async function eraseAtOnce(transaction: Transaction, id: number): Promise<void> {
  // The person first, as by those who tell them something.
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
  // A name that is free may be another's by now: only what was written before is about this one.
  if (former_username && erased_at && !(await removeMentions(former_username, { before: erased_at, rows }, endsAt)))
    return false
  // What has no author any more stays as it is, so it is hidden or shown before, as the account says.
  await applyTo(id, { rows, maxMs: endsAt - performance.now() })
  if (await db.user.findFirst({ where: { id, texts_pending_at: { not: null } }, select: { id: true } })) return false
  for (const part of erasedParts) if (!(await erasePart(part, id, rows, endsAt))) return false
  await retryDeadlock(() => db.$transaction((transaction) => eraseAtOnce(transaction, id)))
  return true
}

/** Erases accounts that are marked, the first marked first; what is not done in the time is left for the next run. */
export async function eraseMarked({ rows = erasureRows, maxMs = Infinity }: ErasureOptions = {}): Promise<void> {
  const endsAt = performance.now() + maxMs
  const marked = await db.user.findMany({
    where: { erased_at: { not: null } },
    select: { id: true, erased_at: true, former_username: true },
    orderBy: { erased_at: 'asc' },
  })
  for (const account of marked) if (!(await eraseInBatches(account, rows, endsAt))) return
}
