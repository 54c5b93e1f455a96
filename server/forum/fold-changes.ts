import { setTimeout as sleep } from 'node:timers/promises'
import { lookUp } from '../database/db.ts'

const everyMs = 1_000

/** Adds what was voted and commented to the counts that lists are ordered by; one process at a time does. */
export async function foldThreadChanges(): Promise<void> {
  await lookUp('fold thread changes', 'SELECT fold_thread_changes()', [])
}

/** Once a second, also after a time without the database. Returns the stop, which waits for the one under way. */
export function foldEverySecond(): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const folding = (async () => {
    while (!signal.aborted) {
      // What was not folded is in the next.
      await foldThreadChanges().catch(() => {})
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await folding
  }
}
