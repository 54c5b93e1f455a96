import { z } from 'zod'
import { readAccountSettings } from '../account.ts'
import { endpoint, endpointWithoutParams, getCustomer, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean, enabled, mergeMetadata, metadata, quantity, text, url } from '../api/input.ts'
import { findPromotionCode, getActivePrice } from '../billing/catalog.ts'
import { automaticTax } from '../billing/invoices.ts'
import { productNameOf } from '../billing/proration.ts'
import { createObject, newId } from '../create.ts'
import { emitEvent } from '../events.ts'
import type { CheckoutSession, SessionLine } from '../objects.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'
import type { CheckoutOrder } from '../store.ts'

const sessionSeconds = 24 * 3600

const NewSession = z.strictObject({
  mode: z.literal('subscription', { error: 'the payment sandbox knows subscription only' }),
  line_items: z
    .array(z.strictObject({ price: text, quantity: quantity.default(1) }))
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

export function orderOf(session: CheckoutSession): CheckoutOrder {
  const [order] = store.by('sandbox.order', 'session', session.id)
  if (!order) throw new Error(`The session ${session.id} has no order.`)
  return order
}

function assertValidTax({ customer, customer_update: update, automatic_tax, tax_id_collection }: NewSession) {
  if (customer === undefined) return
  assertRequest(
    !automatic_tax.enabled || update?.address === 'auto',
    'Automatic tax calculation in Checkout requires a valid address on the Customer: set `customer_update[address]` to `auto`.',
    'automatic_tax',
    'customer_tax_location_invalid',
  )
  if (!tax_id_collection?.enabled) return
  assertRequest(
    update?.name === 'auto',
    'Tax ID collection requires updating business name on the customer: set `customer_update[name]` to `auto`.',
    'tax_id_collection',
  )
  assertRequest(
    update.address === 'auto',
    'We could not find a valid address on the provided customer. To enable tax ID collection, please set `customer_update[address]` to `auto`.',
    'tax_id_collection',
  )
}

function assertValidSession(params: NewSession) {
  assertValidTax(params)
  assertRequest(
    params.consent_collection?.terms_of_service !== 'required' || readAccountSettings().has_terms,
    'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business details there with a terms of service URL.',
    'consent_collection[terms_of_service]',
  )
  if (params.customer !== undefined) getCustomer(params.customer, 'customer')
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
  assertRequest(
    session.status === 'open',
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
  )
  emitEvent('checkout.session.expired', store.save(Object.assign(session, { status: 'expired', url: null })))
  return session
}

/** Applies a promotion code. Returns false if it is invalid. An empty code removes the discount. */
export function applyPromotionCode(session: CheckoutSession, typed: string): boolean {
  const code = session.allow_promotion_codes ? findPromotionCode(typed) : undefined
  if (!code && typed.trim() !== '') return false
  session.discounts = code ? [{ coupon: code.promotion.coupon, promotion_code: code.id }] : []
  store.save(session)
  return true
}

const sessions = '/v1/checkout/sessions'
export const checkoutEndpoints = [
  endpoint('POST', sessions, NewSession, createSession),
  endpointWithoutParams('POST', `${sessions}/:id/expire`, (id) => expireSession(getObject('checkout.session', id))),
]
