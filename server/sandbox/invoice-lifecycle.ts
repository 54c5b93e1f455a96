import { changeBalance } from './customer-balance.ts'
import { getCustomer } from './customers.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { randomText } from './ids.ts'
import { markVoid } from './invoice-void.ts'
import { settleBalance } from './invoices.ts'
import type { Invoice } from './objects/invoice.ts'
import type { Charge } from './objects/payment.ts'
import { addPaymentIntent, attemptPayment, paymentIntentOf, settleCharge } from './payments.ts'
import type { Attempt, Outcome } from './payments.ts'
import type { Sandbox } from './sandbox.ts'
import { onInvoiceClosed, onPaymentFailed } from './subscription-payments.ts'

export function getInvoice({ store }: Sandbox, id: string, param = 'id'): Invoice {
  const invoice = store.find('invoice', id)
  if (!invoice) throw noSuch('invoice', id, param)
  return invoice
}

/** Its amounts and its number are fixed now, and the customer's balance is used. */
export function finalizeInvoice(sandbox: Sandbox, invoice: Invoice) {
  const { store, clock } = sandbox
  const customer = getCustomer(sandbox, invoice.customer)
  invoice.starting_balance = customer.balance
  settleBalance(invoice)
  invoice.status = 'open'
  invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`
  invoice.effective_at = clock.now()
  invoice.automatically_finalizes_at = null
  invoice.status_transitions = { ...invoice.status_transitions, finalized_at: clock.now() }
  invoice.hosted_invoice_url = `${sandbox.publicUrl()}/i/${invoice.id}/${randomText(24)}`
  customer.next_invoice_sequence++
  store.save(invoice)
  store.save(customer)
  const change = (invoice.ending_balance ?? 0) - invoice.starting_balance
  if (change !== 0)
    changeBalance(sandbox, customer, {
      amount: change,
      currency: invoice.currency,
      type: 'applied_to_invoice',
      invoice: invoice.id,
    })
  if (invoice.amount_due > 0) addPaymentIntent(sandbox, invoice)
  emit(sandbox, 'invoice.finalized', invoice)
  if (invoice.amount_due === 0) markPaid(sandbox, invoice)
}

function markPaid(sandbox: Sandbox, invoice: Invoice) {
  const { clock } = sandbox
  update(sandbox, invoice, 'invoice.updated', (record) => {
    record.status = 'paid'
    record.attempted = true
    record.amount_paid = record.amount_due
    record.amount_remaining = 0
    record.auto_advance = false
    record.next_payment_attempt = null
    record.status_transitions = { ...record.status_transitions, paid_at: clock.now() }
  })
  emit(sandbox, 'invoice.paid', invoice)
  emit(sandbox, 'invoice.payment_succeeded', invoice)
  onInvoiceClosed(sandbox, invoice)
}

function conclude(sandbox: Sandbox, invoice: Invoice, outcome: Outcome): Outcome {
  if (outcome === 'paid') markPaid(sandbox, invoice)
  else if (outcome !== 'processing') onPaymentFailed(sandbox, invoice, outcome)
  return outcome
}

/** One attempt on an open invoice. */
export function payInvoice(sandbox: Sandbox, invoice: Invoice, attempt: Attempt | undefined): Outcome {
  if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid')
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(`This invoice cannot be paid: it is ${invoice.status}.`, undefined, 'invoice_not_editable')
  const intent = paymentIntentOf(sandbox, invoice.id)
  if (!intent) throw new Error(`The open invoice ${invoice.id} has no payment intent.`)
  if (intent.status === 'processing') return 'processing'
  const isAnswerToBank = attempt?.isConfirmed !== undefined && intent.status === 'requires_action'
  update(sandbox, invoice, 'invoice.updated', (record) => {
    record.attempted = true
    if (!isAnswerToBank) record.attempt_count++
  })
  if (attempt) return conclude(sandbox, invoice, attemptPayment(sandbox, intent, attempt))
  return conclude(sandbox, invoice, 'declined')
}

export function settleInvoiceCharge(sandbox: Sandbox, charge: Charge): { invoice: Invoice; outcome: Outcome } | null {
  const { store } = sandbox
  const settled = settleCharge(sandbox, charge)
  if (!settled) return null
  const [payment] = store.by('invoice_payment', 'payment_intent', settled.intent.id)
  const invoice = getInvoice(sandbox, payment?.invoice ?? '')
  return { invoice, outcome: invoice.status === 'open' ? conclude(sandbox, invoice, settled.outcome) : settled.outcome }
}

export function voidInvoice(sandbox: Sandbox, id: string): Invoice {
  const invoice = getInvoice(sandbox, id)
  markVoid(sandbox, invoice)
  for (const subscription of sandbox.store.by('subscription', 'customer', invoice.customer))
    if (subscription.pending_update && subscription.latest_invoice === id) {
      update(sandbox, subscription, 'customer.subscription.updated', (record) => void (record.pending_update = null))
      emit(sandbox, 'customer.subscription.pending_update_expired', subscription)
    }
  onInvoiceClosed(sandbox, invoice)
  return invoice
}

export function markUncollectible(sandbox: Sandbox, id: string): Invoice {
  const { clock } = sandbox
  const invoice = getInvoice(sandbox, id)
  if (invoice.status !== 'open') throw invalidRequest('You can only pass in open invoices.', 'invoice')
  update(sandbox, invoice, 'invoice.updated', (record) => {
    record.status = 'uncollectible'
    record.auto_advance = false
    record.next_payment_attempt = null
    record.status_transitions = { ...record.status_transitions, marked_uncollectible_at: clock.now() }
  })
  emit(sandbox, 'invoice.marked_uncollectible', invoice)
  onInvoiceClosed(sandbox, invoice)
  return invoice
}
