import { findCustomer } from '../api/endpoint.ts'
import type { Decline } from '../api/errors.ts'
import { createObject, fillDefaults, newId, randomText } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { emitEvent, updateObject } from '../events.ts'
import type { Charge, Invoice, InvoicePayment, PaymentIntent, PaymentMethod } from '../objects.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'
import { chargeOutcome, cardOf, declineOf } from './cards.ts'
import type { TestCard, PaymentSituation } from './cards.ts'
import { openDispute } from './disputes.ts'

export type PaymentOutcome = 'paid' | 'processing' | 'asks' | 'declined'
/** Payment attempt. `isConfirmed`: whether the customer confirmed; undefined if not yet asked. */
export type PaymentAttempt = { method: PaymentMethod; situation: PaymentSituation; isConfirmed?: boolean | undefined }

const notConfirmed: Decline = {
  code: 'payment_intent_authentication_failure',
  decline_code: 'authentication_not_handled',
  message:
    'The provided payment method has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}

/** Predicts the outcome of a charge. Changes nothing. */
export function predictOutcome(card: TestCard, situation: PaymentSituation, isConfirmed?: boolean): PaymentOutcome {
  const answer = card.answers[situation]
  if (answer === 'pays') return 'paid'
  if (answer === 'declines') return 'declined'
  if (answer !== 'asks') return 'processing'
  if (isConfirmed === undefined) return 'asks'
  return isConfirmed ? 'paid' : 'declined'
}

export const predictOutcomeOfAttempt = ({ method, situation, isConfirmed }: PaymentAttempt) =>
  predictOutcome(cardOf(method), situation, isConfirmed)

export function addPaymentIntent({ id: invoice, amount_due: amount, currency, customer, billing_reason }: Invoice) {
  const id = newId('pi')
  const description = billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
  const client_secret = `${id}_secret_${randomText(24)}`
  const intent = createObject('payment_intent', { id, amount, client_secret, currency, customer, description })
  store.save(intent)
  const payment = { payment_intent: id }
  store.save(createObject('invoice_payment', { amount_requested: amount, currency, invoice, payment }))
  emitEvent('payment_intent.created', intent)
}

export const invoicePaymentOf = (invoice: string): InvoicePayment | undefined =>
  store.by('invoice_payment', 'invoice', invoice).find(({ is_default }) => is_default)

export const paymentIntentOf = (invoice: string): PaymentIntent | undefined =>
  store.find('payment_intent', invoicePaymentOf(invoice)?.payment.payment_intent)

type PaymentDetails = ObjectFields<'charge'>['payment_method_details']

function detailsOf({ card, sepa_debit }: PaymentMethod, isConfirmed: boolean): PaymentDetails {
  if (sepa_debit) {
    const { generated_from: _, ...bank } = sepa_debit
    return { type: 'sepa_debit', sepa_debit: { ...bank, mandate: null } }
  }
  if (!card) return null
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = card
  const shared = { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status }
  const three_d_secure = isConfirmed ? fillDefaults('charge.payment_method_details.card.three_dsecure', {}) : null
  const details = { ...shared, network: brand, three_d_secure }
  return { type: 'card', card: fillDefaults('charge.payment_method_details.card', details) }
}

const receiptUrl = (charge: string) => `${currentSandbox().publicUrl()}/receipts/${charge}`

function addCharge(
  intent: PaymentIntent,
  { method, isConfirmed = false }: PaymentAttempt,
  status: Charge['status'],
  decline: Decline | null = null,
): Charge {
  const id = newId('ch')
  const isPaid = status !== 'failed'
  const { amount, currency, customer, id: payment_intent } = intent
  const charge = createObject('charge', {
    id,
    amount,
    amount_captured: status === 'succeeded' ? amount : 0,
    billing_details: { email: findCustomer(customer)?.email },
    captured: isPaid,
    currency,
    customer,
    description: intent.description,
    failure_code: decline?.code,
    failure_message: decline?.message,
    outcome: chargeOutcome(decline),
    paid: isPaid,
    payment_intent,
    payment_method: method.id,
    payment_method_details: detailsOf(method, isConfirmed),
    receipt_url: status === 'succeeded' ? receiptUrl(id) : null,
    status,
  })
  intent.latest_charge = id
  return emitEvent(`charge.${status}`, store.save(charge))
}

function succeed(intent: PaymentIntent, charge: Charge) {
  const state = { status: 'succeeded', amount_received: intent.amount, next_action: null, last_payment_error: null }
  emitEvent('payment_intent.succeeded', store.save(Object.assign(intent, state)))
  for (const payment of store.by('invoice_payment', 'payment', intent.id)) {
    payment.status = 'paid'
    payment.amount_paid = payment.amount_requested
    payment.status_transitions = { ...payment.status_transitions, paid_at: clock.now() }
    emitEvent('invoice_payment.paid', store.save(payment))
  }
  const method = store.find('payment_method', charge.payment_method)
  if (method && cardOf(method).disputes) openDispute(charge, { reason: 'fraudulent' })
}

function fail(intent: PaymentIntent, method: PaymentMethod, decline: Decline, charge?: Charge) {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    type: charge ? 'card_error' : 'invalid_request_error',
    ...decline,
    payment_method: method,
    ...(charge && { charge: charge.id }),
  }
  emitEvent('payment_intent.payment_failed', store.save(intent))
}

export function attemptPayment(intent: PaymentIntent, attempt: PaymentAttempt): PaymentOutcome {
  const { method } = attempt
  const outcome = predictOutcomeOfAttempt(attempt)
  intent.payment_method = method.id
  intent.payment_method_types = [method.type]
  if (outcome === 'paid') {
    succeed(intent, addCharge(intent, attempt, 'succeeded'))
  } else if (outcome === 'processing') {
    addCharge(intent, attempt, 'pending')
    intent.status = 'processing'
    emitEvent('payment_intent.processing', store.save(intent))
  } else if (outcome === 'asks') {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    emitEvent('payment_intent.requires_action', store.save(intent))
  } else if (attempt.isConfirmed === false) fail(intent, method, notConfirmed)
  else {
    const decline = declineOf(cardOf(method).decline_code)
    fail(intent, method, decline, addCharge(intent, attempt, 'failed', decline))
  }
  return outcome
}

export function completeCharge(charge: Charge): { intent: PaymentIntent; outcome: PaymentOutcome } | null {
  const intent = store.find('payment_intent', charge.payment_intent)
  const method = store.find('payment_method', charge.payment_method)
  if (!intent || !method || charge.status !== 'pending') return null
  if (cardOf(method).answers.first === 'takes days') {
    charge.status = 'succeeded'
    charge.amount_captured = charge.amount
    charge.receipt_url = receiptUrl(charge.id)
    emitEvent('charge.succeeded', store.save(charge))
    succeed(intent, charge)
    return { intent, outcome: 'paid' }
  }
  const decline = declineOf('insufficient_funds')
  const failure = { failure_code: decline.code, failure_message: decline.message }
  Object.assign(charge, { status: 'failed', paid: false, ...failure })
  emitEvent('charge.failed', store.save(charge))
  fail(intent, method, decline, charge)
  return { intent, outcome: 'declined' }
}

export function cancelPaymentIntent(intent: PaymentIntent) {
  updateObject(intent, 'payment_intent.canceled', (record) => {
    record.status = 'canceled'
    record.canceled_at = clock.now()
    record.cancellation_reason = 'void_invoice'
    record.next_action = null
  })
}
