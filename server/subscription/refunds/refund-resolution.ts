import { decimalOf } from '#shared/subscription/money.ts'
import { db } from '../../database/db.ts'
import { addAuditEntry } from '../../editing/audit.ts'
import { HttpProblem, notFound } from '../../problem.ts'
import { owesRefund } from '../access.ts'
import { withCustomerLock } from '../customers/customer-lock.ts'
import { syncCustomer } from '../sync-customer.ts'
import type { Sync } from '../stripe.ts'

type Resolution = { payment_id: string; reason: string; editor: { id: number | null } }

/**
 * Marks what is due of failed or refused refunds as paid back in another way, as by bank transfer; the access that it
 * gave ends. Throws 404, and 409 where nothing is due.
 */
export async function resolveRefund(sync: Sync, resolution: Resolution): Promise<void> {
  const payment = await db.payment.findUnique({ where: { id: resolution.payment_id }, select: { customer_id: true } })
  if (!payment) throw notFound()
  // Nobody tries the refund again meanwhile.
  await withCustomerLock(payment.customer_id, async () => {
    await resolve(resolution)
    await syncCustomer(sync, payment.customer_id)
  })
}

async function resolve({ payment_id, reason, editor }: Resolution): Promise<void> {
  await db.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT FROM payment WHERE id = ${payment_id} FOR UPDATE`
    const payment = await transaction.payment.findUnique({ where: { id: payment_id } })
    if (!payment) throw notFound()
    const { amount, amount_refunded, amount_refund_due, refund_refusal, currency } = payment
    if (!owesRefund(payment) && refund_refusal === null)
      throw new HttpProblem(409, 'subscription.refund.nothing_due', { code: 'nothing_due' })
    // What Stripe refused was all that was left of the payment.
    const due = refund_refusal === null ? amount_refund_due : amount - amount_refunded
    const amount_refund_resolved = Math.max(due, payment.amount_refund_resolved)
    await transaction.payment.update({
      where: { id: payment_id },
      data: { amount_refund_resolved, refund_refusal: null },
    })
    // What was read from Stripe before this is not written over it.
    await transaction.customer.update({ where: { id: payment.customer_id }, data: { version: { increment: 1 } } })
    await addAuditEntry(transaction, {
      actor_id: editor.id,
      kind: 'payment',
      action: 'refund_resolved',
      target: payment_id,
      note: reason,
      after: { amount: decimalOf(amount_refund_resolved - payment.amount_refund_resolved, currency), currency },
    })
  })
}
