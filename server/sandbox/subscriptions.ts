import { z } from 'zod'
import { redeem } from './coupons.ts'
import { endpoint } from './endpoint.ts'
import { noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { boolean, paging, text } from './input.ts'
import { finalizeInvoice } from './invoice-lifecycle.ts'
import { draftInvoice } from './invoices.ts'
import { listOf, pageOf } from './lists.ts'
import type { Invoice } from './objects/invoice.ts'
import type { Price } from './objects/catalog.ts'
import { subscriptionItemObject, subscriptionObject } from './objects/subscription.ts'
import type { Subscription } from './objects/subscription.ts'
import { periodEnd } from './periods.ts'
import { pendingLinesOf, unusedTimeLine, wholePeriodLine } from './proration.ts'
import type { Sandbox } from './sandbox.ts'
import { endSubscription, isEnded } from './subscription-end.ts'

export function getSubscription({ store }: Sandbox, id: string, param = 'id'): Subscription {
  const subscription = store.find('subscription', id)
  if (!subscription) throw noSuch('subscription', id, param)
  return subscription
}

type NewSubscription = {
  customer: string
  items: { price: Price; quantity: number }[]
  default_payment_method: string | null
  description?: string | null
  automatic_tax: boolean
  metadata: Record<string, string>
  discounts: { coupon: string; promotion_code: string | null }[]
  checkout_session: string
}

/** A subscription of this moment with its first invoice, finalized and not paid yet. */
export function startSubscription(sandbox: Sandbox, given: NewSubscription) {
  const { store, clock } = sandbox
  const start = clock.now()
  const id = newId('sub')
  const items = given.items.map(({ price, quantity }) => {
    const period = { start, end: periodEnd(start, start, price.recurring) }
    return subscriptionItemObject({ id: newId('si'), created: start, subscription: id, price, quantity, period })
  })
  const subscription = store.save(
    subscriptionObject({
      ...given,
      id,
      created: start,
      currency: items[0]?.price.currency ?? 'usd',
      items,
      status: 'incomplete',
    }),
  )
  const { checkout_session } = given
  const discounts = given.discounts.map((discount) => redeem(sandbox, { ...discount, subscription, checkout_session }))
  subscription.discounts = discounts.map((discount) => discount.id)
  const invoice = draftInvoice(sandbox, {
    subscription,
    lines: items.map((item) => wholePeriodLine(sandbox, item, { start, end: item.current_period_end })),
    billing_reason: 'subscription_create',
    period: { start, end: start },
  })
  subscription.latest_invoice = invoice.id
  store.save(invoice)
  emit(sandbox, 'customer.subscription.created', store.save(subscription))
  emit(sandbox, 'invoice.created', invoice)
  finalizeInvoice(sandbox, invoice)
  return { subscription, invoice }
}

/** An invoice of now with lines of a change, and those that waited for one. */
export function addInvoice(
  sandbox: Sandbox,
  subscription: Subscription,
  lines: Invoice['lines']['data'],
  billing_reason: string,
): Invoice {
  const { store, clock } = sandbox
  const waiting = pendingLinesOf(sandbox, subscription)
  const now = clock.now()
  const invoice = draftInvoice(sandbox, {
    subscription,
    lines: [...lines, ...waiting.map(({ line }) => line)],
    billing_reason,
    period: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
  })
  for (const one of waiting) store.remove(one)
  store.save(invoice)
  emit(sandbox, 'invoice.created', invoice)
  return invoice
}

const Cancellation = z.strictObject({
  cancellation_details: z.strictObject({ comment: text.optional(), feedback: text.optional() }).optional(),
  invoice_now: boolean.optional(),
  prorate: boolean.optional(),
})

function cancel(sandbox: Sandbox, id: string, given: z.infer<typeof Cancellation>): Subscription {
  const subscription = getSubscription(sandbox, id)
  if (isEnded(subscription)) throw noSuch('subscription', id)
  const now = sandbox.clock.now()
  const credits = given.prorate
    ? subscription.items.data.flatMap((item) => unusedTimeLine(sandbox, item, now) ?? [])
    : []
  endSubscription(sandbox, subscription, { reason: 'cancellation_requested', ...given.cancellation_details })
  if (given.invoice_now && credits.length > 0) {
    const invoice = addInvoice(sandbox, subscription, credits, 'subscription_update')
    finalizeInvoice(sandbox, invoice)
    update(
      sandbox,
      subscription,
      'customer.subscription.updated',
      (record) => void (record.latest_invoice = invoice.id),
    )
  }
  return subscription
}

const SubscriptionList = z.strictObject({
  ...paging,
  customer: text.optional(),
  price: text.optional(),
  status: text.optional(),
})

function isListed({ status, items }: Subscription, wanted: z.infer<typeof SubscriptionList>) {
  const fits =
    wanted.status === undefined
      ? status !== 'canceled'
      : wanted.status === 'all' ||
        (wanted.status === 'ended' ? ['canceled', 'incomplete_expired'].includes(status) : status === wanted.status)
  return fits && (wanted.price === undefined || items.data.some(({ price }) => price.id === wanted.price))
}

export const subscriptionEndpoints = (sandbox: Sandbox) => [
  endpoint('GET', '/v1/subscriptions', SubscriptionList, (input) => {
    const { store } = sandbox
    const all = input.customer ? store.by('subscription', 'customer', input.customer) : [...store.all('subscription')]
    return pageOf(
      '/v1/subscriptions',
      all.filter((one) => isListed(one, input)),
      input,
    )
  }),
  endpoint('GET', '/v1/subscriptions/:id', z.strictObject({}), (_input, { id }) => getSubscription(sandbox, id)),
  endpoint('DELETE', '/v1/subscriptions/:id', Cancellation, (input, { id }) => cancel(sandbox, id, input)),
  endpoint('GET', '/v1/subscription_items', z.strictObject({ ...paging, subscription: text }), (input) => {
    const { items } = getSubscription(sandbox, input.subscription, 'subscription')
    return listOf('/v1/subscription_items', items.data)
  }),
]
