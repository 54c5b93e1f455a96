import { vi } from 'vitest'
import { holdWebhooks, sandbox } from './shop.ts'

/** Advances sandbox and product clock. Webhooks are held, since their signatures use real time. */
export async function advanceClocks(days: number): Promise<void> {
  await holdWebhooks()
  const { now } = await sandbox.control<{ now: number }>('/advance', { by: `${days}d` })
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000, shouldAdvanceTime: true })
}
