import { setTimeout as sleep } from 'node:timers/promises'

/** `timeoutMs`: how long a caller waits for what is read. */
type Times = { ttlMs: number; timeoutMs: number }

/**
 * Reads at most every `ttlMs`, one at a time, however often and by however many it is asked. Null where what is known
 * is too old and nothing newer came in time.
 */
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
