import { setInterval as every } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { paths } from '#shared/paths.ts'
import { sendNotice } from '../http/notice.ts'
import { targetOf } from '../http/request-target.ts'
import type { HttpProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { groupOf } from '../addresses.ts'
import { limits } from './limits.ts'
import { RateLimited } from '../problem.ts'
import type { LimitName } from './limits.ts'
import { LoginThrottle } from './login-throttle.ts'
import { createMemoryLimiter, createNoLimiter, RateLimiter, redisLimiterOf } from './rate-limiter.ts'
import { isInternal } from './read-count.ts'
import type { ReadCount } from './read-count.ts'
import { connectRedis } from './redis.ts'
import type { SharedRedis } from './redis.ts'

declare module 'fastify' {
  interface FastifyInstance {
    rateLimiter: RateLimiter
    loginThrottle: LoginThrottle
    consumeRendering: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  }
  interface FastifyContextConfig {
    /** `none` also lifts the limit of all reads. */
    limit?: LimitName | 'none'
  }
}

const exchangeMs = 1_000

async function exchangeReads(reads: ReadCount['reads'], { addReads }: SharedRedis, signal: AbortSignal): Promise<void> {
  for await (const _ of every(exchangeMs, null, { signal, ref: false }))
    for (const [name, counted] of Object.entries(reads)) await counted.exchange(addReads(name)).catch(() => {})
}

const consume = (rateLimiter: RateLimiter, limit: LimitName, { viewer, ip }: FastifyRequest) =>
  limits[limit].by === 'person' && viewer
    ? rateLimiter.consume(limit, `person ${viewer.id}`)
    : rateLimiter.consumeByAddress(limit, ip)

async function hasToken(request: FastifyRequest): Promise<boolean> {
  if (request.headers.authorization === undefined || !targetOf(request.raw).isApi) return false
  return request.jwtVerify().then(
    () => true,
    () => false,
  )
}

/** Browsers go on to the page with the countdown; crawlers read the status. */
function redirectToRateLimitPage(request: FastifyRequest, reply: FastifyReply, { messageKey, facts }: HttpProblem) {
  const wait = String(facts.wait_seconds)
  const address = paths.tooManyRequests({ wait, until: String(facts.until) })
  const isThere = targetOf(request.raw).pathname === paths.tooManyRequests()
  return sendNotice(reply.code(429), { messageKey, address, wait, after: isThere ? Number(wait) : 0 })
}

const metadata = { name: 'rate-limits', dependencies: ['locale', 'security-events'] }

export const rateLimits = fp<{ settings: Settings; readCount: ReadCount }>(async (app, { settings, readCount }) => {
  const isOn = settings.LIMITS === 'on'
  const shared = isOn && settings.REDIS_URL ? await connectRedis(settings.REDIS_URL, app.log) : null
  const createShared = shared ? redisLimiterOf(shared.redis) : createMemoryLimiter
  const createLimiter = isOn ? createShared : createNoLimiter
  const rateLimiter = new RateLimiter(createLimiter)
  app.decorate('rateLimiter', rateLimiter)
  app.decorate('loginThrottle', new LoginThrottle(rateLimiter, createLimiter))
  const closing = new AbortController()
  if (shared) void exchangeReads(readCount.reads, shared, closing.signal).catch(() => {})
  app.addHook('onClose', async () => {
    closing.abort()
    shared?.redis.disconnect()
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.limit === 'none') return
    const limit = isOn && (await hasToken(request)) ? 'signed_in' : 'read'
    const wait = readCount.countRead(request.raw, limit)
    if (wait === 0) return
    const refusal = new RateLimited(limit, wait)
    if (targetOf(request.raw).isApi) throw refusal
    request.logRefusal(refusal)
    return redirectToRateLimitPage(request, reply, refusal)
  })
  app.decorate('consumeRendering', async (request: FastifyRequest, reply: FastifyReply) => {
    const wait = await rateLimiter.waitFor('render', groupOf(request.ip))
    if (wait === 0) return true
    const refusal = new RateLimited('render', wait)
    request.logRefusal(refusal)
    redirectToRateLimitPage(request, reply, refusal)
    return false
  })
  app.addHook('onRoute', (route) => {
    const limit = route.config?.limit
    if (!limit || limit === 'none') return
    const consumeOne = async (request: FastifyRequest) => {
      if (!isInternal(request.raw)) await consume(rateLimiter, limit, request)
    }
    route.onRequest = [route.onRequest ?? [], consumeOne].flat()
  })
}, metadata)
