import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { paths } from '#shared/paths.ts'
import { groupOf, limits, tooMany } from '../limits.ts'
import type { Counters, LimitName, Reads } from '../limits.ts'
import type { Settings } from '../settings.ts'
import { isPage } from './asked.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that the route is under; none: reads alone are. */
    limit?: LimitName
  }
}

/** Who sent a request, by the rule that Fastify's request.ip has: X-Forwarded-For counts only from trusted proxies. */
export function addressFinder(trust: Settings['TRUST_PROXY']): (message: IncomingMessage) => string {
  if (trust === 'off') return ({ socket }) => groupOf(socket.remoteAddress ?? '')
  const isTrusted = proxyAddr.compile(trust)
  return (message) => groupOf(proxyAddr(message, isTrusted) ?? '')
}

const keyOf = ({ viewer, ip }: FastifyRequest, by: 'address' | 'person') =>
  by === 'person' && viewer ? `person ${viewer.id}` : groupOf(ip)

/** Files have no cost, and a limited visitor must be able to see the page that says so. */
const isFree = (url: string) => url.startsWith('/assets/') || url.startsWith(paths.tooManyRequests()) || /^\/\w+$/.test(url) && /^\/(healthz|readyz)$/.test(url)

type Options = { counters: Counters | null; reads: Reads }

/** Counts before anything of a request is read; pages over the limit lead to the page that waits. */
export const limited = fp<Options>((app, { counters, reads }, done) => {
  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config
    if (limit && counters) return counters.take(limit, keyOf(request, limits[limit].by))
    if (limit || request.viewer || request.method !== 'GET' || isFree(request.url)) return
    const wait = reads.take(groupOf(request.ip))
    if (wait === null) return
    const refusal = tooMany(wait)
    if (!isPage(request.url)) throw refusal
    const { wait_seconds } = refusal.facts
    reply.header('retry-after', String(wait_seconds))
    return reply.redirect(paths.tooManyRequests({ wait: String(wait_seconds) }), 303)
  })
  done()
})
