import { z } from 'zod'
import { endpoint, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { boolean, decimal, mergeMetadata, metadata, nonNegativeInteger, text, unsettableText } from '../api/input.ts'
import { createObject, newId, randomText } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { changeFields, emitEvent } from '../events.ts'
import { mostChargeOf, stepOf } from '../money.ts'
import type { Discount, Price, Product, Subscription } from '../objects.ts'
import { clock, store } from '../sandbox.ts'

export const interval = z.enum(['day', 'week', 'month', 'year'])
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const currency = text
  .transform((code) => code.toLowerCase())
  .refine((code) => currencies.has(code), { error: 'not a currency' })

const NewProduct = z.strictObject({ name: text.min(1), active: boolean.optional(), metadata })
const PriceChanges = z.strictObject({
  active: boolean.optional(),
  transfer_lookup_key: boolean.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  metadata,
  lookup_key: unsettableText.optional(),
})
const NewPrice = PriceChanges.extend({
  currency,
  recurring: z.strictObject({ interval }),
  unit_amount: nonNegativeInteger,
  product: text.optional(),
  product_data: NewProduct.omit({ active: true }).optional(),
  lookup_key: text.max(200).optional(),
})
const NewCoupon = z.strictObject({
  percent_off: decimal.pipe(z.number().gt(0).max(100)),
  duration: z.enum(['forever', 'once']).optional(),
})

export function getActivePrice(id: string | undefined, param: string): Price {
  const price = getObject('price', id, param)
  assertRequest(price.active, 'The price specified is inactive. This field only accepts active prices.', param)
  return price
}

/** Returns the legacy `plan` object of a price, which subscription items still contain. */
export function planOf({ unit_amount: amount, unit_amount_decimal: amount_decimal, recurring, ...price }: Price) {
  const { id, active, billing_scheme, created, currency: code, metadata: data, product } = price
  const { interval: every, interval_count, usage_type } = recurring
  return createObject('plan', {
    id,
    active,
    amount,
    amount_decimal,
    billing_scheme,
    created,
    currency: code,
    interval: every,
    interval_count,
    metadata: data,
    product,
    usage_type,
  })
}

/** Assigns a lookup key to a price. `mayMove`: removes the key from another price, instead of throwing. */
function claimLookupKey(key: string | null | undefined, id: string, mayMove: boolean | undefined) {
  for (const other of key ? store.by('price', 'lookup_key', key) : []) {
    if (other.id === id) continue
    const message = `A price (\`${other.id}\`) already uses that lookup key. You can transfer it by setting \`transfer_lookup_key=true\`.`
    assertRequest(mayMove, message, 'lookup_key')
    changeFields(other, { lookup_key: null })
  }
}

function createProduct(params: ObjectFields<'product'>): Product {
  return emitEvent('product.created', store.save(createObject('product', { updated: clock.now(), ...params })))
}

function createPrice(params: z.infer<typeof NewPrice>): Price {
  const { transfer_lookup_key, product_data, ...plain } = params
  const { unit_amount, currency: code } = params
  const isSmall = unit_amount <= mostChargeOf(code)
  assertRequest(isSmall, 'Amounts of this currency have fewer digits.', 'unit_amount', 'amount_too_large')
  const isStep = unit_amount % stepOf(code) === 0
  assertRequest(isStep, 'Amounts of this currency must end in 0.', 'unit_amount', 'parameter_invalid_integer')
  const id = newId('price')
  claimLookupKey(params.lookup_key, id, transfer_lookup_key)
  const isNew = params.product === undefined && product_data
  const product = isNew ? createProduct(product_data) : getObject('product', params.product, 'product')
  const unit_amount_decimal = String(unit_amount)
  const price = createObject('price', { ...plain, id, product: product.id, unit_amount_decimal })
  return emitEvent('price.created', store.save(price))
}

function changePrice(params: z.infer<typeof PriceChanges>, id: string): Price {
  const { transfer_lookup_key, metadata: changes, ...plain } = params
  const price = getObject('price', id)
  claimLookupKey(params.lookup_key, id, transfer_lookup_key)
  return changeFields(price, { ...plain, metadata: mergeMetadata(price.metadata, changes) })
}

export function addTestCoupons() {
  for (const [code, percent_off] of Object.entries({ FREE100: 100, HALF50: 50 })) {
    const id = code.toLowerCase()
    if (store.find('coupon', id)) continue
    store.save(createObject('coupon', { id, percent_off, name: `${percent_off}% off` }))
    store.save(createObject('promotion_code', { id: `promo_${id}`, code, promotion: { coupon: id } }))
  }
}

export const findPromotionCode = (typed: string) =>
  store.all('promotion_code').find(({ code }) => code.toLowerCase() === typed.trim().toLowerCase())

export function redeemCoupon(about: {
  coupon: string
  promotion_code: string | null
  subscription: Subscription
  checkout_session: string
}): Discount {
  const { subscription, promotion_code, checkout_session } = about
  const coupon = getObject('coupon', about.coupon, 'discounts')
  const discount = createObject('discount', {
    source: { coupon: coupon.id },
    start: clock.now(),
    promotion_code,
    customer: subscription.customer,
    subscription: subscription.id,
    checkout_session,
  })
  store.save({ ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  const code = store.find('promotion_code', promotion_code)
  if (code) store.save({ ...code, times_redeemed: code.times_redeemed + 1 })
  return emitEvent('customer.discount.created', store.save(discount))
}

/** Returns the discounts of the next invoice. A coupon with `once` applies to the first invoice only. */
export function discountsOf(subscription: Subscription): Discount[] {
  const invoices = store.by('invoice', 'subscription', subscription.id).filter(({ status }) => status !== 'void')
  return subscription.discounts.flatMap((id) => {
    const discount = store.find('discount', id)
    const coupon = store.find('coupon', discount?.source.coupon)
    const isUsed = coupon?.duration === 'once' && invoices.some((invoice) => invoice.discounts.includes(id))
    return discount && coupon && !isUsed ? [discount] : []
  })
}

export const catalogEndpoints = [
  endpoint('POST', '/v1/products', NewProduct, createProduct),
  endpoint('POST', '/v1/products/:id', NewProduct.partial(), ({ metadata: changes, ...plain }, id) => {
    const product = getObject('product', id)
    const merged = mergeMetadata(product.metadata, changes)
    return changeFields(product, { ...plain, metadata: merged, updated: clock.now() })
  }),
  endpoint('POST', '/v1/prices', NewPrice, createPrice),
  endpoint('POST', '/v1/prices/:id', PriceChanges, changePrice),
  endpoint('POST', '/v1/coupons', NewCoupon, (input) =>
    emitEvent('coupon.created', store.save(createObject('coupon', { ...input, id: randomText(8) }))),
  ),
]
