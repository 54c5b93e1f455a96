import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { advisoryLockIds } from '../database/locks.ts'

type InvalidationListener = {
  onInvalidate: (tags: string[]) => void
  onConnected: () => void
  onDisconnected: () => void
}

const announceEveryMs = 50
const tryLockEveryMs = 400
const maxStalledChecks = 3 // checks with an unchanged overdue row before its announcer is terminated
const connectTimeoutMs = 2_000
const maxSilentTicks = 4 // ticks instead of time: a blocked event loop delays both ticks and replies
const tickMs = 500
const maxTags = 50_000

/** Publishes due tags in payloads below 8,000 bytes. Only one server does so, since NOTIFY locks all commits. */
const announceDue = {
  name: 'announce due',
  text: `
    WITH due AS (
      DELETE FROM cache_invalidation WHERE due_at <= now() RETURNING tags
    ), amount AS (
      SELECT sum(cardinality(tags)) > ${maxTags} AS is_too_much FROM due
    ), listed AS (
      SELECT DISTINCT tag FROM due, unnest(tags) AS tag WHERE NOT (SELECT is_too_much FROM amount)
      UNION ALL SELECT '*' FROM amount WHERE is_too_much
    ), placed AS (
      SELECT tag, sum(octet_length(tag) + 1) OVER (ROWS UNBOUNDED PRECEDING) / 7000 AS payload FROM listed
    )
    SELECT pg_notify('cache_invalidation', string_agg(tag, ' ')) FROM placed GROUP BY payload`,
}

const tryLock = {
  name: 'try lock',
  text: `
    SELECT pg_try_advisory_lock(${advisoryLockIds.announcer}) AS locked,
           (SELECT min(id) FROM cache_invalidation WHERE due_at <= now()) AS oldest`,
}
/** Terminates the announcing connection if it is idle. An active one may be processing a million rows. */
const terminateIdleAnnouncer = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)
   WHERE datname = current_database() AND state = 'idle' AND locktype = 'advisory' AND objid = ${advisoryLockIds.announcer} AND granted`

async function query(client: Client, statement: string | { name: string; text: string }) {
  let ticks = 0
  const ticking = setInterval(() => {
    if (++ticks === maxSilentTicks) void client.end()
  }, tickMs)
  try {
    return (await client.query(statement)).rows
  } finally {
    clearInterval(ticking)
  }
}

async function takeLock(client: Client, signal: AbortSignal) {
  for (let former = null, stalledChecks = 0; ;) {
    const [{ locked, oldest }] = await query(client, tryLock)
    if (locked) return
    stalledChecks = oldest !== null && oldest === former ? stalledChecks + 1 : 0
    former = oldest
    const isStalled = stalledChecks >= maxStalledChecks
    if (isStalled && (await query(client, terminateIdleAnnouncer)).length === 0)
      throw new Error('The process that publishes invalidations is stuck in a statement.')
    await sleep(tryLockEveryMs, undefined, { signal })
  }
}

async function announce(client: Client, signal: AbortSignal) {
  await takeLock(client, signal)
  for (;;) {
    await query(client, announceDue)
    await sleep(announceEveryMs, undefined, { signal })
  }
}

async function listenOnce(url: string, listener: InvalidationListener, stopping: AbortSignal): Promise<void> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'cache invalidation',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  client.on('notification', ({ payload = '' }) => listener.onInvalidate(payload.split(' ')))
  try {
    await client.connect()
    await query(client, 'LISTEN cache_invalidation')
    listener.onConnected()
    await announce(client, AbortSignal.any([stopping, lost.signal]))
  } finally {
    listener.onDisconnected()
    await client.end().catch(() => {})
  }
}

/** Calls `listener` within a second of a commit. Reconnects forever. Returns a function that stops this. */
export function listenForInvalidations(url: string, listener: InvalidationListener): () => Promise<void> {
  const stopping = new AbortController()
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listenOnce(url, listener, stopping.signal).catch(() => {})
      if (!stopping.signal.aborted) await sleep(250)
    }
  })()
  return async () => {
    stopping.abort()
    await listening
  }
}
