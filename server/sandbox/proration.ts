import { newId } from './ids.ts'
import { formatAmount, shareOf } from './money.ts'
import type { Price } from './objects/catalog.ts'
import { lineObject } from './objects/invoice.ts'
import type { InvoiceLine, Period } from './objects/invoice.ts'
import type { Subscription, SubscriptionItem } from './objects/subscription.ts'
import type { Sandbox } from './sandbox.ts'

const nameOf = ({ store }: Sandbox, price: Price) => store.find('product', price.product)?.name ?? price.product
const dayOf = (time: number) =>
  new Date(time * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

type Item = Pick<SubscriptionItem, 'id' | 'price' | 'quantity' | 'subscription'>

const lineOf = (item: Item, about: { amount: number; description: string; period: Period; proration: boolean }) =>
  lineObject({
    id: newId('il'),
    currency: item.price.currency,
    price: item.price,
    quantity: item.quantity,
    subscription: item.subscription,
    subscription_item: item.id,
    ...about,
  })

export function wholePeriodLine(sandbox: Sandbox, item: Item, period: Period): InvoiceLine {
  const { price, quantity } = item
  const { interval, interval_count } = price.recurring
  const unit = formatAmount(price.unit_amount, price.currency)
  const every = interval_count === 1 ? interval : `${interval_count} ${interval}s`
  return lineOf(item, {
    amount: price.unit_amount * quantity,
    description: `${quantity} × ${nameOf(sandbox, price)} (at ${unit} / ${every})`,
    period,
    proration: false,
  })
}

/** The line that the running period of an item was billed with. */
function debitOf({ store }: Sandbox, item: SubscriptionItem): InvoiceLine | undefined {
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

/** Flexible billing gives back a share of what was debited, after discounts: nothing was debited, nothing comes back. */
export function unusedTimeLine(sandbox: Sandbox, item: SubscriptionItem, date: number): InvoiceLine | undefined {
  const debit = debitOf(sandbox, item)
  if (!debit) return undefined
  const { start, end } = debit.period
  const net = debit.discount_amounts.reduce((rest, { amount }) => rest - amount, debit.amount)
  const amount = -shareOf(net, Math.max(0, end - date), end - start, debit.currency)
  if (amount === 0) return undefined
  return lineOf(item, {
    amount,
    description: `Unused time on ${nameOf(sandbox, item.price)} after ${dayOf(date)}`,
    period: { start: date, end },
    proration: true,
  })
}

export function remainingTimeLine(sandbox: Sandbox, item: SubscriptionItem, date: number): InvoiceLine {
  const { price, quantity, current_period_start: start, current_period_end: end } = item
  return lineOf(item, {
    amount: shareOf(price.unit_amount * quantity, Math.max(0, end - date), end - start, price.currency),
    description: `Remaining time on ${nameOf(sandbox, price)} after ${dayOf(date)}`,
    period: { start: date, end },
    proration: true,
  })
}

export const pendingLinesOf = ({ store }: Sandbox, subscription: Subscription) =>
  store.by('sandbox.pending_line', 'subscription', subscription.id)
