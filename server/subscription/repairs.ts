import { amountReversed, isEnded, isRunning, refundedPayment } from './access.ts'
import type { CustomerState, PaymentRow, SubscriptionRow } from './customers/customer-state.ts'
import { refundOrReport } from './refunds/automatic-refunds.ts'
import { blocksRefund } from './refunds/dispute-state.ts'
import { refundDays } from './refunds/stripe-refunds.ts'
import { creditLeft, readCreditChanges, reclaimCredit, returnCredit } from './refunds/credit-balance.ts'
import { finalAfterMs } from './customers/read-customer.ts'
import { isMissing, isRefusal } from './stripe.ts'
import type { Stripe, Sync } from './stripe.ts'

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
  const amount_refunded = amountReversed(first.id, payments)
  const isRefunded = refundedPayment(first.id, payments) !== null
  return [
    ...(isRefunded ? [{ subscription: first, refund: false, amount_refunded }] : []),
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

/** A change that waits for its payment: its invoice is void with the end, and would give back then what it took of a credit. */
async function dropPendingChange(
  stripe: Stripe,
  { pending_price_id, latest_invoice_id }: SubscriptionRow,
): Promise<void> {
  if (pending_price_id === null || latest_invoice_id === null) return
  await stripe.invoices.voidInvoice(latest_invoice_id).catch((error: unknown) => {
    // It was paid, or is void already.
    if (!isRefusal(error)) throw error
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

/** Takes the credit that ended subscriptions have left, where the money that it came from has gone back since. Returns true where credit was taken. */
export async function reclaimCredits(
  { stripe }: Sync,
  customer_id: string,
  { credit, subscriptions, payments }: CustomerState,
): Promise<boolean> {
  const reversed = subscriptions
    .filter(isEnded)
    .map(({ id }) => ({ customer_id, subscription_id: id, amount: amountReversed(id, payments) }))
    .filter(({ amount }) => amount > 0)
  if (credit === 0 || reversed.length === 0) return false
  const changes = await readCreditChanges(stripe, customer_id)
  let isReclaimed = false
  for (const one of reversed)
    if (creditLeft(changes, one.subscription_id) > 0 && (await reclaimCredit(stripe, one))) isReclaimed = true
  return isReclaimed
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
  const repaired = { customer_id, subscription_id: subscription.id, amount: amount_refunded }
  if (refund) {
    await dropPendingChange(sync.stripe, subscription)
    await returnCredit(sync.stripe, repaired)
  }
  if (refund)
    for (const payment of payments)
      if (
        payment.subscription_id === subscription.id &&
        ['paid', 'partially-refunded'].includes(payment.status) &&
        !blocksRefund(payment.dispute_status)
      )
        await refundOrReport(sync, payment, 'duplicate')
  await cancelRefunded(sync.stripe, repaired)
}
