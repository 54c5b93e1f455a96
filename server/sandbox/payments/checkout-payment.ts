import { findCustomer } from '../api/endpoint.ts'
import { payInvoice } from '../billing/invoice-lifecycle.ts'
import { applyBalance, draftInvoice, sumOf } from '../billing/invoices.ts'
import { wholePeriodLine } from '../billing/proration.ts'
import { newItem, newSubscription, startSubscription } from '../billing/subscriptions.ts'
import { createObject } from '../create.ts'
import { changeAddress, createCustomer, newCustomer } from '../customers.ts'
import { emitEvent, updateObject } from '../events.ts'
import type { CheckoutSession, Invoice } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { attachCard } from './cards.ts'
import type { TestCard } from './cards.ts'
import { orderOf } from './checkout.ts'
import { predictOutcome } from './payments.ts'
import type { PaymentOutcome } from './payments.ts'

/** Returns a preview of the first invoice for the checkout page. Saves nothing. */
export function previewFirstInvoice(session: CheckoutSession): Invoice {
  const id = 'sub_quote'
  const items = orderOf(session).lines.map(({ price, quantity }) => newItem({ subscription: id, price, quantity }))
  const { enabled } = session.automatic_tax
  const period = { start: clock.now(), end: clock.now() }
  const invoice = draftInvoice({
    subscription: newSubscription(items, { id, automatic_tax: { enabled } }),
    customer: findCustomer(session.customer) ?? newCustomer({}),
    lines: items.map((item) => wholePeriodLine(item, period)),
    billing_reason: 'subscription_create',
    period,
    discounts: session.discounts.map(({ coupon }) => createObject('discount', { source: { coupon } })),
  })
  applyBalance(invoice)
  return invoice
}

/** Details of a complete session that come from the buyer and from the first invoice. */
function detailsOf(session: CheckoutSession, customer: string, invoice: Invoice, tax_id: string | null | undefined) {
  const { email = null, name = null } = findCustomer(customer) ?? {}
  const { automatic_tax, consent_collection, tax_id_collection } = session
  const hasTaxId = tax_id && tax_id_collection.enabled
  const nobody = { address: null, business_name: null, individual_name: null, phone: null, tax_exempt: 'none' }
  return {
    customer_details: { ...nobody, email, name, tax_ids: hasTaxId ? [{ type: 'eu_vat', value: tax_id }] : [] },
    ...(consent_collection && { consent: { promotions: null, terms_of_service: 'accepted' } }),
    amount_subtotal: invoice.subtotal,
    amount_total: invoice.total,
    automatic_tax: { ...automatic_tax, status: automatic_tax.enabled ? 'complete' : null },
    total_details: {
      amount_discount: sumOf(invoice.total_discount_amounts),
      amount_shipping: 0,
      amount_tax: sumOf(invoice.total_taxes),
    },
  }
}

type SessionPayment = { card: TestCard | undefined; isConfirmed?: boolean | undefined; tax_id?: string | null }

/** Completes a session: creates customer, subscription, invoice and payment. Before, Stripe creates none. */
function complete(session: CheckoutSession, card: TestCard, { isConfirmed, tax_id }: SessionPayment) {
  const { lines, metadata } = orderOf(session)
  const { enabled } = session.automatic_tax
  const customer = session.customer ?? createCustomer({}).id
  if (enabled) changeAddress(customer, 'AT', '1010')
  const method = attachCard(customer, card)
  const { subscription, invoice } = startSubscription({
    customer,
    items: lines,
    default_payment_method: method.id,
    automatic_tax: { enabled },
    metadata,
    discounts: session.discounts,
    checkout_session: session.id,
  })
  const isFree = invoice.amount_due === 0
  const outcome = isFree || payInvoice(invoice, { method, situation: 'first', isConfirmed })
  Object.assign(session, {
    ...detailsOf(session, customer, invoice, tax_id),
    status: 'complete',
    payment_status: isFree ? 'no_payment_required' : outcome === 'paid' ? 'paid' : 'unpaid',
    url: null,
    customer,
    subscription: subscription.id,
    invoice: invoice.id,
  })
  emitEvent('checkout.session.completed', store.save(session))
}

/** Pays for a checkout session. For `paid` and `processing`, the page redirects to the success URL. */
export function payForSession(session: CheckoutSession, payment: SessionPayment): PaymentOutcome {
  const { card, isConfirmed } = payment
  if (!card) return 'declined'
  const outcome = predictOutcome(card, 'first', isConfirmed)
  if (outcome === 'paid' || outcome === 'processing') complete(session, card, payment)
  return outcome
}

/** Completes a checkout session after the bank's late answer to a debit. */
export function completeAsyncPayment(invoice: Invoice, outcome: PaymentOutcome) {
  const sessions = store.by('checkout.session', 'invoice', invoice.id)
  const session = sessions.find(({ payment_status }) => payment_status === 'unpaid')
  if (!session) return
  if (outcome === 'paid')
    updateObject(session, 'checkout.session.async_payment_succeeded', (record) => void (record.payment_status = 'paid'))
  else emitEvent('checkout.session.async_payment_failed', session)
}
