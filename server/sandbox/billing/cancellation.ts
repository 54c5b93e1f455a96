import { assertRequest } from '../api/errors.ts'
import { findCustomer, getObject } from '../api/endpoint.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { CancellationDetails, Invoice, Subscription } from '../objects.ts'
import { cancelPaymentIntent, invoicePaymentOf, paymentIntentOf } from '../payments/payments.ts'
import { clock, store } from '../sandbox.ts'
import { changeBalance } from './invoices.ts'

/** Stops automatic payment attempts of an invoice. A person can pay it while it is open. */
export function stopAutoAdvance(invoice: Invoice) {
  changeFields(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null })
}

export const closeInvoice = (
  invoice: Invoice,
  status: 'paid' | 'void' | 'uncollectible',
  time: keyof Invoice['status_transitions'],
  changes: Partial<Invoice> = {},
) =>
  changeFields(invoice, {
    status,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, [time]: clock.now() },
    ...changes,
  })

/** Marks an invoice as void. Does not change its subscription. */
export function markVoid(invoice: Invoice) {
  const message = "You can only pass in open or uncollectible invoices. This invoice isn't one of them."
  const isOpen = invoice.status === 'open' || invoice.status === 'uncollectible'
  assertRequest(isOpen, message, 'invoice', 'invoice_not_editable')
  closeInvoice(invoice, 'void', 'voided_at')
  const intent = paymentIntentOf(invoice.id)
  if (intent && intent.status !== 'canceled') cancelPaymentIntent(intent)
  const payment = invoicePaymentOf(invoice.id)
  if (payment) {
    payment.status = 'canceled'
    payment.status_transitions = { ...payment.status_transitions, canceled_at: clock.now() }
    store.save(payment)
  }
  const customer = findCustomer(invoice.customer)
  const used = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  if (customer && used !== 0) {
    const [session] = store.by('checkout.session', 'invoice', invoice.id)
    changeBalance(customer, {
      amount: used,
      currency: invoice.currency,
      ...(session
        ? { type: 'checkout_session_subscription_payment_canceled', checkout_session: session.id }
        : { type: 'unapplied_from_invoice', invoice: invoice.id }),
    })
  }
  emitEvent('invoice.voided', invoice)
}

export function deleteDraft(id: string) {
  const invoice = getObject('invoice', id)
  assertRequest(invoice.status === 'draft', 'Only drafts can be deleted.', 'invoice', 'invoice_not_editable')
  store.remove(invoice)
  emitEvent('invoice.deleted', invoice)
  return { id, object: 'invoice' as const, deleted: true }
}

export const isEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

/** Drops a subscription change that waits for its payment, and voids its invoice. */
export function dropPendingUpdate(subscription: Subscription) {
  if (!subscription.pending_update) return
  subscription.pending_update = null
  store.save(subscription)
  const invoice = store.find('invoice', subscription.latest_invoice)
  if (invoice?.status === 'open') markVoid(invoice)
}

/** Cancels a subscription immediately. Open invoices stay open, without automatic attempts. */
export function endSubscription(
  subscription: Subscription,
  details: Partial<CancellationDetails> = { reason: 'cancellation_requested' },
): Subscription {
  if (isEnded(subscription)) return subscription
  const now = clock.now()
  dropPendingUpdate(subscription)
  for (const invoice of store.by('invoice', 'subscription', subscription.id))
    if (invoice.status === 'open' || invoice.status === 'draft') stopAutoAdvance(invoice)
  const schedule = store.find('subscription_schedule', subscription.schedule)
  if (schedule?.status === 'active') {
    Object.assign(schedule, { status: 'canceled', canceled_at: now, current_phase: null })
    emitEvent('subscription_schedule.canceled', store.save(schedule))
  }
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  subscription.cancellation_details = { ...subscription.cancellation_details, ...details }
  return emitEvent('customer.subscription.deleted', store.save(subscription))
}
