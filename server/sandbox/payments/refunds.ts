import { z } from 'zod'
import { endpoint, getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { integer, metadata, text } from '../api/input.ts'
import { createObject } from '../create.ts'
import { refundSettlementSeconds } from '../due.ts'
import { emitEvent, updateObject } from '../events.ts'
import { formatAmount, stepOf } from '../money.ts'
import type { Charge, Refund } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import { cardOf } from './cards.ts'
import { hasBlockingDispute } from './disputes.ts'

const NewRefund = z
  .strictObject({
    charge: text.optional(),
    payment_intent: text.optional(),
    amount: integer.pipe(z.number().min(1, { error: 'Amount must be at least 1' })).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata,
  })
  .refine(({ charge, payment_intent }) => (charge ?? payment_intent) !== undefined, {
    path: ['charge'],
    error: 'One of the following params should be provided for this request: payment_intent or charge.',
  })
type NewRefund = z.infer<typeof NewRefund>
/** Course of a refund. Replaces the course that the card's number defines. */
export const refundCourses = ['at once', 'pending', 'pending, then fails', 'fails later'] as const
type RefundCourse = (typeof refundCourses)[number]

function getCharge({ charge, payment_intent }: NewRefund): Charge {
  if (payment_intent === undefined) return getObject('charge', charge, 'charge')
  const intent = getObject('payment_intent', payment_intent, 'payment_intent')
  const found = store.find('charge', charge ?? intent.latest_charge)
  const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`
  assertRequest(found, message, 'payment_intent')
  return found
}

function assertRefundable(charge: Charge, amount: number) {
  const { id, status, currency } = charge
  const rest = charge.amount - charge.amount_refunded
  assertRequest(status === 'succeeded', `Charge ${id} has not succeeded.`, 'charge', 'charge_not_refundable')
  const isBlocked = charge.disputed && hasBlockingDispute(charge)
  assertRequest(!isBlocked, `Charge ${id} has been charged back; cannot issue a refund.`, 'charge', 'charge_disputed')
  assertRequest(rest !== 0, `Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded')
  const isStep = amount % stepOf(currency) === 0
  assertRequest(isStep, 'Amounts of this currency must end in 0.', 'amount', 'parameter_invalid_integer')
  const [requested, open] = [amount, rest].map((value) => formatAmount(value, currency))
  const message = `Refund amount (${requested}) is greater than unrefunded amount on charge (${open})`
  assertRequest(amount <= rest, message, 'amount', 'amount_too_large')
}

function planOutcome(refund: string, course: RefundCourse) {
  if (course === 'at once') return
  const at = clock.now() + refundSettlementSeconds
  const outcome = course === 'pending' ? 'succeeded' : 'failed'
  store.save({ id: `settlement_${refund}`, object: 'sandbox.settlement', refund, at, outcome })
}

export function addRefund(params: NewRefund, requestedCourse?: RefundCourse): Refund {
  const charge = getCharge(params)
  const { currency, customer, payment_intent, payment_method } = charge
  const amount = params.amount ?? charge.amount - charge.amount_refunded
  assertRefundable(charge, amount)
  const method = store.find('payment_method', payment_method)
  const course = requestedCourse ?? (method ? cardOf(method).refund : 'at once')
  const refund = createObject('refund', {
    amount,
    charge: charge.id,
    currency,
    customer,
    metadata: params.metadata,
    payment_intent,
    payment_method,
    reason: params.reason,
    status: course.startsWith('pending') ? 'pending' : 'succeeded',
  })
  store.save(refund)
  planOutcome(refund.id, course)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.save(charge)
  emitEvent('refund.created', refund)
  emitEvent('charge.refunded', charge)
  return refund
}

/** Completes a refund. A failed refund returns the money to the account. */
export function completeRefund(id: string, outcome: 'succeeded' | 'failed'): Refund {
  const refund = getObject('refund', id)
  const planned = store.find('sandbox.settlement', `settlement_${id}`)
  assertRequest(refund.status !== 'failed', 'This refund has failed already.', 'id')
  if (planned) store.remove(planned)
  if (refund.status === outcome) return refund
  updateObject(refund, 'refund.updated', (record) => {
    record.status = outcome
    if (outcome === 'failed') record.failure_reason = 'expired_or_canceled_card'
  })
  if (outcome === 'failed') {
    const charge = getObject('charge', refund.charge)
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    store.save(charge)
    emitEvent('refund.failed', refund)
  }
  return emitEvent('charge.refund.updated', refund)
}

export const newRefundEndpoint = endpoint('POST', '/v1/refunds', NewRefund, (input) => addRefund(input))
