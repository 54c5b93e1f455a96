import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import { cancelAtOnce } from './repairs.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

/** Days from the first payment, in which it is given back without a question. */
export const refundDays = 14
const dayMs = 86_400_000

const refundEnd = (paid_at: Date) => new Date(paid_at.getTime() + refundDays * dayMs)

/** The person's first payment, while it can be given back. */
export async function findRefundable(user_id: number, now = Date.now()) {
  const first = await db.payment.findFirst({
    where: { customer: { user_id }, paid_at: { not: null }, amount: { gt: 0 } },
    orderBy: [{ paid_at: 'asc' }, { id: 'asc' }],
  })
  if (!first?.paid_at || first.status !== 'paid' || first.dispute_status !== null) return null
  const refundable_until = refundEnd(first.paid_at)
  return refundable_until.getTime() > now ? { ...first, refundable_until } : null
}

/** Gives the first payment back, then ends the subscription: after a crash between the two `repairsOf` ends it. */
export async function refundFirstPayment(sync: Sync, user_id: number): Promise<void> {
  const payment = await findRefundable(user_id)
  if (!payment?.payment_intent_id || !payment.subscription_id)
    throw new HttpProblem(409, 'subscription.problem.no_refund', { code: 'no_refund' })
  const { stripe } = sync
  await stripe.refunds.create(
    { payment_intent: payment.payment_intent_id, reason: 'requested_by_customer' },
    { idempotencyKey: `refund_${payment.id}` },
  )
  await cancelAtOnce(stripe, payment.subscription_id)
  await syncCustomer(sync, payment.customer_id)
}
