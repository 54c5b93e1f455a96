type Metadata = Record<string, string>

export type Recurring = { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number }

export function productObject(given: {
  id: string
  created: number
  name: string
  active?: boolean
  description?: string | null
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'product' as const,
    active: given.active ?? true,
    created: given.created,
    default_price: null as string | null,
    description: given.description ?? null,
    images: [] as string[],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: given.created,
    url: null as string | null,
  }
}
export type Product = ReturnType<typeof productObject>

export function priceObject(given: {
  id: string
  created: number
  product: string
  currency: string
  unit_amount: number
  recurring: Recurring
  active?: boolean
  lookup_key?: string | null
  nickname?: string | null
  tax_behavior?: string
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'price' as const,
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: given.created,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: { ...given.recurring, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  }
}
export type Price = ReturnType<typeof priceObject>

/** What subscription items still carry beside their price. */
export const planOf = (price: Price) => ({
  id: price.id,
  object: 'plan' as const,
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: price.recurring.interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export function couponObject(given: {
  id: string
  created: number
  percent_off?: number
  amount_off?: number
  currency?: string
  duration?: string
  duration_in_months?: number
  name?: string
  max_redemptions?: number
  redeem_by?: number
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'coupon' as const,
    amount_off: given.amount_off ?? null,
    created: given.created,
    currency: given.currency ?? null,
    duration: given.duration ?? 'once',
    duration_in_months: given.duration_in_months ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    percent_off: given.percent_off ?? null,
    redeem_by: given.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
}
export type Coupon = ReturnType<typeof couponObject>

export function promotionCodeObject(given: {
  id: string
  created: number
  code: string
  coupon: string
  active?: boolean
  customer?: string
  expires_at?: number
  max_redemptions?: number
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'promotion_code' as const,
    active: given.active ?? true,
    code: given.code,
    created: given.created,
    customer: given.customer ?? null,
    customer_account: null,
    expires_at: given.expires_at ?? null,
    livemode: false,
    max_redemptions: given.max_redemptions ?? null,
    metadata: given.metadata ?? {},
    promotion: { coupon: given.coupon, type: 'coupon' as const },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
}
export type PromotionCode = ReturnType<typeof promotionCodeObject>

export function discountObject(given: {
  id: string
  start: number
  end: number | null
  coupon: string
  promotion_code: string | null
  customer: string
  subscription: string
  checkout_session?: string
}) {
  return {
    id: given.id,
    object: 'discount' as const,
    checkout_session: given.checkout_session ?? null,
    customer: given.customer,
    customer_account: null,
    end: given.end,
    invoice: null,
    invoice_item: null,
    promotion_code: given.promotion_code,
    source: { coupon: given.coupon, type: 'coupon' },
    start: given.start,
    subscription: given.subscription,
    subscription_item: null,
  }
}
export type Discount = ReturnType<typeof discountObject>
