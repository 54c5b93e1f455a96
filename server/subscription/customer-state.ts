import { db } from '../db.ts'
import type { Prisma } from '../db.ts'
import { isEnded } from './access.ts'
import { nextPriceOf } from './next-price.ts'
import { paymentStatusOf } from './payment-status.ts'
import type { ReadCustomer, ReadInvoice } from './read-customer.ts'
import { dateOf, idOf } from './stripe.ts'
import type { Stripe } from './stripe.ts'

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
  created_at: true,
} satisfies Prisma.SubscriptionSelect

const paymentColumns = {
  id: true,
  subscription_id: true,
  plan_id: true,
  billing_period: true,
  amount: true,
  amount_refunded: true,
  currency: true,
  status: true,
  dispute_status: true,
  payment_intent_id: true,
  receipt_url: true,
  invoice_url: true,
  created_at: true,
  paid_at: true,
} satisfies Prisma.PaymentSelect

export type SubscriptionRow = Prisma.SubscriptionGetPayload<{ select: typeof subscriptionColumns }>
export type PaymentRow = Prisma.PaymentGetPayload<{ select: typeof paymentColumns }>
export type CustomerState = {
  credit: number
  currency: string | null
  subscriptions: SubscriptionRow[]
  payments: PaymentRow[]
}

const customerColumns = {
  id: true,
  user_id: true,
  version: true,
  credit: true,
  currency: true,
  subscriptions: { select: subscriptionColumns },
  payments: { select: paymentColumns },
} satisfies Prisma.CustomerSelect

export type StoredCustomer = Prisma.CustomerGetPayload<{ select: typeof customerColumns }>
/** Null for a customer that another product on the same Stripe account has. */
export async function findStored(id: string): Promise<StoredCustomer | null> {
  const stored = await db.customer.findUnique({ where: { id }, select: customerColumns })
  return stored && { ...stored, subscriptions: stored.subscriptions.toSorted(byAge) }
}

/** Of two of the same second it is always the same one that is older. */
const byAge = (a: SubscriptionRow, b: SubscriptionRow) =>
  a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

type SoldPrice = { plan_id: number; billing_period: 'month' | 'year' }
export type Prices = Map<string, SoldPrice>

export async function readPrices(): Promise<Prices> {
  const rows = await db.stripePrice.findMany({ select: { id: true, plan_id: true, billing_period: true } })
  return new Map(rows.map(({ id, ...price }) => [id, price]))
}

/** None where it is of another product's prices; ours that the Dashboard gave such a price keeps its plan. */
function subscriptionRow(
  subscription: Stripe.Subscription,
  prices: Prices,
  former: SubscriptionRow | undefined,
): SubscriptionRow[] {
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
      current_period_start: dateOf(item.current_period_start),
      current_period_end: dateOf(item.current_period_end),
      ends_at: ends_at === null ? null : dateOf(ends_at),
      pending_price_id: idOf(subscription.pending_update?.subscription_items?.[0]?.price),
      schedule_id: idOf(subscription.schedule),
      next_price_id: nextPriceOf(subscription.schedule),
      latest_invoice_id: idOf(subscription.latest_invoice),
      created_at: dateOf(subscription.created),
    },
  ]
}

function soldIn({ lines }: Stripe.Invoice, prices: Prices): SoldPrice | undefined {
  const sold = lines.data.flatMap(({ amount, pricing }) => {
    const price = prices.get(idOf(pricing?.price_details?.price) ?? '')
    return price ? [{ amount, price }] : []
  })
  return (sold.findLast(({ amount }) => amount >= 0) ?? sold[0])?.price
}

function paymentRow(read: ReadInvoice, subscriptions: Map<string, SubscriptionRow>, prices: Prices): PaymentRow[] {
  const { invoice, intent, charge, amount_refunded, dispute_status } = read
  const subscription_id = idOf(invoice.parent?.subscription_details?.subscription)
  const subscription = subscriptions.get(subscription_id ?? '')
  if (!subscription) return []
  const status = paymentStatusOf({ invoice, intent, amount_refunded })
  const { paid_at } = invoice.status_transitions
  const isOwed = invoice.status === 'open' && !isEnded(subscription)
  const { plan_id, billing_period } = soldIn(invoice, prices) ?? subscription
  return [
    {
      id: invoice.id,
      subscription_id,
      plan_id,
      billing_period,
      amount: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
      amount_refunded,
      currency: invoice.currency.toUpperCase(),
      status,
      dispute_status,
      payment_intent_id: intent?.id ?? null,
      receipt_url: charge?.receipt_url ?? (invoice.status === 'paid' ? (invoice.hosted_invoice_url ?? null) : null),
      invoice_url: isOwed ? (invoice.hosted_invoice_url ?? null) : null,
      created_at: dateOf(invoice.created),
      paid_at: paid_at === null ? null : dateOf(paid_at),
    },
  ]
}

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

/** What was stored, with what Stripe says now in its place. A customer that was deleted there has nothing that runs. */
export function stateOf(stored: StoredCustomer, { customer, ...read }: ReadCustomer, prices: Prices): CustomerState {
  if (!customer) {
    const subscriptions = stored.subscriptions.map((row) =>
      row.status === 'canceled'
        ? row
        : { ...row, status: 'canceled', pending_price_id: null, schedule_id: null, next_price_id: null },
    )
    const rows = read.invoices.flatMap((one) => paymentRow(one, byId(subscriptions), prices))
    const payments = [...byId([...stored.payments, ...rows]).values()]
    return { credit: 0, currency: stored.currency, subscriptions, payments }
  }
  const subscriptions = byId(stored.subscriptions)
  for (const one of read.subscriptions)
    for (const row of subscriptionRow(one, prices, subscriptions.get(one.id))) subscriptions.set(row.id, row)
  const payments = byId(stored.payments)
  for (const row of read.invoices.flatMap((one) => paymentRow(one, subscriptions, prices))) payments.set(row.id, row)
  return {
    credit: Math.max(0, -customer.balance),
    currency: customer.currency?.toUpperCase() ?? null,
    subscriptions: [...subscriptions.values()].toSorted(byAge),
    payments: [...payments.values()],
  }
}
