import type { PaymentStatus } from '#shared/subscription/schema.ts'
import { isKnownIntentStatus } from '../unknown-statuses.ts'

type PaymentParts = {
  invoice: { status: string | null; attempted: boolean; total: number; amount_paid: number }
  intent: { status: string } | null
  /** Refunded amount in the smallest unit, without pending refunds. */
  amount_refunded: number
}

function openStatus({ invoice: { attempted }, intent }: PaymentParts): PaymentStatus {
  switch (intent?.status) {
    case 'processing':
      return 'processing'
    case 'requires_action':
    case 'requires_confirmation':
      return 'pending'
    case 'canceled':
      return 'canceled'
    case 'requires_payment_method':
      return attempted ? 'failed' : 'pending'
    default:
      return attempted || (intent && !isKnownIntentStatus(intent.status)) ? 'unknown' : 'pending'
  }
}

/** Returns the status by the table of payment states in docs/operations.md. Unknown is never `paid`. */
export function paymentStatusOf(paid: PaymentParts): PaymentStatus {
  const { invoice, amount_refunded } = paid
  switch (invoice.status) {
    case 'paid':
      if (amount_refunded === 0 || invoice.amount_paid === 0) return 'paid'
      return amount_refunded >= invoice.amount_paid ? 'refunded' : 'partially-refunded'
    case 'draft':
      return 'pending'
    case 'open':
      return openStatus(paid)
    case 'uncollectible':
      return invoice.attempted ? 'failed' : 'canceled'
    case 'void':
      return 'canceled'
    default:
      return 'unknown'
  }
}
