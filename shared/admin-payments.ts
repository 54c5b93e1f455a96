import * as z from 'zod/mini'
import { fieldError, idParam, lineUpTo } from './fields.ts'
import { PlainText } from './library.ts'
import { PageQuery, pageOf } from './page.ts'
import { BillingPeriod, paymentStatuses } from './subscription.ts'

const Money = z.number()
const Moment = z.iso.datetime()
const searchError = fieldError('schema.text_length', { min: 0, max: 200 })
/** As Stripe makes them. */
const StripeId = z.string().check(z.regex(/^\w{1,255}$/, fieldError('schema.id')))

/** PostgreSQL knows no year 0. */
const Day = z.iso.date().check(z.refine((day) => !day.startsWith('0000')))

/** From the beginning of the day `from` to the end of the day `to`, in UTC. */
export const AdminPaymentQuery = z.object({
  ...PageQuery.shape,
  q: z._default(PlainText.check(z.maxLength(200, searchError)), ''),
  status: z.optional(z.enum(paymentStatuses)),
  /** `open`: the bank has not decided yet. */
  dispute: z.optional(z.enum(['open', 'any'])),
  plan: z.optional(idParam()),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type AdminPaymentQuery = z.infer<typeof AdminPaymentQuery>

const Person = z.object({ id: z.int(), username: z.string(), email: z.string() })

/** An invoice; amounts are decimals of its currency. No person: their account was removed. */
export const AdminPaymentCard = z.object({
  id: z.string(),
  created_at: Moment,
  paid_at: z.nullable(Moment),
  person: z.nullable(Person),
  plan: z.nullable(z.object({ id: z.int(), name: z.string() })),
  billing_period: z.nullable(BillingPeriod),
  amount: Money,
  amount_refunded: Money,
  currency: z.string(),
  status: z.enum(paymentStatuses),
  /** Stripe's word. */
  dispute_status: z.nullable(z.string()),
})
export type AdminPaymentCard = z.infer<typeof AdminPaymentCard>
export const AdminPaymentPage = pageOf(AdminPaymentCard)
export type AdminPaymentPage = z.infer<typeof AdminPaymentPage>

export const eventStates = ['waiting', 'failed', 'processed'] as const
export const AdminEventQuery = z.object({
  ...PageQuery.shape,
  state: z.optional(z.enum(eventStates)),
  type: z.optional(z.string().check(z.regex(/^[\w.]{1,255}$/, fieldError('schema.id')))),
  /** Of Stripe's customer. */
  customer: z.optional(StripeId),
})
export type AdminEventQuery = z.infer<typeof AdminEventQuery>

export const AdminEventCard = z.object({
  id: z.string(),
  type: z.string(),
  object_id: z.string(),
  customer_id: z.nullable(z.string()),
  person: z.nullable(Person),
  created_at: Moment,
  received_at: Moment,
  processed_at: z.nullable(Moment),
  state: z.enum(eventStates),
  /** How often it was tried in vain. */
  failures: z.int(),
  /** When it is tried again by itself. */
  next_at: z.nullable(Moment),
})
export type AdminEventCard = z.infer<typeof AdminEventCard>
export const AdminEventPage = pageOf(AdminEventCard)
export type AdminEventPage = z.infer<typeof AdminEventPage>

const LedgerRow = z.object({
  id: z.int(),
  at: Moment,
  kind: z.string(),
  payment_id: z.nullable(z.string()),
  amount: z.nullable(Money),
  currency: z.nullable(z.string()),
  event_id: z.nullable(z.string()),
})
export type LedgerRow = z.infer<typeof LedgerRow>

/** `ledger` is what it led to. */
export const AdminEvent = z.object({
  ...AdminEventCard.shape,
  ledger: z.array(LedgerRow),
  dashboard_url: z.nullable(z.string()),
})
export type AdminEvent = z.infer<typeof AdminEvent>

/** The addresses are those of Stripe; the Dashboard's are null beside the sandbox. */
export const AdminPayment = z.object({
  ...AdminPaymentCard.shape,
  customer_id: z.string(),
  subscription_id: z.nullable(z.string()),
  payment_intent_id: z.nullable(z.string()),
  receipt_url: z.nullable(z.string()),
  invoice_url: z.nullable(z.string()),
  dashboard: z.nullable(z.object({ payment: z.nullable(z.string()), invoice: z.string(), customer: z.string() })),
  ledger: z.array(LedgerRow),
  events: z.array(AdminEventCard),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** What has gone back of a payment, or is on its way, as Stripe says now. `given` counts what is pending, not what failed. */
export const RefundState = z.object({
  id: z.string(),
  amount: Money,
  given: Money,
  /** What can still go back. */
  left: Money,
  currency: z.string(),
  /** Why nothing can go back. */
  closed: z.nullable(z.enum(['disputed', 'not_paid', 'nothing_left'])),
  /** Whether somebody loses access once all that is left has gone back. */
  ends_access: z.boolean(),
  refunds: z.array(
    z.object({ id: z.string(), amount: Money, status: z.string(), created_at: Moment, is_ordered: z.boolean() }),
  ),
  /** Asked for here, where Stripe made none: not yet, or never. */
  orders: z.array(z.object({ id: z.string(), amount: Money, created_at: Moment, failure: z.nullable(z.string()) })),
})
export type RefundState = z.infer<typeof RefundState>

/** The same `order_id` again is the same refund. */
export const NewRefund = z.object({
  order_id: z.uuid(fieldError('schema.id')),
  amount: z.number(fieldError('schema.number')),
  reason: lineUpTo(500),
})
export type NewRefund = z.infer<typeof NewRefund>

export const PaymentParams = z.object({ id: StripeId })

export const PaymentsSummary = z.object({
  payments: z.enum(['on', 'sandbox', 'off']),
  open_disputes: z.int(),
  failed_events: z.int(),
})
export type PaymentsSummary = z.infer<typeof PaymentsSummary>
