import { channel } from 'node:diagnostics_channel'
import { db } from '../database/db.ts'
import { chargedBackStatuses, openDisputeStatuses } from './refunds/dispute-state.ts'
import type { CustomerAtStripe } from './customers/fetch-customer.ts'
import { stripeIdOf } from './stripe.ts'
import type { Stripe } from './stripe.ts'

/** Channel for each status of Stripe that this release does not support. Each is published once. */
export const unknownStatusChannel = channel('stripe-unknown-status')
export type UnknownStatus = { object_id: string; payment_id: string | null; status: string }

const subscriptionStatuses = new Set([
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
])
const invoiceStatuses = new Set(['draft', 'open', 'paid', 'uncollectible', 'void'])
const intentStatuses = new Set([
  'canceled',
  'processing',
  'requires_action',
  'requires_capture',
  'requires_confirmation',
  'requires_payment_method',
  'succeeded',
])

const invoicePaymentStatuses = new Set(['open', 'paid', 'canceled'])
const refundStatuses = new Set(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])
const disputeStatuses = new Set([...openDisputeStatuses, ...chargedBackStatuses, 'warning_closed', 'won'])

export const isKnownRefundStatus = (status: string | null) => status === null || refundStatuses.has(status)
export const isKnownDisputeStatus = (status: string) => disputeStatuses.has(status)
export const isKnownSubscriptionStatus = (status: string) => subscriptionStatuses.has(status)
export const isKnownIntentStatus = (status: string) => intentStatuses.has(status)

const sessionStatuses = new Set<string | null>(['open', 'complete', 'expired'])
const sessionPaymentStatuses = new Set<string>(['paid', 'unpaid', 'no_payment_required'])

/** Publishes unknown statuses of a checkout session. */
export function reportUnknownSession({ id, status, payment_status }: Stripe.Checkout.Session, customer_id: string) {
  const unknown = [
    ...(sessionStatuses.has(status) ? [] : [status ?? 'null']),
    ...(sessionPaymentStatuses.has(payment_status) ? [] : [payment_status]),
  ]
  for (const one of unknown) unknownStatusChannel.publish({ object_id: id, customer_id, status: one })
}

export function unknownStatusesOf({ subscriptions, invoices }: CustomerAtStripe): UnknownStatus[] {
  return [
    ...subscriptions
      .filter(({ status }) => !subscriptionStatuses.has(status))
      .map(({ id, latest_invoice, status }) => ({ object_id: id, payment_id: stripeIdOf(latest_invoice), status })),
    ...invoices.flatMap(({ invoice, payments, intent, refunds, dispute }) => [
      ...payments
        .filter(({ status }) => !invoicePaymentStatuses.has(status))
        .map(({ id, status }) => ({ object_id: id, payment_id: invoice.id, status })),
      ...refunds
        .filter(({ status }) => !isKnownRefundStatus(status))
        .map(({ id, status }) => ({ object_id: id, payment_id: invoice.id, status: status ?? 'null' })),
      ...(dispute && !isKnownDisputeStatus(dispute.status)
        ? [{ object_id: dispute.id, payment_id: invoice.id, status: dispute.status }]
        : []),
      ...(invoiceStatuses.has(invoice.status ?? '')
        ? []
        : [{ object_id: invoice.id, payment_id: invoice.id, status: invoice.status ?? 'null' }]),
      ...(intent && !isKnownIntentStatus(intent.status)
        ? [{ object_id: intent.id, payment_id: invoice.id, status: intent.status }]
        : []),
    ]),
  ]
}

export async function recordUnknownStatuses(customer_id: string, stored: UnknownStatus[], read: CustomerAtStripe) {
  const unknown = unknownStatusesOf(read)
  const known = stored.filter(({ object_id }) => !unknown.some((one) => one.object_id === object_id))
  if (known.length > 0)
    await db.unknownStatus.deleteMany({ where: { object_id: { in: known.map(({ object_id }) => object_id) } } })
  for (const one of unknown) {
    const { object_id, payment_id, status } = one
    const former = stored.find((row) => row.object_id === object_id)
    if (former?.status === status && former.payment_id === payment_id) continue
    await db.unknownStatus.upsert({
      where: { object_id },
      create: { ...one, customer_id },
      update: { payment_id, status },
    })
    if (former?.status !== status) unknownStatusChannel.publish({ object_id, customer_id, status })
  }
}
