import { changeBalance } from './customer-balance.ts'
import { invalidRequest } from './errors.ts'
import { emit, update } from './events.ts'
import type { Invoice } from './objects/invoice.ts'
import { cancelPaymentIntent, invoicePaymentOf, paymentIntentOf } from './payments.ts'
import type { Sandbox } from './sandbox.ts'

/** The invoice alone: what this means for its subscription is its caller's. */
export function markVoid(sandbox: Sandbox, invoice: Invoice) {
  const { store, clock } = sandbox
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't one of them.`,
      'invoice',
      'invoice_not_editable',
    )
  update(sandbox, invoice, 'invoice.updated', (record) => {
    record.status = 'void'
    record.auto_advance = false
    record.next_payment_attempt = null
    record.status_transitions = { ...record.status_transitions, voided_at: clock.now() }
  })
  const intent = paymentIntentOf(sandbox, invoice.id)
  if (intent && intent.status !== 'canceled') cancelPaymentIntent(sandbox, intent)
  const payment = invoicePaymentOf(sandbox, invoice.id)
  if (payment) {
    payment.status = 'canceled'
    payment.status_transitions = { ...payment.status_transitions, canceled_at: clock.now() }
    store.save(payment)
  }
  const customer = store.find('customer', invoice.customer)
  const used = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  if (customer && !('deleted' in customer) && used !== 0) {
    const type = 'unapplied_from_invoice'
    changeBalance(sandbox, customer, { amount: used, currency: invoice.currency, type, invoice: invoice.id })
  }
  emit(sandbox, 'invoice.voided', invoice)
}

/** Nothing more is tried on its own; a person can still pay what is open. */
export function stopCollecting(sandbox: Sandbox, invoice: Invoice) {
  update(sandbox, invoice, 'invoice.updated', (record) => {
    record.auto_advance = false
    record.next_payment_attempt = null
    record.automatically_finalizes_at = null
  })
}
