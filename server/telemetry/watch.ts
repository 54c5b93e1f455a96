import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { requestTargetOf } from '../http/request-target.ts'
import { Activity } from './activity.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestCounts: RequestCounts
  }
  interface FastifyContextConfig {
    /** Counts instead of the route's own pattern, where many stand for one thing. */
    countedAs?: string
  }
}

/** The fast path only adds to `value`; whoever reads the metrics does the rest. */
export type RequestCount = {
  readonly method: string
  readonly route: string
  readonly status: number
  /** Whether it was answered from memory. */
  readonly isCached: boolean
  value: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Whatever a client may call its method. */
export const methodOf = ({ method }: { method: string }) => (methods.has(method) ? method : 'other')

const unmatched = 'unmatched'

/** Requests by what was asked, never by what a client can invent: as many series as there are routes and statuses. */
export class RequestCounts {
  #counts = new Map<string, RequestCount>()
  #pages = findMyWay({ maxParamLength: 16_384 })

  constructor(pagePaths: readonly string[] = []) {
    for (const path of pagePaths) this.#pages.on('GET', path, () => {}, path)
  }

  /** All pages are one route of the server: they count by their own paths. */
  routeOf({ routeOptions: { url = unmatched, config }, raw }: FastifyRequest): string {
    if (url !== '/*') return config?.countedAs ?? url
    return (this.#pages.find('GET', requestTargetOf(raw).pathname)?.store as string | undefined) ?? url
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

const metadata = { name: 'watch', dependencies: ['request', 'request-log', 'metrics'] }

/** Watches each request once it was answered: who was active, how many there were, how long they took, what failed. */
export const watchRequests = fp<{ logsAll: boolean }>((app, { logsAll }, done) => {
  const members = new Activity()
  app.addHook('onResponse', (request, reply, next) => {
    if (request.viewer) members.note(request.viewer.id)
    if (!request.isServedFromCache) {
      const [method, route] = [methodOf(request), app.requestCounts.routeOf(request)]
      app.requestCounts.of(method, route, reply.statusCode).value++
      const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
      if (!isStream) app.requestDurations.observe({ method, route }, reply.elapsedTime / 1_000)
    }
    if (logsAll || reply.statusCode >= 500) app.logAnswer(request, reply)
    next()
  })
  app.addHook('onClose', () => members.flush())
  done()
}, metadata)
