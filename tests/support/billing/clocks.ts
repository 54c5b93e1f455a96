import { vi } from 'vitest'
import { holdWebhooks, sandbox } from './shop.ts'

/**
 * Moves the sandbox's clock, and lets the product's show the same until the end of the test. Webhooks are held, since
 * they are signed with real time: a test reads its customers by `syncCustomer` or `reconcile`.
 */
export async function advanceBoth(days: number): Promise<void> {
  await holdWebhooks()
  const { now } = await sandbox.control<{ now: number }>('/advance', { by: `${days}d` })
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000, shouldAdvanceTime: true })
}
