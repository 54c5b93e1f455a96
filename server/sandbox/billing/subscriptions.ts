import { z } from 'zod'
import { endpoint, getObject } from '../api/endpoint.ts'
import { assertRequest, invalidRequest, resourceMissing } from '../api/errors.ts'
import { boolean, integer, itemQuantity, text } from '../api/input.ts'
import { createObject, newId } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { currentPeriodOf } from '../due.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Invoice, InvoiceLine, Period, Price, Subscription, SubscriptionItem } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { endSubscription, isEnded } from './cancellation.ts'
import { getActivePrice, planOf, redeemCoupon } from './catalog.ts'
import { finalizeInvoice } from './invoice-lifecycle.ts'
import { automaticTax, draftInvoice } from './invoices.ts'
import { pendingLinesOf, remainingTimeLine, unusedTimeLine, wholePeriodLine, withPeriod } from './proration.ts'

type NewSubscription = {
  customer: string
  items: { price: Price; quantity: number }[]
  default_payment_method: string | null
  automatic_tax: { enabled: boolean }
  metadata: Record<string, string>
  discounts: { coupon: string; promotion_code: string | null }[]
  checkout_session: string
}

export const newItem = (fields: ObjectFields<'subscription_item'> & { price: Price }): SubscriptionItem =>
  createObject('subscription_item', { plan: planOf(fields.price), ...fields })

/** Returns an unpaid subscription without saving it. */
export const newSubscription = (items: SubscriptionItem[], fields: ObjectFields<'subscription'>) =>
  createObject('subscription', {
    billing_cycle_anchor: clock.now(),
    currency: items[0]?.price.currency ?? 'usd',
    start_date: clock.now(),
    ...fields,
    automatic_tax: automaticTax(fields.automatic_tax?.enabled),
    items: { data: items, url: `/v1/subscription_items?subscription=${fields.id}` },
  })

/** Creates a subscription and its first invoice, which is finalized but unpaid. */
export function startSubscription(params: NewSubscription) {
  const start = clock.now()
  const id = newId('sub')
  const { checkout_session, discounts, items: ordered, ...fields } = params
  const unbilled = ordered.map(({ price, quantity }) => newItem({ subscription: id, price, quantity }))
  const items = withPeriod(unbilled, start)
  const subscription = store.save(newSubscription(items, { ...fields, id }))
  subscription.discounts = discounts.map((one) => redeemCoupon({ ...one, subscription, checkout_session }).id)
  const period = { start, end: start }
  const lines = items.map(wholePeriodLine)
  const invoice = store.save(draftInvoice({ subscription, lines, billing_reason: 'subscription_create', period }))
  subscription.latest_invoice = invoice.id
  emitEvent('customer.subscription.created', store.save(subscription))
  emitEvent('invoice.created', invoice)
  finalizeInvoice(invoice, checkout_session)
  return { subscription, invoice }
}

/** Limits of new invoices of a subscription: seconds, and the maximum within them. */
const invoiceLimits = [
  [60, 10],
  [86_400, 20],
] as const

function assertInvoiceLimits({ id }: Subscription) {
  const invoices = store.by('invoice', 'subscription', id)
  for (const [seconds, most] of invoiceLimits) {
    const message = `A subscription can have at most ${most} new invoices in ${seconds} seconds.`
    if (invoices.filter(({ created }) => created > clock.now() - seconds).length >= most)
      throw invalidRequest(message, undefined, 'rate_limit', 429)
  }
}

/** Creates an invoice from the lines of a change and from pending lines. */
export function addInvoice(subscription: Subscription, lines: InvoiceLine[], billing_reason: string): Invoice {
  if (billing_reason === 'subscription_update') assertInvoiceLimits(subscription)
  const pending = pendingLinesOf(subscription.id)
  const period: Period = { start: currentPeriodOf(subscription).start, end: clock.now() }
  const all = [...lines, ...pending.map(({ line }) => line)]
  const invoice = store.save(draftInvoice({ subscription, lines: all, billing_reason, period }))
  for (const one of pending) store.remove(one)
  return emitEvent('invoice.created', invoice)
}

const Cancellation = z.strictObject({ invoice_now: boolean.optional(), prorate: boolean.optional() })

