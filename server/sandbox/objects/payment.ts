import type { Decline } from '../cards.ts'
import type { PaymentMethod } from './customer.ts'

type Metadata = Record<string, string>

export function paymentIntentObject(given: {
  id: string
  created: number
  amount: number
  currency: string
  customer: string
  description: string
  client_secret: string
}) {
  return {
    id: given.id,
    object: 'payment_intent' as const,
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic',
    client_secret: given.client_secret,
    confirmation_method: 'automatic',
    created: given.created,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: null as ({ type: string; payment_method?: PaymentMethod; charge?: string } & Decline) | null,
    latest_charge: null as string | null,
    livemode: false,
    managed_payments: null,
    metadata: {} as Metadata,
    next_action: null as { type: string; use_stripe_sdk: object } | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null as { type: string } | null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}
export type PaymentIntent = ReturnType<typeof paymentIntentObject>

function detailsOf(method: PaymentMethod, isConfirmed: boolean) {
  if (method.type === 'sepa_debit') {
    const { generated_from: _, ...sepa_debit } = method.sepa_debit
    return { type: 'sepa_debit', sepa_debit: { ...sepa_debit, mandate: null } }
  }
  const { card } = method
  const three_d_secure = {
    authentication_flow: 'challenge',
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: null,
    version: '2.2.0',
  }
  return {
    type: 'card',
    card: {
      amount_authorized: null,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: isConfirmed ? three_d_secure : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

const accepted = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  seller_message: 'Payment complete.',
  type: 'authorized',
}

export function chargeObject(given: {
  id: string
  created: number
  intent: PaymentIntent
  method: PaymentMethod
  status: 'succeeded' | 'failed' | 'pending'
  decline: Decline | null
  isConfirmed: boolean
  receipt_url: string
  email: string | null
}) {
  const { intent, method, status, decline } = given
  return {
    id: given.id,
    object: 'charge' as const,
    amount: intent.amount,
    amount_captured: status === 'succeeded' ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: given.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: status !== 'failed',
    created: given.created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {} as Metadata,
    on_behalf_of: null,
    outcome: decline
      ? {
          ...accepted,
          network_decline_code: '05',
          network_status: 'declined_by_network',
          reason: decline.decline_code,
          seller_message: 'The bank did not return any further details with this decline.',
          type: 'issuer_declined',
        }
      : accepted,
    paid: status !== 'failed',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, given.isConfirmed),
    receipt_email: null,
    receipt_number: null,
    receipt_url: status === 'succeeded' ? given.receipt_url : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: status as string,
    transfer_data: null,
    transfer_group: null,
  }
}
export type Charge = ReturnType<typeof chargeObject>

export function invoicePaymentObject(given: {
  id: string
  created: number
  invoice: string
  payment_intent: string
  amount: number
  currency: string
}) {
  return {
    id: given.id,
    object: 'invoice_payment' as const,
    amount_paid: null as number | null,
    amount_requested: given.amount,
    created: given.created,
    currency: given.currency,
    invoice: given.invoice,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: given.payment_intent },
    status: 'open',
    status_transitions: { canceled_at: null as number | null, paid_at: null as number | null },
  }
}
export type InvoicePayment = ReturnType<typeof invoicePaymentObject>
