import { dateOfSeconds } from '../stripe.ts'
import type { Stripe } from '../stripe.ts'

export const chargedBackStatuses = ['lost', 'prevented']
export const openDisputeStatuses = [
  'needs_response',
  'under_review',
  'warning_needs_response',
  'warning_under_review',
  'appeal_needs_response',
  'appeal_under_review',
]
const openStatuses = new Set(openDisputeStatuses)

export const isOpenDispute = (status: string | null): boolean => openStatuses.has(status ?? '')
export const isChargedBack = (status: string | null): boolean => chargedBackStatuses.includes(status ?? '')
export const isClosedDispute = (status: string | null): boolean => status === 'won' || isChargedBack(status)
/** True if a dispute prevents refunds. An inquiry does not, since no money was withdrawn. */
export const blocksRefund = (status: string | null): boolean => status !== null && !status.startsWith('warning_')

export type DisputeState = { dispute_status: string | null; dispute_due_at: Date | null; amount_charged_back: number }
const noDispute: DisputeState = { dispute_status: null, dispute_due_at: null, amount_charged_back: 0 }

export async function findDispute(stripe: Stripe, charge: string): Promise<Stripe.Dispute | null> {
  return (await stripe.disputes.list({ charge, limit: 1 })).data[0] ?? null
}

export function disputeStateOf(charge: Stripe.Charge | null, dispute: Stripe.Dispute | null): DisputeState {
  if (!charge) return noDispute
  if (!dispute) return charge.disputed ? { ...noDispute, dispute_status: 'needs_response' } : noDispute
  const { status, amount, evidence_details } = dispute
  const due_by = isOpenDispute(status) ? evidence_details.due_by : null
  return {
    dispute_status: status,
    dispute_due_at: due_by === null ? null : dateOfSeconds(due_by),
    amount_charged_back: isChargedBack(status) ? Math.min(amount, charge.amount) : 0,
  }
}
