import { givenBack, isRunning } from './access.ts'
import type { CustomerState, SubscriptionRow } from './customer-state.ts'
import { giveBack, refundDays } from './give-back.ts'
import { isMissing, Stripe } from './stripe.ts'

/** What must not stay as it is at Stripe. */
export type Repair = {
  subscription: SubscriptionRow
  /** Also gives back what was paid for it. */
  refund: boolean
  /** In the smallest unit: what went back, of which no credit may stay. */
  given_back: number
}

const isNew = ({ created_at }: SubscriptionRow) => Date.now() - created_at.getTime() < refundDays * 86_400_000
const ended = new Set(['canceled', 'incomplete_expired'])

/**
 * Of several subscriptions that run the first stays, the later ones end and are given back. One whose payment went back
 * ends, so does one that stayed unpaid once another runs, and every one of an account that was removed: a new one was
 * bought too late to be of use.
 */
export function repairsOf({ subscriptions, payments }: CustomerState, isOrphan: boolean): Repair[] {
  if (isOrphan)
    return subscriptions
      .filter(({ status }) => !ended.has(status))
      .map((subscription) => ({ subscription, refund: isNew(subscription), given_back: 0 }))
  const [first, ...later] = subscriptions.filter(isRunning)
  if (!first) return []
  const back = givenBack(first.id, payments)
  return [
    ...(back ? [{ subscription: first, refund: false, given_back: back.amount }] : []),
    ...later.map((subscription) => ({ subscription, refund: true, given_back: 0 })),
    ...subscriptions
      .filter(({ status }) => status === 'unpaid')
      .map((subscription) => ({ subscription, refund: false, given_back: 0 })),
  ]
}

/** Does nothing where it has ended already. */
export async function cancelAtOnce(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** A switch may have left a credit of the money that went back: it would be given twice. */
async function takeCredit(
  stripe: Stripe,
  { customer_id, subscription_id, amount }: { customer_id: string; subscription_id: string; amount: number },
): Promise<void> {
  const customer = await stripe.customers.retrieve(customer_id)
  if (customer.deleted || customer.balance >= 0 || !customer.currency) return
  await stripe.customers
    .createBalanceTransaction(
      customer_id,
      { amount: Math.min(amount, -customer.balance), currency: customer.currency },
      { idempotencyKey: `credit_${subscription_id}` },
    )
    .catch((error: unknown) => {
      // It was taken before, when the credit was another.
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
    })
}

/** Ends a subscription whose money went back. */
export async function endGivenBack(
  stripe: Stripe,
  given: { customer_id: string; subscription_id: string; amount: number },
): Promise<void> {
  if (given.amount > 0) await takeCredit(stripe, given)
  await cancelAtOnce(stripe, given.subscription_id)
}

/** Each step may be done again: what went back goes once, and one that is canceled stays so. */
export async function repair(
  stripe: Stripe,
  customer_id: string,
  { payments }: CustomerState,
  { subscription, refund, given_back }: Repair,
): Promise<void> {
  if (refund)
    for (const payment of payments)
      if (payment.subscription_id === subscription.id && payment.status === 'paid' && payment.dispute_status === null)
        await giveBack(stripe, payment, { reason: 'duplicate' })
  await endGivenBack(stripe, { customer_id, subscription_id: subscription.id, amount: given_back })
}
