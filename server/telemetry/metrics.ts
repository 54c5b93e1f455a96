import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import Registry from 'prom-client/lib/registry.js'
import { overloadChannel } from '../http/request-limits.ts'
import { droppedJobsChannel, jobChannel } from '../jobs.ts'
import type { JobAttempt } from '../jobs.ts'
import { mailChannel } from '../mail/transport.ts'
import { addDatabaseMetrics } from './database-metrics.ts'
import { instruments } from './instruments.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metricsRegistry: Registry
  }
}

const jobBuckets = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600]

type Handler = (message: never) => void
type Channel = { subscribe: (handler: Handler) => void; unsubscribe: (handler: Handler) => void }

/** Creates instruments in the server's registry. Their subscriptions end when the server closes. */
function metersOf(app: FastifyInstance) {
  const { counter, gauge, histogram } = instruments(app.metricsRegistry)
  const subscribeTo = (source: unknown, handler: Handler) => {
    const publisher = source as Channel
    publisher.subscribe(handler)
    app.addHook('onClose', async () => publisher.unsubscribe(handler))
  }
  const readGauge = (name: string, help: string, read: () => number) =>
    gauge({
      name,
      help,
      collect() {
        this.set(read())
      },
    })
  const readCounter = (name: string, help: string, read: () => number) =>
    counter({
      name,
      help,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  return { counter, gauge, histogram, subscribeTo, readGauge, readCounter }
}
type Meters = ReturnType<typeof metersOf>

function addRequestMetrics(app: FastifyInstance, { counter, subscribeTo, readGauge }: Meters): void {
  counter({
    name: 'promptory_http_requests_total',
    help: 'Answered requests, including those answered from the cache (cached="true").',
    labelNames: ['method', 'route', 'status', 'cached'],
    collect() {
      this.reset()
      for (const { method, route, status, isCached, value } of app.requestCounts.values())
        this.inc({ method, route, status: String(status), cached: String(isCached) }, value)
    },
  })
  const refused = counter({
    name: 'promptory_overload_refusals_total',
    help: 'Requests refused because of overload, by kind of overload.',
    labelNames: ['kind'],
  })
  subscribeTo(overloadChannel, (kind: string) => refused.inc({ kind }))
  readGauge(
    'promptory_event_loop_delay_seconds',
    'Average delay of the event loop in the last second; above 500 ms requests are refused.',
    () => app.memoryUsage().eventLoopDelay / 1_000,
  )
  readGauge('promptory_event_streams', 'Open event streams.', () => app.eventStreams.size)
}

function addCacheMetrics(app: FastifyInstance, { readGauge, readCounter }: Meters): void {
  const { responseCache } = app
  const cache = responseCache.counts
  readCounter('promptory_cache_hits_total', 'Requests answered from the cache.', () =>
    [...app.requestCounts.values()].reduce((sum, { isCached, value }) => sum + (isCached ? value : 0), 0),
  )
  readCounter('promptory_cache_misses_total', 'Cacheable responses that were not in the cache.', () => cache.made)
  readCounter(
    'promptory_cache_invalidations_total',
    'Cache tags that were published as changed.',
    () => cache.invalidated,
  )
  readGauge('promptory_cache_entries', 'Responses in the cache.', () => responseCache.entries)
  readGauge(
    'promptory_cache_bytes',
    'Bytes of the cached responses, as the cache counts them.',
    () => responseCache.bytes,
  )
  readGauge('promptory_cache_connected', '1 while invalidations are received; at 0 the cache is not used.', () =>
    Number(responseCache.isConnected),
  )
}

function addDependencyMetrics(app: FastifyInstance, { gauge, histogram, subscribeTo }: Meters): void {
  const dropped = addDatabaseMetrics(app.metricsRegistry)
  subscribeTo(droppedJobsChannel, ({ queue, count }: { queue: string; count: number }) => dropped.inc({ queue }, count))
  gauge({
    name: 'promptory_dependency_up',
    help: '1 while Redis counts the limits; no series without REDIS_URL.',
    labelNames: ['service'],
    collect() {
      if (app.isRedisUp) this.set({ service: 'redis' }, Number(app.isRedisUp()))
    },
  })

  const runs = histogram({
    name: 'promptory_job_duration_seconds',
    help: 'Duration of an attempt to run a job, by result: done or failed.',
    labelNames: ['queue', 'result'],
    buckets: jobBuckets,
  })
  const startedAt = new WeakMap<JobAttempt, number>()
  subscribeTo(jobChannel.start, (run: JobAttempt) => void startedAt.set(run, performance.now()))
  subscribeTo(jobChannel.asyncEnd, (run: JobAttempt) => {
    const seconds = (performance.now() - (startedAt.get(run) ?? performance.now())) / 1_000
    runs.observe({ queue: run.job, result: run.error === undefined ? 'done' : 'failed' }, seconds)
  })
}

function addOutcomeMetrics({ counter, subscribeTo }: Meters): void {
  const mails = counter({
    name: 'promptory_mails_total',
    help: 'Mails accepted by the mail server (sent), permanently refused (refused: no such address), and failed attempts.',
    labelNames: ['result'],
  })
  for (const result of ['sent', 'refused', 'failed']) mails.inc({ result }, 0)
  subscribeTo(mailChannel, (result: string) => mails.inc({ result }))
  const webhooks = counter({
    name: 'promptory_webhook_events_total',
    help: "Deliveries of Stripe's: stored, ignored (no event), other_mode (of test at a live server, or the reverse), refused (no secret fits) or failed (the database).",
    labelNames: ['type', 'result'],
  })
  subscribeTo(channel('webhook'), (delivery: { type: string; result: string }) => webhooks.inc(delivery))
  const unknownStatuses = counter({
    name: 'promptory_stripe_unknown_statuses_total',
    help: 'Unknown statuses reported by Stripe; the stored state of these objects is unchanged.',
  })
  subscribeTo(channel('stripe-unknown-status'), () => unknownStatuses.inc())
}

const metadata = { name: 'metrics', dependencies: ['response-cache', 'overload', 'rate-limits', 'event-streams'] }

/** Metrics that are read when they are fetched, or that jobs, mails and webhooks increment. */
export const metrics = fp<{ token: string | undefined }>(async (app, { token }) => {
  app.decorate('metricsRegistry', new Registry())
  const meters = metersOf(app)
  addRequestMetrics(app, meters)
  addCacheMetrics(app, meters)
  addDependencyMetrics(app, meters)
  addOutcomeMetrics(meters)
  await app.register(metricsEndpoint, { token })
}, metadata)
