import { isRunning } from './access.ts'
import { releaseSchedule } from './prices/next-price.ts'
import { idOf } from './stripe.ts'
import type { Stripe } from './stripe.ts'

/** Does nothing where it is so already, or where nothing runs. */
export async function setAutoRenew(stripe: Stripe, id: string, enabled: boolean): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { cancel_at, cancel_at_period_end } = subscription
  const isEnabled = cancel_at === null && !cancel_at_period_end
  if (!isRunning(subscription) || isEnabled === enabled) return
  await releaseSchedule(stripe, idOf(subscription.schedule))
  // Either of the two ends it, and Stripe takes only one of them at a time.
  await stripe.subscriptions.update(
    id,
    enabled && cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: !enabled },
  )
}
