import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { getHeapStatistics } from 'node:v8'
import proxyAddr from '@fastify/proxy-addr'
import underPressure from '@fastify/under-pressure'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { paths } from '#shared/paths.ts'
import { limits } from '../limits/limits.ts'
import type { LimitName, Rate } from '../limits/limits.ts'
import { LoginThrottle } from '../limits/login-throttle.ts'
import { addressGroupOf, networkOf, withoutPort } from '../limits/networks.ts'
import { createMemoryLimiter, createNoLimiter, RateLimiter, redisLimiterOf } from '../limits/rate-limiter.ts'
import { connectRedis, syncReadCounts } from '../limits/redis.ts'
import type { AddReads } from '../limits/redis.ts'
import { HttpProblem, RateLimitedProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import { sendHtmlNotice } from './notice.ts'
import { bearerToken, requestTargetOf } from './request-target.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimiter: RateLimiter
    loginThrottle: LoginThrottle
    /** Null if Redis is not used. */
    isRedisUp: (() => boolean) | null
    /** Counts the rendering of a page. Returns false if it answered with 429. */
    consumeRenderLimit: (request: FastifyRequest, reply: FastifyReply) => boolean
  }
  interface FastifyRequest {
    pressureType: string | null
  }
  interface FastifyContextConfig {
    /** Limit of the route. `none` also lifts the general limit for reads. */
    limit?: LimitName | 'none'
    isExemptFromOverload?: true
  }
}

const defaultMaxReaders = 100_000

/** Groups of recent addresses, which most requests share. */
const addressGroups = new LRUCache<string, string>({ max: 10_000, memoMethod: (address) => addressGroupOf(address) })

type Count = { local: number; sent: number; remote: number }

/** Counts reads by reader and window. Above `maxReaders`, further readers are counted by network. */
export class ReadCounter {
  #counts = new Map<string, Count>()
  #networks: LRUCache<string, Count>
  #ends = 0
  #rate: Rate
  #maxReaders: number

  constructor(rate: Rate, maxReaders = defaultMaxReaders) {
    this.#rate = rate
    this.#maxReaders = maxReaders
    this.#networks = new LRUCache({ max: maxReaders })
  }

  consume(address: string): number {
    const now = Date.now()
    if (now >= this.#ends) {
      this.#counts.clear()
      this.#networks.clear()
      const windowMs = this.#rate.seconds * 1000
      // Window boundaries are equal in all processes.
      this.#ends = (Math.floor(now / windowMs) + 1) * windowMs
    }
    const count = this.#countOf(address)
    count.local++
    return count.local + count.remote > this.#rate.points ? this.#ends - now : 0
  }

  #countOf(address: string): Count {
    const reader = addressGroups.memo(address)
    const isCounted = this.#counts.has(reader) || this.#counts.size < this.#maxReaders
    const [counts, key] = isCounted ? [this.#counts, reader] : [this.#networks, networkOf(address)]
    const count = counts.get(key) ?? { local: 0, sent: 0, remote: 0 }
    counts.set(key, count)
    return count
  }

  async exchange(add: AddReads): Promise<void> {
    const ends = this.#ends
    const unsent = [...this.#counts, ...this.#networks.entries()].flatMap(([reader, count]) =>
      count.local > count.sent ? [{ reader, count, local: count.local, added: count.local - count.sent }] : [],
    )
    if (unsent.length === 0) return
    const sums = await add(unsent, ends)
    for (const [at, { count, local }] of unsent.entries())
      Object.assign(count, { sent: local, remote: (sums[at] ?? local) - local })
  }
}

type ReadLimit = 'read' | 'signed_in' | 'render'
/** Counts a read of the client's address. Returns the wait in ms, or 0. */
export type CountRead = (message: IncomingMessage, limit?: ReadLimit) => number

export type ReadCounters = { countRead: CountRead; reads: Record<ReadLimit, ReadCounter> }

export function createProxyTrust({
  TRUST_PROXY,
}: Pick<Settings, 'TRUST_PROXY'>): ((address: string) => boolean) | null {
  if (TRUST_PROXY === 'off') return null
  const isTrusted = proxyAddr.compile(TRUST_PROXY)
  return (address) => isTrusted(withoutPort(address), 0)
}

export function createReadCounters(settings: Settings): ReadCounters {
  const reads = {
    read: new ReadCounter(limits.read),
    signed_in: new ReadCounter(limits.signed_in),
    render: new ReadCounter(limits.render),
  }
  const isTrusted = createProxyTrust(settings)
  const countRead: CountRead = (message, limit = 'read') => {
    if (settings.LIMITS === 'off') return 0
    const address = isTrusted ? proxyAddr(message, isTrusted) : message.socket.remoteAddress
    return reads[limit].consume(address ?? '')
  }
  return { countRead, reads }
}

export const overloadChannel = channel('overload')

const minWait = 3 // seconds; up to as much again is added at random, so that clients do not return at once
const sampleMs = 1_000
/** Maximum of the event loop's mean delay within `sampleMs`, in ms. Above it, requests are refused. */
const maxEventLoopDelayMs = 500

