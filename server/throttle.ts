import { RateLimiterRes } from 'rate-limiter-flexible'
import { groupOf, tooMany } from './limits.ts'
import type { Counters } from './limits.ts'

/** Who tries, and on which account. */
export type Trying = { address: string; email: string }
/** A try that counts as failed until it is said to have succeeded. */
export type Attempt = { succeeded: () => Promise<void> }

/** Failures are forgotten after so many seconds; the longest pause is a quarter of that. */
const memory = 3600
const longestPause = 900
/** Tries without a pause for an account from an address; one where the account is under attack from many. */
const [free, freeUnderAttack] = [5, 1]
/** Failures of an account from everywhere within the memory that count as an attack. */
const attack = 100

/**
 * Slows guessing. Failures count for account and address together, so that nobody can lock another person out; the
 * pauses double with each failure and are forgotten after a success. All failures from one address are limited too, and
 * an account that many addresses guess at gives each of them one try instead of five: its owner still gets in.
 */
export class LoginThrottle {
  #counters: Counters | null

  /** Null counts nothing. */
  constructor(counters: Counters | null) {
    this.#counters = counters
  }

  /** To be called before a password is looked at: the try counts at once, so that many at a time gain nothing. Throws 429. */
  async begin({ address: ip, email }: Trying): Promise<Attempt> {
    const counters = this.#counters
    if (!counters) return { succeeded: async () => {} }
    const address = groupOf(ip)
    const pair = `${email} ${address}`
    await counters.take('login', address)
    const failures = counters.of('login_pair', Number.MAX_SAFE_INTEGER, memory)
    const everywhere = counters.of('login_account', Number.MAX_SAFE_INTEGER, memory)
    const pause = counters.of('login_pause', 1, longestPause)
    const [{ consumedPoints: count }, { consumedPoints: total }] = [
      await failures.penalty(pair),
      await everywhere.penalty(email),
    ]
    const over = count - (total > attack ? freeUnderAttack : free)
    if (over > 0) {
      const seconds = Math.min(longestPause, 2 ** (over - 1))
      const refused = await pause.consume(pair, 1, { customDuration: seconds }).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (refused !== null) {
        await Promise.all([failures.reward(pair), everywhere.reward(email), counters.giveBack('login', address)])
        throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
      }
    }
    return {
      succeeded: async () => {
        await Promise.all([
          failures.delete(pair),
          pause.delete(pair),
          everywhere.reward(email),
          counters.giveBack('login', address),
        ])
      },
    }
  }
}
