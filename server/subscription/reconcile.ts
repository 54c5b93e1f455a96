import { DatabaseClient } from '../database/database-client.ts'
import { advisoryLockIds } from '../database/locks.ts'
import { databaseUrl, db, Prisma, queryRows } from '../database/db.ts'
import { StartProblem } from '../settings/settings.ts'
import { findUnprocessedEvents, processEvent } from './events.ts'
import {
  findChangedCustomers,
  isNightlyDue,
  recordNightlyRead,
  readLastNightlyRead,
} from './customers/live-subscriptions.ts'
import { finalAfterMs } from './customers/fetch-customer.ts'
import { syncCustomer } from './sync-customer.ts'
import type { SyncContext } from './stripe.ts'
import { storeUndeliveredEvents } from './undelivered-events.ts'

const pageSize = 100
/** Customers read at a time. Each needs some ten requests; a test account may send 25 per second. */
const concurrency = 4
const maxFailures = 20
const dayMs = 86_400_000
/** Time in ms after which a customer is read again. Stripe limits the number of reads. */
const readAgainMs = 7 * dayMs

export type ReconcileResult = {
  customers: number
  changed: number
  failed: number
}
type Options = {
  now?: Date
  signal?: AbortSignal
  onCustomer?: (done: number) => void
  onFailure?: (id: string, error: unknown) => void
}

/** Runs the callback with the lock of reconciliations. Throws StartProblem if another run has the lock. */
async function withReconciliationLock<Result>(callback: () => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: databaseUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLockIds.reconciliation,
    ])
    if (!rows[0]?.locked) throw new StartProblem('Another reconciliation is running: wait until it ends.')
    return await callback()
  } finally {
    await client.end()
  }
}

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

/** Page of customers to read: not read for a week, and perhaps changed at Stripe since. */
export const pageOfDueCustomers =
  (now: Date): Page =>
  async (last) => {
    const since = new Date(now.getTime() - finalAfterMs)
    const rows = await queryRows<{ id: string }>(Prisma.sql`
      SELECT customer.id FROM customer LEFT JOIN customer_reading reading ON reading.customer_id = customer.id
       WHERE customer.id > ${last} AND (read_at IS NULL OR read_at < ${new Date(now.getTime() - readAgainMs)})
         AND (EXISTS (SELECT FROM subscription sub WHERE sub.customer_id = customer.id AND status NOT IN ('canceled', 'incomplete_expired'))
           OR EXISTS (SELECT FROM payment WHERE payment.customer_id = customer.id AND payment.created_at > ${since})
           OR EXISTS (SELECT FROM checkout WHERE checkout.user_id = customer.user_id AND checkout.created_at > ${new Date(now.getTime() - readAgainMs)}))
       ORDER BY customer.id LIMIT ${10 * pageSize}`)
    return rows.map(({ id }) => id)
  }

const recordReading = (customer_id: string, read_at: Date) => db.$executeRaw`
  INSERT INTO customer_reading (customer_id, read_at) SELECT id, ${read_at} FROM customer WHERE id = ${customer_id}
  ON CONFLICT (customer_id) DO UPDATE SET read_at = excluded.read_at`

const onePage =
  (ids: string[]): Page =>
  async (last) =>
    last === '' ? ids : []

type Run = Options & { customers: () => Promise<Page[]> }

async function run(
  sync: SyncContext,
  { signal, onCustomer, onFailure, customers, now = new Date() }: Run,
): Promise<ReconcileResult> {
  const reconciled: ReconcileResult = { customers: 0, changed: 0, failed: 0 }
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
        await recordReading(id, now)
        reconciled.customers++
        onCustomer?.(reconciled.customers)
      }),
    )
  await forEach(
    (last) => findUnprocessedEvents({ id: { gt: last } }),
    (id) => attempt(id, () => processEvent(sync, id)),
  )
  return reconciled
}

/** Reads all customers, or those not read since `readBefore`. Throws StartProblem during another run. */
export const reconcile = (sync: SyncContext, { readBefore, ...options }: Options & { readBefore?: Date } = {}) =>
  withReconciliationLock(() => run(sync, { ...options, customers: async () => [pageOfAll(readBefore)] }))

/** Reads undelivered events hourly, live subscriptions nightly, and other customers weekly. */
export const reconcileOnSchedule = (sync: SyncContext, options: Options = {}) =>
  withReconciliationLock(async () => {
    const { now = new Date(), signal } = options
    await storeUndeliveredEvents(sync)
    const isNight = isNightlyDue(await readLastNightlyRead(), now)
    const changed = isNight ? await findChangedCustomers(sync.stripe, signal) : []
    const customers = async () => [onePage(changed), pageOfDueCustomers(now)]
    const reconciled = await run(sync, { ...options, customers })
    if (isNight && reconciled.failed === 0) await recordNightlyRead(now)
    return reconciled
  })
