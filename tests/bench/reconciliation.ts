import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { closeDatabase, openDatabase } from '../../server/database/db.ts'
import { reconcile } from '../../server/subscription/reconcile.ts'
import type { ReconcileResult } from '../../server/subscription/reconcile.ts'
import { withClient } from './database.ts'
import { formatDecimal, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { addCustomers, addPrice, connect } from './payments.ts'
import type { Payments } from './payments.ts'

/** Number of customers after which the heap is first measured. */
const earlyOf = (count: number) => Math.min(1_000, Math.ceil(count / 2))
const mostGrowth = 5

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
function heapNow(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

async function countWrites(url: string): Promise<number> {
  const statement = `
    SELECT (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables WHERE schemaname = 'public')
         + (SELECT count(*) FROM pgboss.job WHERE name IN ('subscription_mail', 'stripe_event')) AS writes`
  return withClient(url, async (client) => Number((await client.query(statement)).rows[0].writes))
}

type Run = ReconcileResult & { seconds: number; writes: number; heaps: { early: number; end: number } }

async function run(url: string, payments: Payments, early: number): Promise<Run> {
  const before = await countWrites(url)
  const sync = connect(url, payments.settings)
  await openDatabase(url, 2)
  await sync.jobs.start({ debug: () => {}, error: (_facts, text) => console.error(text) })
  const heaps = { early: 0, end: 0 }
  const startedAt = performance.now()
  const result = await reconcile(sync, {
    onCustomer: (done) => {
      if (done === early) heaps.early = heapNow()
    },
    onFailure: (id, error) => console.error(id, error),
  })
  const seconds = (performance.now() - startedAt) / 1_000
  heaps.end = heapNow()
  await sync.jobs.stop()
  await closeDatabase()
  return { ...result, seconds, heaps, writes: (await countWrites(url)) - before }
}

/** Reads customers from the sandbox, twice; most are known by id only. Needs a migrated database. */
export async function measureReconciliation(url: string, payments: Payments, count: number): Promise<Figure[]> {
  await openDatabase(url, 2)
  const price = await addPrice(url, connect(url, payments.settings)).finally(closeDatabase)
  const known = await withClient(url, (client) => client.query('SELECT count(*)::int AS count FROM customer'))
  const added = (await addCustomers(url, payments, price, count - known.rows[0].count)).length
  const early = earlyOf(count)
  const first = await run(url, payments, early)
  const second = await run(url, payments, early)
  const isComplete = [first, second].every(({ customers, failed }) => customers === count && failed === 0)
  const grown = Math.max(...[first, second].map(({ heaps }) => heaps.end - heaps.early))
  const speed = ({ seconds }: Run) => formatInteger(count / seconds)
  return [
    {
      what: `${formatInteger(count)} customers reconciled: heap after ${formatInteger(early)} and at the end`,
      required: `grows by at most ${mostGrowth} MB`,
      measured: [first, second]
        .map(({ heaps }) => `${formatDecimal(heaps.early, 1)} → ${formatDecimal(heaps.end, 1)} MB`)
        .join(', '),
      passed: isComplete && grown <= mostGrowth,
    },
    {
      what: 'second reconciliation',
      required: 'no write',
      measured: `${second.changed} customers changed, ${formatInteger(second.writes)} rows written, ${speed(second)} customers/s (the first: ${first.changed}, ${formatInteger(first.writes)}, ${speed(first)})`,
      passed: isComplete && first.changed === added && second.changed === 0 && second.writes === 0,
    },
  ]
}
