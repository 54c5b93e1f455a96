import { refundedPayment, isEnded, isRunning } from './access.ts'
import type { CustomerState, PaymentRow, SubscriptionRow } from './customers/customer-state.ts'
import { refundOrReport } from './refunds/automatic-refunds.ts'
import { blocksRefund } from './refunds/dispute-state.ts'
import { refundDays } from './refunds/stripe-refunds.ts'
import { createOnce } from './idempotency.ts'
import { finalAfterMs } from './customers/read-customer.ts'
import { isMissing } from './stripe.ts'
import type { Stripe } from './stripe.ts'
import type { Sync } from './sync-customer.ts'

/** What must not stay as it is at Stripe. */
export type Repair = {
  subscription: SubscriptionRow
  /** Also refunds what was paid for it. */
  refund: boolean
  /** What went back, in the smallest unit: no credit of it may stay. */
  amount_refunded: number
}

const isRecent = (moment: Date) => Date.now() - moment.getTime() < refundDays * 86_400_000

/**
 * Of several subscriptions that run the first stays, the later ones end and are refunded. One whose payment went back
 * ends, so does one that stayed unpaid once another runs, and every one of an account that was removed: a new one was
 * bought too late to be of use.
 */
export function repairsOf({ subscriptions, payments }: CustomerState, isOrphan: boolean): Repair[] {
  if (isOrphan)
    return subscriptions
      .filter((row) => !isEnded(row))
      .map((subscription) => ({ subscription, refund: isRecent(subscription.created_at), amount_refunded: 0 }))
  const [first, ...later] = subscriptions.filter(isRunning)
  if (!first) return []
  const back = refundedPayment(first.id, payments)
  return [
    ...(back ? [{ subscription: first, refund: false, amount_refunded: back.amount }] : []),
    ...later.map((subscription) => ({ subscription, refund: true, amount_refunded: 0 })),
    ...subscriptions
      .filter(({ status }) => status === 'unpaid')
      .map((subscription) => ({ subscription, refund: false, amount_refunded: 0 })),
  ]
}

/** A dispute that was won may have taken months; nothing is refunded once a payment is settled. */
const isRefundable = ({ dispute_status }: PaymentRow, paid_at: Date) =>
  dispute_status === 'won'
    ? Date.now() - paid_at.getTime() < finalAfterMs
    : isRecent(paid_at) && !blocksRefund(dispute_status)

/** What came in when the subscription that it was asked for had ended, as by bank debit, or from an old link: it opens nothing. */
export function paidTooLate({ subscriptions, payments }: CustomerState): PaymentRow[] {
  const endOf = new Map(subscriptions.filter(isEnded).map(({ id, ends_at }) => [id, ends_at]))
  return payments.filter((payment) => {
    const { subscription_id, status, amount, amount_refund_resolved, created_at, paid_at } = payment
    const end = endOf.get(subscription_id ?? '')
    const isLate = end && paid_at && created_at <= end && end < paid_at && isRefundable(payment, paid_at)
    return isLate && status === 'paid' && amount > 0 && amount_refund_resolved === 0
  })
}

/** Does nothing where it has ended already. */
export async function cancelAtOnce(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

async function sumCreditReclaimed(stripe: Stripe, customer_id: string, subscription_id: string): Promise<number> {
  let sum = 0
  for await (const { amount, metadata } of stripe.customers.listBalanceTransactions(customer_id, { limit: 100 }))
    if (metadata?.refunded_subscription === subscription_id) sum += amount
  return sum
}

/** Takes the credit that a switch may have left of the money that went back: it would be paid twice. */
async function reclaimCredit(
  stripe: Stripe,
  { customer_id, subscription_id, amount }: { customer_id: string; subscription_id: string; amount: number },
): Promise<void> {
  await createOnce(`credit_${subscription_id}`, async ({ idempotencyKey }) => {
    const customer = await stripe.customers.retrieve(customer_id)
    if (customer.deleted || customer.balance >= 0 || !customer.currency) return
    // Read after the balance: whatever somebody takes meanwhile is in one of the two.
    const reclaimed = await sumCreditReclaimed(stripe, customer_id, subscription_id)
    const left = Math.min(amount - reclaimed, -customer.balance)
    if (left <= 0) return
    await stripe.customers.createBalanceTransaction(
      customer_id,
      { amount: left, currency: customer.currency, metadata: { refunded_subscription: subscription_id } },
      { idempotencyKey: `${idempotencyKey}_${reclaimed}` },
    )
  })
}

/** Ends a subscription whose money went back. */
export async function cancelRefunded(
  stripe: Stripe,
  refunded: { customer_id: string; subscription_id: string; amount: number },
): Promise<void> {
  if (refunded.amount > 0) await reclaimCredit(stripe, refunded)
  await cancelAtOnce(stripe, refunded.subscription_id)
}

/**
 * Each step may be done again: what went back goes once, and one that is canceled stays so. A refund that Stripe refuses
 * for good keeps no subscription alive.
 */
export async function repair(
  sync: Sync,
  customer_id: string,
  { payments }: CustomerState,
  { subscription, refund, amount_refunded }: Repair,
): Promise<void> {
  if (refund)
    for (const payment of payments)
      if (
        payment.subscription_id === subscription.id &&
        payment.status === 'paid' &&
        !blocksRefund(payment.dispute_status)
      )
        await refundOrReport(sync, payment, 'duplicate')
  await cancelRefunded(sync.stripe, { customer_id, subscription_id: subscription.id, amount: amount_refunded })
}
