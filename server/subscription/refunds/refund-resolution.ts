import { fromMinorUnits } from '#shared/subscription/money.ts'
import { db } from '../../database/db.ts'
import { addAuditEntry } from '../../editing/audit.ts'
import { HttpProblem, notFound } from '../../problem.ts'
import { hasRefundDue } from '../access.ts'
import { withCustomerLock } from '../customers/customer-lock.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { SyncContext } from '../stripe.ts'

type Resolution = { payment_id: string; reason: string; editor: { id: number | null } }

/** Marks failed refunds as repaid outside Stripe and ends the access. Throws 404; 409 if nothing is due. */
export async function resolveRefund(sync: SyncContext, resolution: Resolution): Promise<void> {
  const payment = await db.payment.findUnique({ where: { id: resolution.payment_id }, select: { customer_id: true } })
  if (!payment) throw notFound()
  await withCustomerLock(payment.customer_id, async () => {
    await markResolved(resolution)
    await syncCustomer(sync, payment.customer_id)
  })
}

async function markResolved({ payment_id, reason, editor }: Resolution): Promise<void> {
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM payment WHERE id = ${payment_id} FOR UPDATE`
    const payment = await transaction.payment.findUnique({ where: { id: payment_id } })
    if (!payment) throw notFound()
    const { amount, amount_refunded, amount_refund_due, refund_refusal, currency } = payment
    if (!hasRefundDue(payment) && refund_refusal === null)
      throw new HttpProblem(409, 'subscription.refund.nothing_due', { code: 'nothing_due' })
    const due = refund_refusal === null ? amount_refund_due : amount - amount_refunded
    const amount_refund_resolved = Math.max(due, payment.amount_refund_resolved)
    await transaction.payment.update({
      where: { id: payment_id },
      data: { amount_refund_resolved, refund_refusal: null },
    })
    // The new version prevents a concurrent sync from overwriting this change with older data.
    await transaction.customer.update({ where: { id: payment.customer_id }, data: { version: { increment: 1 } } })
    await addAuditEntry(transaction, {
      actor_id: editor.id,
      kind: 'payment',
      action: 'refund_resolved',
      target: payment_id,
      note: reason,
      after: { amount: fromMinorUnits(amount_refund_resolved - payment.amount_refund_resolved, currency), currency },
    })
  })
}
