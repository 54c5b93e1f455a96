import { keyOf } from './counters.ts'
import type { AddReads, Rate, Store } from './counters.ts'
import { Refusal } from './problem.ts'

type Limit = Rate & {
  /** Who shares them: all from one address, or one signed-in person (a visitor's address where there is none). */
  by: 'address' | 'person'
}

/** Everything that is limited. People stay far below; scripts that try things out do not. */
export const limits = {
  /** A family or a small office behind one address signs up on one evening. */
  register: { points: 20, seconds: 3600, by: 'address' },
  /** Log-ins that succeed too: each costs a hash. An office begins its day behind one address. */
  sign_in: { points: 120, seconds: 300, by: 'address' },
  /** Failed log-ins of all accounts together; throttle.ts says what slows a single account. */
  login: { points: 60, seconds: 900, by: 'address' },
  /** Failed log-ins of one account from everywhere, above which it is under attack; see throttle.ts. */
  login_account: { points: 100, seconds: 3600, by: 'address' },
  /** Each sends a mail to an address that the visitor typed. */
  reset: { points: 10, seconds: 3600, by: 'address' },
  /** Mails to one mailbox that anybody can bring about: to reset, or to change to its address. */
  mailbox: { points: 4, seconds: 3600, by: 'address' },
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
  /** Everything without a token. Looked at before anything else: processes tell each other once a second. */
  read: { points: 3000, seconds: 60, by: 'address' },
  /** Everything with a token, good or bad: an office of members shares one address. Counted like `read`. */
  signed_in: { points: 12_000, seconds: 60, by: 'address' },
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
  if (!address.includes(':')) return address
  if (/^::ffff:.*\./i.test(address)) return address.slice(7)
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const middle = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...middle, ...right].slice(0, 4)
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/** Counts by name and key, where limits are on. */
export class Counters {
  readonly store: Store

  constructor(store: Store) {
    this.store = store
  }

  /** Counts one for the key. Throws 429 when there are none left. */
  async take(name: LimitName, key: string): Promise<void> {
    const wait = await this.store.take(keyOf(name, key), limits[name])
    if (wait > 0) throw tooMany(wait)
  }

  /** Counts one for the key; answers whether there were none left. */
  isOver = async (name: LimitName, key: string) => (await this.store.take(keyOf(name, key), limits[name])) > 0

  /** Takes one back. */
  giveBack = (name: LimitName, key: string) => this.store.giveBack(keyOf(name, key))
}

/** How many addresses a process counts the requests of; when there are more, all begin anew. */
const mostReaders = 100_000

/** Requests counted by this process, how many of them it told the others, and how many those counted. */
type Count = { own: number; told: number; others: number }

/** Requests of an address in this minute, at a cost that what sits in memory can bear: nothing but a look into a map. */
export class Reads {
  #counts = new Map<string, Count>()
  #ends = 0
  #rate: Rate

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Counts one; answers for how many ms there are no more, or 0. */
  take(reader: string): number {
    const now = Date.now()
    if (now >= this.#ends || this.#counts.size >= mostReaders) {
      this.#counts.clear()
      const lasts = this.#rate.seconds * 1000
      // All processes begin at the same moment.
      this.#ends = (Math.floor(now / lasts) + 1) * lasts
    }
    const count = this.#counts.get(reader) ?? { own: 0, told: 0, others: 0 }
    this.#counts.set(reader, count)
    count.own++
    return count.own + count.others > this.#rate.points ? this.#ends - now : 0
  }

  /** Adds what was counted here since the last time to the sum of all processes, and learns the sums of those readers. */
  async exchange(add: AddReads): Promise<void> {
    const ends = this.#ends
    const news = [...this.#counts].flatMap(([reader, count]) =>
      count.own > count.told ? [{ reader, count, own: count.own, more: count.own - count.told }] : [],
    )
    if (news.length === 0) return
    const sums = await add(news, ends)
    for (const [at, { count, own }] of news.entries())
      Object.assign(count, { told: own, others: (sums[at] ?? own) - own })
  }
}
