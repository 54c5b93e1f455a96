import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import { isEnded } from '../access.ts'
import { paymentCardColumns, renewalMethodOf, cardRow, emptyCardRow } from './card.ts'
import type { PaymentCardRow } from './card.ts'
import { disputeStateOf } from '../refunds/dispute-state.ts'
import type { DisputeState } from '../refunds/dispute-state.ts'
import { sumRefunds } from '../refunds/stripe-refunds.ts'
import type { RefundSums } from '../refunds/stripe-refunds.ts'
import { scheduledPriceOf } from '../prices/schedule-phases.ts'
import { paymentStatusOf } from '../payments/payment-status.ts'
import type { CustomerAtStripe, InvoiceAtStripe } from './fetch-customer.ts'
import { dateOfSeconds, stripeIdOf } from '../stripe.ts'
import { isKnownDisputeStatus, isKnownRefundStatus, isKnownSubscriptionStatus } from '../unknown-statuses.ts'
import type { Stripe } from '../stripe.ts'

const subscriptionColumns = {
  id: true,
  plan_id: true,
  price_id: true,
  item_id: true,
  billing_period: true,
  status: true,
  current_period_start: true,
  current_period_end: true,
  ends_at: true,
  pending_price_id: true,
  schedule_id: true,
  next_price_id: true,
  latest_invoice_id: true,
  tax_disabled_reason: true,
  created_at: true,
} satisfies Prisma.SubscriptionSelect

const paymentColumns = {
  id: true,
  subscription_id: true,
  plan_id: true,
  billing_period: true,
  amount: true,
  amount_refunded: true,
  amount_failed_refunds: true,
  amount_refund_due: true,
  amount_refund_resolved: true,
  currency: true,
  status: true,
  dispute_status: true,
  dispute_due_at: true,
  amount_charged_back: true,
  payment_intent_id: true,
  finalization_error: true,
  tax_disabled_reason: true,
  is_payable: true,
  created_at: true,
  paid_at: true,
} satisfies Prisma.PaymentSelect

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ select: typeof subscriptionColumns }>
export type PaymentRow = Prisma.PaymentGetPayload<{ select: typeof paymentColumns }>
export type CustomerState = {
  credit: number
  currency: string | null
  card: PaymentCardRow
  subscriptions: SubscriptionRow[]
  payments: PaymentRow[]
}

const customerColumns = {
  id: true,
  user_id: true,
  version: true,
  credit: true,
  currency: true,
  ...paymentCardColumns,
  subscriptions: { select: subscriptionColumns },
  payments: { select: paymentColumns },
  unknown_statuses: { select: { object_id: true, payment_id: true, status: true } },
} satisfies Prisma.CustomerSelect

export type StoredCustomer = Prisma.CustomerGetPayload<{ select: typeof customerColumns }>
export const findSubscriptions = (ids: string[]) =>
  db.subscription.findMany({ where: { id: { in: ids } }, select: subscriptionColumns })

/** Returns the stored customer. Null for a customer of another product on this Stripe account. */
export async function findStoredCustomer(id: string): Promise<StoredCustomer | null> {
  const stored = await db.customer.findUnique({ where: { id }, select: customerColumns })
  return stored && { ...stored, subscriptions: stored.subscriptions.toSorted(byAge) }
}

const byAge = (a: SubscriptionRow, b: SubscriptionRow) =>
  a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

type SoldPrice = { plan_id: number; billing_period: 'month' | 'year' }
export type SoldPrices = Map<string, SoldPrice>

