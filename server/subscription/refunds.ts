import { db } from '../db.ts'
import { HttpProblem } from '../problem.ts'
import { withClaim } from './customer-claim.ts'
import { findCustomer } from './customers.ts'
import { giveBack, refundDays } from './give-back.ts'
import { endGivenBack } from './repairs.ts'
import { timeOf } from './stripe.ts'
import { syncCustomer } from './sync-customer.ts'
import type { Sync } from './sync-customer.ts'

const dayMs = 86_400_000

const kept = ['paid', 'partially-refunded']
const charged = { paid_at: { not: null }, amount: { gt: 0 }, payment_intent_id: { not: null } }

async function findFirst(user_id: number, now: number) {
  const first = await db.payment.findFirst({
    where: { customer: { user_id }, ...charged },
    orderBy: [{ paid_at: 'asc' }, { id: 'asc' }],
  })
  if (!first?.paid_at || !kept.includes(first.status)) return null
  const refundable_until = new Date(first.paid_at.getTime() + refundDays * dayMs)
  return refundable_until.getTime() > now ? { ...first, refundable_until } : null
}

/** What was paid for a subscription since its first payment: a switch is paid for by itself. */
const listKept = (subscription_id: string | null) =>
  db.payment.findMany({
    where: { subscription_id, status: { in: kept }, ...charged },
    orderBy: { created_at: 'asc' },
  })

const isDisputed = (payments: { dispute_status: string | null }[]) =>
  payments.some(({ dispute_status }) => dispute_status !== null)

/** The person's first payment, while it can be given back; `refundable_amount` is all that goes back with it. */
export async function findRefundable(user_id: number, now = Date.now()) {
  const first = await findFirst(user_id, now)
  if (!first) return null
  const payments = await listKept(first.subscription_id)
  if (isDisputed(payments)) return null
  const refundable_amount = payments.reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)
  return { ...first, refundable_amount }
}

const noRefund = () => new HttpProblem(409, 'subscription.problem.no_refund', { code: 'no_refund' })

/** Gives back what was paid, then ends the subscription: after a crash between the two `repairsOf` ends it. */
export async function refundFirstPayment(sync: Sync, user_id: number): Promise<void> {
  const { stripe } = sync
  const customer = await findCustomer(user_id)
  if (!customer) throw noRefund()
  await withClaim(customer.id, async () => {
    await syncCustomer(sync, customer.id)
    const now = timeOf(await stripe.customers.retrieve(customer.id))
    const first = await findFirst(user_id, now * 1_000)
    if (!first?.subscription_id) throw noRefund()
    const payments = await listKept(first.subscription_id)
    if (isDisputed(payments)) throw new HttpProblem(409, 'subscription.problem.disputed', { code: 'disputed' })
    for (const payment of payments) await giveBack(stripe, payment, { reason: 'requested_by_customer' })
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0)
    await endGivenBack(stripe, { customer_id: customer.id, subscription_id: first.subscription_id, amount })
    await syncCustomer(sync, customer.id)
  })
}
