import { setTimeout as sleep } from 'node:timers/promises'

/** `patienceMs`: how long whoever asks waits for what is read. */
type Times = { ttlMs: number; patienceMs: number }

/**
 * Reads at most every `ttlMs`, one at a time, however often and by however many it is asked. Null where what is known
 * is too old and nothing newer came in time.
 */
export function cachedReading<Reading>(
  { ttlMs, patienceMs }: Times,
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
    return Promise.race([reading, sleep(patienceMs, null, { ref: false })])
  }
}
