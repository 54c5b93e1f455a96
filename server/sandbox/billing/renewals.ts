import { readAccountSettings } from '../account.ts'
import { ApiError } from '../api/errors.ts'
import { currentPeriodOf, draftInvoiceSeconds } from '../due.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Invoice, Subscription } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { endSubscription, markVoid } from './cancellation.ts'
import { upcomingInvoice } from './invoice-endpoints.ts'
import { finalizeInvoice, markUncollectible, payWithSavedMethod, subscriptionOfInvoice } from './invoice-lifecycle.ts'
import { automaticTax, removeTax } from './invoices.ts'
import { wholePeriodLine, withPeriod } from './proration.ts'
import { advanceSchedule } from './schedules.ts'
import { expirePendingUpdate } from './subscription-changes.ts'
import { addInvoice } from './subscriptions.ts'

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
