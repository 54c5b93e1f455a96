import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'
import { Refusal } from './problem.ts'

type Limit = {
  points: number
  /** The time in which so many are free. */
  seconds: number
  /** Who shares them: all from one address, or one signed-in person (a visitor's address where there is none). */
  by: 'address' | 'person'
}

/** Everything that is limited. People stay far below; scripts that try things out do not. */
export const limits = {
  /** A family or a small office behind one address signs up on one evening. */
  register: { points: 20, seconds: 3600, by: 'address' },
  /** Failed log-ins of all accounts together; throttle.ts says what slows a single account. */
  login: { points: 60, seconds: 900, by: 'address' },
  /** Each sends a mail to an address that the visitor typed. */
  reset: { points: 10, seconds: 3600, by: 'address' },
  /** The same, of one address of a mailbox, from wherever it was asked. */
  reset_mailbox: { points: 4, seconds: 3600, by: 'address' },
  /** Links of mails: their tokens have 256 bits, so this only keeps noise away. */
  one_time_token: { points: 60, seconds: 900, by: 'address' },
  /** An access token lasts 15 minutes; every tab of every person behind one address may refresh. */
  refresh: { points: 300, seconds: 300, by: 'address' },
  google: { points: 30, seconds: 300, by: 'address' },
  profile: { points: 60, seconds: 300, by: 'person' },
  /** Mails to oneself. */
  mail: { points: 5, seconds: 3600, by: 'person' },
  export: { points: 10, seconds: 3600, by: 'person' },
  save: { points: 120, seconds: 60, by: 'person' },
  rating: { points: 60, seconds: 60, by: 'person' },
  collection: { points: 240, seconds: 60, by: 'person' },
  /** Beacons of copies and clicks: what is above it is not counted. */
  beacon: { points: 240, seconds: 60, by: 'address' },
  /** Each asks the index; typing in a search box asks once per pause. */
  search: { points: 120, seconds: 60, by: 'person' },
  /** Pages and lists without a token. Counted in each process: it is looked at before anything else. */
  read: { points: 3000, seconds: 60, by: 'address' },
} satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

/** 429, for so many ms. */
export function tooMany(ms: number): Refusal {
  const wait_seconds = Math.max(1, Math.ceil(ms / 1000))
  const until = new Date(Date.now() + ms).toISOString()
  return new Refusal(429, 'problem.too_many', { wait_seconds, until })
}

/** What counts as one address: an IPv6 customer has a whole /64. */
export function groupOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const middle = address.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : []
  return `${[...left, ...middle, ...right].slice(0, 4).join(':')}::/64`
}

type Store = Redis

/** Counters by name, in this process or shared through Redis; when Redis is away, each process counts for itself. */
export class Counters {
  #store: Store | null
  #made = new Map<string, RateLimiterAbstract>()

  constructor(store: Store | null) {
    this.#store = store
  }

  /** A counter of which `points` are free in `seconds`. */
  of(name: string, points: number, seconds: number): RateLimiterAbstract {
    const known = this.#made.get(name)
    if (known) return known
    const options = { keyPrefix: `limit:${name}`, points, duration: seconds }
    const memory = new RateLimiterMemory(options)
    const made = this.#store
      ? new RateLimiterRedis({ ...options, storeClient: this.#store, insuranceLimiter: memory })
      : memory
    this.#made.set(name, made)
    return made
  }

  /** Counts one for the key. Throws 429 when there are none left. */
  async take(name: LimitName, key: string): Promise<void> {
    const { points, seconds } = limits[name]
    await this.of(name, points, seconds)
      .consume(key)
      .catch((refused: unknown) => {
        throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused
      })
  }

  /** Takes one back. */
  async giveBack(name: LimitName, key: string): Promise<void> {
    const { points, seconds } = limits[name]
    await this.of(name, points, seconds).reward(key)
  }
}

/** Reads of an address in this minute: a map that is emptied with it, so that an attack takes no memory for long. */
export class Reads {
  #counts = new Map<string, number>()
  #ends = 0
  #isOn: boolean

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** Counts one; null when it is free, else how many ms to wait. */
  take(address: string): number | null {
    if (!this.#isOn) return null
    const now = Date.now()
    if (now >= this.#ends) {
      this.#counts.clear()
      this.#ends = now + limits.read.seconds * 1000
    }
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count > limits.read.points ? this.#ends - now : null
  }
}
