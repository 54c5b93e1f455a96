import proxyAddr from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { paths } from '#shared/paths.ts'
import { Counters, groupOf, limits, Reads, tooMany } from '../limits.ts'
import type { LimitName } from '../limits.ts'
import type { Settings } from '../settings.ts'
import { LoginThrottle } from '../throttle.ts'
import { isPage } from './asked.ts'

declare module 'fastify' {
  interface FastifyInstance {
    throttle: LoginThrottle
  }
  interface FastifyContextConfig {
    /** The limit that the route is under; none: reads alone are. */
    limit?: LimitName
  }
}

/** Who sent a request, by the rule that Fastify's request.ip has: X-Forwarded-For counts only from trusted proxies. */
function addressFinder(trust: Settings['TRUST_PROXY']): (message: IncomingMessage) => string {
  if (trust === 'off') return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile(trust)
  return (message) => proxyAddr(message, isTrusted) ?? ''
}

type Limits = {
  /** Null where nothing is limited. */
  counters: Counters | null
  reads: Reads
  /** Whether a read that sits in memory is one too many of its sender; it is counted by asking. */
  isOver: (message: IncomingMessage) => boolean
  close: () => void
}

/** What a server counts with: in its own memory, or in Redis together with others. */
export async function openLimits({ LIMITS, REDIS_URL, TRUST_PROXY }: Settings): Promise<Limits> {
  const isOn = LIMITS === 'on'
  const redis = isOn && REDIS_URL ? await connectRedis(REDIS_URL) : null
  const reads = new Reads(isOn)
  const addressOf = addressFinder(TRUST_PROXY)
  return {
    counters: isOn ? new Counters(redis) : null,
    reads,
    isOver: (message) => isOn && !isFree(message.url ?? '') && reads.take(groupOf(addressOf(message))) !== null,
    close: () => redis?.disconnect(),
  }
}

/** A connection that never makes a request wait: what cannot be sent at once fails, and the process counts for itself. */
async function connectRedis(url: string) {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 500,
  })
  // It is tried again by itself; meanwhile each process counts alone.
  redis.on('error', () => {})
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    setTimeout(resolve, 1_000).unref()
  })
  return redis
}

const keyOf = ({ viewer, ip }: FastifyRequest, by: 'address' | 'person') =>
  by === 'person' && viewer ? `person ${viewer.id}` : groupOf(ip)

/** Files cost nothing, health is asked by machines, and the page that waits must be seen. */
const isFree = (url: string) => /^\/(assets\/|healthz|readyz|too-many-requests)/.test(url)

/** Counts before anything of a request is read; a page over the limit leads to the page that waits. */
export const limited = fp<Limits>((app, { counters, reads, close }, done) => {
  app.decorate('throttle', new LoginThrottle(counters))
  app.addHook('onClose', async () => close())
  app.addHook('onRequest', async (request, reply) => {
    const { limit } = request.routeOptions.config
    if (limit) return counters?.take(limit, keyOf(request, limits[limit].by))
    if (request.viewer || request.method !== 'GET' || isFree(request.url)) return
    const wait = reads.take(groupOf(request.ip))
    if (wait === null) return
    const refusal = tooMany(wait)
    if (!isPage(request.url)) throw refusal
    const seconds = String(refusal.facts.wait_seconds)
    return reply.header('retry-after', seconds).redirect(paths.tooManyRequests({ wait: seconds }), 303)
  })
  done()
})
