import * as z from 'zod/mini'
import { choiceParam } from '../query-params.ts'
import { Tier } from '../tier.ts'
import { purchaseTargetParam } from './purchase-target.ts'

export const billingPeriods = ['month', 'year'] as const
export const SubscriptionQuery = { for: purchaseTargetParam, period: choiceParam(billingPeriods) }

export const taxBehaviors = ['exclusive', 'inclusive', 'unspecified'] as const
export const TaxBehavior = z.enum(taxBehaviors)
export type TaxBehavior = z.infer<typeof TaxBehavior>

/** Price of a plan as a decimal. `discount` is in percent, for yearly prices only. */
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
  tax_behavior: TaxBehavior,
  purchasable: z.boolean(),
  unavailable_text: z.nullable(z.string()),
  monthly: z.nullable(Price),
  yearly: z.nullable(Price),
})
export type Plan = z.infer<typeof Plan>

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

/** `address_needed`: the user must act. `invoice_failed`: the operator must. `address_missing`: charged without tax. */
export const InvoiceProblemKind = z.enum(['address_needed', 'invoice_failed', 'address_missing'])
export type InvoiceProblemKind = z.infer<typeof InvoiceProblemKind>

/** Status. `user_tier` is the effective tier, `plan_tier` the plan's or that of a payment whose refund failed. */
export const SubscriptionStatus = z.object({
  is_subscribed: z.boolean(),
  /** Credit from a switch of plans, as a decimal. `refundable` is the part that can be refunded to cards. */
  credit: z.optional(z.object({ amount: z.number(), refundable: z.number(), currency: z.string() })),
  card: z.optional(
    z.object({
      brand: z.string(),
      last4: z.nullable(z.string()),
      exp_month: z.nullable(z.int()),
      exp_year: z.nullable(z.int()),
    }),
  ),
  /** Problem of an invoice. `open_until`: end of access if the invoice stays unpaid. */
  invoice_problem: z.optional(z.object({ kind: InvoiceProblemKind, open_until: z.nullable(z.iso.datetime()) })),
  subscription: z.nullable(
    z.object({
      plan_id: z.nullable(z.int()),
      plan_name: z.nullable(z.string()),
      billing_period: z.nullable(BillingPeriod),
      user_tier: Tier,
      plan_tier: Tier,
      status: z.string(),
      /** Day of renewal; without `auto_renew` or if past due, the end. Null without an end, or if closed. */
      current_period_end: z.nullable(z.iso.datetime()),
      auto_renew: z.boolean(),
    }),
  ),
})
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const NextPayment = z.object({ amount: z.number(), currency: z.string(), date: z.iso.datetime() })
export type NextPayment = z.infer<typeof NextPayment>
export const NextPaymentResponse = z.object({ next_payment: z.nullable(NextPayment) })
export type NextPaymentResponse = z.infer<typeof NextPaymentResponse>

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

export const PaymentLinkKind = z.enum(['pay', 'receipt', 'invoice'])
export type PaymentLinkKind = z.infer<typeof PaymentLinkKind>
export const NewPaymentLink = z.object({ link: PaymentLinkKind })
export const LinkUrl = z.object({ url: z.string() })

/** Amounts are decimals. `amount_refund_due`: returned by failed refunds. `amount_paid_back`: outside of Stripe. */
export const Payment = z.object({
  id: z.string(),
  date: z.iso.datetime(),
  plan: z.nullable(z.string()),
  amount: z.number(),
  amount_refunded: z.number(),
  amount_refund_due: z.number(),
  amount_paid_back: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  dispute: z.nullable(z.enum(['open', 'lost'])),
  links: z.array(PaymentLinkKind),
  refundable_until: z.nullable(z.iso.datetime()), // end of the refund offer, which also covers later switches of plans
  refundable_amount: z.nullable(z.number()),
})
export type Payment = z.infer<typeof Payment>

