import { db } from '../../database/db.ts'
import { blocksRefund } from './dispute-state.ts'

export const creditFailureCodes = ['credit_used', 'customer_deleted']
const passingFailures = ['balance_insufficient']

/** Lists payments by card or bank, latest first, that Stripe and the bank would refund. */
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
        none: { credit_refund_id: { not: null }, failure: { notIn: [...creditFailureCodes, ...passingFailures] } },
      },
    },
    include: { refund_orders: { where: { refund_id: null, failure: null } } },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
  })
  return payments.filter(({ dispute_status }) => !blocksRefund(dispute_status))
}
