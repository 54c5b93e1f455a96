import { z } from 'zod'
import { endpoint, listEndpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { ApiError, resourceMissing } from '../api/errors.ts'
import { boolean, text } from '../api/input.ts'
import { getObject } from '../api/retrieval.ts'
import { createObject, newId } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Invoice, Price, Subscription, SubscriptionItem } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { endSubscription, isEnded } from './cancellation.ts'
import { redeemCoupon } from './coupons.ts'
import { finalizeInvoice } from './invoice-lifecycle.ts'
import { automaticTax, draftInvoice } from './invoices.ts'
import { pendingLinesOf, periodEnd, unusedTimeLine, wholePeriodLine } from './proration.ts'
import { newItem } from './subscription-items.ts'

type NewSubscription = {
  customer: string
  items: { price: Price; quantity: number }[]
  default_payment_method: string | null
  automatic_tax: { enabled: boolean }
  metadata: Record<string, string>
  discounts: { coupon: string; promotion_code: string | null }[]
  checkout_session: string
}

/** Returns an unpaid subscription without saving it. */
export const newSubscription = (items: SubscriptionItem[], fields: ObjectFields<'subscription'>) =>
  createObject('subscription', {
    billing_cycle_anchor: clock.now(),
    billing_mode: { flexible: {}, type: 'flexible' },
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    currency: items[0]?.price.currency ?? 'usd',
    default_tax_rates: [],
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: clock.now(),
    status: 'incomplete',
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    ...fields,
    automatic_tax: automaticTax(fields.automatic_tax?.enabled),
    invoice_settings: { issuer: { type: 'self' } },
    items: { data: items, url: `/v1/subscription_items?subscription=${fields.id}` },
  })

/** Creates a subscription and its first invoice, which is finalized but unpaid. */
export function startSubscription(params: NewSubscription) {
  const start = clock.now()
  const id = newId('sub')
  const { checkout_session, discounts: redeemed, items: ordered, ...fields } = params
  const items = ordered.map(({ price, quantity }) => {
    const current_period_end = periodEnd(start, start, price.recurring)
    return newItem({ subscription: id, price, quantity, current_period_start: start, current_period_end })
  })
  const subscription = store.save(newSubscription(items, { ...fields, id }))
  const discounts = redeemed.map((discount) => redeemCoupon({ ...discount, subscription, checkout_session }))
  subscription.discounts = discounts.map((discount) => discount.id)
  const invoice = draftInvoice({
    subscription,
    lines: items.map((item) => wholePeriodLine(item, { start, end: item.current_period_end })),
    billing_reason: 'subscription_create',
    period: { start, end: start },
  })
  subscription.latest_invoice = invoice.id
  store.save(invoice)
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
  for (const [seconds, most] of invoiceLimits)
    if (invoices.filter(({ created }) => created > clock.now() - seconds).length >= most)
      throw new ApiError(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message: `A subscription can have at most ${most} new invoices in ${seconds} seconds.`,
      })
}

/** Creates an invoice from the lines of a change and from pending lines. */
export function addInvoice(
  subscription: Subscription,
  lines: Invoice['lines']['data'],
  billing_reason: string,
): Invoice {
  if (billing_reason === 'subscription_update') assertInvoiceLimits(subscription)
  const waiting = pendingLinesOf(subscription)
  const now = clock.now()
  const invoice = draftInvoice({
    subscription,
    lines: [...lines, ...waiting.map(({ line }) => line)],
    billing_reason,
    period: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
  })
  for (const one of waiting) store.remove(one)
  store.save(invoice)
  emitEvent('invoice.created', invoice)
  return invoice
}

const Cancellation = z.strictObject({
  invoice_now: boolean.optional(),
  prorate: boolean.optional(),
})

function cancel(id: string, params: z.infer<typeof Cancellation>): Subscription {
  const subscription = getObject('subscription', id)
  if (isEnded(subscription)) throw resourceMissing('subscription', id)
  const now = clock.now()
  const credits = params.prorate ? subscription.items.data.flatMap((item) => unusedTimeLine(item, now) ?? []) : []
  endSubscription(subscription, { reason: 'cancellation_requested' })
  if (params.invoice_now && credits.length > 0) {
    const invoice = addInvoice(subscription, credits, 'subscription_update')
    finalizeInvoice(invoice)
    changeFields(subscription, { latest_invoice: invoice.id })
  }
  return subscription
}

function isListed(subscription: Subscription, { status }: { status?: string }) {
  if (status === undefined) return subscription.status !== 'canceled'
  return status === 'all' || (status === 'ended' ? isEnded(subscription) : subscription.status === status)
}

const subscriptions = '/v1/subscriptions'
export const subscriptionEndpoints = [
  listEndpoint(subscriptions, 'subscription', { customer: text, status: text }, ['status'], isListed),
  retrieveEndpoint(subscriptions, 'subscription'),
  endpoint('DELETE', `${subscriptions}/:id`, Cancellation, (input, { id }) => cancel(id, input)),
]
