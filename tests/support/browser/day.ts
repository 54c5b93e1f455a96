import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000

/** Waits until the day in UTC lasts for that long: what is counted by day meanwhile is counted on one day. */
export async function beginDay(leftMs = 120_000): Promise<void> {
  const left = dayMs - (Date.now() % dayMs)
  if (left < leftMs) await sleep(left)
}
