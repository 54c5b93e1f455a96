import { createObject } from '../create.ts'
import { formatAmount, proratedAmount } from '../money.ts'
import type { InvoiceLine, Period, Price, Recurring, Subscription, SubscriptionItem } from '../objects.ts'
import { store } from '../sandbox.ts'

const nameOf = (price: Price) => store.find('product', price.product)?.name ?? price.product
const dayOf = (time: number) =>
  new Date(time * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

type Item = Pick<SubscriptionItem, 'id' | 'price' | 'quantity' | 'subscription'>

const lineOf = (
  item: Item,
  { proration, ...about }: { amount: number; description: string; period: Period; proration: boolean },
) =>
  createObject('line_item', {
    ...about,
    currency: item.price.currency,
    discount_amounts: [],
    discountable: about.amount > 0,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: proration ? String(about.amount) : item.price.unit_amount_decimal,
    },
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    subscription: item.subscription,
    subtotal: about.amount,
    taxes: [],
  })

export function wholePeriodLine(item: Item, period: Period): InvoiceLine {
  const { price, quantity } = item
  const { interval, interval_count } = price.recurring
  const unit = formatAmount(price.unit_amount, price.currency)
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`
  return lineOf(item, {
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${nameOf(price)} (at ${unit} / ${every})`,
    period,
    proration: false,
  })
}

/** Returns the invoice line that billed the current period of an item. */
function debitOf(item: SubscriptionItem): InvoiceLine | undefined {
  const billed = store
    .by('invoice', 'subscription', item.subscription)
    .filter(({ status }) => status !== 'void')
    .flatMap(({ lines }) => lines.data)
  const waiting = store.by('sandbox.pending_line', 'subscription', item.subscription).map(({ line }) => line)
  return [...billed, ...waiting].findLast(
    (line) =>
      line.amount > 0 &&
      line.parent.subscription_item_details.subscription_item === item.id &&
      line.pricing.price_details.price === item.price.id &&
      line.period.end === item.current_period_end,
  )
}

/** Returns the credit for unused time: a share of the billed line after discounts. None if nothing was billed. */
export function unusedTimeLine(item: SubscriptionItem, date: number): InvoiceLine | undefined {
  const debit = debitOf(item)
  if (!debit) return undefined
  const { start, end } = debit.period
  const net = debit.discount_amounts.reduce((rest, { amount }) => rest - amount, debit.amount)
  const amount = -proratedAmount(net, Math.max(0, end - date), end - start, debit.currency)
  if (amount === 0) return undefined
  return lineOf(item, {
    amount,
    description: `Unused time on ${nameOf(item.price)} after ${dayOf(date)}`,
    period: { start: date, end },
    proration: true,
  })
}

export function remainingTimeLine(item: SubscriptionItem, date: number): InvoiceLine {
  const { price, quantity, current_period_start: start, current_period_end: end } = item
  return lineOf(item, {
    amount: proratedAmount(price.unit_amount * quantity, Math.max(0, end - date), end - start, price.currency),
    description: `Remaining time on ${nameOf(price)} after ${dayOf(date)}`,
    period: { start: date, end },
    proration: true,
  })
}

export const pendingLinesOf = (subscription: Subscription) =>
  store.by('sandbox.pending_line', 'subscription', subscription.id)

const secondsOf = { day: 24 * 3600, week: 7 * 24 * 3600 }

/** Adds months to a time. If the month is too short for the day, returns its last day. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = (anchor % secondsOf.day) * 1000
  return (Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + time) / 1000
}

/** Returns the first end of a period after `start`. Periods are counted from `anchor`. */
export function periodEnd(
  anchor: number,
  start: number,
  { interval, interval_count }: Pick<Recurring, 'interval' | 'interval_count'>,
): number {
  if (interval === 'day' || interval === 'week') {
    const length = secondsOf[interval] * interval_count
    return anchor + (Math.floor((start - anchor) / length) + 1) * length
  }
  const months = interval_count * (interval === 'year' ? 12 : 1)
  let step = Math.max(0, Math.floor((start - anchor) / (secondsOf.day * 31 * months)))
  while (addMonths(anchor, step * months) <= start) step++
  return addMonths(anchor, step * months)
}
