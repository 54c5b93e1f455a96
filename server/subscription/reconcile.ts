import { Client } from 'pg'
import { databaseUrl, db } from '../db.ts'
import { StartProblem } from '../settings.ts'
import { findWaiting, processEvent } from './events.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

const lockId = 7_316_482_951
const pageSize = 100
/** Of which each asks Stripe some ten things, where Stripe lets a test account ask 25 a second. */
const concurrency = 4
/** Failures in a row after which it is Stripe that is away. */
const maxFailures = 20

export type Reconciled = {
  /** That were read. */
  customers: number
  /** Of which something had to be written. */
  changed: number
  /** Customers and events that could not be read: the next run tries them again. */
  failed: number
}
type Options = {
  signal?: AbortSignal
  onCustomer?: (done: number) => void
  onFailure?: (id: string, error: unknown) => void
}

/** Throws StartProblem where another run is on its way, in this process or another. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl })
  // Without the connection the lock is gone, which costs no more than a second run beside this one.
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lockId])
    if (!rows[0]?.locked) throw new StartProblem('Another reconciliation is running: wait for its end.')
    return await work()
  } finally {
    await client.end()
  }
}

/** A page at a time, so that memory does not grow with what there is; a page begins after the last one's last id. */
async function forEach(read: (last: string) => Promise<string[]>, work: (id: string) => Promise<void>): Promise<void> {
  for (let page = await read(''); page.length > 0; page = await read(page.at(-1) ?? '')) {
    const ids = page.values()
    const workers = Array.from({ length: concurrency }, async () => {
      for (const id of ids) await work(id)
    })
    await Promise.all(workers)
  }
}

async function readCustomers(last: string): Promise<string[]> {
  const rows = await db.customer.findMany({
    where: { id: { gt: last } },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: pageSize,
  })
  return rows.map(({ id }) => id)
}

async function run(sync: Sync, { signal, onCustomer, onFailure }: Options): Promise<Reconciled> {
  const reconciled: Reconciled = { customers: 0, changed: 0, failed: 0 }
  let failuresInARow = 0
  async function attempt(id: string, work: () => Promise<void>) {
    signal?.throwIfAborted()
    try {
      await work()
      failuresInARow = 0
    } catch (error) {
      if (++failuresInARow >= maxFailures) throw error
      reconciled.failed++
      onFailure?.(id, error)
    }
  }
  await forEach(readCustomers, (id) =>
    attempt(id, async () => {
      if ((await syncCustomer(sync, id)) === 'changed') reconciled.changed++
      reconciled.customers++
      onCustomer?.(reconciled.customers)
    }),
  )
  // Also those whose job was given up.
  await forEach(
    (last) => findWaiting({ id: { gt: last } }),
    (id) => attempt(id, () => processEvent(sync, id)),
  )
  return reconciled
}

/**
 * Reads every customer anew, so that no event is missed for good, and works on those whose job was given up. One that
 * fails holds up no other. Throws StartProblem where another run is on its way, and Stripe's error where it does not
 * answer at all.
 */
export const reconcile = (sync: Sync, options: Options = {}): Promise<Reconciled> =>
  whileLocked(() => run(sync, options))
