import { db } from '../../database/db.ts'
import { HttpProblem } from '../../problem.ts'
import { isRefundResolved } from '../access.ts'
import { refundOrReport } from './automatic-refunds.ts'
import { withCustomerLock } from '../customers/customer-lock.ts'
import { findCustomer } from '../customers/customers.ts'
import { blocksRefund, isClosedDispute } from './dispute-state.ts'
import { refundDays } from './stripe-refunds.ts'
import { findRunningSubscription } from '../status.ts'
import { cancelImmediately, cancelRefunded } from '../repairs.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { SyncContext } from '../stripe.ts'

const dayMs = 86_400_000

const refundableStatuses = ['paid', 'partially-refunded']
const charged = { paid_at: { not: null }, amount: { gt: 0 }, payment_intent_id: { not: null } }

async function findFirst(user_id: number, moment: Date) {
  const first = await db.payment.findFirst({
    where: { customer: { user_id }, ...charged },
    orderBy: [{ paid_at: 'asc' }, { id: 'asc' }],
  })
  if (!first?.paid_at || !refundableStatuses.includes(first.status) || isRefundResolved(first)) return null
  const refundable_until = new Date(first.paid_at.getTime() + refundDays * dayMs)
  return refundable_until > moment ? { ...first, refundable_until } : null
}

/** Lists all payments of a subscription: a switch is a payment of its own. */
async function listRefundable(subscription_id: string | null) {
  const payments = await db.payment.findMany({
    where: { subscription_id, status: { in: refundableStatuses }, ...charged },
    orderBy: { created_at: 'asc' },
  })
  return payments.filter((payment) => !isRefundResolved(payment))
}

const isDisputed = (payments: { dispute_status: string | null }[]) =>
  payments.some(({ dispute_status }) => blocksRefund(dispute_status))

/** Returns a person's first payment if it can be refunded. `refundable_amount` includes later payments. */
export async function findRefundablePayment(user_id: number, now: Date) {
  const first = await findFirst(user_id, now)
  if (!first) return null
  const payments = await listRefundable(first.subscription_id)
  if (isDisputed(payments)) return null
  const refundable_amount = payments.reduce(
    (sum, { amount, amount_refunded, amount_refund_resolved }) =>
      sum + amount - amount_refunded - amount_refund_resolved,
    0,
  )
  return { ...first, refundable_amount }
}

const disputedProblem = () => new HttpProblem(409, 'subscription.problem.disputed', { code: 'disputed' })
const disputeClosedProblem = () =>
  new HttpProblem(409, 'subscription.problem.dispute_closed', { code: 'dispute_closed' })

function assertNotDisputed(payments: { dispute_status: string | null }[]): void {
  const disputes = payments.flatMap(({ dispute_status }) => (blocksRefund(dispute_status) ? [dispute_status] : []))
  if (disputes.length > 0) throw disputes.every(isClosedDispute) ? disputeClosedProblem() : disputedProblem()
}

async function isRefunded(user_id: number): Promise<boolean> {
  const first = await db.payment.findFirst({
    where: { customer: { user_id }, ...charged },
    orderBy: [{ paid_at: 'asc' }, { id: 'asc' }],
    select: { status: true },
  })
  return first?.status === 'refunded' && (await findRunningSubscription(user_id)) === null
}

const noRefundProblem = () => new HttpProblem(409, 'subscription.problem.no_refund', { code: 'no_refund' })
const refundRefusedProblem = () =>
  new HttpProblem(409, 'subscription.problem.refund_refused', { code: 'refund_refused' })

type EndedContract = { subscription_id: string; is_owed: boolean }

/** Refunds all payments and ends the subscription. A withdrawal ends it even if a refund fails. Throws 409. */
export async function refundFirstPayment(
  sync: SyncContext,
  user_id: number,
  declared_at: Date,
  isWithdrawal = false,
): Promise<EndedContract> {
  const { stripe } = sync
  const customer = await findCustomer(user_id)
  if (!customer) throw noRefundProblem()
  return withCustomerLock(customer.id, async () => {
    await syncCustomer(sync, customer.id)
    const first = await findFirst(user_id, declared_at)
    if (!first?.subscription_id) throw noRefundProblem()
    const payments = await listRefundable(first.subscription_id)
    assertNotDisputed(payments)
    const { subscription_id } = first
    let is_owed = false
    // Refunds the first payment last, since a retry looks for the first payment.
    for (const payment of [...payments.filter(({ id }) => id !== first.id).toReversed(), first]) {
      if (await refundOrReport(sync, payment, 'requested_by_customer')) continue
      is_owed = true
      if (!isWithdrawal) throw refundRefusedProblem()
      await cancelImmediately(stripe, subscription_id)
    }
    if (!is_owed) {
      const amount = payments.reduce((sum, payment) => sum + payment.amount, 0)
      await cancelRefunded(stripe, { customer_id: customer.id, subscription_id, amount })
    }
    await syncCustomer(sync, customer.id)
    return { subscription_id, is_owed }
  })
}

/** Refunds a member's first payment. A retry succeeds without another refund. Throws 409. */
export const refundForMember = (sync: SyncContext, user_id: number, declared_at: Date): Promise<void> =>
  refundFirstPayment(sync, user_id, declared_at).then(
    () => undefined,
    async (error: unknown) => {
      const isNoRefund = error instanceof HttpProblem && error.extensions.code === 'no_refund'
      if (!isNoRefund || !(await isRefunded(user_id))) throw error
    },
  )
