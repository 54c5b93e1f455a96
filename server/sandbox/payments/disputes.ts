import { getObject } from '../api/endpoint.ts'
import { assertRequest } from '../api/errors.ts'
import { createObject } from '../create.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Charge, Dispute, FraudWarning } from '../objects.ts'
import { clock, store } from '../sandbox.ts'

const evidenceSeconds = 7 * 24 * 3600

/** Kinds of disputes. `inquiry`: money is not withdrawn yet. `prevented`: was refunded before a dispute. */
export const disputeKinds = ['dispute', 'inquiry', 'prevented'] as const
type DisputeKind = (typeof disputeKinds)[number]
type DisputeOutcome = 'won' | 'lost' | 'warning_closed'
const isClosed = ({ status }: Dispute) => ['won', 'lost', 'warning_closed', 'prevented'].includes(status)
const isInquiry = ({ status }: Dispute) => status.startsWith('warning_')

export function openDispute(
  charge: Charge,
  { reason, kind = 'dispute' }: { reason: string; kind?: DisputeKind | undefined },
): Dispute {
  const isDisputable = charge.status === 'succeeded' && !charge.disputed
  assertRequest(isDisputable, `The charge ${charge.id} cannot be disputed.`, 'charge')
  const due_by = kind === 'prevented' ? null : clock.now() + evidenceSeconds
  const statuses = { dispute: undefined, inquiry: 'warning_needs_response', prevented: 'prevented' } as const
  const dispute = createObject('dispute', {
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: { due_by },
    is_charge_refundable: kind === 'inquiry',
    payment_intent: charge.payment_intent,
    reason,
    status: statuses[kind],
  })
  store.save(dispute)
  changeFields(charge, { disputed: true })
  emitEvent('charge.dispute.created', dispute)
  if (kind !== 'inquiry') emitEvent('charge.dispute.funds_withdrawn', dispute)
  if (kind === 'prevented') emitEvent('charge.dispute.closed', dispute)
  return dispute
}

export function escalateInquiry(id: string): Dispute {
  const dispute = getObject('dispute', id)
  assertRequest(isInquiry(dispute) && !isClosed(dispute), 'This is no open inquiry.', 'id')
  store.save(Object.assign(dispute, { status: 'needs_response', is_charge_refundable: false }))
  emitEvent('charge.dispute.updated', dispute)
  return emitEvent('charge.dispute.funds_withdrawn', dispute)
}

export function closeDispute(id: string, status: DisputeOutcome): Dispute {
  const dispute = getObject('dispute', id)
  assertRequest(!isClosed(dispute), 'This dispute is closed already.', 'id')
  const isPossible = (status === 'warning_closed') === isInquiry(dispute)
  assertRequest(isPossible, `A dispute that is ${dispute.status} does not become ${status}.`, 'status')
  store.save(Object.assign(dispute, { status }))
  if (status === 'won') emitEvent('charge.dispute.funds_reinstated', dispute)
  return emitEvent('charge.dispute.closed', dispute)
}

/** True if a dispute prevents refunds of the charge. An inquiry never does. */
export const hasBlockingDispute = (charge: Charge): boolean =>
  store.by('dispute', 'charge', charge.id).some(({ is_charge_refundable }) => !is_charge_refundable)

export function addFraudWarning(charge: Charge, fraud_type: string): FraudWarning {
  const warning = createObject('radar.early_fraud_warning', {
    actionable: !charge.disputed && charge.amount_refunded < charge.amount,
    charge: charge.id,
    fraud_type,
    payment_intent: charge.payment_intent,
  })
  return emitEvent('radar.early_fraud_warning.created', store.save(warning))
}
