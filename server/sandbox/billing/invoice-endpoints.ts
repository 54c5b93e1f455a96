import { z } from 'zod'
import { endpoint, endpointWithoutParams, getObject } from '../api/endpoint.ts'
import { assertRequest, invalidRequest } from '../api/errors.ts'
import { boolean, text } from '../api/input.ts'
import { newId } from '../create.ts'
import { currentPeriodOf, draftInvoiceSeconds } from '../due.ts'
import type { Invoice, InvoiceLine, Period, Subscription } from '../objects.ts'
import { incompleteError } from '../payments/cards.ts'
import { paymentIntentOf } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import { isEnded } from './cancellation.ts'
import { finalizeInvoice, payWithSavedMethod, voidInvoice } from './invoice-lifecycle.ts'
import { applyBalance, draftInvoice } from './invoices.ts'
import { pendingLinesOf, wholePeriodLine, withPeriod } from './proration.ts'
import { itemsOfPeriodAt } from './schedules.ts'
import { changeItems, itemParams } from './subscriptions.ts'

function pay(id: string): Invoice {
  const invoice = getObject('invoice', id)
  const { method, outcome } = payWithSavedMethod(invoice)
  const intent = paymentIntentOf(id)
  if (outcome === 'asks' || outcome === 'declined')
    throw incompleteError('invoice', outcome, method, intent && { payment_intent: structuredClone(intent) })
  return invoice
}

function finalizeNow(invoice: Invoice, auto_advance = invoice.auto_advance): Invoice {
  const { status } = invoice
  assertRequest(status === 'draft', 'This invoice is already finalized.', undefined, 'invoice_not_editable')
  invoice.auto_advance = auto_advance
  finalizeInvoice(invoice)
  if (invoice.status === 'open' && auto_advance) invoice.next_payment_attempt = clock.now() + draftInvoiceSeconds
  return store.save(invoice)
}

const Finalization = z.strictObject({ auto_advance: boolean.optional() })
const PreviewInput = z.strictObject({
  subscription: text.optional(),
  schedule: text.optional(),
  subscription_details: z.strictObject(itemParams).optional(),
})
type PreviewInput = z.infer<typeof PreviewInput>

const noUpcoming = (customer: string) =>
  invalidRequest(`No upcoming invoices for customer: ${customer}`, undefined, 'invoice_upcoming_none', 404)

type Preview = { lines: InvoiceLine[]; billing_reason: string; period: Period; proration_date?: number }

function preview(subscription: Subscription, { lines, ...about }: Preview): Invoice {
  const pending = pendingLinesOf(subscription.id).map(({ line }) => line)
  const copies = structuredClone([...lines, ...pending])
  const invoice = draftInvoice({ ...about, subscription, lines: copies, id: newId('upcoming_in') })
  applyBalance(invoice)
  return invoice
}

export function upcomingInvoice(
  subscription: Subscription,
  items = subscription.items.data,
  lines: InvoiceLine[] = [],
): Invoice {
  if (isEnded(subscription) || subscription.cancel_at !== null) throw noUpcoming(subscription.customer)
  const period = currentPeriodOf(subscription)
  const billed = items === subscription.items.data ? itemsOfPeriodAt(subscription, period.end) : items
  const renewals = withPeriod(billed, period.end, subscription.billing_cycle_anchor).map(wholePeriodLine)
  return preview(subscription, { lines: [...lines, ...renewals], billing_reason: 'upcoming', period })
}

function subscriptionToPreview({ subscription, schedule, subscription_details }: PreviewInput): Subscription {
  const isClear = (subscription === undefined) !== (schedule === undefined) && !(schedule && subscription_details)
  assertRequest(isClear, 'Name a subscription or a schedule, and changes of a subscription alone.', 'schedule')
  if (schedule === undefined) return getObject('subscription', subscription, 'subscription')
  return getObject('subscription', getObject('subscription_schedule', schedule, 'schedule').subscription, 'schedule')
}

function previewChange(params: PreviewInput): Invoice {
  const subscription = subscriptionToPreview(params)
  const details = params.subscription_details
  if (isEnded(subscription)) throw noUpcoming(subscription.customer)
  if (!details?.items && !details?.billing_cycle_anchor) return upcomingInvoice(subscription)
  const changed = changeItems(subscription, details)
  if (!changed.startsPeriod && details.proration_behavior !== 'always_invoice')
    return upcomingInvoice(subscription, changed.items, changed.lines)
  const now = clock.now()
  return preview(subscription, {
    lines: changed.lines,
    billing_reason: 'subscription_update',
    proration_date: details.proration_date ?? now,
    period: { start: currentPeriodOf(subscription).start, end: now },
  })
}

const invoices = '/v1/invoices'
export const invoiceEndpoints = [
  endpointWithoutParams('POST', `${invoices}/:id/pay`, pay),
  endpointWithoutParams('POST', `${invoices}/:id/void`, voidInvoice),
  endpoint('POST', `${invoices}/:id/finalize`, Finalization, ({ auto_advance }, id) =>
    finalizeNow(getObject('invoice', id), auto_advance),
  ),
  endpoint('POST', `${invoices}/create_preview`, PreviewInput, previewChange),
]
