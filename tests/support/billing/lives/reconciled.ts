import { reconcile } from '#server/subscription/reconcile.ts'
import type { Life } from './life.ts'
import type { Product } from './product.ts'

/** Reads everything anew, and works on what that led to. */
export async function reconcileAll({ sync, workOff }: Product): Promise<{ changed: number; failed: number }> {
  const { changed, failed } = await reconcile(sync)
  await workOff()
  return { changed, failed }
}

/** Seconds. Each night is a reconciliation: here two months are the longest without one. */
const longestUnread = 60 * 86_400

export async function passTime(life: Life, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= longestUnread) {
    await life.sandbox.advance(Math.min(left, longestUnread))
    if (Date.now() / 1_000 - life.reconciledAt < longestUnread) continue
    await reconcileAll(life.product)
    life.reconciledAt = Date.now() / 1_000
  }
}
