import type { Coupon, Discount, Price, Product, PromotionCode } from './objects/catalog.ts'
import type { BalanceTransaction, Customer, DeletedCustomer, PaymentMethod } from './objects/customer.ts'
import type { Delivery, Event, WebhookEndpoint } from './objects/event.ts'
import type { CheckoutSession, PortalConfiguration, PortalSession, SessionLine } from './objects/hosted.ts'
import type { Invoice, InvoiceLine } from './objects/invoice.ts'
import type { Charge, InvoicePayment, PaymentIntent } from './objects/payment.ts'
import type { Dispute, Refund } from './objects/refund.ts'
import type { Schedule, Subscription } from './objects/subscription.ts'

/** An answer kept for the requests that repeat its key. `answered_at` is real time: retries come from the real world. */
export type KeptAnswer = {
  id: string
  object: 'sandbox.answer'
  request: string
  status: number
  body: string
  answered_at: number
}
/** What a checkout session needs beside what the API tells of it. */
export type Order = {
  id: string
  object: 'sandbox.order'
  session: string
  lines: SessionLine[]
  subscription_data: { metadata: Record<string, string>; description: string | null }
}
/** Lines that wait for the next invoice of a subscription. */
export type PendingLine = { id: string; object: 'sandbox.pending_line'; subscription: string; line: InvoiceLine }
/** What the bank will say to a refund, and when. */
export type Settlement = {
  id: string
  object: 'sandbox.settlement'
  refund: string
  at: number
  outcome: 'succeeded' | 'failed'
}
export type EndpointSecret = { id: string; object: 'sandbox.endpoint_secret'; secret: string }
/** Seconds between sandbox time and real time. */
export type ClockState = { id: 'clock'; object: 'sandbox.clock'; offset: number }
export type FinalFailure = 'cancel' | 'unpaid' | 'past_due'
/** What the Dashboard would hold. */
export type Switches = {
  id: 'switches'
  object: 'sandbox.switches'
  final_failure: FinalFailure
  hold_deliveries: boolean
}

export type Tables = {
  customer: Customer | DeletedCustomer
  customer_balance_transaction: BalanceTransaction
  payment_method: PaymentMethod
  product: Product
  price: Price
  coupon: Coupon
  promotion_code: PromotionCode
  discount: Discount
  'checkout.session': CheckoutSession
  subscription: Subscription
  subscription_schedule: Schedule
  invoice: Invoice
  invoice_payment: InvoicePayment
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  event: Event
  webhook_endpoint: WebhookEndpoint
  'billing_portal.session': PortalSession
  'billing_portal.configuration': PortalConfiguration
  'sandbox.answer': KeptAnswer
  'sandbox.delivery': Delivery
  'sandbox.order': Order
  'sandbox.pending_line': PendingLine
  'sandbox.settlement': Settlement
  'sandbox.endpoint_secret': EndpointSecret
  'sandbox.clock': ClockState
  'sandbox.switches': Switches
}
export type Table = keyof Tables
export type Stored = Tables[Table]
