import { isChargedBack } from './refunds/dispute-state.ts'

/** Stripe's statuses that grant access after a payment. `paused`, after a trial without a card, grants none. */
const runningStatuses = new Set(['active', 'trialing', 'past_due'])
const dayMs = 86_400_000
/** Grace period in ms: access continues this long after the period if no renewal was paid. */
const graceMs = 7 * dayMs

export type SubscriptionState = {
  id: string
  status: string
  tier: number
  current_period_start: Date
  current_period_end: Date
  ends_at: Date | null
}
export type PaymentState = {
  subscription_id: string | null
  billing_period: 'month' | 'year' | null
  amount: number
  amount_refunded: number
  status: string
  dispute_status: string | null
  amount_charged_back: number
  /** `amount_refund_due`: failed refunds that were not repeated. `…_resolved`: amount repaid outside Stripe. */
  amount_refund_due: number
  amount_refund_resolved: number
  created_at: Date
}

export const isRunning = ({ status }: { status: string }) => runningStatuses.has(status)

const endedStatuses = new Set(['canceled', 'incomplete_expired'])
export const isEnded = ({ status }: { status: string }) => endedStatuses.has(status)

const paidStatuses = new Set(['paid', 'partially-refunded', 'refunded'])

/** Returns the latest successful payment of a subscription, even if it was refunded later. */
export const latestPaidPayment = <Payment extends PaymentState>(id: string, payments: Payment[]): Payment | undefined =>
  payments
    .filter(({ subscription_id, status }) => subscription_id === id && paidStatuses.has(status))
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]

type ResolvedPayment = Pick<PaymentState, 'amount' | 'amount_refunded' | 'amount_refund_resolved'>
export const isRefundResolved = ({ amount, amount_refunded, amount_refund_resolved }: ResolvedPayment) =>
  amount_refund_resolved > 0 && amount_refunded + amount_refund_resolved >= amount

/** True if all of a payment was returned: by refunds, by a chargeback, or outside Stripe. */
export const isMoneyReturned = (payment: PaymentState) =>
  payment.status === 'refunded' || isChargedBack(payment.dispute_status) || isRefundResolved(payment)

export const refundDue = ({
  amount_refund_due,
  amount_refund_resolved,
}: Pick<PaymentState, 'amount_refund_due' | 'amount_refund_resolved'>) =>
  Math.max(0, amount_refund_due - amount_refund_resolved)

type PaymentAmounts = {
  amount: number
  amount_refunded: number
  amount_refund_due: number
  amount_refund_resolved: number
}
/** Amount of a payment that was not returned. A failed refund that is still due counts as returned. */
export const unreturnedAmount = ({
  amount,
  amount_refunded,
  amount_refund_due,
  amount_refund_resolved,
}: PaymentAmounts) => Math.max(0, amount - amount_refunded - Math.max(amount_refund_due, amount_refund_resolved))

export const hasRefundDue = (payment: Pick<PaymentState, 'amount_refund_due' | 'amount_refund_resolved'>) =>
  refundDue(payment) > 0

/** Returns the latest payment above zero. A later payment of zero was covered by credit. */
const latestCharged = <Payment extends PaymentState>(id: string, payments: Payment[]) =>
  latestPaidPayment(
    id,
    payments.filter(({ amount }) => amount > 0),
  )

/** Returns the payment that the subscription runs on if its money was returned; else null. */
export function refundedPayment<Payment extends PaymentState>(id: string, payments: Payment[]): Payment | null {
  const charged = latestCharged(id, payments)
  return charged && isMoneyReturned(charged) ? charged : null
}

/** Returned amount of a subscription, in the smallest unit. 0 unless its current payment was returned. */
export const returnedAmountOf = (id: string, payments: PaymentState[]): number =>
  refundedPayment(id, payments) === null
    ? 0
    : payments
        .filter((payment) => payment.subscription_id === id && isMoneyReturned(payment))
        .reduce(
          (sum, { amount, amount_refunded, amount_refund_resolved, amount_charged_back }) =>
            sum + Math.min(amount, amount_refunded + amount_refund_resolved + amount_charged_back),
          0,
        )

const isPaymentOfPeriod = (
  { current_period_start }: SubscriptionState,
  { created_at }: Pick<PaymentState, 'created_at'>,
) => created_at.getTime() > current_period_start.getTime() - dayMs

const maxPeriodMs = { month: 31 * dayMs, year: 366 * dayMs }

/** End of the period that the payment bought. Later periods of a past-due subscription are unpaid. */
function paidUntil(subscription: SubscriptionState, { amount, billing_period, ...paid }: PaymentState): Date {
  const { current_period_start, current_period_end } = subscription
  if (isPaymentOfPeriod(subscription, paid)) return current_period_end
  if (amount === 0) return current_period_start
  const latest = paid.created_at.getTime() + maxPeriodMs[billing_period ?? 'year'] + dayMs
  return new Date(Math.min(current_period_start.getTime(), latest))
}

function accessEndOf(subscription: SubscriptionState, paid: PaymentState): Date {
  const { ends_at } = subscription
  const end = new Date(paidUntil(subscription, paid).getTime() + graceMs)
  return ends_at && ends_at < end ? ends_at : end
}

/** End of the paid period if a refund failed after it ended the subscription early; else null. */
function endAfterFailedRefund(subscription: SubscriptionState, payments: PaymentState[]): Date | null {
  const { id, ends_at } = subscription
  const paid = latestPaidPayment(id, payments)
  const charged = latestCharged(id, payments)
  if (!isEnded(subscription) || !paid || !charged || !hasRefundDue(charged) || isMoneyReturned(charged)) return null
  const end = paidUntil(subscription, paid)
  return ends_at !== null && ends_at < end ? end : null
}

/** Returns the tier that subscriptions and payments grant, and when it ends. Null if they grant none. */
export function accessOf(
  subscriptions: SubscriptionState[],
  payments: PaymentState[],
): { tier: number; expires_at: Date } | null {
  const grants = subscriptions.filter(isRunning).flatMap((subscription) => {
    const payment = latestPaidPayment(subscription.id, payments)
    return payment && !refundedPayment(subscription.id, payments)
      ? [{ tier: subscription.tier, expires_at: accessEndOf(subscription, payment) }]
      : []
  })
  for (const subscription of subscriptions) {
    const expires_at = endAfterFailedRefund(subscription, payments)
    if (expires_at) grants.push({ tier: subscription.tier, expires_at })
  }
  return grants.toSorted((a, b) => b.tier - a.tier || b.expires_at.getTime() - a.expires_at.getTime())[0] ?? null
}
