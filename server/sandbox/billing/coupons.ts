import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { decimal } from '../api/input.ts'
import { getObject } from '../api/retrieval.ts'
import { createObject, randomText } from '../create.ts'
import type { ObjectFields } from '../create.ts'
import { emitEvent } from '../events.ts'
import type { Coupon, Discount, Subscription } from '../objects.ts'
import { clock, store } from '../sandbox.ts'

const NewCoupon = z.strictObject({
  percent_off: decimal.pipe(z.number().gt(0).max(100)),
  duration: z.enum(['forever', 'once']).default('once'),
})

const newCoupon = (fields: ObjectFields<'coupon'>): Coupon =>
  createObject('coupon', { duration: 'once', valid: true, ...fields })

export function addTestCoupons() {
  for (const percent_off of [100, 50]) {
    const code = percent_off === 100 ? 'FREE100' : 'HALF50'
    const coupon = code.toLowerCase()
    if (store.find('coupon', coupon)) continue
    store.save(newCoupon({ id: coupon, percent_off, name: `${percent_off}% off` }))
    store.save(createObject('promotion_code', { id: `promo_${coupon}`, code, promotion: { coupon }, active: true }))
  }
}

export const findPromotionCode = (typed: string) =>
  [...store.all('promotion_code')].find(({ code }) => code.toLowerCase() === typed.trim().toLowerCase())

export function redeemCoupon(about: {
  coupon: string
  promotion_code: string | null
  subscription: Subscription
  checkout_session?: string
}): Discount {
  const { subscription, promotion_code, checkout_session } = about
  const coupon = getObject('coupon', about.coupon, 'discounts')
  const discount = createObject('discount', {
    source: { coupon: coupon.id, type: 'coupon' },
    start: clock.now(),
    promotion_code,
    customer: subscription.customer,
    subscription: subscription.id,
    checkout_session,
  })
  store.save({ ...coupon, times_redeemed: coupon.times_redeemed + 1 })
  const code = promotion_code === null ? undefined : store.find('promotion_code', promotion_code)
  if (code) store.save({ ...code, times_redeemed: code.times_redeemed + 1 })
  store.save(discount)
  emitEvent('customer.discount.created', discount)
  return discount
}

/** Returns the discounts of the next invoice. A coupon with `once` applies to the first invoice only. */
export function discountsOf(subscription: Subscription): Discount[] {
  return subscription.discounts.flatMap((id) => {
    const discount = store.find('discount', id)
    const coupon = discount && store.find('coupon', discount.source.coupon)
    if (!discount || !coupon) return []
    const isUsed = store
      .by('invoice', 'subscription', subscription.id)
      .some((invoice) => invoice.discounts.includes(id) && invoice.status !== 'void')
    return coupon.duration === 'once' && isUsed ? [] : [discount]
  })
}

export const couponEndpoints = [
  endpoint('POST', '/v1/coupons', NewCoupon, (input) => {
    const coupon = store.save(newCoupon({ ...input, id: randomText(8) }))
    emitEvent('coupon.created', coupon)
    return coupon
  }),
]
