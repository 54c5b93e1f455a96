import { declineOf, cardOf } from './cards.ts'
import type { Card, Decline, Situation } from './cards.ts'
import { openDispute } from './disputes.ts'
import { emit, update } from './events.ts'
import { newId, randomText } from './ids.ts'
import type { PaymentMethod } from './objects/customer.ts'
import type { Invoice } from './objects/invoice.ts'
import { chargeObject, invoicePaymentObject, paymentIntentObject } from './objects/payment.ts'
import type { Charge, InvoicePayment, PaymentIntent } from './objects/payment.ts'
import type { Sandbox } from './sandbox.ts'

export type Outcome = 'paid' | 'processing' | 'asks' | 'declined'
/** `isConfirmed`: what the person told the bank, where it asked. */
export type Attempt = { method: PaymentMethod; situation: Situation; isConfirmed?: boolean | undefined }

const notConfirmed: Decline = {
  code: 'payment_intent_authentication_failure',
  decline_code: 'authentication_not_handled',
  message:
    'The provided payment method has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
}

/** What a bank will say, asked before anything is changed. */
export function outcomeOf(card: Card, situation: Situation, isConfirmed?: boolean): Outcome {
  const answer = card.answers[situation]
  if (answer === 'pays') return 'paid'
  if (answer === 'declines') return 'declined'
  if (answer !== 'asks') return 'processing'
  if (isConfirmed === undefined) return 'asks'
  return isConfirmed ? 'paid' : 'declined'
}

export const outcomeOfAttempt = ({ method, situation, isConfirmed }: Attempt) =>
  outcomeOf(cardOf(method), situation, isConfirmed)

export function addPaymentIntent(sandbox: Sandbox, invoice: Invoice): PaymentIntent {
  const { store, clock } = sandbox
  const id = newId('pi')
  const intent = paymentIntentObject({
    id,
    created: clock.now(),
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    client_secret: `${id}_secret_${randomText(24)}`,
  })
  store.save(intent)
  store.save(
    invoicePaymentObject({
      id: newId('inpay'),
      created: clock.now(),
      invoice: invoice.id,
      payment_intent: id,
      amount: invoice.amount_due,
      currency: invoice.currency,
    }),
  )
  emit(sandbox, 'payment_intent.created', intent)
  return intent
}

export const invoicePaymentOf = ({ store }: Sandbox, invoice: string): InvoicePayment | undefined =>
  store.by('invoice_payment', 'invoice', invoice).find(({ is_default }) => is_default)

export const paymentIntentOf = (sandbox: Sandbox, invoice: string): PaymentIntent | undefined =>
  sandbox.store.find('payment_intent', invoicePaymentOf(sandbox, invoice)?.payment.payment_intent ?? '')

function addCharge(
  sandbox: Sandbox,
  intent: PaymentIntent,
  { method, isConfirmed = false }: Attempt,
  status: Charge['status'],
  decline: Decline | null = null,
): Charge {
  const { store, clock } = sandbox
  const id = newId('ch')
  const customer = store.find('customer', intent.customer)
  const charge = chargeObject({
    id,
    created: clock.now(),
    intent,
    method,
    status: status as 'succeeded' | 'failed' | 'pending',
    decline,
    isConfirmed,
    receipt_url: `${sandbox.publicUrl()}/receipts/${id}`,
    email: customer && 'email' in customer ? customer.email : null,
  })
  emit(sandbox, `charge.${status}`, store.save(charge))
  return charge
}

function succeed(sandbox: Sandbox, intent: PaymentIntent, charge: Charge) {
  const { store, clock } = sandbox
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.next_action = null
  intent.last_payment_error = null
  emit(sandbox, 'payment_intent.succeeded', store.save(intent))
  for (const payment of store.by('invoice_payment', 'payment_intent', intent.id)) {
    payment.status = 'paid'
    payment.amount_paid = payment.amount_requested
    payment.status_transitions = { ...payment.status_transitions, paid_at: clock.now() }
    emit(sandbox, 'invoice_payment.paid', store.save(payment))
  }
  const method = store.find('payment_method', charge.payment_method)
  if (method && cardOf(method).disputes) openDispute(sandbox, charge, 'fraudulent')
}

function fail(sandbox: Sandbox, intent: PaymentIntent, method: PaymentMethod, decline: Decline, charge?: Charge) {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    type: charge ? 'card_error' : 'invalid_request_error',
    ...decline,
    payment_method: method,
    ...(charge && { charge: charge.id }),
  }
  emit(sandbox, 'payment_intent.payment_failed', sandbox.store.save(intent))
}

export function attemptPayment(sandbox: Sandbox, intent: PaymentIntent, attempt: Attempt): Outcome {
  const { store } = sandbox
  const { method } = attempt
  const outcome = outcomeOfAttempt(attempt)
  intent.payment_method = method.id
  intent.payment_method_types = [method.type]
  if (outcome === 'paid') {
    const charge = addCharge(sandbox, intent, attempt, 'succeeded')
    intent.latest_charge = charge.id
    succeed(sandbox, intent, charge)
  } else if (outcome === 'processing') {
    intent.latest_charge = addCharge(sandbox, intent, attempt, 'pending').id
    intent.status = 'processing'
    emit(sandbox, 'payment_intent.processing', store.save(intent))
  } else if (outcome === 'asks') {
    intent.status = 'requires_action'
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} }
    emit(sandbox, 'payment_intent.requires_action', store.save(intent))
  } else if (attempt.isConfirmed === false) fail(sandbox, intent, method, notConfirmed)
  else {
    const decline = declineOf(cardOf(method).decline_code)
    const charge = addCharge(sandbox, intent, attempt, 'failed', decline)
    intent.latest_charge = charge.id
    fail(sandbox, intent, method, decline, charge)
  }
  return outcome
}

/** The bank's late word on a debit. */
export function settleCharge(sandbox: Sandbox, charge: Charge): { intent: PaymentIntent; outcome: Outcome } | null {
  const { store } = sandbox
  const intent = store.find('payment_intent', charge.payment_intent)
  const method = store.find('payment_method', charge.payment_method)
  if (!intent || !method || charge.status !== 'pending') return null
  if (cardOf(method).answers.first === 'takes days') {
    charge.status = 'succeeded'
    charge.amount_captured = charge.amount
    charge.receipt_url = `${sandbox.publicUrl()}/receipts/${charge.id}`
    emit(sandbox, 'charge.succeeded', store.save(charge))
    succeed(sandbox, intent, charge)
    return { intent, outcome: 'paid' }
  }
  const decline = declineOf('insufficient_funds')
  charge.status = 'failed'
  charge.paid = false
  charge.failure_code = decline.code
  charge.failure_message = decline.message
  emit(sandbox, 'charge.failed', store.save(charge))
  fail(sandbox, intent, method, decline, charge)
  return { intent, outcome: 'declined' }
}

export function cancelPaymentIntent(sandbox: Sandbox, intent: PaymentIntent) {
  update(sandbox, intent, 'payment_intent.canceled', (record) => {
    record.status = 'canceled'
    record.canceled_at = sandbox.clock.now()
    record.cancellation_reason = 'void_invoice'
    record.next_action = null
  })
}
