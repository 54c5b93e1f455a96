import { setTimeout as sleep } from 'node:timers/promises'

type Times = { ttlMs: number; timeoutMs: number }

/** Reads at most once per `ttlMs`. Null if there is no fresh value and none comes within `timeoutMs`. */
export function cachedReading<Reading>(
  { ttlMs, timeoutMs }: Times,
  read: () => Promise<Reading>,
): () => Promise<Reading | null> {
  let known: { reading: Reading; readAt: number } | null = null
  let reading: Promise<Reading | null> | undefined
  return async () => {
    if (known && performance.now() - known.readAt < ttlMs) return known.reading
    reading ??= read()
      .then((result) => {
        known = { reading: result, readAt: performance.now() }
        return result
      })
      .catch(() => null)
      .finally(() => (reading = undefined))
    return Promise.race([reading, sleep(timeoutMs, null, { ref: false })])
  }
}