/** Share of memory at which requests are refused, before V8 or the kernel ends the process. */
const shareOfMemory = 0.9
/** True for a real limit: without a cgroup limit, `constrainedMemory` returns 0 or a huge number. */
const isLimit = (bytes: number) => bytes > 0 && bytes < 2 ** 50

/** Limits of the process. The value 0 means no limit. */
export type OverloadLimits = { maxEventLoopDelay: number; maxHeapUsedBytes: number; maxRssBytes: number }

export function overloadLimits({ LIMITS }: Pick<Settings, 'LIMITS'>): OverloadLimits {
  const constrained = process.constrainedMemory()
  return {
    maxEventLoopDelay: LIMITS === 'on' ? maxEventLoopDelayMs : 0,
    maxHeapUsedBytes: getHeapStatistics().heap_size_limit * shareOfMemory,
    maxRssBytes: isLimit(constrained) ? constrained * shareOfMemory : 0,
  }
}

function refuse(request: FastifyRequest, reply: FastifyReply, next: (problem: Error) => void): void {
  overloadChannel.publish(request.pressureType)
  const wait = minWait + Math.floor(Math.random() * (minWait + 1))
  const { isApi, url } = requestTargetOf(request.raw)
  if (isApi || request.routeOptions.config.isFile)
    return next(new HttpProblem(503, 'problem.overloaded', { code: 'overloaded', wait_seconds: wait }))
  reply.code(503)
  sendHtmlNotice(reply, { messageKey: 'problem.overloaded', address: url, wait: String(wait), after: wait })
}

const overloadMetadata = { name: 'overload', dependencies: ['problems', 'response-cache'] }

export const overload = fp<{ thresholds: OverloadLimits }>(async (app, { thresholds }) => {
  app.decorateRequest('pressureType', null)
  await app.register(underPressure, {
    ...thresholds,
    sampleInterval: sampleMs,
    pressureHandler: (request, _reply, kind) => {
      if (!request.routeOptions.config.isExemptFromOverload) request.pressureType = kind
    },
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.pressureType === null) next()
    else refuse(request, reply, next)
  })
}, overloadMetadata)

/** Returns the hook of a limit. A limit by person counts visitors by address. */
function consumerOf(rateLimiter: RateLimiter, limit: LimitName) {
  const isByPerson = limits[limit].by === 'person'
  return ({ viewer, ip }: FastifyRequest) =>
    isByPerson && viewer ? rateLimiter.consume(limit, `person ${viewer.id}`) : rateLimiter.consumeByAddress(limit, ip)
}

async function hasToken(request: FastifyRequest): Promise<boolean> {
  if (bearerToken(request.headers) === undefined || !requestTargetOf(request.raw).isApi) return false
  return (await request.findClaims()) !== null
}

/** Redirects to the page with the countdown. Browsers follow the refresh; crawlers read the status. */
function redirectToRateLimitPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { messageKey, extensions: facts }: HttpProblem,
) {
  const wait = String(facts.wait_seconds)
  const address = paths.tooManyRequests({ wait, until: String(facts.until) })
  const isThere = requestTargetOf(request.raw).pathname === paths.tooManyRequests()
  return sendHtmlNotice(reply.code(429), { messageKey, address, wait, after: isThere ? Number(wait) : 0 })
}

const metadata = { name: 'rate-limits', dependencies: ['access-tokens', 'security-events'] }

export const rateLimits = fp<{ settings: Settings; readCount: ReadCounters }>(async (app, { settings, readCount }) => {
  const isOn = settings.LIMITS === 'on'
  const shared = isOn && settings.REDIS_URL ? await connectRedis(settings.REDIS_URL, app.log) : null
  app.decorate('isRedisUp', shared?.isUp ?? null)
  const createShared = shared ? redisLimiterOf(shared.redis) : createMemoryLimiter
  const createLimiter = isOn ? createShared : createNoLimiter
  const rateLimiter = new RateLimiter(createLimiter)
  app.decorate('rateLimiter', rateLimiter)
  app.decorate('loginThrottle', new LoginThrottle(rateLimiter, createLimiter))
  const closing = new AbortController()
  if (shared) void syncReadCounts(readCount.reads, shared, closing.signal).catch(() => {})
  app.addHook('onClose', async () => {
    closing.abort()
    shared?.redis.disconnect()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limit === 'none') return
    const limit = isOn && (await hasToken(request)) ? 'signed_in' : 'read'
    const wait = readCount.countRead(request.raw, limit)
    if (wait === 0) return
    const refusal = new RateLimitedProblem(limit, wait)
    if (requestTargetOf(request.raw).isApi) throw refusal
    request.logRefusal(refusal)
    return redirectToRateLimitPage(request, reply, refusal)
  })
  app.decorate('consumeRenderLimit', (request: FastifyRequest, reply: FastifyReply) => {
    const wait = readCount.countRead(request.raw, 'render')
    if (wait === 0) return true
    const refusal = new RateLimitedProblem('render', wait)
    request.logRefusal(refusal)
    redirectToRateLimitPage(request, reply, refusal)
    return false
  })
  app.addHook('onRoute', (route) => {
    const limit = route.config?.limit
    if (!limit || limit === 'none') return
    route.onRequest = [route.onRequest ?? [], consumerOf(rateLimiter, limit)].flat()
  })
}, metadata)