/** Order of a plan. Nothing is charged if `price` or the values of the preview are outdated. */
export const NewCheckout = z.object({
  plan_id: z.int32(),
  billing_period: BillingPeriod,
  price: z.optional(z.number()),
  proration_date: z.optional(z.int32()),
  amount_due: z.optional(z.number()),
  credit: z.optional(z.number()),
})
export type NewCheckout = z.infer<typeof NewCheckout>
/** Page to pay on. `is_invoice`: an invoice page, which does not redirect back. */
export const CheckoutUrl = z.object({ checkout_url: z.string(), is_invoice: z.boolean() })
export type CheckoutUrl = z.infer<typeof CheckoutUrl>

export const SwitchPreview = z.object({
  proration_date: z.int(), // seconds since 1970 for which the unused time of the former plan was computed
  amount_due: z.number(),
  credit: z.number(),
  currency: z.string(),
  next_payment_at: z.iso.datetime(),
})
export type SwitchPreview = z.infer<typeof SwitchPreview>

export const PortalQuery = z.object({ flow: z.optional(z.enum(['payment_method_update'])) })
export type PortalFlow = z.infer<typeof PortalQuery>['flow']

export const AutoRenew = z.object({ enabled: z.boolean() })
export const CheckoutReturn = z.object({ session_id: z.string().check(z.regex(/^cs_\w{1,200}$/)) })
/** `processing`: paid, access follows in seconds. `pending`: payment takes days. `unpaid`: abandoned. */
export const checkoutOutcomes = ['activated', 'extended', 'processing', 'pending', 'unpaid'] as const
export const CheckoutOutcome = z.object({ outcome: z.enum(checkoutOutcomes) })
export type CheckoutOutcome = z.infer<typeof CheckoutOutcome>

export const priceOf = (plan: Plan, period: BillingPeriod) => (period === 'month' ? plan.monthly : plan.yearly)

export const availablePeriod = (plan: Plan, period: BillingPeriod): BillingPeriod | null =>
  [period, ...billingPeriods].find((one) => priceOf(plan, one)) ?? null

export const planForTier = (plans: Plan[], tier: number) =>
  plans.find((plan) => plan.purchasable && plan.tier >= tier && availablePeriod(plan, 'month') !== null)

export type PlanOffer = 'yours' | 'buy' | 'coming' | 'contact' | 'personal' | 'month_only' | 'year_only' | 'other'
export function planOfferOf(plan: Plan, period: BillingPeriod, activePlanId: number | null): PlanOffer {
  if (plan.id === activePlanId) return 'yours'
  const price = priceOf(plan, period)
  const text = plan.unavailable_text
  if (plan.purchasable && price && price.price > 0) return 'buy'
  if (text === 'coming' || text === 'contact') return text
  if (text) return 'other'
  if (price?.price === 0) return 'personal'
  const sold = availablePeriod(plan, period)
  return plan.purchasable && sold ? `${sold}_only` : 'other'
}

/** Part of `SubscriptionStatus` for the tier. Loose, since all readers share one cached response with all fields. */
export const TierStatus = z.looseObject({
  subscription: z.nullable(z.looseObject({ user_tier: z.nullish(z.int()), plan_tier: z.nullish(z.int()) })),
})
export const tierOfStatus = ({ subscription }: z.infer<typeof TierStatus>) =>
  subscription?.user_tier ?? subscription?.plan_tier ?? 0

export function discountOf(plan: Plan, period: BillingPeriod): number | null {
  return period === 'year' && plan.purchasable ? (plan.yearly?.discount ?? null) : null
}

export const isFreePlan = ({ monthly }: Plan) => monthly?.price === 0

/** Returns the first plan on sale with the highest tier. Undefined if no plan is on sale. */
export function wholeLibraryPlan(plans: readonly Plan[]): Plan | undefined {
  const sold = plans.filter((plan) => plan.purchasable && !isFreePlan(plan))
  return sold.find(({ tier }) => tier === Math.max(...sold.map((plan) => plan.tier)))
}

export const planFeaturesOf = (plan: Plan) => plan.description.split('\n').filter((line) => line.trim() !== '')
