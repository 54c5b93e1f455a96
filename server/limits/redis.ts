import { setInterval as every } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { limitKey } from './rate-limiter.ts'

const commandTimeoutMs = 250
type Log = { warn: (facts: object, text: string) => void; info: (text: string) => void }

export type AddReads = (reads: { reader: string; added: number }[], until: number) => Promise<number[]>
type SharedRedis = { redis: Redis; isUp: () => boolean; addReads: (name: string) => AddReads }

/** Logs once that Redis is unavailable, and once that it is available again. */
function createAvailability(log: Log) {
  let isAway = false
  return {
    isUp: () => !isAway,
    failed: (error: Error) => {
      if (!isAway)
        log.warn({ problem: error.message }, 'Redis is unavailable: each server counts limits in its own memory')
      isAway = true
    },
    recovered: () => {
      if (isAway) log.info('Redis is available again: limits are shared')
      isAway = false
    },
  }
}

async function addTo(redis: Redis, name: string, ...[reads, until]: Parameters<AddReads>): Promise<number[]> {
  const sum = `limit:${limitKey(name, String(until))}`
  const adding = redis.pipeline()
  for (const { reader, added } of reads) adding.hincrby(sum, limitKey(reader), added)
  const results = (await adding.pexpireat(sum, until).exec()) ?? []
  return reads.map((_, at) => {
    const [error, count] = results[at] ?? [new Error('Redis did not answer.')]
    if (error) throw error
    return Number(count)
  })
}

/** Connects to Redis. Waits for a second at most. */
export async function connectRedis(url: string, log: Log): Promise<SharedRedis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: commandTimeoutMs,
    socketTimeout: commandTimeoutMs,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
  })
  const { isUp, failed, recovered } = createAvailability(log)
  redis
    .on('error', failed)
    .on('reconnecting', () => failed(new Error('the connection was closed')))
    .on('ready', recovered)
  const addReads =
    (name: string): AddReads =>
    async (...adding) => {
      try {
        const sums = await addTo(redis, name, ...adding)
        recovered()
        return sums
      } catch (error) {
        failed(error as Error)
        throw error
      }
    }
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    setTimeout(resolve, 1_000).unref()
  })
  return { redis, isUp, addReads }
}

const exchangeMs = 1_000

type Exchanged = { exchange: (add: AddReads) => Promise<void> }

export async function syncReadCounts(
  reads: Record<string, Exchanged>,
  { addReads }: SharedRedis,
  signal: AbortSignal,
): Promise<void> {
  for await (const _ of every(exchangeMs, null, { signal, ref: false }))
    for (const [name, counted] of Object.entries(reads)) await counted.exchange(addReads(name)).catch(() => {})
}
