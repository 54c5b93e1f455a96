import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000

/** Waits if UTC midnight is less than two minutes away, so that counts by day stay on one day. */
export async function avoidMidnight(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < 120_000) await sleep(left)
}
