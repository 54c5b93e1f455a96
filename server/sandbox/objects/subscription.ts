import { planOf } from './catalog.ts'
import type { Price } from './catalog.ts'

type Metadata = Record<string, string>

export function subscriptionItemObject(given: {
  id: string
  created: number
  subscription: string
  price: Price
  quantity: number
  period: { start: number; end: number }
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: given.created,
    current_period_end: given.period.end,
    current_period_start: given.period.start,
    current_trial: null,
    discounts: [] as string[],
    metadata: given.metadata ?? {},
    plan: planOf(given.price),
    price: given.price,
    quantity: given.quantity,
    subscription: given.subscription,
    tax_rates: [],
  }
}
export type SubscriptionItem = ReturnType<typeof subscriptionItemObject>

export type PendingUpdate = {
  billing_cycle_anchor: number | null
  cancel_at_period_end: boolean | null
  discount: null
  discounts: null
  expires_at: number
  metadata: Metadata | null
  subscription_items: SubscriptionItem[]
  trial_end: null
  trial_from_plan: null
}

export type CancellationDetails = {
  comment: string | null
  feedback: string | null
  feedback_option: null
  reason: string | null
}

export const liability = (enabled: boolean) => (enabled ? { type: 'self' } : null)

export function subscriptionObject(given: {
  id: string
  created: number
  customer: string
  currency: string
  items: SubscriptionItem[]
  status: string
  default_payment_method: string | null
  description?: string | null
  automatic_tax: boolean
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: given.automatic_tax, liability: liability(given.automatic_tax) },
    billing_cycle_anchor: given.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null as number | null,
    cancel_at_period_end: false,
    canceled_at: null as number | null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
    } as CancellationDetails,
    collection_method: 'charge_automatically',
    created: given.created,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.default_payment_method,
    default_source: null,
    default_tax_rates: [],
    description: given.description ?? null,
    discounts: [] as string[],
    ended_at: null as number | null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list' as const,
      data: given.items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${given.id}`,
    },
    latest_invoice: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata ?? {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null as PendingUpdate | null,
    schedule: null as string | null,
    start_date: given.created,
    status: given.status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
  }
}
export type Subscription = ReturnType<typeof subscriptionObject>

export type Phase = ReturnType<typeof phaseObject>
export function phaseObject(given: {
  currency: string
  start_date: number
  end_date: number
  items: { price: string; quantity: number }[]
  proration_behavior?: string
  metadata?: Metadata
}) {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: given.currency,
    default_payment_method: null,
    description: null,
    discounts: [],
    end_date: given.end_date,
    invoice_settings: null,
    items: given.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: given.metadata ?? {},
    on_behalf_of: null,
    proration_behavior: given.proration_behavior ?? 'create_prorations',
    start_date: given.start_date,
    transfer_data: null,
    trial_end: null,
  }
}

export function scheduleObject(given: {
  id: string
  created: number
  customer: string
  subscription: string
  phases: Phase[]
  end_behavior?: string
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'subscription_schedule' as const,
    application: null,
    billing_mode: { flexible: {}, type: 'flexible' },
    canceled_at: null as number | null,
    completed_at: null as number | null,
    created: given.created,
    current_phase: null as { start_date: number; end_date: number } | null,
    customer: given.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: given.end_behavior ?? 'release',
    livemode: false,
    metadata: given.metadata ?? {},
    pause_schedules: [],
    phases: given.phases,
    released_at: null as number | null,
    released_subscription: null as string | null,
    status: 'active',
    subscription: given.subscription as string | null,
    test_clock: null,
  }
}
export type Schedule = ReturnType<typeof scheduleObject>
