import * as z from 'zod/mini'
import { fieldError } from '../fields.ts'
import { ForumAuditAction } from './audit-actions.ts'
import { Author, maxReportReasonLength, SectionName } from './schema.ts'
import { PlainText } from '../library/schema.ts'
import { pageOf } from '../page.ts'

export const ReviewAction = z.enum(['publish', 'reject', 'dismiss', 'remove'])
export type ReviewAction = z.infer<typeof ReviewAction>
const Reports = z.array(z.object({ id: z.int(), reason: z.string(), reporter: Author, created_at: z.iso.datetime() }))
export const ReviewItem = z.object({
  key: z.string(),
  kind: z.enum(['thread', 'comment']),
  is_pending: z.boolean(),
  is_hidden: z.boolean(),
  waiting_since: z.iso.datetime(),
  thread: z.object({ meta_slug: z.string(), title: z.string(), section: SectionName }),
  comment_id: z.nullable(z.int()),
  author: Author,
  body_html: z.string(),
  /** Pending edit of an approved text: `publish` and `reject` decide on it. The other fields are then public. */
  edit: z.nullable(z.object({ title: z.nullable(z.string()), html: z.string() })),
  version: z.string(), // a decision with another version is refused
  reports: Reports,
  actions: z.array(ReviewAction),
})
export type ReviewItem = z.infer<typeof ReviewItem>
export const ReviewPage = pageOf(ReviewItem)
export type ReviewPage = z.infer<typeof ReviewPage>

export const maxNoteLength = 1_000
const noteError = fieldError('schema.text_length', { min: 0, max: maxNoteLength })
const Note = z.optional(
  z.string(noteError).check(
    z.trim(),
    z.maxLength(maxNoteLength, noteError),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), fieldError('schema.well_formed')),
  ),
)
const common = {
  note: Note,
  version: z.optional(PlainText.check(z.maxLength(100))),
}
export const ModerationDecision = z.object({ decision: z.enum(['publish', 'reject']), ...common })
export type ModerationDecision = z.infer<typeof ModerationDecision>
export const ReportDecision = z.object({ action: z.enum(['dismiss', 'remove']), ...common })
export type ReportDecision = z.infer<typeof ReportDecision>

export const maxPinned = 5 // per section
/** Changes of a thread by moderators. Omitted fields stay, except that a moved thread loses its pin. */
export const ThreadStateChanges = z.partial(
  z.object({ is_closed: z.boolean(), is_pinned: z.boolean(), section: PlainText.check(z.maxLength(1000)) }),
)
export type ThreadStateChanges = z.infer<typeof ThreadStateChanges>

export const DecisionResult = z.object({ key: z.string(), action: ForumAuditAction })
export type DecisionResult = z.infer<typeof DecisionResult>
/** Body of a 409: another moderator has decided, or the author has changed the text (`changed`). */
export const AlreadyDecided = z.object({
  detail: z.string(),
  code: z.enum(['already_decided', 'changed']),
  action: z.nullable(ForumAuditAction),
  actor: Author,
})
export type AlreadyDecided = z.infer<typeof AlreadyDecided>
export const NewReport = z.object({
  reason: z._default(z.string().check(z.trim(), z.maxLength(maxReportReasonLength)), ''),
})
export const Reported = z.object({ is_reported: z.literal(true) })

export const ForumMemberParams = z.object({ username: PlainText })
export const MemberHold = z.object({ note: Note })
export const silenceDays = [1, 7, 30] as const
const reasonError = fieldError('schema.text_length', { min: 1, max: maxNoteLength })
export const NewSilence = z.object({
  days: z.literal(silenceDays),
  /** Reason, which the member can read. */
  reason: z.string(reasonError).check(
    z.trim(),
    z.minLength(1, reasonError),
    z.maxLength(maxNoteLength, reasonError),
    z.refine((text) => text.isWellFormed() && !text.includes('\0'), fieldError('schema.well_formed')),
  ),
})
export type NewSilence = z.infer<typeof NewSilence>
/** Forum member. `is_exempt`: in the team. `held_at`: texts until then are hidden, later texts wait for review. */
export const ForumMember = z.object({
  username: z.string(),
  is_exempt: z.boolean(),
  held_at: z.nullable(z.iso.datetime()),
  silence: z.nullable(z.object({ until: z.iso.datetime(), reason: z.string() })), // the member cannot post until then
})
export type ForumMember = z.infer<typeof ForumMember>
