import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import { locks } from '../database/locks.ts'
import { logPosition } from '../database/log-position.ts'

type InvalidationListener = {
  /** `position` in the database's log has all that was changed before it; null where an older server announces. */
  onInvalidate: (tags: string[], position: bigint | null) => void
  /** Where the database was when it was asked, every second or so. */
  onPosition?: (position: bigint, requestedAt: number) => void
  /** This server announces for all from now on, until it is disconnected. */
  onAnnouncing?: () => void
  onConnected: () => void
  onDisconnected: () => void
}

const announceEveryMs = 50
const tryLockEveryMs = 400
/** Polls that find the same row overdue before the announcer's session is terminated. */
const maxStalledChecks = 3
const connectTimeoutMs = 2_000
/** Ticks, not ms: a process that is busy for seconds hears nothing either. */
const maxSilentTicks = 4
const tickMs = 500
const maxTags = 50_000

/**
 * NOTIFY takes one lock for all commits of a cluster, so writers do not: this does for all, in payloads under 8,000
 * bytes. What it sees as committed stands in the log before the position that it tells.
 */
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
    ), log AS MATERIALIZED (
      SELECT pg_current_wal_insert_lsn()::text AS position
    ), sent AS MATERIALIZED (
      SELECT pg_notify('cache_invalidation', position || ' ' || string_agg(tag, ' ')) AS done
        FROM placed, log GROUP BY payload, position
    )
    SELECT position, (SELECT count(done) FROM sent) FROM log`,
}

const tryLock = {
  name: 'try lock',
  text: `
    SELECT pg_try_advisory_lock(${locks.announcer}) AS locked, pg_current_wal_insert_lsn()::text AS position,
           (SELECT min(id) FROM cache_invalidation WHERE due_at <= now()) AS oldest`,
}
/** Only idle: one at work may have a million rows due. */
const terminateIdleAnnouncer = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)
   WHERE datname = current_database() AND state = 'idle' AND locktype = 'advisory' AND objid = ${locks.announcer} AND granted`

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

type ReportPosition = (position: string, requestedAt: number) => void

async function takeLock(client: Client, signal: AbortSignal, reportPosition: ReportPosition) {
  for (let former = null, stalledChecks = 0; ;) {
    const requestedAt = performance.now()
    const [{ locked, oldest, position }] = await query(client, tryLock)
    reportPosition(position, requestedAt)
    if (locked) return
    stalledChecks = oldest !== null && oldest === former ? stalledChecks + 1 : 0
    former = oldest
    const isStalled = stalledChecks >= maxStalledChecks
    if (isStalled && (await query(client, terminateIdleAnnouncer)).length === 0)
      throw new Error('The announcer is stuck in a statement.')
    await sleep(tryLockEveryMs, undefined, { signal })
  }
}

async function announce(client: Client, signal: AbortSignal, reportPosition: ReportPosition, onLocked = () => {}) {
  await takeLock(client, signal, reportPosition)
  onLocked()
  for (;;) {
    const requestedAt = performance.now()
    const [{ position }] = await query(client, announceDue)
    reportPosition(position, requestedAt)
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
  client.on('notification', ({ payload = '' }) => {
    const words = payload.split(' ')
    const position = logPosition(words[0])
    listener.onInvalidate(position === null ? words : words.slice(1), position)
  })
  const reportPosition: ReportPosition = (text, requestedAt) => {
    const position = logPosition(text)
    if (position !== null) listener.onPosition?.(position, requestedAt)
  }
  try {
    await client.connect()
    await query(client, 'LISTEN cache_invalidation')
    listener.onConnected()
    await announce(client, AbortSignal.any([stopping, lost.signal]), reportPosition, listener.onAnnouncing)
  } finally {
    listener.onDisconnected()
    await client.end().catch(() => {})
  }
}

/** Within a second of the commit; reconnects for ever. One server per database announces, another takes over. Returns the stop. */
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
