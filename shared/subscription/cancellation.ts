import * as z from 'zod/mini'
import { fieldError, isVisible, lineUpTo } from '../fields.ts'
import { isStorable } from '../texts.ts'
import { Email } from '../users/schema.ts'

export const maxSignerLength = 120

/** `cancel`: ends with the paid period. `withdraw`: ends at once with a refund, within 14 days of the first payment. */
export const CancellationKind = z.enum(['cancel', 'withdraw'])
export type CancellationKind = z.infer<typeof CancellationKind>

export const maxCancellationReasonLength = 2_000
const reasonError = fieldError('schema.text_length', { min: 1, max: maxCancellationReasonLength })
const Reason = z
  .string(reasonError)
  .check(
    z.trim(),
    z.maxLength(maxCancellationReasonLength, reasonError),
    z.refine<string>(isVisible, reasonError),
    z.refine<string>(isStorable, fieldError('schema.well_formed')),
  )
const hasReasonOfCancel = z.refine<{ kind: CancellationKind; reason?: string | undefined }>(
  ({ kind, reason }) => kind === 'cancel' || reason === undefined,
  { ...fieldError('schema.other'), path: ['reason'] },
)
/** Cancellation by a member. `reason` is for good cause, on which the operator decides. */
export const MemberCancellation = z
  .object({ kind: CancellationKind, reason: z.optional(Reason) })
  .check(hasReasonOfCancel)
export const VisitorCancellation = z
  .object({
    kind: CancellationKind,
    email: Email,
    name: z.optional(lineUpTo(maxSignerLength)),
    reason: z.optional(Reason),
  })
  .check(hasReasonOfCancel)
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
