import { Stripe } from './stripe.ts'

/** Days in which a first payment is given back without a question. */
export const refundDays = 14

/** Stripe's words for a refund that gives nothing back. */
const ineffective = new Set(['failed', 'canceled'])
export const isIneffective = ({ status }: Stripe.Refund) => ineffective.has(status ?? '')
/** The charge went back already, or the bank decides about it. */
const settledCodes = new Set(['charge_already_refunded', 'charge_disputed'])

type Refundable = { id: string; amount: number; payment_intent_id: string | null }
type Order = { amount?: number; reason: 'duplicate' | 'requested_by_customer' }

export async function readRefunds(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  const refunds: Stripe.Refund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 })) refunds.push(refund)
  return refunds
}

/**
 * Gives back what is left of a payment, or an amount in the smallest unit. However often and by how many it is asked at
 * once, no more than the payment goes back; one whose refund failed is given back anew.
 */
export async function giveBack(stripe: Stripe, payment: Refundable, { amount, reason }: Order): Promise<void> {
  const { id, payment_intent_id: payment_intent } = payment
  if (payment_intent === null) return
  const refunds = await readRefunds(stripe, payment_intent)
  const given = refunds.filter((refund) => !isIneffective(refund)).reduce((sum, one) => sum + one.amount, 0)
  if (given >= payment.amount) return
  await stripe.refunds
    .create(
      { payment_intent, reason, ...(amount !== undefined && { amount }) },
      { idempotencyKey: `refund_${id}_${refunds.length}_${amount ?? 'rest'}_${reason}` },
    )
    .catch((error: unknown) => {
      const isSettled = error instanceof Stripe.errors.StripeInvalidRequestError && settledCodes.has(error.code ?? '')
      if (!isSettled || amount !== undefined) throw error
    })
}

/** Gives a payment back where nobody tried to before: one that fails is left to a person. Answers whether it was asked for. */
export async function giveBackOnce(stripe: Stripe, payment: Refundable): Promise<boolean> {
  const { payment_intent_id: payment_intent } = payment
  if (payment_intent === null) return false
  const { data } = await stripe.refunds.list({ payment_intent, limit: 1 })
  if (data.length > 0) return false
  await giveBack(stripe, payment, { reason: 'requested_by_customer' })
  return true
}
