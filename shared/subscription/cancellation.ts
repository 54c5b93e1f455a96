import * as z from 'zod/mini'
import { Email } from '../users/schema.ts'

/** `cancel` ends at the end of what was paid; `withdraw` at once, with the money, within 14 days of the first payment. */
export const CancellationKind = z.enum(['cancel', 'withdraw'])
export type CancellationKind = z.infer<typeof CancellationKind>

export const MemberCancellation = z.object({ kind: CancellationKind })
export const VisitorCancellation = z.object({ kind: CancellationKind, email: Email })
export const CancellationConfirmation = z.object({ kind: CancellationKind, token: z.string().check(z.maxLength(100)) })
export const CancellationReceipt = z.object({ received_at: z.iso.datetime() })
export type CancellationReceipt = z.infer<typeof CancellationReceipt>

export const cancellationPaths = {
  api: {
    cancellation: '/api/subscription/cancellation/',
    request: '/api/subscription/cancellation/request/',
    confirm: '/api/subscription/cancellation/confirm/',
  },
}
