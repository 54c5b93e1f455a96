import { z } from 'zod'
import { readAccountSettings } from '../account.ts'
import { endpointWithoutParams, endpoint, listEndpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { invalidRequest } from '../api/errors.ts'
import { boolean, mergeMetadata, metadata, text, url } from '../api/input.ts'
import { getObject, getCustomer } from '../api/retrieval.ts'
import { findPromotionCode } from '../billing/coupons.ts'
import { automaticTax } from '../billing/invoices.ts'
import { getActivePrice } from '../billing/prices.ts'
import { quantity } from '../billing/subscription-items.ts'
import { createObject, newId } from '../create.ts'
import { emitEvent } from '../events.ts'
import type { CheckoutSession, Price, SessionLine } from '../objects.ts'
import { clock, currentSandbox, store } from '../sandbox.ts'
import type { CheckoutOrder } from '../store.ts'

const day = 24 * 3600

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
  metadata: metadata.optional(),
  subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  allow_promotion_codes: boolean.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text }))
    .max(1)
    .optional(),
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  tax_id_collection: z.strictObject({ enabled: boolean }).optional(),
  adaptive_pricing: z.strictObject({ enabled: boolean }).optional(),
  consent_collection: z.strictObject({ terms_of_service: z.enum(['none', 'required']).optional() }).optional(),
  allowed_payment_method_types: z.array(text).optional(),
})
type NewSession = z.infer<typeof NewSession>

/** Payment methods that the account has enabled in the Dashboard. */
const accountMethods = ['card', 'link', 'sepa_debit']
const methodsOf = ({ allowed_payment_method_types: allowed = accountMethods }: NewSession) =>
  accountMethods.filter((type) => allowed.includes(type))

export function orderOf(session: CheckoutSession): CheckoutOrder {
  const [order] = store.by('sandbox.order', 'session', session.id)
  if (!order) throw new Error(`The session ${session.id} has no order.`)
  return order
}

function discountsOf(params: NewSession) {
  if (params.discounts && params.allow_promotion_codes)
    throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.', 'discounts')
  return (params.discounts ?? []).map(({ coupon }) => {
    return { coupon: getObject('coupon', coupon, 'discounts[0][coupon]').id, promotion_code: null }
  })
}

function assertValidSession(params: NewSession) {
  if (params.customer !== undefined && params.automatic_tax?.enabled && params.customer_update?.address !== 'auto')
    throw invalidRequest(
      'Automatic tax calculation in Checkout requires a valid address on the Customer: set `customer_update[address]` to `auto`.',
      'automatic_tax',
      'customer_tax_location_invalid',
    )
  if (params.customer !== undefined && params.tax_id_collection?.enabled && params.customer_update?.name !== 'auto')
    throw invalidRequest(
      'Tax ID collection requires updating business name on the customer: set `customer_update[name]` to `auto`.',
      'tax_id_collection',
    )
  if (params.customer !== undefined && params.tax_id_collection?.enabled && params.customer_update?.address !== 'auto')
    throw invalidRequest(
      'We could not find a valid address on the provided customer. To enable tax ID collection, please set `customer_update[address]` to `auto`.',
      'tax_id_collection',
    )
  if (params.consent_collection?.terms_of_service === 'required' && !readAccountSettings().has_terms)
    throw invalidRequest(
      'You cannot collect consent to your terms of service unless a URL is set in the Stripe Dashboard. Update your public business details there with a terms of service URL.',
      'consent_collection[terms_of_service]',
    )
}

function newLine(price: Price, lineQuantity: number, description: string): SessionLine {
  const amount = price.unit_amount * lineQuantity
  return createObject('item', {
    amount_subtotal: amount,
    amount_total: amount,
    currency: price.currency,
    description,
    price,
    quantity: lineQuantity,
  })
}

function createSession(params: NewSession): CheckoutSession {
  assertValidSession(params)
  if (params.customer !== undefined) getCustomer(params.customer, 'customer')
  const lines = params.line_items.map((line, index) => {
    const price = getActivePrice(line.price, `line_items[${index}][price]`)
    const description = store.find('product', price.product)?.name ?? price.product
    return newLine(price, line.quantity, description)
  })
  const currency = lines[0]?.currency ?? 'usd'
  if (lines.some((line) => line.currency !== currency))
    throw invalidRequest('All prices of a session must be in one currency.', 'line_items')
  const { line_items: _lines, subscription_data, customer_update: _update, ...shown } = params
  const id = newId('cs_test')
  const total = lines.reduce((sum, { amount_total }) => sum + amount_total, 0)
  const taxes = params.automatic_tax?.enabled ?? false
  const terms_of_service = params.consent_collection?.terms_of_service
  const session = createObject('checkout.session', {
    ...shown,
    id,
    // Without a parameter, the Dashboard's setting applies, which is on in new accounts.
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: {
      enabled: taxes,
      liability: automaticTax(taxes).liability,
      provider: taxes ? 'stripe' : null,
      status: taxes ? 'requires_location_inputs' : null,
    },
    consent_collection: terms_of_service && {
      payment_method_reuse_agreement: null,
      promotions: 'none',
      terms_of_service,
    },
    currency,
    customer_creation: params.customer ? null : 'always',
    discounts: discountsOf(params),
    expires_at: clock.now() + day,
    payment_method_collection: 'always',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: methodsOf(params),
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    status: 'open',
    tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${currentSandbox().publicUrl()}/c/pay/${id}`,
  })
  const data = mergeMetadata({}, subscription_data?.metadata)
  store.save({ id: `order_${id}`, object: 'sandbox.order', session: id, lines, metadata: data })
  return store.save(session)
}

export function expireSession(session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  session.status = 'expired'
  session.url = null
  emitEvent('checkout.session.expired', store.save(session))
  return session
}

/** Applies a promotion code. Returns false if it is invalid. An empty code removes the discount. */
export function applyPromotionCode(session: CheckoutSession, typed: string): boolean {
  if (typed.trim() === '') {
    session.discounts = []
    store.save(session)
    return true
  }
  const code = session.allow_promotion_codes ? findPromotionCode(typed) : undefined
  if (!code) return false
  session.discounts = [{ coupon: code.promotion.coupon, promotion_code: code.id }]
  store.save(session)
  return true
}

const sessions = '/v1/checkout/sessions'
export const checkoutEndpoints = [
  endpoint('POST', sessions, NewSession, (input) => createSession(input)),
  listEndpoint(sessions, 'checkout.session', { customer: text, subscription: text, status: text }),
  retrieveEndpoint(sessions, 'checkout.session'),
  endpointWithoutParams('POST', `${sessions}/:id/expire`, (id) => expireSession(getObject('checkout.session', id))),
]
