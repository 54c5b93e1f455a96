import * as z from 'zod/mini'
import { CsvSeparator } from './csv.ts'
import { fieldError, idParam, lineUpTo } from '../fields.ts'
import { PlainText } from '../library/schema.ts'
import { PageQuery, pageOf } from '../page.ts'
import { BillingPeriod, PaymentLinkKind, paymentStatuses } from '../subscription/schema.ts'

const Money = z.number()
const Moment = z.iso.datetime()
const searchError = fieldError('schema.text_length', { min: 0, max: 200 })
const StripeId = z.string().check(z.regex(/^\w{1,255}$/, fieldError('schema.id')))

const Day = z.iso.date().check(z.refine((day) => !day.startsWith('0000'))) // PostgreSQL has no year 0

/** Filters of payments. `from` and `to` are whole days in UTC. */
const paymentFilters = {
  q: z._default(PlainText.check(z.maxLength(200, searchError)), ''),
  status: z.optional(z.enum(paymentStatuses)),
  dispute: z.optional(z.enum(['open', 'any'])),
  refund: z.optional(z.enum(['due'])), // due: a refund failed or was refused, so an admin must act
  needs: z.optional(z.enum(['invoice', 'status'])), // invoice: not finalized by Stripe; status: not a known one
  plan: z.optional(idParam()),
  from: z.optional(Day),
  to: z.optional(Day),
}
export const AdminPaymentFilters = z.object(paymentFilters)
export const PaymentFileQuery = z.object({ ...paymentFilters, separator: CsvSeparator })
export type AdminPaymentFilters = z.infer<typeof AdminPaymentFilters>
export const LedgerFilters = z.object({ from: paymentFilters.from, to: paymentFilters.to })
export const LedgerFileQuery = z.object({ ...LedgerFilters.shape, separator: CsvSeparator })
export type LedgerFilters = z.infer<typeof LedgerFilters>
export const AdminPaymentQuery = z.object({ ...PageQuery.shape, ...paymentFilters })
export type AdminPaymentQuery = z.infer<typeof AdminPaymentQuery>

const Person = z.object({ id: z.int(), username: z.string(), email: z.string() })

/** Payment of an invoice. Amounts are decimals of its currency. `person` is null if the account was removed. */
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
  dispute_status: z.nullable(z.string()),
  dispute_due_at: z.nullable(Moment),
  amount_charged_back: Money,
  amount_refund_due: Money,
  amount_paid_back: Money, // paid back outside of Stripe
  refund_refusal: z.nullable(z.string()),
  fraud_warning: z.nullable(z.string()),
  finalization_error: z.nullable(z.string()),
  tax_disabled_reason: z.nullable(z.string()),
  unknown_statuses: z.array(z.object({ object_id: z.string(), status: z.string() })),
})
export type AdminPaymentCard = z.infer<typeof AdminPaymentCard>
export const AdminPaymentPage = pageOf(AdminPaymentCard)
export type AdminPaymentPage = z.infer<typeof AdminPaymentPage>

export const eventStates = ['waiting', 'failed', 'processed'] as const
export const AdminEventQuery = z.object({
  ...PageQuery.shape,
  state: z.optional(z.enum(eventStates)),
  type: z.optional(z.string().check(z.regex(/^[\w.]{1,255}$/, fieldError('schema.id')))),
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
  failures: z.int(),
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

export const AdminEvent = z.object({
  ...AdminEventCard.shape,
  ledger: z.array(LedgerRow),
  dashboard_url: z.nullable(z.string()),
})
export type AdminEvent = z.infer<typeof AdminEvent>

export const AdminPayment = z.object({
  ...AdminPaymentCard.shape,
  customer_id: z.string(),
  subscription_id: z.nullable(z.string()),
  payment_intent_id: z.nullable(z.string()),
  links: z.array(PaymentLinkKind),
  dashboard: z.nullable(z.object({ payment: z.nullable(z.string()), invoice: z.string(), customer: z.string() })),
  ledger: z.array(LedgerRow),
  events: z.array(AdminEventCard),
})
export type AdminPayment = z.infer<typeof AdminPayment>

/** Refunds of a payment, as Stripe reports them. `given` includes pending and excludes failed refunds. */
export const RefundState = z.object({
  id: z.string(),
  amount: Money,
  given: Money,
  left: Money,
  currency: z.string(),
  closed: z.nullable(z.enum(['disputed', 'dispute_closed', 'not_paid', 'nothing_left'])),
  ends_access: z.boolean(),
  refunds: z.array(
    z.object({ id: z.string(), amount: Money, status: z.string(), created_at: Moment, is_ordered: z.boolean() }),
  ),
  orders: z.array(z.object({ id: z.string(), amount: Money, created_at: Moment, failure: z.nullable(z.string()) })),
})
export type RefundState = z.infer<typeof RefundState>

/** Order of a refund. An `order_id` sent before refers to the first refund, so that a retry makes no second. */
export const NewRefund = z.object({
  order_id: z.uuid(fieldError('schema.id')),
  amount: z.number(fieldError('schema.number')),
  reason: lineUpTo(500),
})
export type NewRefund = z.infer<typeof NewRefund>

export const RefundResolution = z.object({ reason: lineUpTo(500) })
export type RefundResolution = z.infer<typeof RefundResolution>

export const PaymentParams = z.object({ id: StripeId })

export const PaymentsSummary = z.object({
  payments: z.enum(['on', 'sandbox', 'off']),
  open_disputes: z.int(),
  refunds_due: z.int(),
  unfinalized_invoices: z.int(),
  unknown_statuses: z.int(),
  failed_events: z.int(),
})
export type PaymentsSummary = z.infer<typeof PaymentsSummary>
