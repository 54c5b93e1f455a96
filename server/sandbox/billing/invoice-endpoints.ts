import { z } from 'zod'
import { endpointWithoutParams, endpoint, listEndpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { ApiError, invalidRequest } from '../api/errors.ts'
import { boolean, integer, text } from '../api/input.ts'
import { getObject } from '../api/retrieval.ts'
import { newId } from '../create.ts'
import { draftInvoiceSeconds } from '../due.ts'
import type { Invoice, InvoiceLine, Period, Subscription } from '../objects.ts'
import { incompleteError } from '../payments/cards.ts'
import { paymentIntentOf } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import { isEnded } from './cancellation.ts'
import { finalizeInvoice, payWithSavedMethod, voidInvoice } from './invoice-lifecycle.ts'
import { applyBalance, draftInvoice } from './invoices.ts'
import { pendingLinesOf, periodEnd, wholePeriodLine } from './proration.ts'
import { itemsOfPeriodAt } from './schedules.ts'
import { Anchor, ProrationBehavior } from './subscription-changes.ts'
import { ItemChanges, changeItems } from './subscription-items.ts'

function pay(id: string): Invoice {
  const invoice = getObject('invoice', id)
  const { method, outcome } = payWithSavedMethod(invoice)
  const intent = paymentIntentOf(id)
  if (outcome === 'asks' || outcome === 'declined')
    throw incompleteError('invoice', outcome, method, intent && { payment_intent: structuredClone(intent) })
  return invoice
}

function finalizeDraft(invoice: Invoice, auto_advance = invoice.auto_advance): Invoice {
  const { status } = invoice
  if (status !== 'draft') throw invalidRequest('This invoice is already finalized.', undefined, 'invoice_not_editable')
  invoice.auto_advance = auto_advance
  finalizeInvoice(invoice)
  if (invoice.status === 'open' && auto_advance) invoice.next_payment_attempt = clock.now() + draftInvoiceSeconds
  return store.save(invoice)
}

const Payment = z.strictObject({
  type: z.enum(['payment_intent', 'payment_record']),
  payment_intent: text.optional(),
})
const Finalization = z.strictObject({ auto_advance: boolean.optional() })

const invoices = '/v1/invoices'
export const invoiceEndpoints = [
  listEndpoint(invoices, 'invoice', { customer: text, subscription: text, status: text }),
  retrieveEndpoint(invoices, 'invoice'),
  endpointWithoutParams('POST', `${invoices}/:id/pay`, pay),
  endpointWithoutParams('POST', `${invoices}/:id/void`, (id) => voidInvoice(id)),
  endpoint('POST', `${invoices}/:id/finalize`, Finalization, (input, { id }) =>
    finalizeDraft(getObject('invoice', id), input.auto_advance),
  ),
  listEndpoint(
    '/v1/invoice_payments',
    'invoice_payment',
    { invoice: text, payment: Payment, status: text },
    ['payment'],
    (one, { payment }) => one.payment.payment_intent === (payment?.payment_intent ?? one.payment.payment_intent),
  ),
]

export const paymentEndpoints = [
  listEndpoint('/v1/payment_intents', 'payment_intent', { customer: text }),
  endpointWithoutParams('GET', '/v1/payment_intents/:id', (id) => getObject('payment_intent', id, 'intent')),
  listEndpoint('/v1/charges', 'charge', { customer: text, payment_intent: text }),
  retrieveEndpoint('/v1/charges', 'charge'),
]

const PreviewInput = z.strictObject({
  subscription: text.optional(),
  schedule: text.optional(),
  subscription_details: z
    .strictObject({
      items: ItemChanges.optional(),
      billing_cycle_anchor: Anchor.optional(),
      proration_behavior: ProrationBehavior.default('create_prorations'),
      proration_date: integer.optional(),
    })
    .optional(),
})

const noUpcoming = (customer: string) =>
  new ApiError(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer}`,
  })

function preview(
  subscription: Subscription,
  about: { lines: InvoiceLine[]; billing_reason: string; period: Period; proration_date?: number },
): Invoice {
  const waiting = pendingLinesOf(subscription).map(({ line }) => line)
  const invoice = draftInvoice({
    ...about,
    subscription,
    lines: structuredClone([...about.lines, ...waiting]),
    id: newId('upcoming_in'),
  })
  applyBalance(invoice)
  return invoice
}

export function upcomingInvoice(
  subscription: Subscription,
  items = subscription.items.data,
  lines: InvoiceLine[] = [],
): Invoice {
  const [first] = items
  if (isEnded(subscription) || subscription.cancel_at !== null || !first) throw noUpcoming(subscription.customer)
  const start = first.current_period_end
  const billed = items === subscription.items.data ? itemsOfPeriodAt(subscription, start) : items
  const renewals = billed.map((item) => {
    const end = periodEnd(subscription.billing_cycle_anchor, start, item.price.recurring)
    return wholePeriodLine(item, { start, end })
  })
  return preview(subscription, {
    lines: [...lines, ...renewals],
    billing_reason: 'upcoming',
    period: { start: first.current_period_start, end: start },
  })
}

function subscriptionToPreview(params: z.infer<typeof PreviewInput>): Subscription {
  const { subscription, schedule, subscription_details } = params
  if ((subscription === undefined) === (schedule === undefined) || (schedule && subscription_details))
    throw invalidRequest('Name a subscription or a schedule, and changes of a subscription alone.', 'schedule')
  if (schedule === undefined) return getObject('subscription', subscription ?? '', 'subscription')
  const found = getObject('subscription_schedule', schedule, 'schedule')
  return getObject('subscription', found.subscription ?? '', 'schedule')
}

function previewChange(params: z.infer<typeof PreviewInput>): Invoice {
  const subscription = subscriptionToPreview(params)
  const details = params.subscription_details
  if (isEnded(subscription)) throw noUpcoming(subscription.customer)
  if (!details?.items && !details?.billing_cycle_anchor) return upcomingInvoice(subscription)
  const now = clock.now()
  const changed = changeItems(subscription, {
    items: details.items ?? [],
    startsPeriod: details.billing_cycle_anchor?.type === 'now',
    prorates: details.proration_behavior !== 'none',
    prorationDate: details.proration_date ?? now,
  })
  if (!changed.startsPeriod && details.proration_behavior !== 'always_invoice')
    return upcomingInvoice(subscription, changed.items, changed.lines)
  return preview(subscription, {
    lines: changed.lines,
    billing_reason: 'subscription_update',
    proration_date: details.proration_date ?? now,
    period: { start: subscription.items.data[0]?.current_period_start ?? now, end: now },
  })
}

export const previewEndpoints = [
  endpoint('POST', '/v1/invoices/create_preview', PreviewInput, (input) => previewChange(input)),
]
