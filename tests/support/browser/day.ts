import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000

/** Waits until the day in UTC lasts for at least two minutes: what a test counts by day is then counted on one day. */
export async function beginDay(): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < 120_000) await sleep(left)
}
