import { z } from 'zod'
import { cardOf } from './cards.ts'
import { refundSettlementSeconds } from './due.ts'
import { endpoint } from './endpoint.ts'
import { invalidRequest, noSuch } from './errors.ts'
import { emit, update } from './events.ts'
import { newId } from './ids.ts'
import { integer, mergeMetadata, metadata, paging, text } from './input.ts'
import { pageOf } from './lists.ts'
import { formatAmount } from './money.ts'
import type { Charge } from './objects/payment.ts'
import { refundObject } from './objects/refund.ts'
import type { Refund } from './objects/refund.ts'
import type { Sandbox } from './sandbox.ts'
import type { Settlement } from './tables.ts'

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
export type NewRefund = z.infer<typeof NewRefund>
/** Where the card does not say: at once, later, or later with the bank refusing it. */
export type RefundCourse = 'at once' | 'pending' | 'pending, then fails' | 'fails later'

function getCharge({ store }: Sandbox, { charge, payment_intent }: NewRefund): Charge {
  const intent = payment_intent === undefined ? undefined : store.find('payment_intent', payment_intent)
  if (payment_intent !== undefined && !intent) throw noSuch('payment_intent', payment_intent, 'payment_intent')
  const id = charge ?? intent?.latest_charge ?? ''
  const found = store.find('charge', id)
  if (!found && intent)
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  if (!found) throw noSuch('charge', id, 'charge')
  return found
}

function refuseWrong(charge: Charge, amount: number) {
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not succeeded.`, 'charge', 'charge_not_refundable')
  if (charge.disputed)
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  if (amount > left) {
    const [asked, open] = [amount, left].map((value) => formatAmount(value, charge.currency))
    throw invalidRequest(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${open})`,
      'amount',
      'amount_too_large',
    )
  }
}

const courses = { 'at once': 'at once', pending: 'pending', 'fails later': 'fails later' } as const
const settlements: Record<RefundCourse, Settlement['outcome'] | null> = {
  'at once': null,
  pending: 'succeeded',
  'pending, then fails': 'failed',
  'fails later': 'failed',
}

export function addRefund(sandbox: Sandbox, given: NewRefund, wanted?: RefundCourse): Refund {
  const { store, clock } = sandbox
  const charge = getCharge(sandbox, given)
  const amount = given.amount ?? charge.amount - charge.amount_refunded
  refuseWrong(charge, amount)
  const method = store.find('payment_method', charge.payment_method)
  const course = wanted ?? (method ? courses[cardOf(method).refund] : 'at once')
  const created = clock.now()
  const refund = refundObject({
    id: newId('re'),
    created,
    amount,
    charge,
    reason: given.reason ?? null,
    status: course.startsWith('pending') ? 'pending' : 'succeeded',
    metadata: mergeMetadata({}, given.metadata),
  })
  store.save(refund)
  const outcome = settlements[course]
  if (outcome) {
    const at = created + refundSettlementSeconds
    store.save({ id: `settlement_${refund.id}`, object: 'sandbox.settlement', refund: refund.id, at, outcome })
  }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.save(charge)
  emit(sandbox, 'refund.created', refund)
  emit(sandbox, 'charge.refunded', charge)
  return refund
}

/** The bank's last word: a refund that fails gives the money back to the account. */
export function settleRefund(sandbox: Sandbox, id: string, outcome: Settlement['outcome']): Refund {
  const { store } = sandbox
  const refund = getRefund(sandbox, id)
  const waiting = store.find('sandbox.settlement', `settlement_${id}`)
  if (refund.status === 'failed') throw invalidRequest('This refund has failed already.', 'id')
  if (waiting) store.remove(waiting)
  if (refund.status === outcome) return refund
  update(sandbox, refund, 'refund.updated', (record) => {
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
    emit(sandbox, 'refund.failed', refund)
  }
  emit(sandbox, 'charge.refund.updated', refund)
  return refund
}

function getRefund({ store }: Sandbox, id: string): Refund {
  const refund = store.find('refund', id)
  if (!refund) throw noSuch('refund', id)
  return refund
}

const RefundList = z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() })

export const refundEndpoints = (sandbox: Sandbox) => [
  endpoint('POST', '/v1/refunds', NewRefund, (input) => addRefund(sandbox, input)),
  endpoint('GET', '/v1/refunds', RefundList, (input) => {
    const { store } = sandbox
    const candidates =
      input.payment_intent !== undefined
        ? store.by('refund', 'payment_intent', input.payment_intent)
        : input.charge !== undefined
          ? store.by('refund', 'charge', input.charge)
          : [...store.all('refund')]
    return pageOf(
      '/v1/refunds',
      candidates.filter(({ charge }) => charge === (input.charge ?? charge)),
      input,
    )
  }),
  endpoint('GET', '/v1/refunds/:id', z.strictObject({}), (_input, { id }) => getRefund(sandbox, id)),
]
