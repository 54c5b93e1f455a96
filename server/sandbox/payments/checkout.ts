import { z } from 'zod'
import { readAccountSettings } from '../account.ts'
import { endpoint, endpointWithoutParams, findCustomer, getCustomer, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean, enabled, itemQuantity, mergeMetadata, metadata, text, url } from '../api/input.ts'
import { findPromotionCode, getActivePrice } from '../billing/catalog.ts'
import { payInvoice } from '../billing/invoice-lifecycle.ts'
import { applyBalance, automaticTax, draftInvoice, sumOf } from '../billing/invoices.ts'
import { productNameOf, wholePeriodLine } from '../billing/proration.ts'
import { newItem, newSubscription, startSubscription } from '../billing/subscriptions.ts'
import { createObject, newId } from '../create.ts'
import { changeAddress, createCustomer, newCustomer } from '../customers.ts'
import { emitEvent, updateObject } from '../events.ts'
import type { CheckoutSession, Invoice, SessionLine } from '../objects.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'
import { attachCard } from './cards.ts'
import type { TestCard } from './cards.ts'
import { predictOutcome } from './payments.ts'
import type { PaymentOutcome } from './payments.ts'

const sessionSeconds = 24 * 3600

const NewSession = z.strictObject({
  mode: z.literal('subscription', { error: 'the payment sandbox knows subscription only' }),
  line_items: z
    .array(z.strictObject({ price: text, quantity: itemQuantity.default(1) }))
    .min(1)
    .max(20),
  success_url: url,
  cancel_url: url.optional(),
  customer: text.optional(),
  customer_update: z.strictObject({ address: text.optional(), name: text.optional() }).optional(),
  client_reference_id: text.max(200).optional(),
  locale: text.optional(),
  metadata,
  subscription_data: z.strictObject({ metadata }).optional(),
  allow_promotion_codes: boolean.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text }))
    .max(1)
    .default([]),
  automatic_tax: enabled.default({ enabled: false }),
  tax_id_collection: enabled.optional(),
  adaptive_pricing: enabled.optional(),
  consent_collection: z.strictObject({ terms_of_service: z.enum(['none', 'required']).optional() }).optional(),
  allowed_payment_method_types: z.array(text).optional(),
})
type NewSession = z.infer<typeof NewSession>

/** Payment methods that the account has enabled in the Dashboard. */
const accountMethods = ['card', 'link', 'sepa_debit']

export function orderOf(session: CheckoutSession) {
  const [order] = store.by('sandbox.order', 'session', session.id)
  if (!order) throw new Error(`The session ${session.id} has no order.`)
  return order
}

function assertValidSession(params: NewSession) {
  const { customer, customer_update: update, automatic_tax, tax_id_collection, consent_collection } = params
  const noAddress =
    'Automatic tax calculation in Checkout requires a valid address on the Customer: set `customer_update[address]` to `auto`.'
  const isTaxable = customer === undefined || !automatic_tax.enabled || update?.address === 'auto'
  assertRequest(isTaxable, noAddress, 'automatic_tax', 'customer_tax_location_invalid')
  const collectsTaxId = customer !== undefined && tax_id_collection?.enabled
  const noNameUpdate =
    'Tax ID collection requires updating business name on the customer: set `customer_update[name]` to `auto`.'
  assertRequest(!collectsTaxId || update?.name === 'auto', noNameUpdate, 'tax_id_collection')
  const noAddressUpdate =
    'We could not find a valid address on the provided customer. To enable tax ID collection, please set `customer_update[address]` to `auto`.'
  assertRequest(!collectsTaxId || update?.address === 'auto', noAddressUpdate, 'tax_id_collection')
  const noTerms =
    'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business details there with a terms of service URL.'
  const hasTerms = consent_collection?.terms_of_service !== 'required' || readAccountSettings().has_terms
  assertRequest(hasTerms, noTerms, 'consent_collection[terms_of_service]')
  if (customer !== undefined) getCustomer(customer, 'customer')
}

