import { z } from 'zod'
import { readAccountSettings } from '../account.ts'
import { endpoint, getObject } from '../api/endpoint.ts'
import { ApiError, assertRequest, invalidRequest } from '../api/errors.ts'
import { text } from '../api/input.ts'
import { newId } from '../create.ts'
import { currentPeriodOf, draftInvoiceSeconds } from '../due.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Invoice, InvoiceLine, Period, Subscription } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { endSubscription, isEnded, markVoid } from './cancellation.ts'
import { finalizeInvoice, markUncollectible, payWithSavedMethod, subscriptionOfInvoice } from './invoice-lifecycle.ts'
import { applyBalance, automaticTax, draftInvoice, removeTax } from './invoices.ts'
import { pendingLinesOf, wholePeriodLine, withPeriod } from './proration.ts'
import { advanceSchedule, itemsOfPeriodAt } from './schedules.ts'
import { expirePendingUpdate } from './subscription-changes.ts'
import { addInvoice, changeItems, itemParams } from './subscriptions.ts'

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

function upcomingInvoice(
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

export const previewEndpoint = endpoint('POST', '/v1/invoices/create_preview', PreviewInput, previewChange)

/** Emits `invoice.upcoming` a week before a renewal. Its invoice is a preview without an id. */
export function announceRenewal(subscription: Subscription) {
  if (clock.now() >= currentPeriodOf(subscription).end) return
  const { id: _, ...invoice } = upcomingInvoice(subscription)
  emitEvent('invoice.upcoming', invoice)
}

function startPeriod(subscription: Subscription) {
  const start = currentPeriodOf(subscription).end
  const data = withPeriod(subscription.items.data, start, subscription.billing_cycle_anchor)
  const invoice = addInvoice(subscription, data.map(wholePeriodLine), 'subscription_cycle')
  // Invoices of an unpaid subscription stay drafts, so it is not charged.
  if (subscription.status === 'unpaid') invoice.auto_advance = false
  else invoice.automatically_finalizes_at = clock.now() + draftInvoiceSeconds
  store.save(invoice)
  changeFields(subscription, {
    items: { ...subscription.items, data },
    latest_invoice: invoice.id,
    ...(subscription.cancel_at_period_end && { cancel_at: data[0]?.current_period_end ?? null }),
  })
}

/** Starts the next period of a subscription and drafts the invoice, or ends a subscription that is due to end. */
export function renewSubscription(subscription: Subscription) {
  if (subscription.cancel_at !== null && subscription.cancel_at <= clock.now())
    return void endSubscription(subscription)
  if (subscription.pending_update) expirePendingUpdate(subscription)
  advanceSchedule(subscription.schedule)
  startPeriod(subscription)
}

export function expireFirstPayment(subscription: Subscription) {
  const payments = store.by('invoice_payment', 'invoice', String(subscription.latest_invoice))
  const isProcessing = payments.some(
    ({ payment }) => store.find('payment_intent', payment.payment_intent)?.status === 'processing',
  )
  if (subscription.status !== 'incomplete' || isProcessing) return
  changeFields(subscription, { status: 'incomplete_expired', ended_at: clock.now() })
}

/** Finalizes an invoice without tax, as Stripe does. Disables tax for later periods. */
function finalizeWithoutTax(invoice: Invoice, subscription: Subscription) {
  removeTax(invoice)
  const disabled_reason = 'finalization_requires_location_inputs'
  changeFields(invoice, {
    automatic_tax: { ...automaticTax(), disabled_reason, provider: null, status: null },
  })
  const schedule = store.find('subscription_schedule', subscription.schedule)
  for (const phase of schedule?.phases ?? []) phase.automatic_tax = automaticTax(false, 'requires_location_inputs')
  if (schedule) store.save(schedule)
  changeFields(subscription, { automatic_tax: automaticTax(false, 'requires_location_inputs') })
  finalizeInvoice(invoice)
}

/** Keeps an invoice as a draft after its finalization failed. Nobody is charged. */
function failFinalization(invoice: Invoice, error: unknown) {
  if (!(error instanceof ApiError) || error.body.code === undefined) throw error
  const { type, code, message } = error.body
  invoice.automatic_tax.status = 'requires_location_inputs'
  invoice.automatically_finalizes_at = null
  invoice.last_finalization_error = { type, code, message }
  emitEvent('invoice.finalization_failed', store.save(invoice))
}

export function finalizeDraft(invoice: Invoice) {
  const subscription = subscriptionOfInvoice(invoice)
  if (!subscription) throw new Error(`The invoice ${invoice.id} has no subscription.`)
  const pause = subscription.pause_collection
  if (pause?.behavior === 'keep_as_draft') {
    invoice.automatically_finalizes_at = null
    return void store.save(invoice)
  }
  try {
    finalizeInvoice(invoice)
  } catch (error) {
    if (readAccountSettings().unknown_location === 'draft') return failFinalization(invoice, error)
    finalizeWithoutTax(invoice, subscription)
  }
  if (pause?.behavior === 'void') return markVoid(invoice)
  if (pause) return markUncollectible(invoice)
  if (invoice.amount_remaining > 0) payWithSavedMethod(invoice)
}
