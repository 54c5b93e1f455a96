import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import findMyWay from 'find-my-way'
import { requestTargetOf } from '../http/request-target.ts'
import { MemberActivity } from './activity.ts'

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
export class RequestCounts {
  #counts = new Map<string, RequestCount>()
  #pages = findMyWay({ maxParamLength: 16_384 })

  constructor(pagePaths: readonly string[] = []) {
    for (const path of pagePaths) this.#pages.on('GET', path, () => {}, path)
  }

  /** Returns the route's label. Pages share one route and have the label of their own pattern. */
  routeOf({ routeOptions: { url = unmatched, config }, raw }: FastifyRequest): string {
    if (url !== '/*') return config?.routeLabel ?? url
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

export const observeRequests = fp<{ logsAll: boolean }>((app, { logsAll }, done) => {
  const members = new MemberActivity()
  app.addHook('onResponse', (request, reply, next) => {
    if (request.viewer) members.note(request.viewer.id)
    if (!request.isServedFromCache) {
      const [method, route] = [methodLabel(request), app.requestCounts.routeOf(request)]
      app.requestCounts.of(method, route, reply.statusCode).value++
      const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
      if (!isStream) app.requestDurations.observe({ method, route }, reply.elapsedTime / 1_000)
    }
    if (logsAll || reply.statusCode >= 500) app.logResponse(request, reply)
    next()
  })
  app.addHook('onClose', () => members.flush())
  done()
}, metadata)
