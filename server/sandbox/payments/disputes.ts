import { listEndpoint, retrieveEndpoint } from '../api/endpoint.ts'
import { invalidRequest } from '../api/errors.ts'
import { text } from '../api/input.ts'
import { getObject } from '../api/retrieval.ts'
import { createObject } from '../create.ts'
import { changeFields, emitEvent } from '../events.ts'
import type { Charge, Dispute, FraudWarning } from '../objects.ts'
import { clock, store } from '../sandbox.ts'

const evidenceSeconds = 7 * 24 * 3600

/** Kinds of disputes. `inquiry`: money is not withdrawn yet. `prevented`: was refunded before a dispute. */
export const disputeKinds = ['dispute', 'inquiry', 'prevented'] as const
type DisputeKind = (typeof disputeKinds)[number]
type DisputeOutcome = 'won' | 'lost' | 'warning_closed'
const closedStatuses = new Set<string>(['won', 'lost', 'warning_closed', 'prevented'])

export function openDispute(
  charge: Charge,
  { reason, kind = 'dispute' }: { reason: string; kind?: DisputeKind | undefined },
): Dispute {
  if (charge.status !== 'succeeded' || charge.disputed)
    throw invalidRequest(`The charge ${charge.id} cannot be disputed.`, 'charge')
  const dispute = createObject('dispute', {
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    currency: charge.currency,
    evidence_details: { due_by: clock.now() + evidenceSeconds, submission_method: 'manual' },
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  })
  if (kind === 'inquiry') Object.assign(dispute, { status: 'warning_needs_response', is_charge_refundable: true })
  if (kind === 'prevented') {
    dispute.status = 'prevented'
    dispute.evidence_details.due_by = null
  }
  store.save(dispute)
  changeFields(charge, { disputed: true })
  emitEvent('charge.dispute.created', dispute)
  if (kind !== 'inquiry') emitEvent('charge.dispute.funds_withdrawn', dispute)
  if (kind === 'prevented') emitEvent('charge.dispute.closed', dispute)
  return dispute
}

export function escalateInquiry(id: string): Dispute {
  const dispute = getObject('dispute', id)
  if (!dispute.status.startsWith('warning_') || closedStatuses.has(dispute.status))
    throw invalidRequest('This is no open inquiry.', 'id')
  Object.assign(dispute, { status: 'needs_response', is_charge_refundable: false })
  store.save(dispute)
  emitEvent('charge.dispute.updated', dispute)
  emitEvent('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export function closeDispute(id: string, status: DisputeOutcome): Dispute {
  const dispute = getObject('dispute', id)
  if (closedStatuses.has(dispute.status)) throw invalidRequest('This dispute is closed already.', 'id')
  if ((status === 'warning_closed') !== dispute.status.startsWith('warning_'))
    throw invalidRequest(`A dispute that is ${dispute.status} does not become ${status}.`, 'status')
  dispute.status = status
  store.save(dispute)
  if (status === 'won') emitEvent('charge.dispute.funds_reinstated', dispute)
  emitEvent('charge.dispute.closed', dispute)
  return dispute
}

/** True if a dispute prevents refunds of the charge. An inquiry never does. */
export const hasBlockingDispute = (charge: Charge): boolean =>
  store.by('dispute', 'charge', charge.id).some(({ is_charge_refundable }) => !is_charge_refundable)

export function addFraudWarning(charge: Charge, fraud_type: string): FraudWarning {
  const warning = createObject('radar.early_fraud_warning', {
    actionable: !charge.disputed && charge.amount_refunded < charge.amount,
    charge: charge.id,
    fraud_type,
    livemode: false,
    payment_intent: charge.payment_intent,
  })
  emitEvent('radar.early_fraud_warning.created', store.save(warning))
  return warning
}

export const disputeEndpoints = [
  listEndpoint('/v1/disputes', 'dispute', { charge: text, payment_intent: text }),
  retrieveEndpoint('/v1/disputes', 'dispute'),
  retrieveEndpoint('/v1/radar/early_fraud_warnings', 'radar.early_fraud_warning'),
]
