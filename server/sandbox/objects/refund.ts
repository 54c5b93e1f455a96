import type { Charge } from './payment.ts'

type Metadata = Record<string, string>

export function refundObject(given: {
  id: string
  created: number
  amount: number
  charge: Charge
  reason: string | null
  status: 'pending' | 'succeeded'
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'refund' as const,
    amount: given.amount,
    balance_transaction: null,
    charge: given.charge.id,
    created: given.created,
    currency: given.charge.currency,
    customer: given.charge.customer,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    failure_reason: undefined as string | undefined,
    metadata: given.metadata ?? {},
    payment_intent: given.charge.payment_intent,
    payment_method: given.charge.payment_method,
    reason: given.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: given.status as string,
    transfer_reversal: null,
  }
}
export type Refund = ReturnType<typeof refundObject>

const evidence = Object.fromEntries(
  [
    'access_activity_log',
    'billing_address',
    'cancellation_policy',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'customer_communication',
    'customer_email_address',
    'customer_name',
    'customer_purchase_ip',
    'customer_signature',
    'duplicate_charge_documentation',
    'duplicate_charge_explanation',
    'duplicate_charge_id',
    'product_description',
    'receipt',
    'refund_policy',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
    'service_date',
    'service_documentation',
    'shipping_address',
    'shipping_carrier',
    'shipping_date',
    'shipping_documentation',
    'shipping_tracking_number',
    'uncategorized_file',
    'uncategorized_text',
  ].map((name) => [name, null]),
)

export function disputeObject(given: { id: string; created: number; charge: Charge; reason: string; due_by: number }) {
  return {
    id: given.id,
    object: 'dispute' as const,
    amount: given.charge.amount - given.charge.amount_refunded,
    balance_transactions: [],
    charge: given.charge.id,
    created: given.created,
    currency: given.charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...evidence, enhanced_evidence: {} },
    evidence_details: {
      due_by: given.due_by,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {} as Metadata,
    payment_intent: given.charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: given.reason,
    status: 'needs_response',
  }
}
export type Dispute = ReturnType<typeof disputeObject>
