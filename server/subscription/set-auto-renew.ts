import { isRunning } from './access.ts'
import { releaseSchedule } from './prices/next-price.ts'
import { stripeIdOf } from './stripe.ts'
import type { Stripe } from './stripe.ts'

export async function setAutoRenewAtStripe(stripe: Stripe, id: string, enabled: boolean): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { cancel_at, cancel_at_period_end } = subscription
  const isEnabled = cancel_at === null && !cancel_at_period_end
  if (!isRunning(subscription) || isEnabled === enabled) return
  await releaseSchedule(stripe, stripeIdOf(subscription.schedule))
  // Stripe has two parameters that end a subscription, but accepts only one of them per call.
  await stripe.subscriptions.update(
    id,
    enabled && cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: !enabled },
  )
}
