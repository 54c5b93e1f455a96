import * as z from 'zod/mini'

export const ForumAuditAction = z.enum([
  'thread_published',
  'thread_rejected',
  'comment_published',
  'comment_rejected',
  'thread_edit_published',
  'thread_edit_rejected',
  'comment_edit_published',
  'comment_edit_rejected',
  'reports_dismissed',
  'thread_removed',
  'comment_removed',
  'thread_restored',
  'comment_restored',
])
export type ForumAuditAction = z.infer<typeof ForumAuditAction>
