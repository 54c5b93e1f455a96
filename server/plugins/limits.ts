import type { IncomingMessage } from 'node:http'
import { setInterval as every } from 'node:timers/promises'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { paths } from '#shared/paths.ts'
import { noStore, OwnStore, SharedStore } from '../counters.ts'
import { Counters, groupOf, limits, Reads, tooMany } from '../limits.ts'
import type { LimitName } from '../limits.ts'
import type { Refusal } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { LoginThrottle } from '../throttle.ts'
import { sayIn } from '../words.ts'
import { isPage } from './asked.ts'

declare module 'fastify' {
  interface FastifyInstance {
    counters: Counters
    throttle: LoginThrottle
  }
  interface FastifyContextConfig {
    /** The limit that the route is under, besides that of all reads; `none`: not even that one. */
    limit?: LimitName | 'none'
  }
}

/** The address of a request that the server sends itself, for the pages that it draws: whom they are for was counted. */
export const ownAddress = 'the server itself'
const isOwn = ({ socket }: IncomingMessage) => socket.remoteAddress === ownAddress

/** Counts a request of whoever sent it; answers for how many ms that was one too many, or 0. */
export type CountRead = (message: IncomingMessage) => number

export type ReadCount = { countRead: CountRead; reads: Record<'read' | 'signed_in', Reads> }

/** Who sent a request goes by the rule of Fastify's request.ip: X-Forwarded-For counts only from trusted proxies. */
export function createReadCount({ LIMITS, TRUST_PROXY }: Settings): ReadCount {
  const reads = { read: new Reads(limits.read), signed_in: new Reads(limits.signed_in) }
  const isTrusted = TRUST_PROXY === 'off' ? null : proxyAddr.compile(TRUST_PROXY)
  const countRead = (message: IncomingMessage) => {
    if (LIMITS === 'off' || isOwn(message)) return 0
    const address = isTrusted ? proxyAddr(message, isTrusted) : message.socket.remoteAddress
    return reads[message.headers.authorization === undefined ? 'read' : 'signed_in'].take(groupOf(address ?? ''))
  }
  return { countRead, reads }
}

/** How often processes tell each other how many requests they counted, in ms. */
const pace = 1_000

/** Counts requests together with all that use the same Redis, until the signal. */
async function exchangeReads(reads: ReadCount['reads'], store: SharedStore, signal: AbortSignal): Promise<void> {
  for await (const _ of every(pace, null, { signal, ref: false }))
    for (const [name, counted] of Object.entries(reads)) await counted.exchange(store.addReads(name)).catch(() => {})
}

/** A connection that never makes a request wait: what cannot be sent at once fails, and the process counts for itself. */
async function connectRedis(url: string, log: FastifyBaseLogger) {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 250,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  })
  const store = new SharedStore(redis, log)
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    setTimeout(resolve, 1_000).unref()
  })
  return { store, close: () => redis.disconnect() }
}

const keyOf = ({ viewer, ip }: FastifyRequest, by: 'address' | 'person') =>
  by === 'person' && viewer ? `person ${viewer.id}` : groupOf(ip)

/** A browser goes on to the page that counts the pause down; a crawler reads the status. */
function leadToPause({ locale }: FastifyRequest, reply: FastifyReply, { word, facts }: Refusal) {
  const [wait, until] = [String(facts.wait_seconds), String(facts.until)]
  const address = paths.tooManyRequests({ wait, until })
  return reply
    .code(429)
    .headers({ 'retry-after': wait, refresh: `0; url=${address}` })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${locale}"><title>429</title><a href="${address.replaceAll('&', '&amp;')}">${sayIn(locale, word)}</a></html>`,
    )
}

/** Refuses who asks too often, before anything of a request is read; registered before what knows the viewer. */
export const limited = fp<{ settings: Settings; readCount: ReadCount }>(async (app, { settings, readCount }) => {
  const isOn = settings.LIMITS === 'on'
  const redis = isOn && settings.REDIS_URL ? await connectRedis(settings.REDIS_URL, app.log) : null
  const counters = new Counters(isOn ? (redis?.store ?? new OwnStore()) : noStore)
  app.decorate('counters', counters)
  app.decorate('throttle', new LoginThrottle(counters))
  const closing = new AbortController()
  if (redis) void exchangeReads(readCount.reads, redis.store, closing.signal).catch(() => {})
  app.addHook('onClose', async () => {
    closing.abort()
    redis?.close()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limit === 'none') return
    const wait = readCount.countRead(request.raw)
    if (wait === 0) return
    const refusal = tooMany(wait)
    if (!isPage(request.url)) throw refusal
    return leadToPause(request, reply, refusal)
  })
  app.addHook('onRoute', (route) => {
    const limit = route.config?.limit
    if (!limit || limit === 'none') return
    const take = async (request: FastifyRequest) => {
      if (!isOwn(request.raw)) await counters.take(limit, keyOf(request, limits[limit].by))
    }
    route.onRequest = [route.onRequest ?? [], take].flat()
  })
})
