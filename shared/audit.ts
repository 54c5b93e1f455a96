import * as z from 'zod/mini'
import { fieldError, idParam } from './fields.ts'
import { Author } from './forum.ts'
import { PlainText } from './library.ts'
import { Moment } from './moment.ts'
import { PageQuery, pageOf } from './page.ts'

/** What can be changed by moderators and admins: one noun a thing, as in the addresses of the API. */
export const AuditKind = z.enum([
  'thread',
  'comment',
  'report',
  'post',
  'post_tag',
  'media',
  'section',
  'functional_group',
  'model',
  'tag',
  'category',
  'use_case',
  'prompt',
  'pipeline',
  'library',
  'member',
  'payment',
  'plan',
  'stripe_event',
  'site',
  'announcement',
  'faq_item',
  'testimonial',
])
export type AuditKind = z.infer<typeof AuditKind>

/** The forum's are older and name the kind too. */
export const ForumAuditAction = z.enum([
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
export type ForumAuditAction = z.infer<typeof ForumAuditAction>
export const EditAction = z.enum(['created', 'changed', 'removed', 'published', 'scheduled', 'unpublished'])
export type EditAction = z.infer<typeof EditAction>
/** `bulk_changed`: many prompts at once, with the filter; each has an entry of its own too. */
export const LibraryAuditAction = z.enum(['moved', 'sorted', 'bulk_changed', 'imported'])
export type LibraryAuditAction = z.infer<typeof LibraryAuditAction>
export const MemberAuditAction = z.enum([
  'member_blocked',
  'member_unblocked',
  'member_signed_out',
  'member_session_ended',
  'confirmation_sent',
])
export type MemberAuditAction = z.infer<typeof MemberAuditAction>
export const MoneyAuditAction = z.enum([
  'refund_ordered',
  'price_change_scheduled',
  'price_change_canceled',
  'event_retried',
])
export const AuditAction = z.enum([
  ...ForumAuditAction.options,
  ...EditAction.options,
  ...LibraryAuditAction.options,
  ...MemberAuditAction.options,
  ...MoneyAuditAction.options,
])
export type AuditAction = z.infer<typeof AuditAction>

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: Author,
  kind: AuditKind,
  action: AuditAction,
  target: z.string(),
  note: z.nullable(z.string()),
  /** Whether before or after can be read at the entry's own address. */
  has_states: z.boolean(),
  /** What it was about in the forum, where that is still there. */
  thread: z.nullable(z.object({ meta_slug: z.string(), title: z.string() })),
  comment_id: z.nullable(z.int()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditPage = pageOf(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

const State = z.nullable(z.record(z.string(), z.unknown()))
/** An entry with what was there before and after, as the API answered it then. */
export const AuditStates = z.object({ ...AuditEntry.shape, before: State, after: State })
export type AuditStates = z.infer<typeof AuditStates>

const targetError = fieldError('schema.text_length', { min: 1, max: 200 })
const filters = {
  kind: z.optional(AuditKind),
  target: z.optional(PlainText.check(z.minLength(1, targetError), z.maxLength(200, targetError))),
  action: z.optional(AuditAction),
  /** A username. */
  actor: z.optional(PlainText.check(z.minLength(1, targetError), z.maxLength(200, targetError))),
  /** From this moment on. */
  from: z.optional(Moment),
  /** Before this moment. */
  until: z.optional(Moment),
}
/** `kind` and `target` together are the history of one thing. */
export const AuditQuery = z.object({ ...PageQuery.shape, ...filters })
export type AuditQuery = z.infer<typeof AuditQuery>
export const AuditExportQuery = z.object({ ...filters, format: z._default(z.enum(['csv', 'ndjson']), 'csv') })
export type AuditExportQuery = z.infer<typeof AuditExportQuery>
export type AuditFilters = Omit<AuditExportQuery, 'format'>
export const AuditParams = z.object({ id: idParam() })
