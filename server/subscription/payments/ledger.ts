import type { Prisma } from '../../database/db.ts'
import { accessOf, isRunning, latestPaidPayment } from '../access.ts'
import type { CustomerState, PaymentRow, SubscriptionRow } from '../customers/customer-state.ts'

export type LedgerKind =
  | 'subscription_started'
  | 'subscription_renewed'
  | 'subscription_switched'
  | 'subscription_repriced'
  | 'subscription_past_due'
  | 'subscription_recovered'
  | 'subscription_ended'
  | 'auto_renew_off'
  | 'auto_renew_on'
  | 'payment_paid'
  | 'payment_failed'
  | 'payment_refunded'
  | 'payment_disputed'
  | 'payment_charged_back'
  | 'refund_failed'
export type NewLedgerRow = Pick<
  Prisma.LedgerEntryUncheckedCreateInput,
  'subscription_id' | 'payment_id' | 'plan_id' | 'billing_period' | 'amount' | 'currency'
> & { kind: LedgerKind; at: Date | null }

type Tiers = Map<number, number>
export const accessOfCustomer = ({ subscriptions, payments }: CustomerState, tiers: Tiers) =>
  accessOf(
    subscriptions.map((row) => ({ ...row, tier: tiers.get(row.plan_id) ?? 0 })),
    payments,
  )

/** True if this is the customer's first running subscription and paid. A second subscription is refunded. */
export const grantsAccess = (row: SubscriptionRow, { subscriptions, payments }: CustomerState) =>
  subscriptions.find(isRunning)?.id === row.id && accessOf([{ ...row, tier: 0 }], payments) !== null

function subscriptionKinds(
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
  states: [CustomerState, CustomerState],
) {
  const kinds: LedgerKind[] = []
  const granted = before !== undefined && grantsAccess(before, states[0])
  const grants = grantsAccess(after, states[1])
  if (grants && !granted) kinds.push('subscription_started')
  if (granted && !grants) kinds.push('subscription_ended')
  if (!granted || !grants) return kinds
  const isSamePlan = before.plan_id === after.plan_id && before.billing_period === after.billing_period
  if (!isSamePlan) kinds.push('subscription_switched')
  else if (before.current_period_start < after.current_period_start) kinds.push('subscription_renewed')
  else if (before.price_id !== after.price_id) kinds.push('subscription_repriced')
  if (before.status !== 'past_due' && after.status === 'past_due') kinds.push('subscription_past_due')
  if (before.status === 'past_due' && after.status === 'active') kinds.push('subscription_recovered')
  if (before.ends_at === null && after.ends_at !== null) kinds.push('auto_renew_off')
  if (before.ends_at !== null && after.ends_at === null) kinds.push('auto_renew_on')
  return kinds
}

/** Time of a ledger entry by Stripe's clock. Null if Stripe reports none. */
function momentOf(kind: LedgerKind, row: SubscriptionRow, { payments }: CustomerState): Date | null {
  switch (kind) {
    case 'subscription_started':
      return latestPaidPayment(row.id, payments)?.paid_at ?? row.created_at
    case 'subscription_renewed':
    case 'subscription_switched':
      return row.current_period_start
    case 'subscription_ended':
      return isRunning(row) ? null : row.ends_at
    default:
      return null
  }
}

/** Time of a change that no event reported: now, or the latest known time if a sandbox's clock is ahead. */
export function timeOfState({ subscriptions, payments }: CustomerState): Date {
  const known = [
    ...subscriptions.flatMap((row) => [row.current_period_start, isRunning(row) ? null : row.ends_at]),
    ...payments.map(({ paid_at }) => paid_at),
  ]
  return new Date(Math.max(Date.now(), ...known.map((moment) => moment?.getTime() ?? 0)))
}

const isPaid = (row: PaymentRow | undefined) => row !== undefined && row.paid_at !== null

function paymentEntries(before: PaymentRow | undefined, after: PaymentRow): { kind: LedgerKind; amount: number }[] {
  const refunded = after.amount_refunded - (before?.amount_refunded ?? 0)
  const refundsFailed = after.amount_failed_refunds - (before?.amount_failed_refunds ?? 0)
  const chargedBack = after.amount_charged_back - (before?.amount_charged_back ?? 0)
  return [
    ...(isPaid(after) && !isPaid(before) ? [{ kind: 'payment_paid' as const, amount: after.amount }] : []),
    ...(after.status === 'failed' && before?.status !== 'failed'
      ? [{ kind: 'payment_failed' as const, amount: after.amount }]
      : []),
    ...(refunded === 0 ? [] : [{ kind: 'payment_refunded' as const, amount: refunded }]),
    ...(after.dispute_status === (before?.dispute_status ?? null)
      ? []
      : [{ kind: 'payment_disputed' as const, amount: after.amount }]),
    ...(chargedBack === 0 ? [] : [{ kind: 'payment_charged_back' as const, amount: chargedBack }]),
    ...(refundsFailed > 0 ? [{ kind: 'refund_failed' as const, amount: refundsFailed }] : []),
  ]
}

type Price = { amount: number; currency: string }
const amountOf = (price: Price | undefined) => price && { amount: price.amount, currency: price.currency }

export function ledgerEntriesForChange(
  before: CustomerState,
  after: CustomerState,
  prices: Map<string, Price>,
): NewLedgerRow[] {
  const formerSubscriptions = new Map(before.subscriptions.map((row) => [row.id, row]))
  const formerPayments = new Map(before.payments.map((row) => [row.id, row]))
  const ofPayments = after.payments.flatMap((row) =>
    paymentEntries(formerPayments.get(row.id), row).map(({ kind, amount }) => ({
      kind,
      at: kind === 'payment_paid' ? row.paid_at : null,
      payment_id: row.id,
      subscription_id: row.subscription_id,
      plan_id: row.plan_id,
      billing_period: row.billing_period,
      amount,
      currency: row.currency,
    })),
  )
  const ofSubscriptions = after.subscriptions.flatMap((row) =>
    subscriptionKinds(formerSubscriptions.get(row.id), row, [before, after]).map((kind) => ({
      kind,
      at: momentOf(kind, row, after),
      subscription_id: row.id,
      plan_id: row.plan_id,
      billing_period: row.billing_period,
      ...amountOf(prices.get(row.price_id)),
    })),
  )
  return [...ofPayments, ...ofSubscriptions]
}
