import { setTimeout as sleep } from 'node:timers/promises'
import { queryNamed } from '../database/db.ts'

const everyMs = 1_000

/** Adds votes and comments to the counts by which lists are ordered. A lock admits one process. */
export async function foldThreadChanges(): Promise<void> {
  await queryNamed('fold thread changes', 'SELECT fold_thread_changes()', [])
}

export function foldEverySecond(): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const folding = (async () => {
    while (!signal.aborted) {
      await foldThreadChanges().catch(() => {}) // the next run includes its changes
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await folding
  }
}
