import { isRunning, latestPaid } from './access.ts'
import type { CustomerState, SubscriptionRow } from './customer-state.ts'
import { isMissing } from './stripe.ts'
import type { Stripe } from './stripe.ts'

/** What must not stay as it is at Stripe: `refund` also gives back what was paid for it. */
export type Repair = { subscription: SubscriptionRow; refund: boolean }

/**
 * Of several subscriptions that run the first stays, the later ones end and are given back. One whose payment went back
 * ends, so does one that stayed unpaid once another runs, and every one of an account that was removed.
 */
export function repairsOf({ subscriptions, payments }: CustomerState, isOrphan: boolean): Repair[] {
  const [first, ...later] = subscriptions.filter(isRunning)
  if (!first) return []
  const isBack = latestPaid(first.id, payments)?.status === 'refunded'
  return [
    ...(isBack || isOrphan ? [{ subscription: first, refund: false }] : []),
    ...later.map((subscription) => ({ subscription, refund: true })),
    ...subscriptions
      .filter(({ status }) => status === 'unpaid')
      .map((subscription) => ({ subscription, refund: false })),
  ]
}

/** Does nothing where it has ended already. */
export async function cancelAtOnce(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** Each step may be done again: a refund has a key of its own, and one that is canceled stays so. */
export async function repair(
  stripe: Stripe,
  { payments }: CustomerState,
  { subscription, refund }: Repair,
): Promise<void> {
  if (refund)
    for (const payment of payments)
      if (payment.subscription_id === subscription.id && payment.status === 'paid' && payment.payment_intent_id)
        await stripe.refunds.create(
          { payment_intent: payment.payment_intent_id, reason: 'duplicate' },
          { idempotencyKey: `refund_duplicate_${payment.payment_intent_id}` },
        )
  await cancelAtOnce(stripe, subscription.id)
}
