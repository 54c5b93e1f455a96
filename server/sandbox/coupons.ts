import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId, randomText } from './ids.ts'
import { boolean, count, decimal, integer, mergeMetadata, metadata, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { couponObject, discountObject, promotionCodeObject } from './objects/catalog.ts'
import type { Coupon, Discount } from './objects/catalog.ts'
import type { Subscription } from './objects/subscription.ts'
import type { Sandbox } from './sandbox.ts'

const NewCoupon = z.strictObject({
  id: text.regex(/^[\w-]+$/).optional(),
  percent_off: decimal.pipe(z.number().gt(0).max(100)).optional(),
  amount_off: count.optional(),
  currency: text.optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: count.optional(),
  name: text.max(40).optional(),
  max_redemptions: count.optional(),
  redeem_by: integer.optional(),
  metadata: metadata.optional(),
})
const NewPromotionCode = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  code: text.max(500).optional(),
  active: boolean.optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: count.optional(),
  metadata: metadata.optional(),
})
const PromotionCodeList = z.strictObject({
  ...paging,
  active: boolean.optional(),
  code: text.optional(),
  coupon: text.optional(),
  customer: text.optional(),
})

export function getCoupon({ store }: Sandbox, id: string, param = 'id'): Coupon {
  const coupon = store.find('coupon', id)
  if (!coupon) throw noSuch('coupon', id, param)
  return coupon
}

function createCoupon(sandbox: Sandbox, given: z.infer<typeof NewCoupon>): Coupon {
  const { store, clock } = sandbox
  if ((given.percent_off === undefined) === (given.amount_off === undefined))
    throw invalidRequest('You must pass either percent_off or amount_off.', 'percent_off')
  if (given.amount_off !== undefined && given.currency === undefined)
    throw invalidRequest('You must pass currency when passing amount_off.', 'currency')
  const id = given.id ?? randomText(8)
  if (store.find('coupon', id)) throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists')
  const coupon = couponObject({ ...given, id, created: clock.now(), metadata: mergeMetadata({}, given.metadata) })
  emit(sandbox, 'coupon.created', store.save(coupon))
  return coupon
}

function createPromotionCode(sandbox: Sandbox, { promotion, ...given }: z.infer<typeof NewPromotionCode>) {
  const { store, clock } = sandbox
  const { id: coupon } = getCoupon(sandbox, promotion.coupon, 'promotion[coupon]')
  const code = given.code ?? randomText(8).toUpperCase()
  const id = newId('promo')
  const created = clock.now()
  const made = promotionCodeObject({ ...given, id, created, code, coupon, metadata: mergeMetadata({}, given.metadata) })
  emit(sandbox, 'promotion_code.created', store.save(made))
  return made
}

/** A code that a person typed, in any case, or undefined where it is not good for them now. */
export function findPromotionCode(sandbox: Sandbox, typed: string, customer: string | null) {
  const { store, clock } = sandbox
  const now = clock.now()
  return [...store.all('promotion_code')].find((one) => {
    const coupon = store.find('coupon', one.promotion.coupon)
    return (
      one.code.toLowerCase() === typed.trim().toLowerCase() &&
      one.active &&
      (one.expires_at ?? Infinity) > now &&
      (one.max_redemptions ?? Infinity) > one.times_redeemed &&
      (one.customer ?? customer) === customer &&
      coupon !== undefined &&
      isRedeemable(coupon, now)
    )
  })
}

const isRedeemable = (coupon: Coupon, now: number) =>
  coupon.valid && (coupon.redeem_by ?? Infinity) > now && (coupon.max_redemptions ?? Infinity) > coupon.times_redeemed

function endOf(coupon: Coupon, start: number): number | null {
  if (coupon.duration !== 'repeating') return null
  const date = new Date(start * 1000)
  return date.setUTCMonth(date.getUTCMonth() + (coupon.duration_in_months ?? 1)) / 1000
}

export function redeem(
  sandbox: Sandbox,
  about: { coupon: string; promotion_code: string | null; subscription: Subscription; checkout_session?: string },
): Discount {
  const { store, clock } = sandbox
  const { subscription, promotion_code, ...rest } = about
  const coupon = getCoupon(sandbox, about.coupon, 'discounts')
  const discount = discountObject({
    ...rest,
    id: newId('di'),
    start: clock.now(),
    end: endOf(coupon, clock.now()),
    promotion_code,
    customer: subscription.customer,
    subscription: subscription.id,
  })
  store.save({ ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  const code = promotion_code === null ? undefined : store.find('promotion_code', promotion_code)
  if (code) store.save({ ...code, times_redeemed: code.times_redeemed + 1 })
  store.save(discount)
  emit(sandbox, 'customer.discount.created', discount)
  return discount
}

/** Those that still hold for an invoice of now; `once` holds until a first invoice had it. */
export function discountsOf({ store, clock }: Sandbox, subscription: Subscription): Discount[] {
  return subscription.discounts.flatMap((id) => {
    const discount = store.find('discount', id)
    const coupon = discount && store.find('coupon', discount.source.coupon)
    if (!discount || !coupon || (discount.end ?? Infinity) <= clock.now()) return []
    const isUsed = store
      .by('invoice', 'subscription', subscription.id)
      .some((invoice) => invoice.discounts.includes(id) && invoice.status !== 'void')
    return coupon.duration === 'once' && isUsed ? [] : [discount]
  })
}

export const couponEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/coupons', NewCoupon, (input) => createCoupon(sandbox, input)),
  endpoint('GET', '/v1/coupons', z.strictObject(paging), (input) =>
    pageOf('/v1/coupons', sandbox.store.all('coupon'), input),
  ),
  endpoint('GET', '/v1/coupons/:id', z.strictObject({}), (_input, { id }) => getCoupon(sandbox, id)),
  endpoint('POST', '/v1/promotion_codes', NewPromotionCode, (input) => createPromotionCode(sandbox, input)),
  endpoint('GET', '/v1/promotion_codes', PromotionCodeList, (input) => {
    const codes = [...sandbox.store.all('promotion_code')].filter(
      (one) =>
        one.active === (input.active ?? one.active) &&
        one.code.toLowerCase() === (input.code ?? one.code).toLowerCase() &&
        one.promotion.coupon === (input.coupon ?? one.promotion.coupon) &&
        one.customer === (input.customer ?? one.customer),
    )
    return pageOf('/v1/promotion_codes', codes, input)
  }),
  endpoint('POST', '/v1/promotion_codes/:id', z.strictObject({ active: boolean.optional() }), ({ active }, { id }) => {
    const found = sandbox.store.find('promotion_code', id)
    if (!found) throw noSuch('promotion code', id)
    return update(sandbox, found, 'promotion_code.updated', (code) => void (code.active = active ?? code.active))
  }),
]
