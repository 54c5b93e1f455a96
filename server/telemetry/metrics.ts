import { channel } from 'node:diagnostics_channel'
import fp from 'fastify-plugin'
import Registry from 'prom-client/lib/registry.js'
import { statementChannel } from '../database/database-pool.ts'
import { overloadChannel } from '../limits/overload.ts'
import { methodOf } from '../http/request-counts.ts'
import { jobChannel } from '../jobs.ts'
import type { JobRun } from '../jobs.ts'
import { mailChannel } from '../mail/transport.ts'
import { addDatabaseMetrics } from './database-metrics.ts'
import { instruments } from './instruments.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metricsRegistry: Registry
  }
}

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statementBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
const jobBuckets = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600]

type Handler = (message: never) => void
type Channel = { subscribe: (handler: Handler) => void; unsubscribe: (handler: Handler) => void }

const metadata = { name: 'metrics', dependencies: ['response-cache', 'overload', 'event-streams'] }

/** What happens is counted where it happens, by adding to a number; all else is read when somebody asks for it. */
export const metrics = fp<{ token: string | undefined }>(async (app, { token }) => {
  const registry = new Registry()
  const { counter, gauge, histogram } = instruments(registry)
  app.decorate('metricsRegistry', registry)
  const hear = (source: unknown, handler: Handler) => {
    const heard = source as Channel
    heard.subscribe(handler)
    app.addHook('onClose', async () => heard.unsubscribe(handler))
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

  const { requestCounts, responseCache, eventStreams } = app
  counter({
    name: 'promptory_http_requests_total',
    help: 'Answered requests, with those answered from memory (cached="true").',
    labelNames: ['method', 'route', 'status', 'cached'],
    collect() {
      this.reset()
      for (const { method, route, status, isCached, value } of requestCounts.values())
        this.inc({ method, route, status: String(status), cached: String(isCached) }, value)
    },
  })
  const durations = histogram({
    name: 'promptory_http_request_duration_seconds',
    help: 'Time until a request was answered, without those answered from memory and without event streams.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
  })
  app.addHook('onResponse', (request, reply, next) => {
    if (request.isServedFromCache) return next()
    const [method, route] = [methodOf(request), requestCounts.routeOf(request)]
    requestCounts.of(method, route, reply.statusCode).value++
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) durations.observe({ method, route }, reply.elapsedTime / 1_000)
    next()
  })
  const refused = counter({
    name: 'promptory_overload_refusals_total',
    help: 'Requests refused because the server had too much to do, by what there was too much of.',
    labelNames: ['kind'],
  })
  hear(overloadChannel, (kind: string) => refused.inc({ kind }))
  readGauge(
    'promptory_event_loop_delay_seconds',
    'How late the event loop was on average in the last second: above MAX_EVENT_LOOP_DELAY requests are refused.',
    () => app.memoryUsage().eventLoopDelay / 1_000,
  )
  readGauge('promptory_event_streams', 'Event streams that are open.', () => eventStreams.size)

  const cache = responseCache.counts
  readCounter('promptory_cache_hits_total', 'Requests answered from memory.', () =>
    [...requestCounts.values()].reduce((sum, { isCached, value }) => sum + (isCached ? value : 0), 0),
  )
  readCounter('promptory_cache_misses_total', 'Responses made anew that may be kept in memory.', () => cache.made)
  readCounter(
    'promptory_cache_invalidations_total',
    'Cache tags that were announced as changed.',
    () => cache.invalidated,
  )
  readGauge('promptory_cache_entries', 'Responses in memory.', () => responseCache.entries)
  readGauge('promptory_cache_bytes', 'Memory that they take, as the cache reckons it.', () => responseCache.bytes)
  readGauge('promptory_cache_connected', '1 while changes are heard; at 0 nothing is answered from memory.', () =>
    Number(responseCache.isConnected),
  )

  const statements = histogram({
    name: 'promptory_database_statement_duration_seconds',
    help: 'Time until the database answered a statement of a request.',
    buckets: statementBuckets,
  })
  hear(statementChannel, ({ ms }: { ms: number }) => statements.observe(ms / 1_000))
  addDatabaseMetrics(registry)

  const runs = histogram({
    name: 'promptory_job_duration_seconds',
    help: 'Time that a try of a job took, by its result: done or failed.',
    labelNames: ['queue', 'result'],
    buckets: jobBuckets,
  })
  const startedAt = new WeakMap<JobRun, number>()
  hear(jobChannel.start, (run: JobRun) => void startedAt.set(run, performance.now()))
  hear(jobChannel.asyncEnd, (run: JobRun) => {
    const seconds = (performance.now() - (startedAt.get(run) ?? performance.now())) / 1_000
    runs.observe({ queue: run.job, result: run.error === undefined ? 'done' : 'failed' }, seconds)
  })

  const mails = counter({
    name: 'promptory_mails_total',
    help: 'Mails handed to the mail server (sent), and tries that failed.',
    labelNames: ['result'],
  })
  for (const result of ['sent', 'failed']) mails.inc({ result }, 0)
  hear(mailChannel, (result: string) => mails.inc({ result }))
  const webhooks = counter({
    name: 'promptory_webhook_events_total',
    help: "Deliveries of Stripe's: stored, ignored (of another mode), refused (no secret fits) or failed (the database).",
    labelNames: ['type', 'result'],
  })
  hear(channel('webhook'), (delivery: { type: string; result: string }) => webhooks.inc(delivery))
  await app.register(metricsEndpoint, { token })
}, metadata)
