import { db } from '../../database/db.ts'
import { refundPayment } from './stripe-refunds.ts'
import type { RefundReason, RefundablePayment } from './stripe-refunds.ts'
import { queueOperatorMails } from '../operator-mails.ts'
import { isPermanentRefusal } from '../stripe.ts'
import type { SyncContext } from '../stripe.ts'

type Payment = RefundablePayment & { currency: string }

async function reportRefusal({ jobs }: SyncContext, payment: Payment, code: string): Promise<void> {
  const { id, amount, currency } = payment
  await db.$transaction(async (transaction) => {
    const { count } = await transaction.payment.updateMany({
      where: { id, refund_refusal: null },
      data: { refund_refusal: code },
    })
    if (count > 0)
      await queueOperatorMails(jobs, transaction, [
        { kind: 'refund_refused', payment_id: id, amount, currency, reason: code },
      ])
  })
}

/** Refunds a payment. If Stripe refuses permanently, notifies the admins and returns false. */
export async function refundOrReport(sync: SyncContext, payment: Payment, reason: RefundReason): Promise<boolean> {
  try {
    await refundPayment(sync.stripe, payment, reason)
    return true
  } catch (error) {
    if (!isPermanentRefusal(error)) throw error
    await reportRefusal(sync, payment, error.code ?? 'refused')
    return false
  }
}

/** Refunds a payment without any refund, even a failed one. Returns true if it was refunded. */
export async function refundUnlessTried(sync: SyncContext, payment: Payment): Promise<boolean> {
  const { id, payment_intent_id: payment_intent } = payment
  if (payment_intent === null) return false
  if (await db.payment.findFirst({ where: { id, refund_refusal: { not: null } }, select: { id: true } })) return false
  const { data } = await sync.stripe.refunds.list({ payment_intent, limit: 1 })
  return data.length === 0 && refundOrReport(sync, payment, 'requested_by_customer')
}
