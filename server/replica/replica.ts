import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Pool, PoolClient } from 'pg'
import { DatabaseClient } from '../database/database-client.ts'
import type { ReadCallback } from '../database/db.ts'
import { createPool, DatabaseUnavailable, sqlStateOf } from '../database/database-pool.ts'
import { logPosition } from '../database/log-position.ts'
import { isTransactionPooler } from '../database/pooler.ts'

/** ms. Whoever wrote something reads from the database itself for longer than this (http/recent-write.ts). */
const maxLagMs = 5_000
const checkEveryMs = 500
const connectTimeoutMs = 2_000
const answerTimeoutMs = 2_000
/** After a connection that has not replayed enough the others are not asked either. */
const pauseMs = 5

type Log = { warn: (facts: object, text: string) => void; info: (text: string) => void }
type State = 'unknown' | 'up' | 'behind' | 'away'
type Origin = { system: string | null; database: string }

const identify = `SELECT current_database() AS database, pg_is_in_recovery() AS is_replica`
const identifySystem = `SELECT system_identifier::text AS system FROM pg_control_system()`

/** Which cluster it is; null where the role may not ask. */
export async function originOf(client: Pick<Client, 'query'>): Promise<Origin & { is_replica: boolean }> {
  const { rows } = await client.query<{ database: string; is_replica: boolean }>(identify)
  const system = await client.query<{ system: string }>(identifySystem).then(
    (found) => found.rows[0]?.system ?? null,
    () => null,
  )
  return { system, database: rows[0]?.database ?? '', is_replica: rows[0]?.is_replica ?? false }
}

export async function findOrigin(url: string): Promise<Origin> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  return originOf(client).finally(() => client.end())
}

async function within<Result>(ms: number, operation: Promise<Result>): Promise<Result> {
  const overdue = new AbortController()
  const silent = sleep(ms, undefined, { signal: overdue.signal, ref: false }).then(() => {
    throw new Error('It does not answer.')
  })
  return Promise.race([operation, silent]).finally(() => overdue.abort())
}

/**
 * Reads from a streaming replica, never older than what this process knows of: the last invalidation it heard, and
 * where the database was five seconds ago. Without that knowledge, or where the replica is not there yet, nothing is
 * read from it, and whoever asked reads from the database itself.
 */
export class Replica {
  #url: string
  #origin: Origin
  #pool: Promise<Pool>
  #clients = new Set<PoolClient>()
  #replayed = new WeakMap<PoolClient, bigint>()
  /** Positions in the database's log, and when they were asked for, of the last five seconds and the last before. */
  #positions: { at: number; position: bigint }[] = []
  #required = 0n
  #knowsRequired = false
  #suspendedAt = 0
  #pausedUntil = 0
  #state: State = 'unknown'
  #problem = ''
  #log: Log
  #stopping = new AbortController()
  #watching: Promise<void>

  constructor(url: string, connections: number, origin: Origin, log: Log) {
    this.#url = url
    this.#log = log
    this.#origin = origin
    this.#pool = this.#open(connections)
    this.#watching = this.#watch()
  }

  /** Whether reads go there. */
  get isUp(): boolean {
    return this.#state === 'up'
  }

