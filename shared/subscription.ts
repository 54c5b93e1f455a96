import * as z from 'zod/mini'
import { Tier } from './tier.ts'

export const billingPeriods = ['month', 'year'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

/** Decimal in the plan's currency; `discount` in percent, yearly only. */
const Price = z.object({
  price: z.number().check(z.minimum(0)),
  old_price: z.nullable(z.number()),
  discount: z.nullable(z.int()),
  duration_days: z.int(),
})

export const Plan = z.object({
  id: z.int(),
  name: z.string(),
  sub_title: z.string(),
  description: z.string(),
  currency: z.string(),
  purchasable: z.boolean(),
  unavailable_text: z.nullable(z.string()),
  monthly: z.nullable(Price),
  yearly: z.nullable(Price),
})
export type Plan = z.infer<typeof Plan>

/** In order: the portrait goes by the position. */
export const Testimonial = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  text: z.string(),
  is_sample: z.boolean(),
})
export type Testimonial = z.infer<typeof Testimonial>

/** `user_tier` is effective; `plan_tier` is the plan's alone. */
export const SubscriptionStatus = z.object({
  is_subscribed: z.boolean(),
  subscription: z.nullable(z.object({ plan_id: z.nullable(z.int()), user_tier: Tier, plan_tier: Tier })),
})
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const priceOf = (plan: Plan, period: BillingPeriod) => (period === 'month' ? plan.monthly : plan.yearly)

export const shownPeriod = (plan: Plan, period: BillingPeriod): BillingPeriod | null =>
  [period, ...billingPeriods].find((one) => priceOf(plan, one)) ?? null

export type PlanOffer = 'yours' | 'buy' | 'coming' | 'contact' | 'personal' | 'month_only' | 'year_only' | 'other'
export function offerOf(plan: Plan, period: BillingPeriod, activePlanId: number | null): PlanOffer {
  if (plan.id === activePlanId) return 'yours'
  const price = priceOf(plan, period)
  const text = plan.unavailable_text
  if (plan.purchasable && price && price.price > 0) return 'buy'
  if (text === 'coming' || text === 'contact') return text
  if (text) return 'other'
  if (price?.price === 0) return 'personal'
  const sold = shownPeriod(plan, period)
  return plan.purchasable && sold ? `${sold}_only` : 'other'
}

export const TierStatus = z.object({
  subscription: z.nullable(z.object({ user_tier: z.nullish(z.int()), plan_tier: z.nullish(z.int()) })),
})
export const tierOf = ({ subscription }: z.infer<typeof TierStatus>) =>
  subscription?.user_tier ?? subscription?.plan_tier ?? 0

export function discountOf(plan: Plan, period: BillingPeriod): number | null {
  return period === 'year' && plan.purchasable ? (plan.yearly?.discount ?? null) : null
}

export const featuresOf = (plan: Plan) => plan.description.split('\n').filter((line) => line.trim() !== '')
