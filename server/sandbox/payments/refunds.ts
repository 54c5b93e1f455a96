import { z } from 'zod'
import { endpoint, listEndpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { invalidRequest, resourceMissing } from '../api/errors.ts'
import { integer, metadata, text } from '../api/input.ts'
import { getObject } from '../api/retrieval.ts'
import { createObject } from '../create.ts'
import { refundSettlementSeconds } from '../due.ts'
import { emitEvent, updateObject } from '../events.ts'
import { formatAmount, stepOf } from '../money.ts'
import type { Charge, Refund } from '../objects.ts'
import { clock, store } from '../sandbox.ts'
import type { RefundOutcome } from '../store.ts'
import { cardOf } from './cards.ts'
import { hasBlockingDispute } from './disputes.ts'

const NewRefund = z
  .strictObject({
    charge: text.optional(),
    payment_intent: text.optional(),
    amount: integer.pipe(z.number().min(1, { error: 'Amount must be at least 1' })).optional(),
    reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    metadata: metadata.optional(),
  })
  .refine(({ charge, payment_intent }) => (charge ?? payment_intent) !== undefined, {
    path: ['charge'],
    error: 'One of the following params should be provided for this request: payment_intent or charge.',
  })
type NewRefund = z.infer<typeof NewRefund>
/** Course of a refund. Replaces the course that the card's number defines. */
type RefundCourse = 'at once' | 'pending' | 'pending, then fails' | 'fails later'

function getCharge({ charge, payment_intent }: NewRefund): Charge {
  const intent = payment_intent === undefined ? undefined : store.find('payment_intent', payment_intent)
  if (payment_intent !== undefined && !intent) throw resourceMissing('payment_intent', payment_intent, 'payment_intent')
  const id = charge ?? intent?.latest_charge ?? ''
  const found = store.find('charge', id)
  if (!found && intent)
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  if (!found) throw resourceMissing('charge', id, 'charge')
  return found
}

function assertRefundable(charge: Charge, amount: number) {
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not succeeded.`, 'charge', 'charge_not_refundable')
  if (charge.disputed && hasBlockingDispute(charge))
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  if (amount % stepOf(charge.currency) !== 0)
    throw invalidRequest('Amounts of this currency must end in 0.', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    const [requested, open] = [amount, left].map((value) => formatAmount(value, charge.currency))
    throw invalidRequest(
      `Refund amount (${requested}) is greater than unrefunded amount on charge (${open})`,
      'amount',
      'amount_too_large',
    )
  }
}

const outcomes: Record<RefundCourse, RefundOutcome['outcome'] | null> = {
  'at once': null,
  pending: 'succeeded',
  'pending, then fails': 'failed',
  'fails later': 'failed',
}

export function addRefund(params: NewRefund, requestedCourse?: RefundCourse): Refund {
  const charge = getCharge(params)
  const amount = params.amount ?? charge.amount - charge.amount_refunded
  assertRefundable(charge, amount)
  const method = store.find('payment_method', charge.payment_method)
  const course = requestedCourse ?? (method ? cardOf(method).refund : 'at once')
  const refund = createObject('refund', {
    amount,
    charge: charge.id,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason,
    status: course.startsWith('pending') ? 'pending' : 'succeeded',
    metadata: params.metadata,
  })
  store.save(refund)
  const outcome = outcomes[course]
  if (outcome) {
    const at = clock.now() + refundSettlementSeconds
    store.save({ id: `settlement_${refund.id}`, object: 'sandbox.settlement', refund: refund.id, at, outcome })
  }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.save(charge)
  emitEvent('refund.created', refund)
  emitEvent('charge.refunded', charge)
  return refund
}

/** Completes a refund. A failed refund returns the money to the account. */
export function completeRefund(id: string, outcome: RefundOutcome['outcome']): Refund {
  const refund = getObject('refund', id)
  const waiting = store.find('sandbox.settlement', `settlement_${id}`)
  if (refund.status === 'failed') throw invalidRequest('This refund has failed already.', 'id')
  if (waiting) store.remove(waiting)
  if (refund.status === outcome) return refund
  updateObject(refund, 'refund.updated', (record) => {
    record.status = outcome
    if (outcome === 'failed') record.failure_reason = 'expired_or_canceled_card'
  })
  if (outcome === 'failed') {
    const charge = store.find('charge', refund.charge)
    if (charge) {
      charge.amount_refunded -= refund.amount
      charge.refunded = false
      store.save(charge)
    }
    emitEvent('refund.failed', refund)
  }
  emitEvent('charge.refund.updated', refund)
  return refund
}

export const refundEndpoints = [
  endpoint('POST', '/v1/refunds', NewRefund, (input) => addRefund(input)),
  listEndpoint('/v1/refunds', 'refund', { charge: text, payment_intent: text }),
  retrieveEndpoint('/v1/refunds', 'refund'),
]
