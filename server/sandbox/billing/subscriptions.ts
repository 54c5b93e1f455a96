import { z } from 'zod'
import { endpoint, getObject } from '../api/endpoint.ts'
import { invalidRequest, resourceMissing } from '../api/errors.ts'
import { boolean } from '../api/input.ts'
import { createObject, newId } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { currentPeriodOf } from '../due.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Invoice, InvoiceLine, Period, Price, Subscription, SubscriptionItem } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { endSubscription, isEnded } from './cancellation.ts'
import { planOf, redeemCoupon } from './catalog.ts'
import { finalizeInvoice } from './invoice-lifecycle.ts'
import { automaticTax, draftInvoice } from './invoices.ts'
import { pendingLinesOf, periodEnd, unusedTimeLine, wholePeriodLine } from './proration.ts'

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

const wholePeriodLines = (items: SubscriptionItem[]) =>
  items.map((item) => wholePeriodLine(item, { start: item.current_period_start, end: item.current_period_end }))

/** Creates a subscription and its first invoice, which is finalized but unpaid. */
export function startSubscription(params: NewSubscription) {
  const start = clock.now()
  const id = newId('sub')
  const { checkout_session, discounts, items: ordered, ...fields } = params
  const items = ordered.map(({ price, quantity }) => {
    const current_period_end = periodEnd(start, start, price.recurring)
    return newItem({ subscription: id, price, quantity, current_period_start: start, current_period_end })
  })
  const subscription = store.save(newSubscription(items, { ...fields, id }))
  subscription.discounts = discounts.map((one) => redeemCoupon({ ...one, subscription, checkout_session }).id)
  const period = { start, end: start }
  const lines = wholePeriodLines(items)
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
  emitEvent('invoice.created', invoice)
  return invoice
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
