import type Counter from 'prom-client/lib/counter.js'
import type Registry from 'prom-client/lib/registry.js'
import { countStandbyHosts } from '../database/standbys.ts'
import type { Standbys } from '../database/standbys.ts'
import { databaseUrl, poolState } from '../database/db.ts'
import { createDatabaseReadings } from './database-readings.ts'
import { instruments } from './instruments.ts'

const jobStates = ['deferred', 'ready', 'active', 'failed'] as const
const isOfMail = (queue: string) => queue.endsWith('_mail')

type Readings = ReturnType<typeof createDatabaseReadings>

function addPoolMetrics(registry: Registry): void {
  const { gauge } = instruments(registry)
  gauge({
    name: 'promptory_database_pool_connections',
    help: 'Connections of the pool: busy, idle, and the maximum (DATABASE_POOL).',
    labelNames: ['state'],
    collect() {
      const { open, idle, max } = poolState()
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'max' }, max)
    },
  })
  gauge({
    name: 'promptory_database_pool_waiting',
    help: 'Requests that are waiting for a connection.',
    collect() {
      this.set(poolState().waiting)
    },
  })
}

function addStateMetrics(registry: Registry, readings: Readings): void {
  const { gauge } = instruments(registry)
  gauge({
    name: 'promptory_database_up',
    help: '1 if the database answered this scrape in time.',
    async collect() {
      this.set(Number((await readings.queues()) !== null))
    },
  })
  gauge({
    name: 'promptory_database_writable',
    help: '1 if the database accepts writes; 0 also if it does not answer, or if commits wait for a standby.',
    async collect() {
      const [written, standbys] = await Promise.all([readings.writes(), readings.standbys()])
      this.set(Number(written !== null && standbys?.is_waiting !== true))
    },
  })
}

function addStandbyMetrics(registry: Registry, readings: Readings): void {
  const standbyGauge = (name: string, help: string, valueOf: (standbys: Standbys) => number | null) =>
    instruments(registry).gauge({
      name,
      help,
      async collect() {
        this.reset()
        const standbys = await readings.standbys()
        const value = standbys && valueOf(standbys)
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  standbyGauge('promptory_database_standbys', 'Standbys that the primary streams to.', ({ connected }) => connected)
  standbyGauge(
    'promptory_database_standbys_expected',
    'Expected standbys: the other hosts of DATABASE_URL, or one if commits wait for a standby.',
    ({ is_sync }) => Math.max(countStandbyHosts(databaseUrl), Number(is_sync)),
  )
  standbyGauge(
    'promptory_database_standby_lag_bytes',
    'Bytes that the slowest standby has not replayed yet; absent for a role without pg_monitor.',
    ({ lag_bytes }) => lag_bytes,
  )
}

function addJobMetrics(registry: Registry, readings: Readings): Counter<'queue'> {
  const { counter, gauge } = instruments(registry)
  gauge({
    name: 'promptory_jobs',
    help: 'Jobs by queue and state: deferred (including retries), ready, active, failed (no more retries).',
    labelNames: ['queue', 'state'],
    async collect() {
      this.reset()
      for (const { queue, ...counts } of (await readings.queues()) ?? [])
        for (const state of jobStates) this.set({ queue, state }, counts[state])
    },
  })
  gauge({
    name: 'promptory_job_oldest_seconds',
    help: 'Age of the oldest job that has not started or waits for a retry; 0 without one.',
    labelNames: ['queue'],
    async collect() {
      this.reset()
      for (const { queue, oldest_seconds } of (await readings.queues()) ?? []) this.set({ queue }, oldest_seconds)
    },
  })
  gauge({
    name: 'promptory_mails_waiting',
    help: 'Mails that are waiting, including retries.',
    async collect() {
      const queues = await readings.queues()
      const waiting = (queues ?? []).filter(({ queue }) => isOfMail(queue))
      this.set(waiting.reduce((sum, { deferred, ready, active }) => sum + deferred + ready + active, 0))
    },
  })
  return counter({
    name: 'promptory_jobs_dropped_total',
    help: 'Jobs that this server dropped because they had waited for 60 days.',
    labelNames: ['queue'],
    /** Sets the counter to 0 at first, so that Prometheus sees the first increase. */
    async collect() {
      for (const { queue } of (await readings.queues()) ?? []) this.inc({ queue }, 0)
    },
  })
}

function addRowMetrics(registry: Registry, readings: Readings): void {
  const { counter, gauge } = instruments(registry)
  gauge({
    name: 'promptory_rows',
    help: 'Rows of a kind: exact up to 10,000, above that as PostgreSQL estimates.',
    labelNames: ['kind'],
    async collect() {
      this.reset()
      for (const { kind, rows } of (await readings.rows()) ?? []) this.set({ kind }, rows)
    },
  })
  counter({
    name: 'promptory_rows_added_total',
    help: "Rows of a kind that were added since PostgreSQL's statistics began, those rolled back too.",
    labelNames: ['kind'],
    async collect() {
      this.reset()
      for (const { kind, added } of (await readings.rows()) ?? []) this.inc({ kind }, added)
    },
  })
  gauge({
    name: 'promptory_active_subscribers',
    help: 'People with access by a subscription, at most ten minutes old.',
    async collect() {
      this.reset()
      const subscribers = await readings.subscribers()
      if (subscribers !== null) this.set(subscribers)
      else this.remove()
    },
  })
}

/** Adds database metrics. All servers report equal values: use max, not sum. Returns the counter of dropped jobs. */
export function addDatabaseMetrics(registry: Registry): Counter<'queue'> {
  const readings = createDatabaseReadings()
  addPoolMetrics(registry)
  addStateMetrics(registry, readings)
  addStandbyMetrics(registry, readings)
  addRowMetrics(registry, readings)
  return addJobMetrics(registry, readings)
}
