import type { Card } from '../cards.ts'

type Metadata = Record<string, string>
export type Address = Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>

export function customerObject(given: {
  id: string
  created: number
  invoice_prefix: string
  email?: string | null
  name?: string | null
  phone?: string | null
  description?: string | null
  preferred_locales?: string[]
  address?: Address | null
  balance?: number
  metadata?: Metadata
}) {
  return {
    id: given.id,
    object: 'customer' as const,
    address: given.address ?? null,
    balance: given.balance ?? 0,
    created: given.created,
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    email: given.email ?? null,
    invoice_prefix: given.invoice_prefix,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
export type Customer = ReturnType<typeof customerObject>

export const deletedCustomerObject = (id: string) => ({ id, object: 'customer' as const, deleted: true as const })
export type DeletedCustomer = ReturnType<typeof deletedCustomerObject>

export function balanceTransactionObject(given: {
  id: string
  created: number
  customer: string
  amount: number
  ending_balance: number
  currency: string
  type: string
  invoice?: string | null
  description?: string | null
}) {
  return {
    id: given.id,
    object: 'customer_balance_transaction' as const,
    amount: given.amount,
    checkout_session: null,
    created: given.created,
    credit_note: null,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description ?? null,
    ending_balance: given.ending_balance,
    invoice: given.invoice ?? null,
    livemode: false,
    metadata: {} as Metadata,
    type: given.type,
  }
}
export type BalanceTransaction = ReturnType<typeof balanceTransactionObject>

const nobody = {
  address: null as Address | null,
  email: null as string | null,
  name: null as string | null,
  phone: null,
  tax_id: null,
}

/** A card of the test cards, or a bank account; its fingerprint tells which one it is. */
export function paymentMethodObject(given: { id: string; created: number; customer: string; card: Card }) {
  const { card } = given
  const common = {
    id: given.id,
    object: 'payment_method' as const,
    allow_redisplay: 'limited',
    billing_details: nobody,
    created: given.created,
    customer: given.customer as string | null,
    customer_account: null,
    livemode: false,
    metadata: {} as Metadata,
  }
  const last4 = card.number.slice(-4)
  if (card.brand === 'sepa_debit')
    return {
      ...common,
      type: 'sepa_debit' as const,
      sepa_debit: {
        bank_code: '19043',
        branch_code: '',
        country: 'AT',
        fingerprint: card.fingerprint,
        generated_from: null,
        last4,
      },
    }
  return {
    ...common,
    type: 'card' as const,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2040,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
}
export type PaymentMethod = ReturnType<typeof paymentMethodObject>
