import { keyOf } from './counters.ts'
import type { Slowing } from './counters.ts'
import { groupOf, tooMany } from './limits.ts'
import type { Counters } from './limits.ts'

/** Who tries, and on which account. */
export type Trying = { address: string; email: string }
/** A try that counts as failed until it is said to have succeeded, or to have been none. */
export type Attempt = { succeeded: () => Promise<void>; undone: () => Promise<void> }

const slowing: Slowing = { free: 5, first: 1 }
const slowingUnderAttack: Slowing = { free: 0, first: 60 }

/**
 * Slows guessing. Failures count for account and address together, so that nobody can lock another person out; the
 * pauses double with each failure and are forgotten after a success. All failures from one address are limited too. An
 * account that many addresses guess at gives each of them one try before it pauses: its owner still gets in.
 */
export class LoginThrottle {
  #counters: Counters

  constructor(counters: Counters) {
    this.#counters = counters
  }

  /** To be called before a password is looked at: the try counts at once, so that many at a time gain nothing. Throws 429. */
  async begin({ address: ip, email }: Trying): Promise<Attempt> {
    const counters = this.#counters
    const address = groupOf(ip)
    const pair = keyOf('login', email, address)
    await counters.take('login', address)
    const uncount = () => Promise.all([counters.giveBack('login', address), counters.giveBack('login_account', email)])
    const isUnderAttack = await counters.isOver('login_account', email)
    const pause = await counters.store.slow(pair, isUnderAttack ? slowingUnderAttack : slowing)
    if (pause > 0) {
      await uncount()
      throw tooMany(pause)
    }
    return {
      succeeded: async () => void (await Promise.all([counters.store.forget(pair), uncount()])),
      undone: async () => void (await Promise.all([counters.store.forgive(pair), uncount()])),
    }
  }
}