function linesOf({ line_items }: NewSession): SessionLine[] {
  const lines = line_items.map((line, index) => {
    const price = getActivePrice(line.price, `line_items[${index}][price]`)
    const amount = price.unit_amount * line.quantity
    return createObject('item', {
      amount_subtotal: amount,
      amount_total: amount,
      currency: price.currency,
      description: productNameOf(price),
      price,
      quantity: line.quantity,
    })
  })
  const isOneCurrency = new Set(lines.map(({ currency }) => currency)).size === 1
  assertRequest(isOneCurrency, 'All prices of a session must be in one currency.', 'line_items')
  return lines
}

function discountsOf({ discounts, allow_promotion_codes }: NewSession) {
  const message = 'You may only specify one of these parameters: allow_promotion_codes, discounts.'
  assertRequest(discounts.length === 0 || !allow_promotion_codes, message, 'discounts')
  return discounts.map(({ coupon }) => {
    return { coupon: getObject('coupon', coupon, 'discounts[0][coupon]').id, promotion_code: null }
  })
}

function createSession(params: NewSession): CheckoutSession {
  assertValidSession(params)
  const lines = linesOf(params)
  const { line_items: _lines, subscription_data, customer_update: _update, consent_collection, ...shown } = params
  const id = newId('cs_test')
  const total = lines.reduce((sum, { amount_total }) => sum + amount_total, 0)
  const { liability, enabled: isTaxed } = automaticTax(params.automatic_tax.enabled)
  const taxState = isTaxed ? { provider: 'stripe', status: 'requires_location_inputs' as const } : {}
  const { terms_of_service } = consent_collection ?? {}
  const consent = { payment_method_reuse_agreement: null, promotions: 'none' as const, terms_of_service }
  const { allowed_payment_method_types: allowed = accountMethods } = params
  const session = createObject('checkout.session', {
    ...shown,
    id,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: isTaxed, liability, ...taxState },
    consent_collection: terms_of_service && consent,
    currency: lines[0]?.currency,
    customer_creation: params.customer ? null : 'always',
    discounts: discountsOf(params),
    expires_at: clock.now() + sessionSeconds,
    payment_method_types: accountMethods.filter((type) => allowed.includes(type)),
    url: `${currentSandbox().publicUrl()}/c/pay/${id}`,
  })
  const data = mergeMetadata({}, subscription_data?.metadata)
  store.save({ id: `order_${id}`, object: 'sandbox.order', session: id, lines, metadata: data })
  return store.save(session)
}

export function expireSession(session: CheckoutSession): CheckoutSession {
  const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`
  assertRequest(session.status === 'open', message)
  return emitEvent('checkout.session.expired', store.save(Object.assign(session, { status: 'expired', url: null })))
}

/** Applies a promotion code. Returns false if it is invalid. An empty code removes the discount. */
export function applyPromotionCode(session: CheckoutSession, typed: string): boolean {
  const code = session.allow_promotion_codes ? findPromotionCode(typed) : undefined
  if (!code && typed.trim() !== '') return false
  session.discounts = code ? [{ coupon: code.promotion.coupon, promotion_code: code.id }] : []
  store.save(session)
  return true
}

/** Returns a preview of the first invoice for the checkout page. Saves nothing. */
export function previewFirstInvoice(session: CheckoutSession): Invoice {
  const id = 'sub_quote'
  const items = orderOf(session).lines.map(({ price, quantity }) => newItem({ subscription: id, price, quantity }))
  const { enabled: isTaxed } = session.automatic_tax
  const period = { start: clock.now(), end: clock.now() }
  const invoice = draftInvoice({
    subscription: newSubscription(items, { id, automatic_tax: { enabled: isTaxed } }),
    customer: findCustomer(session.customer) ?? newCustomer({}),
    lines: items.map(wholePeriodLine),
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
  const { lines, metadata: data } = orderOf(session)
  const { enabled: isTaxed } = session.automatic_tax
  const customer = session.customer ?? createCustomer({}).id
  if (isTaxed) changeAddress(customer, 'AT', '1010')
  const method = attachCard(customer, card)
  const { subscription, invoice } = startSubscription({
    customer,
    items: lines,
    default_payment_method: method.id,
    automatic_tax: { enabled: isTaxed },
    metadata: data,
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

const sessions = '/v1/checkout/sessions'
export const checkoutEndpoints = [
  endpoint('POST', sessions, NewSession, createSession),
  endpointWithoutParams('POST', `${sessions}/:id/expire`, (id) => expireSession(getObject('checkout.session', id))),
]
