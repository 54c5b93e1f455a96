import * as z from 'zod/mini'
import { Author, SectionName } from './forum.ts'
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
  reports: Reports,
  /** What the moderator may do with it now. */
  actions: z.array(ReviewAction),
})
export type ReviewItem = z.infer<typeof ReviewItem>
export const ReviewPage = pageOf(ReviewItem)
export type ReviewPage = z.infer<typeof ReviewPage>

const Note = z.optional(z.string().check(z.trim(), z.maxLength(1_000)))
export const ModerationDecision = z.object({ decision: z.enum(['publish', 'reject']), note: Note })
export type ModerationDecision = z.infer<typeof ModerationDecision>
export const ReportDecision = z.object({ action: z.enum(['dismiss', 'remove']), note: Note })
export type ReportDecision = z.infer<typeof ReportDecision>

export const AuditAction = z.enum([
  'thread_published',
  'thread_rejected',
  'comment_published',
  'comment_rejected',
  'reports_dismissed',
  'thread_removed',
  'comment_removed',
  'thread_restored',
  'comment_restored',
])
export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: Author,
  action: AuditAction,
  target: z.string(),
  note: z.nullable(z.string()),
})
export const AuditPage = pageOf(AuditEntry)
