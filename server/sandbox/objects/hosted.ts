import type { Price } from './catalog.ts'
import { liability } from './subscription.ts'

type Metadata = Record<string, string>

export function sessionLineObject(given: { id: string; price: Price; quantity: number; description: string }) {
  const amount = given.price.unit_amount * given.quantity
  return {
    id: given.id,
    object: 'item' as const,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: given.price.currency,
    description: given.description,
    metadata: {} as Metadata,
    price: given.price,
    quantity: given.quantity,
  }
}
export type SessionLine = ReturnType<typeof sessionLineObject>

type SessionDiscount = { coupon: string | null; promotion_code: string | null }

export function checkoutSessionObject(given: {
  id: string
  created: number
  expires_at: number
  url: string
  currency: string
  amount: number
  success_url: string
  cancel_url: string | null
  customer: string | null
  customer_email: string | null
  client_reference_id: string | null
  locale: string | null
  metadata: Metadata
  allow_promotion_codes: boolean | null
  automatic_tax: boolean
  discounts: SessionDiscount[]
  payment_method_collection: string
  billing_address_collection: string | null
}) {
  return {
    id: given.id,
    object: 'checkout.session' as const,
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: given.allow_promotion_codes,
    allowed_payment_method_types: null,
    amount_subtotal: given.amount,
    amount_total: given.amount,
    automatic_tax: {
      enabled: given.automatic_tax,
      liability: liability(given.automatic_tax),
      provider: given.automatic_tax ? 'stripe' : null,
      status: given.automatic_tax ? 'requires_location_inputs' : null,
    },
    billing_address_collection: given.billing_address_collection,
    cancel_url: given.cancel_url,
    client_reference_id: given.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: given.created,
    currency: given.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.customer ? null : 'always',
    customer_details: null as {
      address: null
      business_name: null
      email: string | null
      individual_name: null
      name: string | null
      phone: null
      tax_exempt: string
      tax_ids: []
    } | null,
    customer_email: given.customer_email,
    discounts: given.discounts,
    expires_at: given.expires_at,
    integration_identifier: null,
    invoice: null as string | null,
    invoice_creation: null,
    livemode: false,
    locale: given.locale,
    managed_payments: null,
    metadata: given.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: given.payment_method_collection,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card', 'sepa_debit'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null as string | null,
    success_url: given.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: given.url as string | null,
    wallet_options: null,
  }
}
export type CheckoutSession = ReturnType<typeof checkoutSessionObject>

export function portalConfigurationObject(given: {
  id: string
  created: number
  is_default: boolean
  default_return_url: string | null
  business_profile: { headline?: string; privacy_policy_url?: string; terms_of_service_url?: string }
  features: Record<string, Record<string, unknown> | undefined>
  metadata: Metadata
  name: string | null
}) {
  const { business_profile, features } = given
  return {
    id: given.id,
    object: 'billing_portal.configuration' as const,
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null, ...business_profile },
    created: given.created,
    default_return_url: given.default_return_url,
    features: {
      customer_update: { allowed_updates: [], enabled: false, ...features.customer_update },
      invoice_history: { enabled: true, ...features.invoice_history },
      payment_method_update: {
        enabled: true,
        payment_method_configuration: null,
        ...features.payment_method_update,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
        ...features.subscription_cancel,
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'custom' },
        enabled: false,
        ...features.subscription_pause,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        products: [],
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
        ...features.subscription_update,
      },
    },
    is_default: given.is_default,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata,
    name: given.name,
    updated: given.created,
  }
}
export type PortalConfiguration = ReturnType<typeof portalConfigurationObject>

export function portalSessionObject(given: {
  id: string
  created: number
  customer: string
  configuration: string
  locale: string | null
  return_url: string | null
  url: string
}) {
  return {
    id: given.id,
    object: 'billing_portal.session' as const,
    configuration: given.configuration,
    created: given.created,
    customer: given.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: given.locale,
    on_behalf_of: null,
    return_url: given.return_url,
    url: given.url,
  }
}
export type PortalSession = ReturnType<typeof portalSessionObject>
