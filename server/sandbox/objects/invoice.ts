import type { Price } from './catalog.ts'
import type { Customer } from './customer.ts'
import { liability } from './subscription.ts'
import type { Subscription } from './subscription.ts'

type Metadata = Record<string, string>
export type Period = { start: number; end: number }
type Tax = {
  amount: number
  tax_behavior: string
  tax_rate_details: { tax_rate: string }
  taxability_reason: string
  taxable_amount: number
  type: 'tax_rate_details'
}
type DiscountAmount = { amount: number; discount: string }

export function lineObject(given: {
  id: string
  amount: number
  currency: string
  description: string
  price: Price
  quantity: number
  period: Period
  proration: boolean
  subscription: string | null
  subscription_item: string
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'line_item' as const,
    amount: given.amount,
    currency: given.currency,
    description: given.description,
    discount_amounts: [] as DiscountAmount[],
    discountable: given.amount > 0,
    discounts: [] as string[],
    invoice: null as string | null,
    livemode: false,
    metadata: given.metadata ?? {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: given.proration,
        proration_details: { credited_items: null },
        subscription: given.subscription,
        subscription_item: given.subscription_item,
      },
      type: 'subscription_item_details',
    },
    period: given.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: given.price.id, product: given.price.product },
      type: 'price_details' as const,
      unit_amount_decimal: given.proration ? String(given.amount) : given.price.unit_amount_decimal,
    },
    quantity: given.quantity,
    quantity_decimal: String(given.quantity),
    subscription: given.subscription,
    subtotal: given.amount,
    taxes: [] as Tax[],
  }
}
export type InvoiceLine = ReturnType<typeof lineObject>

export function invoiceObject(given: {
  id: string
  created: number
  customer: Customer
  currency: string
  subscription: Subscription | null
  period: Period
  /** Of a preview with prorations. */
  proration_date?: number | undefined
  billing_reason: string
  automatic_tax: boolean
  default_payment_method: string | null
}) {
  const { customer, subscription } = given
  return {
    id: given.id,
    object: 'invoice' as const,
    account_country: 'US',
    account_name: 'Payment sandbox',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automatic_tax,
      liability: liability(given.automatic_tax),
      provider: given.automatic_tax ? 'stripe' : null,
      status: given.automatic_tax ? 'complete' : null,
    },
    automatically_finalizes_at: null as number | null,
    billing_reason: given.billing_reason,
    collection_method: 'charge_automatically',
    created: given.created,
    currency: given.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt,
    customer_tax_ids: [],
    default_payment_method: given.default_payment_method,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [] as string[],
    due_date: null,
    effective_at: null as number | null,
    ending_balance: null as number | null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null as string | null,
    invoice_pdf: null as string | null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list' as const,
      data: [] as InvoiceLine[],
      has_more: false,
      url: `/v1/invoices/${given.id}/lines`,
    },
    livemode: false,
    metadata: {} as Metadata,
    next_payment_attempt: null as number | null,
    number: null as string | null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: {
        metadata: { ...subscription.metadata },
        subscription: subscription.id,
        ...(given.proration_date !== undefined && { subscription_proration_date: given.proration_date }),
      },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: given.period.end,
    period_start: given.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null as number | null,
      marked_uncollectible_at: null as number | null,
      paid_at: null as number | null,
      voided_at: null as number | null,
    },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [] as DiscountAmount[],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [] as Tax[],
    webhooks_delivered_at: given.created,
  }
}
export type Invoice = ReturnType<typeof invoiceObject>
