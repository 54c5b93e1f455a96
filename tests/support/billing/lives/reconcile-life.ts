import { reconcile } from '#server/subscription/reconcile.ts'
import type { Life } from './life.ts'
import type { Product } from './product.ts'

export async function reconcileAll({ sync, runJobs }: Product): Promise<{ changed: number; failed: number }> {
  const { changed, failed } = await reconcile(sync)
  await runJobs()
  return { changed, failed }
}

/** Seconds. The simulated reconciliation runs at least every two months, the real one every night. */
const longestUnread = 60 * 86_400

export async function passTime(life: Life, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= longestUnread) {
    await life.sandbox.advance(Math.min(left, longestUnread))
    if (Date.now() / 1_000 - life.reconciledAt < longestUnread) continue
    await reconcileAll(life.product)
    life.reconciledAt = Date.now() / 1_000
  }
}
