import type { FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { requestTargetOf } from './request-target.ts'

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
