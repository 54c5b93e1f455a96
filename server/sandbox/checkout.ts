import { z } from 'zod'
import { findPromotionCode, getCoupon } from './coupons.ts'
import { getCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit } from './events.ts'
import { newId } from './ids.ts'
import { boolean, count, emptyable, integer, mergeMetadata, metadata, paging, text, url } from './input.ts'
import { pageOf } from './lists.ts'
import { checkoutSessionObject, sessionLineObject } from './objects/hosted.ts'
import type { CheckoutSession } from './objects/hosted.ts'
import { getActivePrice } from './prices.ts'
import type { Sandbox } from './sandbox.ts'
import { quantity } from './subscription-items.ts'
import type { Order } from './tables.ts'

const day = 24 * 3600
const leastSeconds = 30 * 60

const NewSession = z.strictObject({
  mode: z.literal('subscription', { error: 'the payment sandbox knows subscription only' }),
  ui_mode: z.literal('hosted_page').optional(),
  line_items: z
    .array(z.strictObject({ price: text, quantity: quantity.default(1) }))
    .min(1)
    .max(20),
  success_url: url,
  cancel_url: url.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: text.optional(),
  customer_update: z.strictObject({ address: text.optional(), name: text.optional() }).optional(),
  client_reference_id: text.max(200).optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: emptyable.optional(),
      billing_mode: z.strictObject({ type: z.literal('flexible') }).optional(),
    })
    .optional(),
  allow_promotion_codes: boolean.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))
    .max(1)
    .optional(),
  automatic_tax: z.strictObject({ enabled: boolean }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  tax_id_collection: z.strictObject({ enabled: boolean }).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).default('always'),
  adaptive_pricing: z.strictObject({ enabled: boolean }).optional(),
  excluded_payment_method_types: z.array(text).optional(),
  allowed_payment_method_types: z.array(text).optional(),
  expires_at: integer.optional(),
  origin_context: text.optional(),
})
type NewSession = z.infer<typeof NewSession>

export function getSession({ store }: Sandbox, id: string): CheckoutSession {
  const session = store.find('checkout.session', id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}

export function orderOf({ store }: Sandbox, session: CheckoutSession): Order {
  const [order] = store.by('sandbox.order', 'session', session.id)
  if (!order) throw new Error(`The session ${session.id} has no order.`)
  return order
}

function discountsOf(sandbox: Sandbox, given: NewSession) {
  if (given.discounts && given.allow_promotion_codes)
    throw invalidRequest('You may only specify one of these parameters: allow_promotion_codes, discounts.', 'discounts')
  return (given.discounts ?? []).map(({ coupon, promotion_code }) => {
    if (coupon !== undefined)
      return { coupon: getCoupon(sandbox, coupon, 'discounts[0][coupon]').id, promotion_code: null }
    const code = sandbox.store.find('promotion_code', promotion_code ?? '')
    if (!code?.active) throw noSuch('promotion code', promotion_code ?? '', 'discounts[0][promotion_code]')
    return { coupon: code.promotion.coupon, promotion_code: code.id }
  })
}

function refuseWrong(given: NewSession, now: number) {
  if (given.customer !== undefined && given.customer_email !== undefined)
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', 'customer_email')
  const { expires_at = now + day } = given
  if (expires_at > now + day || expires_at < now + leastSeconds)
    throw invalidRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    )
}

function createSession(sandbox: Sandbox, given: NewSession): CheckoutSession {
  const { store, clock } = sandbox
  const now = clock.now()
  refuseWrong(given, now)
  if (given.customer !== undefined) getCustomer(sandbox, given.customer, 'customer')
  const lines = given.line_items.map((line, place) => {
    const price = getActivePrice(sandbox, line.price, `line_items[${place}][price]`)
    const description = store.find('product', price.product)?.name ?? price.product
    return sessionLineObject({ id: newId('li'), price, quantity: line.quantity, description })
  })
  const currency = lines[0]?.currency ?? 'usd'
  if (lines.some((line) => line.currency !== currency))
    throw invalidRequest('All prices of a session must be in one currency.', 'line_items')
  const id = newId('cs_test')
  const session = checkoutSessionObject({
    id,
    created: now,
    expires_at: given.expires_at ?? now + day,
    url: `${sandbox.publicUrl()}/c/pay/${id}`,
    currency,
    amount: lines.reduce((total, line) => total + line.amount_total, 0),
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    customer: given.customer ?? null,
    customer_email: given.customer_email ?? null,
    client_reference_id: given.client_reference_id ?? null,
    locale: given.locale ?? null,
    metadata: mergeMetadata({}, given.metadata),
    allow_promotion_codes: given.allow_promotion_codes ?? null,
    automatic_tax: given.automatic_tax?.enabled ?? false,
    discounts: discountsOf(sandbox, given),
    payment_method_collection: given.payment_method_collection,
    billing_address_collection: given.billing_address_collection ?? null,
  })
  const subscription_data = {
    metadata: mergeMetadata({}, given.subscription_data?.metadata),
    description: given.subscription_data?.description ?? null,
  }
  store.save({ id: `order_${id}`, object: 'sandbox.order', session: id, lines, subscription_data })
  return store.save(session)
}

export function expireSession(sandbox: Sandbox, session: CheckoutSession): CheckoutSession {
  if (session.status !== 'open')
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  session.status = 'expired'
  session.url = null
  emit(sandbox, 'checkout.session.expired', sandbox.store.save(session))
  return session
}

/** A code that was typed at the checkout; false: it is not good. */
export function applyPromotionCode(sandbox: Sandbox, session: CheckoutSession, typed: string): boolean {
  if (typed.trim() === '') {
    session.discounts = []
    sandbox.store.save(session)
    return true
  }
  const code = session.allow_promotion_codes ? findPromotionCode(sandbox, typed, session.customer) : undefined
  if (!code) return false
  session.discounts = [{ coupon: code.promotion.coupon, promotion_code: code.id }]
  sandbox.store.save(session)
  return true
}

const SessionList = z.strictObject({
  ...paging,
  customer: text.optional(),
  subscription: text.optional(),
  status: text.optional(),
})
const LineList = z.strictObject({
  limit: count.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
})

export const checkoutEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/checkout/sessions', NewSession, (input) => createSession(sandbox, input)),
  endpoint('GET', '/v1/checkout/sessions', SessionList, (input) => {
    const { store } = sandbox
    const candidates =
      input.customer === undefined
        ? [...store.all('checkout.session')]
        : store.by('checkout.session', 'customer', input.customer)
    const fits = candidates.filter(
      ({ subscription, status }) =>
        subscription === (input.subscription ?? subscription) && status === (input.status ?? status),
    )
    return pageOf('/v1/checkout/sessions', fits, input)
  }),
  endpoint('GET', '/v1/checkout/sessions/:id', z.strictObject({}), (_input, { id }) => getSession(sandbox, id)),
  endpoint('POST', '/v1/checkout/sessions/:id/expire', z.strictObject({}), (_input, { id }) =>
    expireSession(sandbox, getSession(sandbox, id)),
  ),
  endpoint('GET', '/v1/checkout/sessions/:id/line_items', LineList, (input, { id }) => {
    const { lines } = orderOf(sandbox, getSession(sandbox, id))
    return pageOf(`/v1/checkout/sessions/${id}/line_items`, lines.toReversed(), { ...input, limit: input.limit ?? 10 })
  }),
]
