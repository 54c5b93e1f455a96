import { addressGroupOf } from './networks.ts'
import { RateLimitedProblem } from '../problem.ts'
import { consume, limitKey, refundPoint } from './rate-limiter.ts'
import type { CreateLimiter, RateLimiter } from './rate-limiter.ts'

type LoginIdentity = { address: string; email: string }
export type LoginAttempt = { succeeded: () => Promise<void>; undone: () => Promise<void> }

const freeAttempts = 5
const firstPauseSeconds = { usual: 1, underAttack: 60 }
const maxPauseSeconds = 900
const resetAfterSeconds = 3600

function createBackoff(create: CreateLimiter) {
  const free = create('login-free', { points: freeAttempts, seconds: resetAfterSeconds })
  const pause = create('login-pause', { points: 1, seconds: maxPauseSeconds })
  const pauses = create('login-pauses', { points: 1, seconds: resetAfterSeconds })
  const countPauses = async (key: string) => (await pauses.get(key))?.consumedPoints ?? 0
  return {
    consume: async (key: string, isUnderAttack: boolean): Promise<number> => {
      const count = await countPauses(key)
      if (count === 0 && !isUnderAttack && (await consume(free, key)) === 0) return 0
      const first = isUnderAttack ? firstPauseSeconds.underAttack : firstPauseSeconds.usual
      const seconds = Math.min(maxPauseSeconds, first * 2 ** count)
      const wait = await consume(pause, key, seconds)
      if (wait === 0) await pauses.set(key, count + 1, seconds + resetAfterSeconds)
      return wait
    },
    refund: async (key: string) => {
      if ((await countPauses(key)) === 0) await refundPoint(free, key)
      else await Promise.all([pause.delete(key), pauses.reward(key)])
    },
    reset: (key: string) => Promise.all([free, pause, pauses].map((limiter) => limiter.delete(key))),
  }
}

/** Counts failures by account and address, so nobody locks out others. Under attack, an address has one attempt. */
export class LoginThrottle {
  #rateLimiter: RateLimiter
  #backoff: ReturnType<typeof createBackoff>

  constructor(rateLimiter: RateLimiter, create: CreateLimiter) {
    this.#rateLimiter = rateLimiter
    this.#backoff = createBackoff(create)
  }

  /** Counts an attempt before the password is checked, so that parallel attempts gain nothing. Throws 429. */
  async begin({ address, email }: LoginIdentity): Promise<LoginAttempt> {
    const pair = limitKey(email, addressGroupOf(address))
    const [rateLimiter, backoff] = [this.#rateLimiter, this.#backoff]
    await rateLimiter.consumeByAddress('login', address)
    const refundOthers = () =>
      Promise.all([rateLimiter.refundByAddress('login', address), rateLimiter.refund('login_account', email)])
    const wait = await backoff.consume(pair, await rateLimiter.isOver('login_account', email))
    if (wait > 0) {
      await refundOthers()
      throw new RateLimitedProblem('login', wait)
    }
    return {
      succeeded: async () => void (await Promise.all([backoff.reset(pair), refundOthers()])),
      undone: async () => void (await Promise.all([backoff.refund(pair), refundOthers()])),
    }
  }
}
