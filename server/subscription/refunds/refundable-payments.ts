import { db } from '../../database/db.ts'
import { blocksRefund } from './dispute-state.ts'

/** Why a part of a credit was not refunded, though Stripe refused nothing. */
export const balanceFailures = ['credit_used', 'customer_deleted']
/** A refusal that passes, once the account at Stripe holds enough. */
const passingFailures = ['balance_insufficient']

/** What was paid by card or bank, the latest first, without what a bank or Stripe would refuse, or refused, to refund. */
export async function listRefundablePayments(customer_id: string, currency: string) {
  const payments = await db.payment.findMany({
    where: {
      customer_id,
      currency,
      status: { in: ['paid', 'partially-refunded'] },
      amount: { gt: 0 },
      payment_intent_id: { not: null },
      refund_refusal: null,
      refund_orders: {
        none: { credit_refund_id: { not: null }, failure: { notIn: [...balanceFailures, ...passingFailures] } },
      },
    },
    include: { refund_orders: { where: { refund_id: null, failure: null } } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  })
  return payments.filter(({ dispute_status }) => !blocksRefund(dispute_status))
}
