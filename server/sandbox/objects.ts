import type { Stripe } from 'stripe'

type Expandable = { id: string; object: string }
type PlainEach<Value> = Value extends string
  ? Value
  : Value extends Stripe.Decimal
    ? string
    : Value extends (infer Item)[]
      ? Plain<Item>[]
      : Value extends object
        ? { [Name in keyof Value]: Plain<Value[Name]> }
        : Value
/** Stripe's type of a stored object: contains ids where the SDK allows expanded objects. */
type Plain<Value> = [Extract<Value, string>, Extract<Value, Expandable>] extends [never, unknown] | [unknown, never]
  ? PlainEach<Value>
  : Exclude<Value, Expandable>

export type Period = { start: number; end: number }
export type Customer = Omit<Plain<Stripe.Customer>, 'deleted'> & {
  address: Plain<Stripe.Address> | null
  delinquent: boolean
  invoice_prefix: string
  name: string | null
  next_invoice_sequence: number
  tax_exempt: 'none'
}
export type DeletedCustomer = Plain<Stripe.DeletedCustomer>
export type PaymentMethod = Plain<Stripe.PaymentMethod>

export type Product = Omit<Plain<Stripe.Product>, 'deleted'>
export type Recurring = Omit<Plain<Stripe.Price.Recurring>, 'interval'> & { interval: 'month' | 'year' }
export type Price = Omit<Plain<Stripe.Price>, 'deleted' | 'recurring'> & {
  product: string
  recurring: Recurring
  unit_amount: number
}
export type Coupon = Omit<Plain<Stripe.Coupon>, 'deleted'>
export type Discount = Omit<Plain<Stripe.Discount>, 'deleted'> & { source: { coupon: string } }

export type SessionLine = Omit<Plain<Stripe.LineItem>, 'price'> & {
  description: string
  price: Price
  quantity: number
}
export type CheckoutSession = Omit<Plain<Stripe.Checkout.Session>, 'discounts'> & {
  adaptive_pricing: { enabled: boolean }
  currency: string
  discounts: { coupon: string; promotion_code: string | null }[]
  success_url: string
  tax_id_collection: { enabled: boolean }
}
export type PortalConfiguration = Plain<Stripe.BillingPortal.Configuration>
export type PortalSession = Plain<Stripe.BillingPortal.Session>

export type SubscriptionItem = Omit<Plain<Stripe.SubscriptionItem>, 'deleted' | 'price'> & {
  price: Price
  quantity: number
}
type PendingUpdate = Omit<Plain<Stripe.Subscription.PendingUpdate>, 'subscription_items'> & {
  subscription_items: SubscriptionItem[]
}
export type CancellationDetails = Plain<Stripe.Subscription.CancellationDetails>
export type Subscription = Omit<Plain<Stripe.Subscription>, 'items' | 'pending_update'> & {
  cancellation_details: CancellationDetails
  customer: string
  items: Stripe.ApiList<SubscriptionItem>
  payment_settings: { save_default_payment_method: 'off' | 'on_subscription' }
  pending_update: PendingUpdate | null
}
export type Phase = Plain<Stripe.SubscriptionSchedule.Phase>
export type Schedule = Plain<Stripe.SubscriptionSchedule> & { customer: string }

type SubscriptionParent = { subscription_item_details: { subscription_item: string } }
export type InvoiceLine = Omit<Plain<Stripe.InvoiceLineItem>, 'discount_amounts' | 'taxes'> & {
  discount_amounts: { amount: number; discount: string }[]
  parent: SubscriptionParent
  pricing: { price_details: { price: string; product: string } }
  taxes: NonNullable<Plain<Stripe.InvoiceLineItem['taxes']>>
}
export type Invoice = Omit<Plain<Stripe.Invoice>, 'deleted' | 'lines'> & {
  auto_advance: boolean
  customer: string
  lines: Stripe.ApiList<InvoiceLine>
  parent: { subscription_details: { subscription: string } }
  status: NonNullable<Stripe.Invoice['status']>
  total_discount_amounts: { amount: number; discount: string }[]
  total_taxes: NonNullable<Plain<Stripe.Invoice['total_taxes']>>
}
export type InvoicePayment = Plain<Stripe.InvoicePayment> & { invoice: string; payment: { payment_intent: string } }
export type PaymentIntent = Plain<Stripe.PaymentIntent> & { customer: string }
export type Charge = Plain<Stripe.Charge> & { customer: string; payment_intent: string; payment_method: string }
export type Refund = Plain<Stripe.Refund> & { charge: string }
export type Dispute = Plain<Stripe.Dispute> & { charge: string; payment_intent: string }
export type FraudWarning = Plain<Stripe.Radar.EarlyFraudWarning>

export type WebhookEndpoint = Omit<Plain<Stripe.WebhookEndpoint>, 'deleted'>
export type Event = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object; previous_attributes?: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export type StripeObjects = {
  customer: Customer
  customer_balance_transaction: Plain<Stripe.CustomerBalanceTransaction>
  payment_method: PaymentMethod
  product: Product
  price: Price
  plan: Plain<Stripe.Plan>
  coupon: Coupon
  promotion_code: Plain<Stripe.PromotionCode> & { promotion: { coupon: string } }
  discount: Discount
  'checkout.session': CheckoutSession
  item: SessionLine
  subscription: Subscription
  subscription_item: SubscriptionItem
  subscription_schedule: Schedule
  invoice: Invoice
  line_item: InvoiceLine
  invoice_payment: InvoicePayment
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  'radar.early_fraud_warning': FraudWarning
  event: Event
  webhook_endpoint: WebhookEndpoint
  'billing_portal.session': PortalSession
  'billing_portal.configuration': PortalConfiguration
}
type CardDetails = NonNullable<NonNullable<Charge['payment_method_details']>['card']>
export type StripeParts = {
  'billing_portal.session.flow': NonNullable<PortalSession['flow']>
  'charge.payment_method_details.card': CardDetails
  'charge.payment_method_details.card.three_dsecure': NonNullable<CardDetails['three_d_secure']>
  'payment_method.card': NonNullable<PaymentMethod['card']>
  'subscription.pending_update': PendingUpdate
  'subscription_schedule.phase': Phase
  'subscription_schedule.phase.invoice_settings': NonNullable<Phase['invoice_settings']>
  'subscription_schedule.phase.item': Phase['items'][number]
}
