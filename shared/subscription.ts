import * as z from 'zod/mini'
import { Tier } from './tier.ts'

export const billingPeriods = ['month', 'year'] as const

/** Decimal in the plan's currency; `discount` in percent, yearly only. */
const Price = z.object({
  price: z.number().check(z.minimum(0)),
  old_price: z.nullable(z.number()),
  discount: z.nullable(z.int()),
  duration_days: z.int(),
})

export const Plan = z.object({
  id: z.int(),
  tier: Tier,
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

export const BillingPeriod = z.enum(billingPeriods)
export type BillingPeriod = z.infer<typeof BillingPeriod>

/** `user_tier` is effective; `plan_tier` is the plan's alone. Without a plan the tier was granted. */
export const SubscriptionStatus = z.object({
  is_subscribed: z.boolean(),
  /** Decimal: what a switch left, which pays for what comes next. */
  credit: z.optional(z.object({ amount: z.number(), currency: z.string() })),
  subscription: z.nullable(
    z.object({
      plan_id: z.nullable(z.int()),
      plan_name: z.nullable(z.string()),
      billing_period: z.nullable(BillingPeriod),
      user_tier: Tier,
      plan_tier: Tier,
      /** Stripe's word, or `granted`. */
      status: z.string(),
      /** When it renews, or ends without `auto_renew`; past due, until when it stays open. Null: no end, or closed. */
      current_period_end: z.nullable(z.iso.datetime()),
      auto_renew: z.boolean(),
    }),
  ),
})
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const paymentStatuses = [
  'paid',
  'pending',
  'processing',
  'failed',
  'canceled',
  'refunded',
  'partially-refunded',
  'unknown',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** `amount` is decimal in `currency`; `invoice_url` leads to where an open one is paid. */
export const Payment = z.object({
  id: z.string(),
  date: z.iso.datetime(),
  plan: z.nullable(z.string()),
  amount: z.number(),
  amount_refunded: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  receipt_url: z.nullable(z.string()),
  invoice_url: z.nullable(z.string()),
  /** Until when the person gets it back for the asking, and then how much in all: with what a switch has cost since. */
  refundable_until: z.nullable(z.iso.datetime()),
  refundable_amount: z.nullable(z.number()),
})
export type Payment = z.infer<typeof Payment>

/**
 * `price` is the plan's as the page showed it: where it is another by now, nothing is charged. The last three are of the
 * preview that the person confirmed: nothing else than what it showed is charged.
 */
export const NewCheckout = z.object({
  plan_id: z.int32(),
  billing_period: BillingPeriod,
  price: z.optional(z.number()),
  proration_date: z.optional(z.int32()),
  amount_due: z.optional(z.number()),
  credit: z.optional(z.number()),
})
export type NewCheckout = z.infer<typeof NewCheckout>
export const CheckoutUrl = z.object({ checkout_url: z.string() })

/** What a switch costs today: decimals in `currency`. `credit` is what stays as the customer's balance. */
export const SwitchPreview = z.object({
  /** The moment at which what is left of the former plan was counted; seconds. */
  proration_date: z.int(),
  amount_due: z.number(),
  credit: z.number(),
  currency: z.string(),
  next_payment_at: z.iso.datetime(),
})
export type SwitchPreview = z.infer<typeof SwitchPreview>

export const AutoRenew = z.object({ enabled: z.boolean() })
export const CheckoutReturn = z.object({ session_id: z.string().check(z.regex(/^cs_\w{1,200}$/)) })
/** `processing` is paid and opens within seconds, `pending` may take days to be paid, `unpaid` was left before. */
export const checkoutOutcomes = ['activated', 'extended', 'processing', 'pending', 'unpaid'] as const
export const CheckoutOutcome = z.object({ outcome: z.enum(checkoutOutcomes) })
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>

export const priceOf = (plan: Plan, period: BillingPeriod) => (period === 'month' ? plan.monthly : plan.yearly)

export const soldPeriod = (plan: Plan, period: BillingPeriod): BillingPeriod | null =>
  [period, ...billingPeriods].find((one) => priceOf(plan, one)) ?? null

/** The first plan that can be bought and opens what is locked up to a tier. */
export const planFor = (plans: Plan[], tier: number) =>
  plans.find((plan) => plan.purchasable && plan.tier >= tier && soldPeriod(plan, 'month') !== null)

export type PlanOffer = 'yours' | 'buy' | 'coming' | 'contact' | 'personal' | 'month_only' | 'year_only' | 'other'
export function offerOf(plan: Plan, period: BillingPeriod, activePlanId: number | null): PlanOffer {
  if (plan.id === activePlanId) return 'yours'
  const price = priceOf(plan, period)
  const text = plan.unavailable_text
  if (plan.purchasable && price && price.price > 0) return 'buy'
  if (text === 'coming' || text === 'contact') return text
  if (text) return 'other'
  if (price?.price === 0) return 'personal'
  const sold = soldPeriod(plan, period)
  return plan.purchasable && sold ? `${sold}_only` : 'other'
}

/** The page keeps one answer for all who ask for the status: what these do not read stays in it. */
export const TierStatus = z.looseObject({
  subscription: z.nullable(z.looseObject({ user_tier: z.nullish(z.int()), plan_tier: z.nullish(z.int()) })),
})
export const tierOf = ({ subscription }: z.infer<typeof TierStatus>) =>
  subscription?.user_tier ?? subscription?.plan_tier ?? 0

export function discountOf(plan: Plan, period: BillingPeriod): number | null {
  return period === 'year' && plan.purchasable ? (plan.yearly?.discount ?? null) : null
}

export const featuresOf = (plan: Plan) => plan.description.split('\n').filter((line) => line.trim() !== '')