export const cancellationEndpoint = endpoint('DELETE', '/v1/subscriptions/:id', Cancellation, (params, id) => {
  const subscription = getObject('subscription', id)
  if (isEnded(subscription)) throw resourceMissing('subscription', id)
  const now = clock.now()
  const credits = params.prorate ? subscription.items.data.flatMap((item) => unusedTimeLine(item, now)) : []
  endSubscription(subscription)
  if (params.invoice_now && credits.length > 0) {
    const invoice = addInvoice(subscription, credits, 'subscription_update')
    finalizeInvoice(invoice)
    changeFields(subscription, { latest_invoice: invoice.id })
  }
  return subscription
})

const ItemChange = z.strictObject({ id: text.optional(), price: text.optional(), quantity: itemQuantity.optional() })
type ItemChange = z.infer<typeof ItemChange>

export const itemParams = {
  items: z.array(ItemChange).optional(),
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).default('create_prorations'),
  proration_date: integer.optional(),
}
const ItemParams = z.strictObject(itemParams)
export type ChangedItems = { items: SubscriptionItem[]; lines: InvoiceLine[]; startsPeriod: boolean }

const cadenceOf = ({ price: { recurring } }: SubscriptionItem) => `${recurring.interval} ${recurring.interval_count}`
const isSame = (one: SubscriptionItem, other: SubscriptionItem | undefined) =>
  one.price.id === other?.price.id && one.quantity === other.quantity

/** Adds an item to a subscription. A change that contains an item's id replaces that item instead. */
function addItem(subscription: Subscription, change: ItemChange, param: string): SubscriptionItem {
  const price = getActivePrice(change.price, param)
  const isNew = subscription.items.data[0]?.price.id !== price.id
  assertRequest(isNew, `Cannot add multiple subscription items with the same price: '${price.id}'`, param)
  const { start: current_period_start, end: current_period_end } = currentPeriodOf(subscription)
  const period = { current_period_start, current_period_end }
  return newItem({ ...period, subscription: subscription.id, price, quantity: change.quantity ?? 1 })
}

function changeItem(item: SubscriptionItem, change: ItemChange, param: string): SubscriptionItem {
  const isMoved = change.price !== undefined && change.price !== item.price.id
  const price = isMoved ? getActivePrice(change.price, param) : item.price
  const isCurrency = price.currency === item.price.currency
  assertRequest(isCurrency, 'The price is in another currency than the subscription.', param)
  return { ...item, price, plan: planOf(price), quantity: change.quantity ?? item.quantity }
}

function itemsAfter(subscription: Subscription, changes: ItemChange[]): SubscriptionItem[] {
  const after = new Map(subscription.items.data.map((item) => [item.id, item]))
  for (const [index, change] of changes.entries()) {
    const item = after.get(change.id ?? '')
    const isKnown = change.id === undefined || item !== undefined
    const message = `Invalid subscription item: '${change.id}' is not of this subscription.`
    assertRequest(isKnown, message, `items[${index}][id]`, 'resource_missing')
    const param = `items[${index}][price]`
    const changed = item ? changeItem(item, change, param) : addItem(subscription, change, param)
    after.set(changed.id, changed)
  }
  return [...after.values()]
}

/** Returns the items after a change, and its invoice lines. Saves nothing, since previews use it too. */
export function changeItems(subscription: Subscription, change: z.infer<typeof ItemParams>): ChangedItems {
  const before = new Map(subscription.items.data.map((item) => [item.id, item]))
  const items = itemsAfter(subscription, change.items ?? [])
  const date = change.proration_date ?? clock.now()
  const startsPeriod =
    change.billing_cycle_anchor?.type === 'now' ||
    items.some((item) => cadenceOf(before.get(item.id) ?? item) !== cadenceOf(item))
  const changed = items.filter((item) => !isSame(item, before.get(item.id)))
  const replaced = [...before.values()].filter(({ id }) => startsPeriod || changed.some((item) => item.id === id))
  const prorates = change.proration_behavior !== 'none'
  const credits = prorates ? replaced.flatMap((item) => unusedTimeLine(item, date)) : []
  if (!startsPeriod) {
    const debits = prorates ? changed.map((item) => remainingTimeLine(item, date)) : []
    return { items, lines: [...credits, ...debits], startsPeriod }
  }
  const moved = withPeriod(items, clock.now())
  return { items: moved, lines: [...credits, ...moved.map(wholePeriodLine)], startsPeriod }
}
