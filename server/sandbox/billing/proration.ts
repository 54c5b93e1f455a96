import { createObject } from '../create.ts'
import { formatAmount, proratedAmount } from '../money.ts'
import type { InvoiceLine, Period, Price, Recurring, SubscriptionItem } from '../objects.ts'
import { store } from '../sandbox.ts'
import { sumOf } from './invoices.ts'

export const productNameOf = (price: Price) => store.find('product', price.product)?.name ?? price.product
const dayOf = (time: number) =>
  new Date(time * 1000).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

type Line = { amount: number; description: string; period: Period; proration: boolean }

const lineOf = ({ id, price, quantity, subscription }: SubscriptionItem, { proration, ...line }: Line) =>
  createObject('line_item', {
    ...line,
    currency: price.currency,
    discountable: line.amount > 0,
    parent: { subscription_item_details: { proration, subscription, subscription_item: id } },
    pricing: {
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: proration ? String(line.amount) : price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription,
    subtotal: line.amount,
  })

/** Returns the invoice line of an item for its current period. */
export function wholePeriodLine(item: SubscriptionItem): InvoiceLine {
  const { price, quantity, current_period_start: start, current_period_end: end } = item
  const { interval, interval_count } = price.recurring
  const unit = formatAmount(price.unit_amount, price.currency)
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`
  const description = `${quantity} × ${productNameOf(price)} (at ${unit} / ${every})`
  return lineOf(item, { amount: price.unit_amount * quantity, description, period: { start, end }, proration: false })
}

export const pendingLinesOf = (subscription: string) => store.by('sandbox.pending_line', 'subscription', subscription)

/** Returns the invoice line that billed the current period of an item. */
function debitOf(item: SubscriptionItem): InvoiceLine | undefined {
  const billed = store
    .by('invoice', 'subscription', item.subscription)
    .filter(({ status }) => status !== 'void')
    .flatMap(({ lines }) => lines.data)
  return [...billed, ...pendingLinesOf(item.subscription).map(({ line }) => line)].findLast(
    (line) =>
      line.amount > 0 &&
      line.parent.subscription_item_details.subscription_item === item.id &&
      line.pricing.price_details.price === item.price.id &&
      line.period.end === item.current_period_end,
  )
}

/** Returns the credit for unused time: a share of the billed line after discounts. None if nothing was billed. */
export function unusedTimeLine(item: SubscriptionItem, date: number): InvoiceLine[] {
  const debit = debitOf(item)
  if (!debit) return []
  const { start, end } = debit.period
  const net = debit.amount - sumOf(debit.discount_amounts)
  const amount = -proratedAmount(net, Math.max(0, end - date), end - start, debit.currency)
  const description = `Unused time on ${productNameOf(item.price)} after ${dayOf(date)}`
  return amount === 0 ? [] : [lineOf(item, { amount, description, period: { start: date, end }, proration: true })]
}

export function remainingTimeLine(item: SubscriptionItem, date: number): InvoiceLine {
  const { price, quantity, current_period_start: start, current_period_end: end } = item
  const amount = proratedAmount(price.unit_amount * quantity, Math.max(0, end - date), end - start, price.currency)
  const description = `Remaining time on ${productNameOf(price)} after ${dayOf(date)}`
  return lineOf(item, { amount, description, period: { start: date, end }, proration: true })
}

const secondsOf = { day: 24 * 3600, week: 7 * 24 * 3600 }

/** Adds months to a time. If the month is too short for the day, returns its last day. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const time = (anchor % secondsOf.day) * 1000
  return (Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + time) / 1000
}

type Cadence = Pick<Recurring, 'interval' | 'interval_count'>

/** Returns the first end of a period after `start`. Periods are counted from `anchor`. */
export function periodEnd(anchor: number, start: number, { interval, interval_count }: Cadence): number {
  if (interval === 'day' || interval === 'week') {
    const length = secondsOf[interval] * interval_count
    return anchor + (Math.floor((start - anchor) / length) + 1) * length
  }
  const months = interval_count * (interval === 'year' ? 12 : 1)
  let step = Math.max(0, Math.floor((start - anchor) / (secondsOf.day * 31 * months)))
  while (addMonths(anchor, step * months) <= start) step++
  return addMonths(anchor, step * months)
}

/** Returns items in the period that begins at `start`. */
export const withPeriod = (items: SubscriptionItem[], start: number, anchor = start): SubscriptionItem[] =>
  items.map((item) => {
    const current_period_end = periodEnd(anchor, start, item.price.recurring)
    return { ...item, current_period_start: start, current_period_end }
  })
