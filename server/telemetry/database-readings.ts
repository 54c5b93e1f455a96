import { setTimeout as sleep } from 'node:timers/promises'
import { Prisma, queryRows } from '../database/db.ts'
import { standbyStateQuery, writeCheckQuery } from '../database/standbys.ts'
import type { Standbys } from '../database/standbys.ts'

type Queue = Record<'deferred' | 'ready' | 'active' | 'failed', number> & { queue: string; oldest_seconds: number }

/** Reads queues. Counts are pg-boss's, up to 30 s old. The oldest job is one index lookup per queue. */
export const readQueues = () =>
  queryRows<Queue>(Prisma.sql`
    SELECT name AS queue, deferred_count AS deferred, ready_count AS ready, active_count AS active, failed_count AS failed,
           coalesce((SELECT greatest(0, extract(epoch FROM now() - created_on))::float
                       FROM pgboss.job WHERE job.name = queue.name AND state < 'active' AND NOT blocked
                      ORDER BY priority DESC, created_on LIMIT 1), 0) AS oldest_seconds
      FROM pgboss.queue WHERE name NOT LIKE '\\_\\_%'`)

const tables = {
  accounts: 'user',
  prompts: 'prompt',
  threads: 'thread',
  comments: 'comment',
  ratings: 'rating',
  saved_prompts: 'saved_prompt',
  checkouts: 'checkout',
  payments: 'payment',
}
/** Maximum of rows that are counted. Above it, PostgreSQL's estimate is used, whose cost does not grow. */
const countedRows = 10_000

type Rows = { kind: string; rows: number; added: number }

export const readRows = () =>
  queryRows<Rows>(
    Prisma.join(
      Object.entries(tables).map(
        ([kind, table]) => Prisma.sql`
          SELECT ${kind}::text AS kind, n_tup_ins::float AS added,
                 CASE WHEN counted < ${countedRows} THEN counted ELSE greatest(counted, reltuples) END::float AS rows
            FROM pg_stat_user_tables JOIN pg_class ON oid = relid,
                 (SELECT count(*) AS counted
                    FROM (SELECT FROM ${Prisma.raw(`"${table}"`)} LIMIT ${countedRows}) AS first_ones) AS counts
           WHERE relid = ${`"${table}"`}::regclass`,
      ),
      ' UNION ALL ',
    ),
  )

const readSubscribers = async () => {
  const [found] = await queryRows<{ count: number }>(Prisma.sql`
    SELECT count(*)::int AS count FROM access
     WHERE source = 'subscription' AND tier > 0 AND (expires_at IS NULL OR expires_at > now())`)
  return found?.count ?? 0
}

const checkWrites = () => queryRows(Prisma.raw(writeCheckQuery))

const readStandbys = async () => (await queryRows<Standbys>(Prisma.raw(standbyStateQuery)))[0] ?? null

type Times = { ttlMs: number; timeoutMs: number }

/** Reads at most once per `ttlMs`. Null if there is no fresh value and none comes within `timeoutMs`. */
export function cachedReading<Reading>(
  { ttlMs, timeoutMs }: Times,
  read: () => Promise<Reading>,
): () => Promise<Reading | null> {
  let known: { reading: Reading; readAt: number } | null = null
  let reading: Promise<Reading | null> | undefined
  return async () => {
    if (known && performance.now() - known.readAt < ttlMs) return known.reading
    reading ??= read()
      .then((result) => {
        known = { reading: result, readAt: performance.now() }
        return result
      })
      .catch(() => null)
      .finally(() => (reading = undefined))
    return Promise.race([reading, sleep(timeoutMs, null, { ref: false })])
  }
}

const timeoutMs = 1_500

/** Readings of the database. Subscribers need a full count, and are read every ten minutes only. */
export const createDatabaseReadings = () => ({
  writes: cachedReading({ ttlMs: 5_000, timeoutMs }, checkWrites),
  standbys: cachedReading({ ttlMs: 5_000, timeoutMs }, readStandbys),
  queues: cachedReading({ ttlMs: 5_000, timeoutMs }, readQueues),
  rows: cachedReading({ ttlMs: 30_000, timeoutMs }, readRows),
  subscribers: cachedReading({ ttlMs: 600_000, timeoutMs }, readSubscribers),
})
