import { DatabaseClient } from '../database/database-client.ts'
import { locks } from '../database/locks.ts'
import { databaseUrl, db, Prisma, queryRows } from '../database/db.ts'
import { StartProblem } from '../settings/settings.ts'
import { findUnprocessed, processEvent } from './events.ts'
import { findChangedCustomers, isNightlyDue, noteNight, readLastNight } from './customers/live-subscriptions.ts'
import { finalAfterMs } from './customers/read-customer.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './stripe.ts'
import { storeUndelivered } from './undelivered-events.ts'

const pageSize = 100
/** Of which each asks Stripe some ten things, where Stripe lets a test account ask 25 a second. */
const concurrency = 4
/** Failures in a row after which it is Stripe that is away. */
const maxFailures = 20
const dayMs = 86_400_000
/** How long after a reading a customer is read anew: Stripe allots reads by what is paid. */
const weekMs = 7 * dayMs

export type Reconciled = {
  /** That were read. */
  customers: number
  /** Of which something had to be written. */
  changed: number
  /** Customers and events that could not be read: the next run tries them again. */
  failed: number
}
type Options = {
  /** By the clock of the machine; tests give another. */
  now?: Date
  signal?: AbortSignal
  onCustomer?: (done: number) => void
  onFailure?: (id: string, error: unknown) => void
}

/** Throws StartProblem where another run is on its way, in this process or another. */
async function whileLocked<Result>(callback: () => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  // Without the connection the lock is gone, which costs no more than a second run beside this one.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      locks.reconciliation,
    ])
    if (!rows[0]?.locked) throw new StartProblem('Another reconciliation is running: wait for its end.')
    return await callback()
  } finally {
    await client.end()
  }
}

/** A page at a time, so that memory does not grow with what there is; a page begins after the last one's last id. */
async function forEach(
  read: (last: string) => Promise<string[]>,
  callback: (id: string) => Promise<void>,
): Promise<void> {
  for (let page = await read(''); page.length > 0; page = await read(page.at(-1) ?? '')) {
    const ids = page.values()
    const workers = Array.from({ length: concurrency }, async () => {
      for (const id of ids) await callback(id)
    })
    await Promise.all(workers)
  }
}

type Page = (last: string) => Promise<string[]>

/** Every customer, or those who were not read since. */
const pageOfAll =
  (readBefore: Date | undefined): Page =>
  async (last) => {
    const unread = { OR: [{ reading: null }, { reading: { read_at: { lt: readBefore ?? new Date(0) } } }] }
    const rows = await db.customer.findMany({
      where: { id: { gt: last }, ...(readBefore && unread) },
      select: { id: true },
      orderBy: { id: 'asc' },
      take: pageSize,
    })
    return rows.map(({ id }) => id)
  }

/** Those of whom something may have changed at Stripe, and who were not read for a week. Who never paid, or long ago, is settled. */
export const pageOfDue =
  (now: Date): Page =>
  async (last) => {
    const since = new Date(now.getTime() - finalAfterMs)
    const rows = await queryRows<{ id: string }>(Prisma.sql`
      SELECT customer.id FROM customer LEFT JOIN customer_reading reading ON reading.customer_id = customer.id
       WHERE customer.id > ${last} AND (read_at IS NULL OR read_at < ${new Date(now.getTime() - weekMs)})
         AND (EXISTS (SELECT FROM subscription sub WHERE sub.customer_id = customer.id AND status NOT IN ('canceled', 'incomplete_expired'))
           OR EXISTS (SELECT FROM payment WHERE payment.customer_id = customer.id AND payment.created_at > ${since})
           OR EXISTS (SELECT FROM checkout WHERE checkout.user_id = customer.user_id AND checkout.created_at > ${new Date(now.getTime() - weekMs)}))
       ORDER BY customer.id LIMIT ${10 * pageSize}`)
    return rows.map(({ id }) => id)
  }

const noteReading = (customer_id: string, read_at: Date) => db.$executeRaw`
  INSERT INTO customer_reading (customer_id, read_at) SELECT id, ${read_at} FROM customer WHERE id = ${customer_id}
  ON CONFLICT (customer_id) DO UPDATE SET read_at = excluded.read_at`

/** The customers of one page that is already there. */
const onePage =
  (ids: string[]): Page =>
  async (last) =>
    last === '' ? ids : []

type Run = Options & { customers: () => Promise<Page[]> }

async function run(
  sync: Sync,
  { signal, onCustomer, onFailure, customers, now = new Date() }: Run,
): Promise<Reconciled> {
  const reconciled: Reconciled = { customers: 0, changed: 0, failed: 0 }
  let failuresInARow = 0
  async function attempt(id: string, callback: () => Promise<void>) {
    signal?.throwIfAborted()
    try {
      await callback()
      failuresInARow = 0
    } catch (error) {
      if (++failuresInARow >= maxFailures) throw error
      reconciled.failed++
      onFailure?.(id, error)
    }
  }
  for (const page of await customers())
    await forEach(page, (id) =>
      attempt(id, async () => {
        if ((await syncCustomer(sync, id)) === 'changed') reconciled.changed++
        await noteReading(id, now)
        reconciled.customers++
        onCustomer?.(reconciled.customers)
      }),
    )
  // Also those whose job was given up.
  await forEach(
    (last) => findUnprocessed({ id: { gt: last } }),
    (id) => attempt(id, () => processEvent(sync, id)),
  )
  return reconciled
}

/**
 * Reads every customer anew, or those who were not read since `readBefore`, so that no event is missed for good, and works
 * on events whose job was given up. One that fails holds up no other. Throws StartProblem where another run is on its
 * way, and Stripe's error where it does not answer at all.
 */
export const reconcile = (sync: Sync, { readBefore, ...options }: Options & { readBefore?: Date } = {}) =>
  whileLocked(() => run(sync, { ...options, customers: async () => [pageOfAll(readBefore)] }))

/**
 * Within Stripe's budget of reads: each hour what it could not deliver, each night the list of live subscriptions, of whom
 * only who changed is read, and everybody who is not settled once a week. A run that was killed goes on with the next one.
 */
export const reconcileDue = (sync: Sync, options: Options = {}) =>
  whileLocked(async () => {
    const { now = new Date(), signal } = options
    await storeUndelivered(sync)
    const isNight = isNightlyDue(await readLastNight(), now)
    const changed = isNight ? await findChangedCustomers(sync.stripe, signal) : []
    const customers = async () => [onePage(changed), pageOfDue(now)]
    const reconciled = await run(sync, { ...options, customers })
    if (isNight && reconciled.failed === 0) await noteNight(now)
    return reconciled
  })
