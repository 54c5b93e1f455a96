import * as z from 'zod/mini'
import { CsvSeparator } from './csv.ts'
import { fieldError, idParam } from '../fields.ts'
import { ForumAuditAction } from '../forum/audit-actions.ts'
import { Author } from '../forum/schema.ts'
import { PlainText } from '../library/schema.ts'
import { UtcTimestamp } from '../utc-timestamp.ts'
import { PageQuery, pageOf } from '../page.ts'

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
  'prompt_set',
  'library',
  'member',
  'payment',
  'plan',
  'stripe_event',
  'site',
  'announcement',
  'faq_item',
  'testimonial',
  'export',
  'site_page',
  'invitation',
  'landing_section',
])
export type AuditKind = z.infer<typeof AuditKind>

export const ThreadStateAction = z.enum([
  'thread_closed',
  'thread_reopened',
  'thread_pinned',
  'thread_unpinned',
  'thread_moved',
  'thread_answered',
  'thread_unanswered',
])
export type ThreadStateAction = z.infer<typeof ThreadStateAction>
export const EditAction = z.enum(['created', 'changed', 'removed', 'published', 'scheduled', 'unpublished'])
export type EditAction = z.infer<typeof EditAction>
export const LibraryAuditAction = z.enum(['moved', 'sorted', 'bulk_changed', 'imported'])
export type LibraryAuditAction = z.infer<typeof LibraryAuditAction>
export const MemberAuditAction = z.enum([
  'member_blocked',
  'member_unblocked',
  'member_held',
  'member_released',
  'member_silenced',
  'silence_ended',
  'member_signed_out',
  'member_session_ended',
  'confirmation_sent',
  'account_removed',
  'password_changed',
  'password_reset',
  'sign_in_failed',
  'invitation_sent',
  'invitation_resent',
  'invitation_withdrawn',
  'invitation_accepted',
])
export type MemberAuditAction = z.infer<typeof MemberAuditAction>
export const MoneyAuditAction = z.enum([
  'refund_ordered',
  'refund_resolved',
  'price_change_scheduled',
  'price_change_canceled',
  'event_retried',
])
export const exportTargets = ['library', 'audit_log', 'members', 'payments', 'ledger', 'figures', 'backup'] as const
export type ExportTarget = (typeof exportTargets)[number]
export const AuditAction = z.enum([
  'exported',
  'address_released',
  ...ForumAuditAction.options,
  ...ThreadStateAction.options,
  ...EditAction.options,
  ...LibraryAuditAction.options,
  ...MemberAuditAction.options,
  ...MoneyAuditAction.options,
])
export type AuditAction = z.infer<typeof AuditAction>

export const AuditSource = z.enum(['web', 'cli', 'job'])
export type AuditSource = z.infer<typeof AuditSource>

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: Author,
  actor_id: z.nullable(z.int()),
  actor_name: z.nullable(z.string()),
  source: z.nullable(AuditSource),
  kind: AuditKind,
  action: AuditAction,
  target: z.string(),
  name: z.nullable(z.string()), // target's title, name or username, of that time if stored, else the present
  note: z.nullable(z.string()),
  has_states: z.boolean(),
  thread: z.nullable(z.object({ meta_slug: z.string(), title: z.string() })),
  comment_id: z.nullable(z.int()),
})
export type AuditEntry = z.infer<typeof AuditEntry>
export const AuditPage = pageOf(AuditEntry)
export type AuditPage = z.infer<typeof AuditPage>

const State = z.nullable(z.record(z.string(), z.unknown()))
export const AuditStates = z.object({ ...AuditEntry.shape, before: State, after: State })
export type AuditStates = z.infer<typeof AuditStates>

const targetError = fieldError('schema.text_length', { min: 1, max: 200 })
const filters = {
  kind: z.optional(AuditKind),
  target: z.optional(PlainText.check(z.minLength(1, targetError), z.maxLength(200, targetError))),
  action: z.optional(AuditAction),
  actor: z.optional(PlainText.check(z.minLength(1, targetError), z.maxLength(200, targetError))),
  from: z.optional(UtcTimestamp),
  until: z.optional(UtcTimestamp),
}
export const AuditQuery = z.object({ ...PageQuery.shape, ...filters })
export type AuditQuery = z.infer<typeof AuditQuery>
export const AuditExportQuery = z.object({
  ...filters,
  format: z._default(z.enum(['csv', 'ndjson']), 'csv'),
  separator: CsvSeparator,
})
export type AuditExportQuery = z.infer<typeof AuditExportQuery>
export type AuditFilters = Omit<AuditExportQuery, 'format' | 'separator'>
export const AuditParams = z.object({ id: idParam() })
