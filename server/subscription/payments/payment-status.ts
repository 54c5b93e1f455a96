import type { PaymentStatus } from '#shared/subscription/schema.ts'
import { isKnownIntentStatus } from '../unknown-statuses.ts'

type Paid = {
  invoice: { status: string | null; attempted: boolean; total: number; amount_paid: number }
  intent: { status: string } | null
  /** What has really gone back, in the invoice's smallest unit: not what is pending. */
  amount_refunded: number
}

function openStatus({ invoice: { attempted }, intent }: Paid): PaymentStatus {
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

/** By the table of payment states in docs/operations.md; a word of Stripe's that is not known yet is `unknown`, never `paid`. */
export function paymentStatusOf(paid: Paid): PaymentStatus {
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
      // Where nobody tried to charge it, collection is paused on purpose.
      return invoice.attempted ? 'failed' : 'canceled'
    case 'void':
      return 'canceled'
    default:
      return 'unknown'
  }
}
