import { setTimeout as sleep } from 'node:timers/promises'

/** ms that a scrape waits for the database. */
const patienceMs = 1_500

/**
 * Reads at most every `ttlMs`, one at a time, however often and by however many it is asked. Null where what is known
 * is too old and nothing newer came in time.
 */
export function cachedReading<Reading>(ttlMs: number, read: () => Promise<Reading>): () => Promise<Reading | null> {
  let known: { reading: Reading; readAt: number } | null = null
  let reading: Promise<void> | undefined
  const findFresh = () => (known && performance.now() - known.readAt < ttlMs ? known.reading : null)
  return async () => {
    const fresh = findFresh()
    if (fresh !== null) return fresh
    reading ??= read()
      .then((result) => void (known = { reading: result, readAt: performance.now() }))
      .catch(() => {})
      .finally(() => (reading = undefined))
    await Promise.race([reading, sleep(patienceMs, null, { ref: false })])
    return findFresh()
  }
}
