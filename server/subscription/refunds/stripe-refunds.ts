import { createOnce } from '../idempotency.ts'
import { Stripe } from '../stripe.ts'

/** Days within which a first payment is refunded without a reason. */
export const refundDays = 14

const ineffectiveStatuses = new Set(['failed', 'canceled'])
export const sumEffectiveRefunds = (refunds: Stripe.Refund[]): number =>
  refunds.filter(({ status }) => !ineffectiveStatuses.has(status ?? '')).reduce((sum, { amount }) => sum + amount, 0)

export type RefundablePayment = {
  id: string
  amount: number
  payment_intent_id: string | null
  amount_refund_resolved?: number
}

const isAlreadyRefunded = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded'

export type RefundReason = 'duplicate' | 'requested_by_customer'

export async function readRefunds(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) refunds.push(refund)
  return refunds
}

export type RefundSums = { amount_refunded: number; amount_failed_refunds: number; amount_refund_due: number }

/** Sums up refunds, sorted latest first. A later refund of equal amount repeats a failed refund. */
export function sumRefunds(refunds: Stripe.Refund[], amount_left: number): RefundSums {
  const sums = { amount_refunded: 0, amount_failed_refunds: 0 }
  const failed: number[] = []
  let left = amount_left
  for (const { status, amount } of refunds.toReversed()) {
    const former = status === 'canceled' ? -1 : failed.indexOf(amount)
    if (former >= 0) failed.splice(former, 1)
    if (status === 'failed') {
      sums.amount_failed_refunds += amount
      failed.push(amount)
    }
    if (ineffectiveStatuses.has(status ?? '')) continue
    if (status === 'succeeded') sums.amount_refunded += amount
    left -= amount
  }
  const due = failed.reduce((sum, amount) => sum + amount, 0)
  return { ...sums, amount_refund_due: Math.max(0, Math.min(due, left)) }
}

/** Refunds the rest of a payment. Concurrent calls refund it once. Repeats a failed refund. */
export async function refundPayment(stripe: Stripe, payment: RefundablePayment, reason: RefundReason): Promise<void> {
  const { id, payment_intent_id: payment_intent, amount_refund_resolved: resolved = 0 } = payment
  if (payment_intent === null) return
  await createOnce(`refund_${id}_${resolved || 'rest'}_${reason}`, async ({ idempotencyKey }) => {
    const refunds = await readRefunds(stripe, payment_intent)
    const left = payment.amount - sumEffectiveRefunds(refunds) - resolved
    if (left <= 0) return
    await stripe.refunds.create(
      { payment_intent, reason, ...(resolved > 0 && { amount: left }) },
      { idempotencyKey: `${idempotencyKey}_${refunds.length}` },
    )
  }).catch((error: unknown) => {
    if (!isAlreadyRefunded(error)) throw error
  })
}
