import { isChargedBack } from './refunds/dispute-state.ts'

/**
 * Stripe's words for a subscription that gives access, if it is paid. `paused`, after a trial without a card, gives none;
 * one whose collection is paused stays `active`, and gives what was paid.
 */
const running = new Set(['active', 'trialing', 'past_due'])
const dayMs = 86_400_000
/** How long a renewal that failed, or that nobody has told of yet, costs no access. */
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
  /** Of failed refunds, what no later one made good, and what an admin paid back in another way. */
  amount_refund_due: number
  amount_refund_resolved: number
  created_at: Date
}

export const isRunning = ({ status }: { status: string }) => running.has(status)

const ended = new Set(['canceled', 'incomplete_expired'])
/** For good: no payment brings it back. */
export const isEnded = ({ status }: { status: string }) => ended.has(status)

const gave = new Set(['paid', 'partially-refunded', 'refunded'])

/** The payment that the subscription runs on: the latest that was paid, though it may have gone back since. */
export const latestPaid = <Payment extends PaymentState>(id: string, payments: Payment[]): Payment | undefined =>
  payments
    .filter(({ subscription_id, status }) => subscription_id === id && gave.has(status))
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())[0]

type Resolved = Pick<PaymentState, 'amount' | 'amount_refunded' | 'amount_refund_resolved'>
/** Whether an admin paid all of it back in another way, or what refunds had left of it. */
export const isResolved = ({ amount, amount_refunded, amount_refund_resolved }: Resolved) =>
  amount_refund_resolved > 0 && amount_refunded + amount_refund_resolved >= amount

/** Whether all of it went back: by refunds, by a bank, or in another way. */
export const isReversed = (payment: PaymentState) =>
  payment.status === 'refunded' || isChargedBack(payment.dispute_status) || isResolved(payment)

/** What of failed refunds is still here, in the smallest unit. */
export const refundDue = ({
  amount_refund_due,
  amount_refund_resolved,
}: Pick<PaymentState, 'amount_refund_due' | 'amount_refund_resolved'>) =>
  Math.max(0, amount_refund_due - amount_refund_resolved)

type Paid = { amount: number; amount_refunded: number; amount_refund_due: number; amount_refund_resolved: number }
/** What has not gone back, without what is due of failed refunds: that goes back as what it was. */
export const amountLeft = ({ amount, amount_refunded, amount_refund_due, amount_refund_resolved }: Paid) =>
  Math.max(0, amount - amount_refunded - Math.max(amount_refund_due, amount_refund_resolved))

/** A refund failed, and the money is still here. */
export const owesRefund = (payment: Pick<PaymentState, 'amount_refund_due' | 'amount_refund_resolved'>) =>
  refundDue(payment) > 0

/** The money that the subscription runs on: a payment of nothing, as by a credit, stands on those before it. */
const latestCharged = <Payment extends PaymentState>(id: string, payments: Payment[]) =>
  latestPaid(
    id,
    payments.filter(({ amount }) => amount > 0),
  )

/** The payment that the subscription runs on, if its money went back. */
export function refundedPayment<Payment extends PaymentState>(id: string, payments: Payment[]): Payment | null {
  const charged = latestCharged(id, payments)
  return charged && isReversed(charged) ? charged : null
}

/** What went back of a subscription's payments, in the smallest unit; 0 while the one that it runs on is still here. */
export const amountReversed = (id: string, payments: PaymentState[]): number =>
  refundedPayment(id, payments) === null
    ? 0
    : payments
        .filter((payment) => payment.subscription_id === id && isReversed(payment))
        .reduce(
          (sum, { amount, amount_refunded, amount_refund_resolved, amount_charged_back }) =>
            sum + Math.min(amount, amount_refunded + amount_refund_resolved + amount_charged_back),
          0,
        )

/** An invoice is made when its period begins. */
const isFor = ({ current_period_start }: SubscriptionState, { created_at }: Pick<PaymentState, 'created_at'>) =>
  created_at.getTime() > current_period_start.getTime() - dayMs

const longestMs = { month: 31 * dayMs, year: 366 * dayMs }

/**
 * The end of the period that was paid. A renewal may have begun another one since, and a subscription that stays past due,
 * or whose collection is paused, several: the payment bought none of them. Only a trial, which costs nothing, may be longer
 * than a month or a year.
 */
function paidUntil(subscription: SubscriptionState, { amount, billing_period, ...paid }: PaymentState): Date {
  const { current_period_start, current_period_end } = subscription
  if (isFor(subscription, paid)) return current_period_end
  if (amount === 0) return current_period_start
  const latest = paid.created_at.getTime() + longestMs[billing_period ?? 'year'] + dayMs
  return new Date(Math.min(current_period_start.getTime(), latest))
}

/** A week after the period that was paid, or when the subscription was ended before. */
function endOf(subscription: SubscriptionState, paid: PaymentState): Date {
  const { ends_at } = subscription
  const end = new Date(paidUntil(subscription, paid).getTime() + graceMs)
  return ends_at && ends_at < end ? ends_at : end
}

/** Until the end of the period, of one that ended before it for a refund that then failed: access follows the money. */
function endAfterFailedRefund(subscription: SubscriptionState, payments: PaymentState[]): Date | null {
  const { id, ends_at } = subscription
  const paid = latestPaid(id, payments)
  const charged = latestCharged(id, payments)
  if (!isEnded(subscription) || !paid || !charged || !owesRefund(charged) || isReversed(charged)) return null
  const end = paidUntil(subscription, paid)
  return ends_at !== null && ends_at < end ? end : null
}

/** The tier that subscriptions and their payments give, and until when; null where they give none. */
export function accessOf(
  subscriptions: SubscriptionState[],
  payments: PaymentState[],
): { tier: number; expires_at: Date } | null {
  const grants = subscriptions.filter(isRunning).flatMap((subscription) => {
    const payment = latestPaid(subscription.id, payments)
    return payment && !refundedPayment(subscription.id, payments)
      ? [{ tier: subscription.tier, expires_at: endOf(subscription, payment) }]
      : []
  })
  for (const subscription of subscriptions) {
    const expires_at = endAfterFailedRefund(subscription, payments)
    if (expires_at) grants.push({ tier: subscription.tier, expires_at })
  }
  return grants.toSorted((a, b) => b.tier - a.tier || b.expires_at.getTime() - a.expires_at.getTime())[0] ?? null
}
