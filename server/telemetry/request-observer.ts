import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { statementChannel } from '../database/database-pool.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { requestTargetOf } from '../http/request-target.ts'
import { instruments } from './instruments.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts
  }
  interface FastifyContextConfig {
    /** Label for routes that are counted as one. */
    routeLabel?: string
  }
}

/** Counter of requests. A cached response only increments `value`. */
type RequestCount = {
  readonly method: string
  readonly route: string
  readonly status: number
  readonly isCached: boolean
  value: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const methodLabel = ({ method }: { method: string }) => (methods.has(method) ? method : 'other')

const unmatched = 'unmatched'

/** Counts requests by route. Labels never contain client input, so the number of series is limited. */
class RequestCounts {
  #counts = new Map<string, RequestCount>()

  /** Returns the route's label. Pages share one route and have the label of their own pattern. */
  routeOf({ routeOptions: { url = unmatched, config }, raw }: FastifyRequest): string {
    if (url !== '/*') return config?.routeLabel ?? url
    return requestTargetOf(raw).page ?? url
  }

  of(method: string, route: string, status: number, isCached = false): RequestCount {
    const key = `${method} ${status} ${isCached} ${route}`
    let count = this.#counts.get(key)
    if (!count) this.#counts.set(key, (count = { method, route, status, isCached, value: 0 }))
    return count
  }

  values(): Iterable<RequestCount> {
    return this.#counts.values()
  }
}

const flushDelayMs = 1_000
const maxRecorded = 100_000

const today = () => new Date().toISOString().slice(0, 10)

/** Records the days (UTC) on which members are active. Writes in batches. */
export class MemberActivity {
  #recordedDays = new LRUCache<number, string>({ max: maxRecorded })
  #pending = new Map<string, Set<number>>()
  #timer: NodeJS.Timeout | undefined

  note(user_id: number): void {
    const day = today()
    if (this.#recordedDays.get(user_id) === day) return
    this.#recordedDays.set(user_id, day)
    const people = this.#pending.get(day) ?? new Set()
    this.#pending.set(day, people.add(user_id))
    this.#timer ??= setTimeout(() => void this.flush(), flushDelayMs)
  }

  /** Writes the batch. After an error, the next requests of its members record the day again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#pending
    this.#pending = new Map()
    for (const [day, people] of batch)
      // Skips accounts that were removed meanwhile.
      await queryRows(Prisma.sql`
        INSERT INTO member_day (user_id, day)
        SELECT id, ${day}::date FROM "user" WHERE id = ANY(${[...people]}::int[]) ORDER BY id FOR KEY SHARE
        ON CONFLICT DO NOTHING`).catch(() => people.forEach((id) => this.#recordedDays.delete(id)))
  }
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const statementBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

const metadata = { name: 'watch', dependencies: ['request', 'request-log', 'metrics'] }

/** Counts and times requests and their statements, logs failures, and records the activity of members. */
export const observeRequests = fp<{ logsAll: boolean }>((app, { logsAll }, done) => {
  app.decorate('requestCounts', new RequestCounts())
  const { histogram } = instruments(app.metricsRegistry)
  const requests = histogram({
    name: 'promptory_http_request_duration_seconds',
    help: 'Time until a request was answered, without cached responses and event streams.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
  })
  const statements = histogram({
    name: 'promptory_database_statement_duration_seconds',
    help: 'Time until the database answered a statement of a request.',
    buckets: statementBuckets,
  })
  const timeStatement = (message: unknown) => statements.observe((message as { ms: number }).ms / 1_000)
  statementChannel.subscribe(timeStatement)
  const members = new MemberActivity()
  app.addHook('onResponse', (request, reply, next) => {
    if (request.viewer) members.note(request.viewer.id)
    if (!request.isServedFromCache) {
      const [method, route] = [methodLabel(request), app.requestCounts.routeOf(request)]
      app.requestCounts.of(method, route, reply.statusCode).value++
      const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
      if (!isStream) requests.observe({ method, route }, reply.elapsedTime / 1_000)
    }
    if (logsAll || reply.statusCode >= 500) app.logResponse(request, reply)
    next()
  })
  app.addHook('onClose', async () => {
    statementChannel.unsubscribe(timeStatement)
    await members.flush()
  })
  done()
}, metadata)
