import * as z from 'zod/mini'
import { ForumAuditAction } from './audit.ts'
import { fieldError } from './fields.ts'
import { Author, SectionName } from './forum.ts'
import { PlainText } from './library.ts'
import { pageOf } from './page.ts'

export const ReviewAction = z.enum(['publish', 'reject', 'dismiss', 'remove'])
export type ReviewAction = z.infer<typeof ReviewAction>
const Reports = z.array(z.object({ id: z.int(), reason: z.string(), reporter: Author, created_at: z.iso.datetime() }))
/** What waits for a moderator: a pending thread, a held comment, or what was reported, with its open reports. */
export const ReviewItem = z.object({
  /** Unlike any other: "thread:17". */
  key: z.string(),
  kind: z.enum(['thread', 'comment']),
  /** Whether it waits for publication; otherwise it was reported. */
  is_pending: z.boolean(),
  is_hidden: z.boolean(),
  waiting_since: z.iso.datetime(),
  thread: z.object({ meta_slug: z.string(), title: z.string(), section: SectionName }),
  comment_id: z.nullable(z.int()),
  author: Author,
  body_html: z.string(),
  /** Of the text; a decision that names it is refused where the author has edited it since. */
  version: z.string(),
  reports: Reports,
  /** What the moderator may do with it now. */
  actions: z.array(ReviewAction),
})
export type ReviewItem = z.infer<typeof ReviewItem>
export const ReviewPage = pageOf(ReviewItem)
export type ReviewPage = z.infer<typeof ReviewPage>

export const maxNoteLength = 1_000
const noteError = fieldError('schema.text_length', { min: 0, max: maxNoteLength })
const common = {
  note: z.optional(
    z.string(noteError).check(
      z.trim(),
      z.maxLength(maxNoteLength, noteError),
      z.refine((text) => text.isWellFormed() && !text.includes('\0'), fieldError('schema.well_formed')),
    ),
  ),
  version: z.optional(PlainText.check(z.maxLength(100))),
}
export const ModerationDecision = z.object({ decision: z.enum(['publish', 'reject']), ...common })
export type ModerationDecision = z.infer<typeof ModerationDecision>
export const ReportDecision = z.object({ action: z.enum(['dismiss', 'remove']), ...common })
export type ReportDecision = z.infer<typeof ReportDecision>

/** What was done with the text of that key. */
export const Decided = z.object({ key: z.string(), action: ForumAuditAction })
export type Decided = z.infer<typeof Decided>
/** 409: another moderator was faster, or (`changed`) the author has edited the text since it was read. */
export const DecidedBefore = z.object({
  detail: z.string(),
  code: z.enum(['already_decided', 'changed']),
  action: z.nullable(ForumAuditAction),
  actor: Author,
})
export type DecidedBefore = z.infer<typeof DecidedBefore>
export const Reported = z.object({ is_reported: z.literal(true) })
