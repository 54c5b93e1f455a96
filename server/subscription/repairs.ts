import { givenBack, isEnded, isRunning } from './access.ts'
import type { CustomerState, PaymentRow, SubscriptionRow } from './customer-state.ts'
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

const isRecent = (moment: Date) => Date.now() - moment.getTime() < refundDays * 86_400_000

/**
 * Of several subscriptions that run the first stays, the later ones end and are given back. One whose payment went back
 * ends, so does one that stayed unpaid once another runs, and every one of an account that was removed: a new one was
 * bought too late to be of use.
 */
export function repairsOf({ subscriptions, payments }: CustomerState, isOrphan: boolean): Repair[] {
  if (isOrphan)
    return subscriptions
      .filter((row) => !isEnded(row))
      .map((subscription) => ({ subscription, refund: isRecent(subscription.created_at), given_back: 0 }))
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

/** What came in when the subscription that it was asked for had ended, as by bank debit, or from an old link: it opens nothing. */
export function paidTooLate({ subscriptions, payments }: CustomerState): PaymentRow[] {
  const endOf = new Map(subscriptions.filter(isEnded).map(({ id, ends_at }) => [id, ends_at]))
  return payments.filter(({ subscription_id, status, amount, dispute_status, created_at, paid_at }) => {
    const end = endOf.get(subscription_id ?? '')
    const isLate = end && paid_at && created_at <= end && end < paid_at && isRecent(paid_at)
    return isLate && status === 'paid' && amount > 0 && dispute_status === null
  })
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