export async function readPrices(): Promise<SoldPrices> {
  const rows = await db.stripePrice.findMany({ select: { id: true, plan_id: true, billing_period: true } })
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

/** Rows (none or one) of a subscription. None for a foreign price, unless the subscription is stored. */
export function subscriptionRow(
  subscription: Stripe.Subscription,
  prices: SoldPrices,
  former: SubscriptionRow | undefined,
): SubscriptionRow[] {
  if (!isKnownSubscriptionStatus(subscription.status)) return former ? [former] : []
  const sold = subscription.items.data.find(({ price }) => prices.has(price.id))
  const item = sold ?? subscription.items.data[0]
  const price_id = sold?.price.id ?? former?.price_id
  const price = prices.get(price_id ?? '')
  if (!item || !price || price_id === undefined) return []
  const end = subscription.cancel_at_period_end ? item.current_period_end : null
  const ends_at = subscription.ended_at ?? subscription.cancel_at ?? end
  return [
    {
      id: subscription.id,
      ...price,
      price_id,
      item_id: item.id,
      status: subscription.status,
      current_period_start: dateOfSeconds(item.current_period_start),
      current_period_end: dateOfSeconds(item.current_period_end),
      ends_at: ends_at === null ? null : dateOfSeconds(ends_at),
      pending_price_id: stripeIdOf(subscription.pending_update?.subscription_items?.[0]?.price),
      schedule_id: stripeIdOf(subscription.schedule),
      next_price_id: scheduledPriceOf(subscription.schedule),
      latest_invoice_id: stripeIdOf(subscription.latest_invoice),
      tax_disabled_reason: subscription.automatic_tax.disabled_reason,
      created_at: dateOfSeconds(subscription.created),
    },
  ]
}

function soldPriceIn({ lines }: Stripe.Invoice, prices: SoldPrices): SoldPrice | undefined {
  const sold = lines.data.flatMap(({ amount, pricing }) => {
    const price = prices.get(stripeIdOf(pricing?.price_details?.price) ?? '')
    return price ? [{ amount, price }] : []
  })
  return (sold.findLast(({ amount }) => amount >= 0) ?? sold[0])?.price
}

const finalizationErrorOf = ({ status, last_finalization_error: error }: Stripe.Invoice) =>
  status === 'draft' && error ? (error.code ?? error.type) : null

/** Refund sums of a payment. Keeps the stored sums if a refund has an unknown status. */
function refundsOf(refunds: Stripe.Refund[], amount_left: number, former: PaymentRow | undefined): RefundSums {
  if (!former || refunds.every(({ status }) => isKnownRefundStatus(status))) return sumRefunds(refunds, amount_left)
  const { amount_refunded, amount_failed_refunds, amount_refund_due } = former
  return { amount_refunded, amount_failed_refunds, amount_refund_due }
}

function disputeOf({ charge, dispute }: InvoiceAtStripe, former: PaymentRow | undefined): DisputeState {
  if (!former || !dispute || isKnownDisputeStatus(dispute.status)) return disputeStateOf(charge, dispute)
  const { dispute_status, dispute_due_at, amount_charged_back } = former
  return { dispute_status, dispute_due_at, amount_charged_back }
}

type KnownRows = { subscriptions: Map<string, SubscriptionRow>; payments: Map<string, PaymentRow>; prices: SoldPrices }

function paymentRow(read: InvoiceAtStripe, { subscriptions, payments, prices }: KnownRows): PaymentRow[] {
  const { invoice, intent } = read
  const subscription_id = stripeIdOf(invoice.parent?.subscription_details?.subscription)
  const subscription = subscriptions.get(subscription_id ?? '')
  if (!subscription) return []
  const former = payments.get(invoice.id)
  const dispute = disputeOf(read, former)
  const refunds = refundsOf(read.refunds, invoice.amount_paid - dispute.amount_charged_back, former)
  const status = paymentStatusOf({ invoice, intent, amount_refunded: refunds.amount_refunded })
  const { paid_at } = invoice.status_transitions
  const isOwed = invoice.status === 'open' && !isEnded(subscription)
  const { plan_id, billing_period } = soldPriceIn(invoice, prices) ?? subscription
  return [
    {
      id: invoice.id,
      subscription_id,
      plan_id,
      billing_period,
      amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
      ...refunds,
      amount_refund_resolved: former?.amount_refund_resolved ?? 0,
      currency: invoice.currency.toUpperCase(),
      status,
      ...dispute,
      payment_intent_id: intent?.id ?? null,
      finalization_error: isEnded(subscription) ? null : finalizationErrorOf(invoice),
      tax_disabled_reason: invoice.automatic_tax.disabled_reason,
      is_payable: isOwed && status !== 'processing',
      created_at: dateOfSeconds(invoice.created),
      paid_at: paid_at === null ? null : dateOfSeconds(paid_at),
    },
  ]
}

const endedRow = { status: 'canceled', pending_price_id: null, schedule_id: null, next_price_id: null }

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

/** Merges Stripe's state into the stored state. A customer deleted at Stripe has no running subscription. */
export function mergeCustomerState(
  stored: StoredCustomer,
  { customer, ...read }: CustomerAtStripe,
  prices: SoldPrices,
): CustomerState {
  const subscriptions = byId(stored.subscriptions)
  for (const one of read.subscriptions)
    for (const row of subscriptionRow(one, prices, subscriptions.get(one.id))) subscriptions.set(row.id, row)
  if (!customer)
    for (const row of subscriptions.values()) if (!isEnded(row)) subscriptions.set(row.id, { ...row, ...endedRow })
  const payments = byId(stored.payments)
  const known = { subscriptions, payments, prices }
  for (const row of read.invoices.flatMap((one) => paymentRow(one, known)))
    if (row.status !== 'unknown' || !payments.has(row.id)) payments.set(row.id, row)
  for (const id of read.missing) {
    const row = payments.get(id)
    if (row?.status === 'pending')
      payments.set(id, { ...row, status: 'canceled', finalization_error: null, is_payable: false })
  }
  return {
    credit: Math.max(0, -(customer?.balance ?? 0)),
    currency: customer ? (customer.currency?.toUpperCase() ?? null) : stored.currency,
    card: customer ? cardRow(renewalMethodOf(customer, read.subscriptions)) : emptyCardRow,
    subscriptions: [...subscriptions.values()].toSorted(byAge),
    payments: [...payments.values()],
  }
}
