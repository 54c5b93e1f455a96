import { returnedAmountOf, isEnded, isRunning, refundedPayment } from './access.ts'
import type { CustomerState, PaymentRow, SubscriptionRow } from './customers/customer-state.ts'
import { refundOrReport } from './refunds/automatic-refunds.ts'
import { blocksRefund } from './refunds/dispute-state.ts'
import { refundDays } from './refunds/stripe-refunds.ts'
import { remainingCredit, readCreditChanges, reclaimCredit, restoreCredit } from './refunds/credit-balance.ts'
import { finalAfterMs } from './customers/fetch-customer.ts'
import { isMissingAtStripe, isPermanentRefusal } from './stripe.ts'
import type { Stripe, SyncContext } from './stripe.ts'

export type SubscriptionRepair = {
  subscription: SubscriptionRow
  refund: boolean
  /** Returned amount in the smallest unit. Credit from this amount is removed. */
  amount_refunded: number
}

const isRecent = (moment: Date) => Date.now() - moment.getTime() < refundDays * 86_400_000

/** Lists subscriptions to end: all but the first running one, and refunded, unpaid or orphaned ones. */
export function listRepairs({ subscriptions, payments }: CustomerState, isOrphan: boolean): SubscriptionRepair[] {
  if (isOrphan)
    return subscriptions
      .filter((row) => !isEnded(row))
      .map((subscription) => ({ subscription, refund: isRecent(subscription.created_at), amount_refunded: 0 }))
  const [first, ...later] = subscriptions.filter(isRunning)
  if (!first) return []
  const amount_refunded = returnedAmountOf(first.id, payments)
  const isRefunded = refundedPayment(first.id, payments) !== null
  return [
    ...(isRefunded ? [{ subscription: first, refund: false, amount_refunded }] : []),
    ...later.map((subscription) => ({ subscription, refund: true, amount_refunded: 0 })),
    ...subscriptions
      .filter(({ status }) => status === 'unpaid')
      .map((subscription) => ({ subscription, refund: false, amount_refunded: 0 })),
  ]
}

/** True if a late payment can be refunded: it is recent, or its dispute was won, perhaps months later. */
const isRefundable = ({ dispute_status }: PaymentRow, paid_at: Date) =>
  dispute_status === 'won'
    ? Date.now() - paid_at.getTime() < finalAfterMs
    : isRecent(paid_at) && !blocksRefund(dispute_status)

/** Lists payments that arrived after the end of their subscription, as by bank debit. They grant nothing. */
export function listLatePayments({ subscriptions, payments }: CustomerState): PaymentRow[] {
  const endOf = new Map(subscriptions.filter(isEnded).map(({ id, ends_at }) => [id, ends_at]))
  return payments.filter((payment) => {
    const { subscription_id, status, amount, amount_refund_resolved, created_at, paid_at } = payment
    const end = endOf.get(subscription_id ?? '')
    const isLate = end && paid_at && created_at <= end && end < paid_at && isRefundable(payment, paid_at)
    return isLate && status === 'paid' && amount > 0 && amount_refund_resolved === 0
  })
}

export async function cancelImmediately(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }).catch((error: unknown) => {
    if (!isMissingAtStripe(error)) throw error
  })
}

/** Voids the invoice of a pending change, so that its credit is restored before the subscription ends. */
async function dropPendingChange(
  stripe: Stripe,
  { pending_price_id, latest_invoice_id }: SubscriptionRow,
): Promise<void> {
  if (pending_price_id === null || latest_invoice_id === null) return
  await stripe.invoices.voidInvoice(latest_invoice_id).catch((error: unknown) => {
    if (!isPermanentRefusal(error)) throw error
  })
}

export async function cancelRefunded(
  stripe: Stripe,
  refunded: { customer_id: string; subscription_id: string; amount: number },
): Promise<void> {
  if (refunded.amount > 0) await reclaimCredit(stripe, refunded)
  await cancelImmediately(stripe, refunded.subscription_id)
}

/** Removes credit of ended subscriptions whose money was returned. Returns true if there was any. */
export async function reclaimCredits(
  { stripe }: SyncContext,
  customer_id: string,
  { credit, subscriptions, payments }: CustomerState,
): Promise<boolean> {
  const reversed = subscriptions
    .filter(isEnded)
    .map(({ id }) => ({ customer_id, subscription_id: id, amount: returnedAmountOf(id, payments) }))
    .filter(({ amount }) => amount > 0)
  if (credit === 0 || reversed.length === 0) return false
  const changes = await readCreditChanges(stripe, customer_id)
  let isReclaimed = false
  for (const one of reversed)
    if (remainingCredit(changes, one.subscription_id) > 0 && (await reclaimCredit(stripe, one))) isReclaimed = true
  return isReclaimed
}

/** Ends a subscription and refunds it if due. A refused refund does not prevent the end. Safe to repeat. */
export async function repairSubscription(
  sync: SyncContext,
  customer_id: string,
  { payments }: CustomerState,
  { subscription, refund, amount_refunded }: SubscriptionRepair,
): Promise<void> {
  const repaired = { customer_id, subscription_id: subscription.id, amount: amount_refunded }
  if (refund) {
    await dropPendingChange(sync.stripe, subscription)
    await restoreCredit(sync.stripe, repaired)
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
