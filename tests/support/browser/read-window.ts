import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '../../../server/limits/limits.ts'

/** Waits if the current rate-limit window ends sooner; windows start at whole minutes. */
export async function waitForReadWindow(leftMs = 15_000): Promise<void> {
  const windowMs = limits.read.seconds * 1_000
  const left = windowMs - (Date.now() % windowMs)
  if (left < leftMs) await sleep(left)
}
