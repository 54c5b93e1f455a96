import type { InvoiceProblemKind } from '#shared/subscription/schema.ts'
import type { PaymentRow, SubscriptionRow } from '../customers/customer-state.ts'

/** Stripe's error codes for an invoice that needs the customer's address. */
const locationErrors = new Set(['customer_tax_location_invalid', 'shipping_address_invalid'])
export const isLocationError = (code: string | null) => code !== null && locationErrors.has(code)

export function invoiceProblemOf(
  row: Pick<SubscriptionRow, 'id' | 'tax_disabled_reason'>,
  payments: Pick<PaymentRow, 'subscription_id' | 'finalization_error'>[],
): InvoiceProblemKind | null {
  const draft = findUnfinalized(row, payments)
  if (draft) return isLocationError(draft.finalization_error) ? 'address_needed' : 'invoice_failed'
  return lacksTaxLocation(row) ? 'address_missing' : null
}

export const findUnfinalized = <Payment extends Pick<PaymentRow, 'subscription_id' | 'finalization_error'>>(
  { id }: { id: string },
  payments: Payment[],
): Payment | null =>
  payments.find(({ subscription_id, finalization_error }) => subscription_id === id && finalization_error !== null) ??
  null

export const lacksTaxLocation = ({ tax_disabled_reason }: Pick<SubscriptionRow, 'tax_disabled_reason'>) =>
  tax_disabled_reason === 'requires_location_inputs'
