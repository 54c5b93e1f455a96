import * as z from 'zod/mini'
import { isVisible, lineUpTo } from '../fields.ts'
import { Email } from '../users/schema.ts'

export const maxSignerLength = 120

/** `cancel` ends at the end of what was paid; `withdraw` at once, with the money, within 14 days of the first payment. */
export const CancellationKind = z.enum(['cancel', 'withdraw'])
export type CancellationKind = z.infer<typeof CancellationKind>

export const maxReasonLength = 2_000
const Reason = z.string().check(
  z.trim(),
  z.maxLength(maxReasonLength),
  z.refine((text) => text.isWellFormed() && isVisible(text)),
)
/** `reason`: of a cancellation for good cause, which the operator decides on. */
export const MemberCancellation = z.object({ kind: CancellationKind, reason: z.optional(Reason) })
export const VisitorCancellation = z.object({
  kind: CancellationKind,
  email: Email,
  name: z.optional(lineUpTo(maxSignerLength)),
  reason: z.optional(Reason),
})
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
