import { getCustomer } from '../api/retrieval.ts'
import { payInvoice } from '../billing/invoice-lifecycle.ts'
import { applyBalance, draftInvoice } from '../billing/invoices.ts'
import { wholePeriodLine } from '../billing/proration.ts'
import { newItem } from '../billing/subscription-items.ts'
import { newSubscription, startSubscription } from '../billing/subscriptions.ts'
import { createObject } from '../create.ts'
import { createCustomer, newCustomer, emptyAddress } from '../customers.ts'
import { changeFields, emitEvent, updateObject } from '../events.ts'
import { decimalsOf } from '../money.ts'
import type { CheckoutSession, Invoice } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { attachCard } from './cards.ts'
import type { TestCard } from './cards.ts'
import { orderOf } from './checkout.ts'
import { predictOutcome } from './payments.ts'
import type { PaymentOutcome } from './payments.ts'

/** Returns a preview of the first invoice for the checkout page. Saves nothing. */
export function previewFirstInvoice(session: CheckoutSession): Invoice {
  const created = clock.now()
  const { lines } = orderOf(session)
  const found = store.find('customer', session.customer ?? '')
  const customer = found && !('deleted' in found) ? found : newCustomer({})
  const items = lines.map(({ price, quantity }) => newItem({ subscription: 'sub_quote', price, quantity }))
  const { enabled } = session.automatic_tax
  const subscription = newSubscription(items, { id: 'sub_quote', automatic_tax: { enabled } })
  const discounts = session.discounts.map(({ coupon }) => createObject('discount', { source: { coupon } }))
  const invoice = draftInvoice({
    subscription,
    customer,
    lines: items.map((item) => wholePeriodLine(item, { start: created, end: created })),
    billing_reason: 'subscription_create',
    period: { start: created, end: created },
    discounts,
  })
  applyBalance(invoice)
  return invoice
}

type Buyer = { tax_id: string | null }

/** Completes a session: creates customer, subscription, invoice and payment. Before, Stripe creates none. */
function complete(session: CheckoutSession, card: TestCard, { isConfirmed, buyer }: SessionPayment) {
  const order = orderOf(session)
  const customer = session.customer ?? createCustomer({}).id
  if (session.automatic_tax.enabled)
    changeFields(getCustomer(customer), { address: { ...emptyAddress, country: 'AT', postal_code: '1010' } })
  const method = attachCard(customer, card)
  const { subscription, invoice } = startSubscription({
    customer,
    items: order.lines,
    default_payment_method: method.id,
    automatic_tax: { enabled: session.automatic_tax.enabled },
    metadata: order.metadata,
    discounts: session.discounts,
    checkout_session: session.id,
  })
  const attempt = { method, situation: 'first' as const, isConfirmed }
  const outcome = invoice.amount_due === 0 ? 'paid' : payInvoice(invoice, attempt)
  const presentment = presentmentOf(session, invoice.amount_due)
  if (presentment) {
    subscription.presentment_details = { presentment_currency: presentment.presentment_currency }
    store.save(subscription)
  }
  const payer = store.find('customer', customer)
  Object.assign(session, {
    status: 'complete',
    payment_status: invoice.amount_due === 0 ? 'no_payment_required' : outcome === 'paid' ? 'paid' : 'unpaid',
    url: null,
    customer,
    customer_details: {
      address: null,
      business_name: null,
      email: payer && 'email' in payer ? payer.email : null,
      individual_name: null,
      name: payer && 'name' in payer ? payer.name : null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: buyer?.tax_id && session.tax_id_collection.enabled ? [{ type: 'eu_vat', value: buyer.tax_id }] : [],
    },
    ...(session.consent_collection && { consent: { promotions: null, terms_of_service: 'accepted' } }),
    ...(presentment && { presentment_details: presentment }),
    subscription: subscription.id,
    invoice: invoice.id,
    amount_subtotal: invoice.subtotal,
    amount_total: invoice.total,
    automatic_tax: { ...session.automatic_tax, status: session.automatic_tax.enabled ? 'complete' : null },
    total_details: {
      amount_discount: invoice.total_discount_amounts.reduce((total, { amount }) => total + amount, 0),
      amount_shipping: 0,
      amount_tax: invoice.total_taxes.reduce((total, { amount }) => total + amount, 0),
    },
  })
  emitEvent('checkout.session.completed', store.save(session))
}

type SessionPayment = { card: TestCard | undefined; isConfirmed?: boolean | undefined; buyer?: Buyer }

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
  const session = store
    .by('checkout.session', 'invoice', invoice.id)
    .find(({ payment_status }) => payment_status === 'unpaid')
  if (!session) return
  if (outcome === 'paid')
    updateObject(session, 'checkout.session.async_payment_succeeded', (record) => void (record.payment_status = 'paid'))
  else emitEvent('checkout.session.async_payment_failed', session)
}

/** Euros for a dollar in Adaptive Pricing, with the conversion fee. */
const eurosForADollar = 0.9 * 1.04

/** Returns an amount converted by Adaptive Pricing, for Spanish pages. Null if it is not converted. */
export function presentmentOf(
  { adaptive_pricing, currency, locale }: CheckoutSession,
  amount: number,
): { presentment_amount: number; presentment_currency: string } | null {
  if (!adaptive_pricing.enabled || locale !== 'es' || currency === 'eur') return null
  const units = 10 ** (2 - decimalsOf(currency))
  return { presentment_amount: Math.round(amount * units * eurosForADollar), presentment_currency: 'eur' }
}
