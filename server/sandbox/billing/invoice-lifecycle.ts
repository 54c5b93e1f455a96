import { z } from 'zod'
import { readAccountSettings } from '../account.ts'
import { endpoint, endpointWithoutParams, findCustomer, getCustomer, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean } from '../api/input.ts'
import { randomText } from '../create.ts'
import { draftInvoiceSeconds } from '../due.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Charge, Invoice, Subscription } from '../objects.ts'
import { incompleteError, paymentMethodOf } from '../payments/cards.ts'
import { addPaymentIntent, attemptPayment, completeCharge, paymentIntentOf } from '../payments/payments.ts'
import type { PaymentAttempt, PaymentOutcome } from '../payments/payments.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'
import { closeInvoice, endSubscription, isEnded, markVoid, stopAutoAdvance } from './cancellation.ts'
import { applyBalance, changeBalance } from './invoices.ts'

const unknownLocation =
  "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax."

/** Finalizes an invoice: sets its number and uses the balance. Throws if the tax location is missing. */
export function finalizeInvoice(invoice: Invoice, checkout_session?: string) {
  const customer = getCustomer(invoice.customer)
  if (invoice.automatic_tax.enabled) {
    assertRequest(customer.address?.country, unknownLocation, undefined, 'customer_tax_location_invalid')
    invoice.automatic_tax.status = 'complete'
    invoice.last_finalization_error = null
  }
  invoice.starting_balance = customer.balance
  applyBalance(invoice)
  invoice.status = 'open'
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  invoice.effective_at = clock.now()
  invoice.automatically_finalizes_at = null
  invoice.status_transitions = { ...invoice.status_transitions, finalized_at: clock.now() }
  invoice.hosted_invoice_url = `${currentSandbox().publicUrl()}/i/${invoice.id}/${randomText(24)}`
  customer.next_invoice_sequence++
  store.save(invoice)
  store.save(customer)
  const amount = (invoice.ending_balance ?? 0) - invoice.starting_balance
  const reason =
    checkout_session === undefined
      ? { type: 'applied_to_invoice' as const, invoice: invoice.id }
      : { type: 'checkout_session_subscription_payment' as const, checkout_session }
  if (amount !== 0) changeBalance(customer, { amount, currency: invoice.currency, ...reason })
  if (invoice.amount_due > 0) addPaymentIntent(invoice)
  emitEvent('invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(invoice)
}

function markPaid(invoice: Invoice) {
  const amounts = { attempted: true, amount_paid: invoice.amount_due, amount_remaining: 0 }
  closeInvoice(invoice, 'paid', 'paid_at', amounts)
  emitEvent('invoice.paid', invoice)
  emitEvent('invoice.payment_succeeded', invoice)
  onInvoiceClosed(invoice)
}

function closeAttempt(invoice: Invoice, outcome: PaymentOutcome): PaymentOutcome {
  if (outcome === 'paid') markPaid(invoice)
  else if (outcome !== 'processing') onPaymentFailed(invoice, outcome)
  return outcome
}

export function payInvoice(invoice: Invoice, attempt: PaymentAttempt | undefined): PaymentOutcome {
  const { status } = invoice
  assertRequest(status !== 'paid', 'Invoice is already paid', undefined, 'invoice_already_paid')
  const isPayable = status === 'open' || status === 'uncollectible'
  assertRequest(isPayable, `This invoice cannot be paid: it is ${status}.`, undefined, 'invoice_not_editable')
  const intent = paymentIntentOf(invoice.id)
  if (!intent) throw new Error(`The open invoice ${invoice.id} has no payment intent.`)
  if (intent.status === 'processing') return 'processing'
  const isAnswerToBank = attempt?.isConfirmed !== undefined && intent.status === 'requires_action'
  const attempt_count = invoice.attempt_count + (isAnswerToBank ? 0 : 1)
  changeFields(invoice, { attempted: true, attempt_count })
  return closeAttempt(invoice, attempt ? attemptPayment(intent, attempt) : 'declined')
}

/** Attempts a payment without the customer, by the subscription's method or the customer's default. */
export function payWithSavedMethod(invoice: Invoice) {
  const subscription = subscriptionOfInvoice(invoice)
  const method = subscription && paymentMethodOf(subscription)
  return { method, outcome: payInvoice(invoice, method && { method, situation: 'absent' }) }
}

export function completeInvoiceCharge(charge: Charge): { invoice: Invoice; outcome: PaymentOutcome } | null {
  const completed = completeCharge(charge)
  if (!completed) return null
  const { intent, outcome } = completed
  const [payment] = store.by('invoice_payment', 'payment', intent.id)
  const invoice = getObject('invoice', payment?.invoice)
  return { invoice, outcome: invoice.status === 'open' ? closeAttempt(invoice, outcome) : outcome }
}

function voidInvoice(id: string): Invoice {
  const invoice = getObject('invoice', id)
  markVoid(invoice)
  for (const subscription of store.by('subscription', 'customer', invoice.customer))
    if (isOfPendingUpdate(invoice, subscription)) {
      changeFields(subscription, { pending_update: null })
      emitEvent('customer.subscription.pending_update_expired', subscription)
    }
  onInvoiceClosed(invoice)
  return invoice
}

export function markUncollectible(invoice: Invoice) {
  assertRequest(invoice.status === 'open', 'You can only pass in open invoices.', 'invoice')
  closeInvoice(invoice, 'uncollectible', 'marked_uncollectible_at')
  emitEvent('invoice.marked_uncollectible', invoice)
  onInvoiceClosed(invoice)
}

/** Seconds from each failed payment to the next attempt, like Stripe's smart retries. */
const retrySeconds = [3, 5, 7].map((days) => days * 24 * 3600)

export const subscriptionOfInvoice = (invoice: Invoice) =>
  store.find('subscription', invoice.parent.subscription_details.subscription)

const isOfPendingUpdate = (invoice: Invoice, { pending_update, latest_invoice }: Subscription) =>
  pending_update !== null && latest_invoice === invoice.id

function applyPendingUpdate(subscription: Subscription) {
  const { pending_update } = subscription
  if (!pending_update) return
  changeFields(subscription, {
    items: { ...subscription.items, data: pending_update.subscription_items },
    billing_cycle_anchor: pending_update.billing_cycle_anchor ?? subscription.billing_cycle_anchor,
    pending_update: null,
  })
  emitEvent('customer.subscription.pending_update_applied', subscription)
}

const hasUnpaidInvoice = (subscription: Subscription) =>
  store
    .by('invoice', 'subscription', subscription.id)
    .some((invoice) => invoice.status === 'open' && invoice.attempted && !isOfPendingUpdate(invoice, subscription))

function setDelinquent(id: string, delinquent: boolean) {
  const customer = findCustomer(id)
  if (customer && customer.delinquent !== delinquent) store.save(Object.assign(customer, { delinquent }))
}

/** Saves the payment method of an invoice for later payments, if the subscription is set to. */
function saveMethod(invoice: Invoice, subscription: Subscription) {
  const method = paymentIntentOf(invoice.id)?.payment_method
  const isSaved = subscription.payment_settings.save_default_payment_method === 'on_subscription'
  if (!isSaved || !method || method === subscription.default_payment_method) return
  const usual = findCustomer(subscription.customer)?.invoice_settings.default_payment_method
  if (usual && usual !== method && readAccountSettings().hosted_payment_method_save === 'never') return
  changeFields(subscription, { default_payment_method: method })
}

function onInvoiceClosed(invoice: Invoice) {
  const subscription = subscriptionOfInvoice(invoice)
  if (!subscription || isEnded(subscription)) return
  if (invoice.status === 'paid') saveMethod(invoice, subscription)
  if (invoice.status === 'paid' && isOfPendingUpdate(invoice, subscription)) applyPendingUpdate(subscription)
  if (hasUnpaidInvoice(subscription)) return
  setDelinquent(subscription.customer, false)
  const isLate = subscription.status === 'past_due' || subscription.status === 'unpaid'
  if (isLate || (subscription.status === 'incomplete' && invoice.status === 'paid'))
    changeFields(subscription, { status: 'active' })
}

function endCollection(invoice: Invoice, subscription: Subscription) {
  const { final_failure } = readAccountSettings()
  stopAutoAdvance(invoice)
  if (final_failure === 'cancel') endSubscription(subscription, { reason: 'payment_failed' })
  else if (final_failure === 'unpaid') changeFields(subscription, { status: 'unpaid' })
}

function onPaymentFailed(invoice: Invoice, outcome: PaymentOutcome) {
  const subscription = subscriptionOfInvoice(invoice)
  const isFirst = subscription?.status === 'incomplete'
  const isLive = subscription && !isFirst && !isEnded(subscription)
  const mayRetry = isLive && !isOfPendingUpdate(invoice, subscription) && invoice.auto_advance
  const wait = mayRetry ? retrySeconds[invoice.attempt_count - 1] : undefined
  changeFields(invoice, { next_payment_attempt: wait === undefined ? null : clock.now() + wait })
  if (outcome === 'asks') emitEvent('invoice.payment_action_required', invoice)
  emitEvent('invoice.payment_failed', invoice)
  if (!mayRetry) return
  setDelinquent(subscription.customer, true)
  if (subscription.status === 'active') changeFields(subscription, { status: 'past_due' })
  if (wait === undefined) endCollection(invoice, subscription)
}

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

const invoices = '/v1/invoices'
export const invoiceEndpoints = [
  endpointWithoutParams('POST', `${invoices}/:id/pay`, pay),
  endpointWithoutParams('POST', `${invoices}/:id/void`, voidInvoice),
  endpoint('POST', `${invoices}/:id/finalize`, Finalization, ({ auto_advance }, id) =>
    finalizeNow(getObject('invoice', id), auto_advance),
  ),
]
