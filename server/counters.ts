import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Redis } from 'ioredis'

/** So many `points` are free in so many `seconds`, which begin with the first. */
export type Rate = { points: number; seconds: number }
/** So many tries are `free`; the next brings a pause of `first` seconds, each further one a pause twice as long. */
export type Slowing = { free: number; first: number }
/** The longest pause in seconds, and after how many without a try all is forgotten. */
export const [longestPause, memory] = [900, 3600]

/** What the counting needs of a store; each deed is one step, however many ask at a time. */
export type Store = {
  /** Counts one; answers for how many ms there are no more, or 0. */
  take: (key: string, rate: Rate) => Promise<number>
  giveBack: (key: string) => Promise<void>
  /** Counts a try, unless there is a pause; answers how many ms of it are left, or 0. */
  slow: (key: string, slowing: Slowing) => Promise<number>
  /** Takes back a try that was none, and the pause that it brought. */
  forgive: (key: string) => Promise<void>
  forget: (key: string) => Promise<void>
}

/** Adds so many requests of each reader to what all processes counted until that moment; answers the sums in order. */
export type AddReads = (reads: { reader: string; more: number }[], until: number) => Promise<number[]>

/** Names and addresses stand in no store. */
export const keyOf = (...parts: (string | number)[]) =>
  createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22)

const pauseAfter = (count: number, { free, first }: Slowing) =>
  count > free ? Math.min(longestPause, first * 2 ** (count - free - 1)) * 1000 : 0

/** Where nothing is limited. */
export const noStore: Store = {
  take: async () => 0,
  giveBack: async () => {},
  slow: async () => 0,
  forgive: async () => {},
  forget: async () => {},
}

/** How many keys a process remembers, about 200 bytes each: those that were used longest ago are dropped. */
const remembered = 50_000

/** Counts in this process alone. */
export class OwnStore implements Store {
  #counts = new LRUCache<string, { count: number; until: number; forgotten: number }>({ max: remembered })

  async take(key: string, { points, seconds }: Rate) {
    const now = Date.now()
    const entry = this.#entry(key, now) ?? this.#start(key, now + seconds * 1000, now + seconds * 1000)
    return ++entry.count > points ? entry.until - now : 0
  }

  async giveBack(key: string) {
    const entry = this.#entry(key)
    if (entry) entry.count--
  }

  async slow(key: string, slowing: Slowing) {
    const now = Date.now()
    const entry = this.#entry(key, now) ?? this.#start(key, 0, 0)
    if (entry.until > now) return entry.until - now
    entry.until = now + pauseAfter(++entry.count, slowing)
    entry.forgotten = entry.until + memory * 1000
    return 0
  }

  async forgive(key: string) {
    const entry = this.#entry(key)
    if (entry) Object.assign(entry, { count: entry.count - 1, until: 0 })
  }

  async forget(key: string) {
    this.#counts.delete(key)
  }

  #entry(key: string, now = Date.now()) {
    const entry = this.#counts.get(key)
    return entry && entry.forgotten > now ? entry : undefined
  }

  #start(key: string, until: number, forgotten: number) {
    const entry = { count: 0, until, forgotten }
    this.#counts.set(key, entry)
    return entry
  }
}

const scripts = {
  take: `local count = redis.call('INCR', KEYS[1])
    if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    return count > tonumber(ARGV[1]) and redis.call('PTTL', KEYS[1]) or 0`,
  giveBack: `if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end`,
  slow: `local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local left = tonumber(redis.call('HGET', KEYS[1], 'until') or 0) - now
    if left > 0 then return left end
    local over = redis.call('HINCRBY', KEYS[1], 'count', 1) - ARGV[1]
    local pause = over > 0 and math.min(ARGV[3], ARGV[2] * 2 ^ (over - 1)) or 0
    redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + pause))
    redis.call('PEXPIRE', KEYS[1], pause + ARGV[4])
    return 0`,
  forgive: `if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('HINCRBY', KEYS[1], 'count', -1) redis.call('HSET', KEYS[1], 'until', 0) end`,
}

/** For how many ms nothing is asked of a Redis that has just failed. */
const pauseOfRedis = 2_000
type Log = { warn: (facts: object, text: string) => void; info: (text: string) => void }

/** Counts in Redis together with other processes; while it is away, each counts for itself and no request waits. */
export class SharedStore implements Store {
  #redis: Redis
  #own = new OwnStore()
  #awayUntil = 0
  #isAway = false
  #log: Log

  constructor(redis: Redis, log: Log) {
    this.#redis = redis
    this.#log = log
    redis.on('error', (error: Error) => this.#failed(error))
  }

  take = (key: string, rate: Rate) =>
    this.#ask(scripts.take, key, [rate.points, rate.seconds * 1000], () => this.#own.take(key, rate))
  giveBack = (key: string) => this.#ask(scripts.giveBack, key, [], () => this.#own.giveBack(key))
  slow = (key: string, slowing: Slowing) =>
    this.#ask(scripts.slow, key, [slowing.free, slowing.first * 1000, longestPause * 1000, memory * 1000], () =>
      this.#own.slow(key, slowing),
    )
  forgive = (key: string) => this.#ask(scripts.forgive, key, [], () => this.#own.forgive(key))
  forget = async (key: string) => {
    // What was counted here meanwhile is forgotten too.
    await this.#own.forget(key)
    await this.#ask(`redis.call('DEL', KEYS[1])`, key, [], async () => {})
  }

  /** Throws while Redis is away: what was not added is added the next time. */
  addReads =
    (name: string): AddReads =>
    async (reads, until) => {
      const sum = `limit:${keyOf(name, until)}`
      const adding = this.#redis.pipeline()
      for (const { reader, more } of reads) adding.hincrby(sum, keyOf(reader), more)
      const answers = (await adding.pexpireat(sum, until).exec()) ?? []
      return reads.map((_, at) => {
        const [error, count] = answers[at] ?? [new Error('Redis did not answer.')]
        if (error) throw error
        return Number(count)
      })
    }

  async #ask<Result>(script: string, key: string, args: number[], own: () => Promise<Result>) {
    if (Date.now() < this.#awayUntil) return own()
    try {
      if (this.#redis.status !== 'ready') throw new Error(`the connection is ${this.#redis.status}`)
      const answer = (await this.#redis.eval(script, 1, `limit:${key}`, ...args)) as Result
      if (this.#isAway) this.#log.info('Redis is back: the limits are shared again')
      this.#isAway = false
      return answer
    } catch (error) {
      this.#failed(error as Error)
      return own()
    }
  }

  #failed(error: Error) {
    this.#awayUntil = Date.now() + pauseOfRedis
    if (!this.#isAway) this.#log.warn({ problem: error.message }, 'Redis is away: each server counts for itself')
    this.#isAway = true
  }
}
