import { readAccountSettings } from '../account.ts'
import { invalidRequest } from '../api/errors.ts'
import { getObject, getCustomer } from '../api/retrieval.ts'
import { randomText } from '../create.ts'
import { changeFields, emitEvent, updateObject } from '../events.ts'
import type { Charge, Invoice, Subscription } from '../objects.ts'
import { paymentMethodOf } from '../payments/cards.ts'
import { addPaymentIntent, attemptPayment, completeCharge, paymentIntentOf } from '../payments/payments.ts'
import type { PaymentAttempt, PaymentOutcome } from '../payments/payments.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'
import { endSubscription, isEnded, markVoid, stopAutoAdvance } from './cancellation.ts'
import { applyBalance, changeBalance } from './invoices.ts'

const unknownLocation = () =>
  invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    undefined,
    'customer_tax_location_invalid',
  )

/** Finalizes an invoice: sets its number and uses the balance. Throws if the tax location is missing. */
export function finalizeInvoice(invoice: Invoice, checkout_session?: string) {
  const customer = getCustomer(invoice.customer)
  if (invoice.automatic_tax.enabled) {
    if (!customer.address?.country) throw unknownLocation()
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
  const difference = (invoice.ending_balance ?? 0) - invoice.starting_balance
  if (difference !== 0)
    changeBalance(customer, {
      amount: difference,
      currency: invoice.currency,
      ...(checkout_session === undefined
        ? { type: 'applied_to_invoice', invoice: invoice.id }
        : { type: 'checkout_session_subscription_payment', checkout_session }),
    })
  if (invoice.amount_due > 0) addPaymentIntent(invoice)
  emitEvent('invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(invoice)
}

function markPaid(invoice: Invoice) {
  changeFields(invoice, {
    status: 'paid',
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: clock.now() },
  })
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
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(`This invoice cannot be paid: it is ${invoice.status}.`, undefined, 'invoice_not_editable')
  const intent = paymentIntentOf(invoice.id)
  if (!intent) throw new Error(`The open invoice ${invoice.id} has no payment intent.`)
  if (intent.status === 'processing') return 'processing'
  const isAnswerToBank = attempt?.isConfirmed !== undefined && intent.status === 'requires_action'
  updateObject(invoice, 'invoice.updated', (record) => {
    record.attempted = true
    if (!isAnswerToBank) record.attempt_count++
  })
  if (attempt) return closeAttempt(invoice, attemptPayment(intent, attempt))
  return closeAttempt(invoice, 'declined')
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
  const [payment] = store.by('invoice_payment', 'payment_intent', completed.intent.id)
  const invoice = getObject('invoice', payment?.invoice ?? '')
  return {
    invoice,
    outcome: invoice.status === 'open' ? closeAttempt(invoice, completed.outcome) : completed.outcome,
  }
}

export function voidInvoice(id: string): Invoice {
  const invoice = getObject('invoice', id)
  markVoid(invoice)
  for (const subscription of store.by('subscription', 'customer', invoice.customer))
    if (subscription.pending_update && subscription.latest_invoice === id) {
      changeFields(subscription, { pending_update: null })
      emitEvent('customer.subscription.pending_update_expired', subscription)
    }
  onInvoiceClosed(invoice)
  return invoice
}

export function markUncollectible(id: string): Invoice {
  const invoice = getObject('invoice', id)
  if (invoice.status !== 'open') throw invalidRequest('You can only pass in open invoices.', 'invoice')
  changeFields(invoice, {
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: clock.now() },
  })
  emitEvent('invoice.marked_uncollectible', invoice)
  onInvoiceClosed(invoice)
  return invoice
}

const day = 24 * 3600
/** Seconds from each failed payment to the next attempt, like Stripe's smart retries. */
const retrySeconds = [3 * day, 5 * day, 7 * day]

export const subscriptionOfInvoice = (invoice: Invoice) =>
  store.find('subscription', invoice.parent?.subscription_details.subscription ?? '')

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

/** True if the subscription has an open invoice whose payment was attempted. */
const hasUnpaidInvoice = (subscription: Subscription) =>
  store
    .by('invoice', 'subscription', subscription.id)
    .some((invoice) => invoice.status === 'open' && invoice.attempted && !isOfPendingUpdate(invoice, subscription))

function setDelinquent(id: string, delinquent: boolean) {
  const customer = store.find('customer', id)
  if (!customer || 'deleted' in customer || customer.delinquent === delinquent) return
  customer.delinquent = delinquent
  store.save(customer)
}

/** Saves the payment method of an invoice for later payments, if the subscription is set to. */
function saveMethod(invoice: Invoice, subscription: Subscription) {
  const method = paymentIntentOf(invoice.id)?.payment_method
  const isSaved = subscription.payment_settings.save_default_payment_method === 'on_subscription'
  if (!isSaved || !method || method === subscription.default_payment_method) return
  const customer = store.find('customer', subscription.customer)
  const usual = customer && !('deleted' in customer) && customer.invoice_settings.default_payment_method
  if (usual && usual !== method && readAccountSettings().hosted_payment_method_save === 'never') return
  changeFields(subscription, { default_payment_method: method })
}

/** Updates the subscription after an invoice was paid, voided or marked uncollectible. */
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

/** Updates invoice and subscription after a payment was declined or requires action. */
function onPaymentFailed(invoice: Invoice, outcome: PaymentOutcome) {
  const subscription = subscriptionOfInvoice(invoice)
  const isFirst = subscription?.status === 'incomplete'
  const mayRetry =
    subscription &&
    !isEnded(subscription) &&
    !isFirst &&
    !isOfPendingUpdate(invoice, subscription) &&
    invoice.auto_advance
  const wait = mayRetry ? retrySeconds[invoice.attempt_count - 1] : undefined
  changeFields(invoice, { next_payment_attempt: wait === undefined ? null : clock.now() + wait })
  if (outcome === 'asks') emitEvent('invoice.payment_action_required', invoice)
  emitEvent('invoice.payment_failed', invoice)
  if (!mayRetry) return
  setDelinquent(subscription.customer, true)
  if (subscription.status === 'active') changeFields(subscription, { status: 'past_due' })
  if (wait === undefined) endCollection(invoice, subscription)
}
