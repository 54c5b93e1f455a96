import * as z from 'zod/mini'
import { wholeNumber } from '../fields.ts'
import { Author } from './schema.ts'
import { pageOf } from '../page.ts'

export const NotificationKind = z.enum([
  'reply',
  'comment',
  'thread_published',
  'thread_rejected',
  'report_handled',
  'thread_removed',
  'comment_removed',
  'mention',
  'thread_closed',
  'thread_moved',
  'followed_comment',
  'silenced',
  'silence_ended',
  'edit_published',
  'edit_rejected',
])
export type NotificationKind = z.infer<typeof NotificationKind>
/** What others write; all else is a moderator's decision. */
export const activityKinds = ['reply', 'comment', 'mention', 'followed_comment'] as const
export const isActivity = (kind: NotificationKind): kind is (typeof activityKinds)[number] =>
  activityKinds.some((one) => one === kind)
/** Of a group with more comments so many are counted. */
export const maxGrouped = 100
export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  actor: Author,
  /** Null: it is not public by now. One's own that was removed is named, but stands at no address. */
  thread: z.nullable(z.object({ meta_slug: z.string(), title: z.string() })),
  /** Of a group, its first. */
  comment_id: z.nullable(z.int()),
  /** Comments of one thread, of which this is the latest, are one: those that are unread, and those that were read at once. */
  count: z.int().check(z.minimum(1), z.maximum(maxGrouped)),
  note: z.nullable(z.string()),
  /** Of `silenced`. */
  ends_at: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>
export const NotificationPage = pageOf(Notification)
export type NotificationPage = z.infer<typeof NotificationPage>
/** Groups among so many that are unread are counted. */
export const maxUnread = 100
export const NotificationCount = z.object({ unread: z.int().check(z.minimum(0), z.maximum(maxUnread)) })
export type NotificationCount = z.infer<typeof NotificationCount>
/** Up to this one, the latest that was seen: what came meanwhile stays unread. */
export const ReadNotifications = z.object({ up_to: wholeNumber(1, 2_147_483_647) })
export const mailFrequencies = ['at_once', 'daily', 'none'] as const
export const MailFrequency = z.enum(mailFrequencies)
export type MailFrequency = z.infer<typeof MailFrequency>
export const NotificationSettings = z.object({ moderation_mail: MailFrequency, activity_mail: MailFrequency })
export type NotificationSettings = z.infer<typeof NotificationSettings>
export const NotificationSettingsChanges = z.partial(NotificationSettings)
export type NotificationSettingsChanges = z.infer<typeof NotificationSettingsChanges>
export const Unsubscribe = z.object({ token: z.optional(z.string().check(z.maxLength(500))) })
export const Unsubscribed = z.object({ ended: z.array(z.keyof(NotificationSettings)) })
export type Unsubscribed = z.infer<typeof Unsubscribed>
