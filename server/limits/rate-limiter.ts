import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, RLWrapperBlackAndWhite } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { addressGroupOf, networkOf } from './networks.ts'
import { limits } from './limits.ts'
import { RateLimitedProblem } from '../problem.ts'
import type { Limit, LimitName, Rate } from './limits.ts'

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>
export type CreateLimiter = (name: string, rate: Rate) => Limiter

export const limitKey = (...parts: string[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22)

const maxKeys = 10_000

class BoundedMemoryLimiter extends RateLimiterMemory {
  #keys: LRUCache<string, true> | undefined

  override consume(key: string, points?: number, options?: { customDuration?: number }) {
    this.#touch(key)
    return super.consume(key, points, options)
  }

  override set(key: string, points: number, seconds: number) {
    this.#touch(key)
    return super.set(key, points, seconds)
  }

  #touch(key: string) {
    // Created on first use: a cache takes 200 KB, and there are thirty limits.
    this.#keys ??= new LRUCache({ max: maxKeys, dispose: (_, oldest) => void this.delete(oldest) })
    this.#keys.set(key, true)
  }
}

export const createMemoryLimiter = (name: string, { points, seconds }: Rate) =>
  new BoundedMemoryLimiter({ keyPrefix: name, points, duration: seconds })

export const redisLimiterOf =
  (redis: Redis): CreateLimiter =>
  (name, rate) =>
    new RateLimiterRedis({
      storeClient: redis,
      rejectIfRedisNotReady: true,
      keyPrefix: `limit:${name}`,
      points: rate.points,
      duration: rate.seconds,
      insuranceLimiter: createMemoryLimiter(name, rate),
    })

export const createNoLimiter: CreateLimiter = (name, rate) =>
  new RLWrapperBlackAndWhite({ limiter: createMemoryLimiter(name, rate), isWhiteListed: () => true })

/** Uses a point of the limit. Returns the wait in ms, or 0 if a point was left. */
export async function consume(limiter: Limiter, key: string, customDuration?: number): Promise<number> {
  try {
    await limiter.consume(key, 1, { customDuration })
    return 0
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext)
    throw refused
  }
}

/** Refunds a point of the limit. Does nothing after the window, since the point would count for the next window. */
export async function refundPoint(limiter: Limiter, key: string): Promise<void> {
  if (await limiter.get(key)) await limiter.reward(key)
}

export class RateLimiter {
  #limiters: Record<LimitName, Limiter>
  #networkLimiters: Partial<Record<LimitName, Limiter>> = {}

  constructor(create: CreateLimiter) {
    const entries = Object.entries(limits) as [LimitName, Limit][]
    this.#limiters = Object.fromEntries(entries.map(([name, limit]) => [name, create(name, limit)])) as Record<
      LimitName,
      Limiter
    >
    for (const [name, { points, seconds, networkFactor }] of entries)
      if (networkFactor)
        this.#networkLimiters[name] = create(`${name}-network`, { points: points * networkFactor, seconds })
  }

  waitFor = (name: LimitName, key: string) => consume(this.#limiters[name], limitKey(key))

  async consume(name: LimitName, key: string): Promise<void> {
    const wait = await this.waitFor(name, key)
    if (wait > 0) throw new RateLimitedProblem(name, wait)
  }

  isOver = async (name: LimitName, key: string) => (await this.waitFor(name, key)) > 0

  refund = (name: LimitName, key: string) => refundPoint(this.#limiters[name], limitKey(key))

  /** Uses a point of the address and of its network, or of neither. Throws 429. */
  async consumeByAddress(name: LimitName, address: string): Promise<void> {
    const network = this.#networkLimiters[name]
    const networkWait = network ? await consume(network, limitKey(networkOf(address))) : 0
    const wait = networkWait || (await this.waitFor(name, addressGroupOf(address)))
    if (wait === 0) return
    if (network && networkWait === 0) await refundPoint(network, limitKey(networkOf(address)))
    throw new RateLimitedProblem(name, wait)
  }

  async refundByAddress(name: LimitName, address: string): Promise<void> {
    await this.refund(name, addressGroupOf(address))
    const network = this.#networkLimiters[name]
    if (network) await refundPoint(network, limitKey(networkOf(address)))
  }
}