  /** What is read from now on may not be older: an invalidation was announced there. */
  require(position: bigint): void {
    if (position > this.#required) this.#required = position
  }

  /** Where the database was when it was asked at a moment. */
  passed(position: bigint, requestedAt: number): void {
    if (requestedAt < this.#suspendedAt) return
    if (!this.#knowsRequired) this.require(position)
    this.#knowsRequired = true
    this.#positions.push({ at: requestedAt, position })
    while ((this.#positions[1]?.at ?? Infinity) <= performance.now() - maxLagMs) this.#positions.shift()
    const [oldest] = this.#positions
    if (oldest && oldest.at <= performance.now() - maxLagMs) this.require(oldest.position)
  }

  /** Invalidations may have been missed: nothing is read from it before the database has told where it is. */
  suspend(): void {
    this.#knowsRequired = false
    this.#suspendedAt = performance.now()
    this.#positions = []
  }

  /** Null where it cannot be read from there. Throws what is wrong with the statement itself. */
  async read<Result>(read: ReadCallback<Result>): Promise<{ result: Result } | null> {
    if (!this.#isUsable()) return null
    let client: PoolClient | undefined
    let isLost = false
    try {
      client = await (await this.#pool).connect()
      return (await this.#hasReplayed(client)) ? { result: await read(client) } : null
    } catch (error) {
      isLost = error instanceof DatabaseUnavailable
      // What its own replay has ended may be read elsewhere; what took too long would take as long there.
      if (!isLost || sqlStateOf(error) === '57014') throw error
      return null
    } finally {
      client?.release(isLost)
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#watching
    await (await this.#pool).end()
  }

  #isUsable(): boolean {
    if (!this.#knowsRequired || (this.#state !== 'up' && this.#state !== 'behind')) return false
    const now = performance.now()
    const last = this.#positions.at(-1)
    return now >= this.#pausedUntil && !!last && now - last.at < maxLagMs
  }

  /** By the connection that reads: an address may lead to several replicas. */
  async #hasReplayed(client: PoolClient): Promise<boolean> {
    if (!this.#knowsRequired) return false
    const required = this.#required
    if ((this.#replayed.get(client) ?? -1n) >= required) return true
    const { rows } = await client.query<{ position: string | null }>(replayedPosition)
    const position = logPosition(rows[0]?.position)
    if (position === null) throw new DatabaseUnavailable(new Error('It is no replica.'))
    this.#replayed.set(client, position)
    if (position >= required) return true
    this.#pausedUntil = performance.now() + pauseMs
    return false
  }

  async #open(connections: number): Promise<Pool> {
    const isPooler = await isTransactionPooler(this.#url).catch(() => false)
    const pool = createPool(this.#url, connections, !isPooler, connectTimeoutMs)
    pool.on('error', () => {})
    pool.on('connect', (client) => void this.#clients.add(client))
    pool.on('remove', (client) => void this.#clients.delete(client))
    return pool
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#watchOnce(signal).catch((error: Error) => {
        if (!signal.aborted) this.#lose(error)
      })
      await sleep(checkEveryMs, undefined, { signal }).catch(() => {})
    }
  }

  async #watchOnce(signal: AbortSignal): Promise<void> {
    const client = new DatabaseClient({ connectionString: this.#url, connectionTimeoutMillis: connectTimeoutMs })
    client.on('error', () => {})
    try {
      await client.connect()
      const { is_replica, system, database } = await within(answerTimeoutMs, originOf(client))
      if (!is_replica) throw new Error('It is no replica, or was made the main database.')
      if (database !== this.#origin.database || (this.#origin.system && system && system !== this.#origin.system))
        throw new Error('It is a replica of another database.')
      for (;;) {
        const { rows } = await within(answerTimeoutMs, client.query<{ position: string | null }>(replayedPosition))
        const position = logPosition(rows[0]?.position)
        if (position === null) throw new Error('It is no replica, or was made the main database.')
        this.#report(this.#isBehind(position) ? 'behind' : 'up', `more than ${maxLagMs / 1000} s`)
        await sleep(checkEveryMs, undefined, { signal })
      }
    } finally {
      void client.end().catch(() => {})
    }
  }

  #isBehind(position: bigint): boolean {
    const [oldest] = this.#positions
    return !!oldest && oldest.at <= performance.now() - maxLagMs && position < oldest.position
  }

  /** Statements that wait for it are asked elsewhere at once. */
  #lose({ message, code }: NodeJS.ErrnoException) {
    this.#report('away', message || String(code))
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  #report(state: State, problem: string) {
    const former = this.#state
    this.#state = state
    this.#problem = problem
    if (state === former) return
    if (state !== 'up') this.#warn()
    else if (former !== 'unknown') this.#log.info('The replica is back: reads go there again')
  }

  #warn() {
    this.#log.warn({ problem: this.#problem }, `The replica is ${this.#state}: the database itself is read`)
  }
}

/** Null of what was made the main database, which still says up to where it replayed. */
const replayedPosition = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS position`
