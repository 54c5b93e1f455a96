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
/** Kinds of notifications about other members' actions. All other kinds are about decisions of moderators. */
export const activityKinds = ['reply', 'comment', 'mention', 'followed_comment'] as const
export const isActivity = (kind: NotificationKind): kind is (typeof activityKinds)[number] =>
  activityKinds.some((one) => one === kind)
export const maxGrouped = 100 // maximum to which comments of a group are counted
export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  actor: Author,
  /** Null if the thread is not public now. A removed thread of the member has a title but no page. */
  thread: z.nullable(z.object({ meta_slug: z.string(), title: z.string() })),
  comment_id: z.nullable(z.int()), // first comment of a group
  /** Number of comments in the group. A group is the unread comments of a thread, or those read together. */
  count: z.int().check(z.minimum(1), z.maximum(maxGrouped)),
  note: z.nullable(z.string()),
  ends_at: z.nullable(z.iso.datetime()), // end of a silence
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>
export const NotificationPage = pageOf(Notification)
export type NotificationPage = z.infer<typeof NotificationPage>
export const maxUnread = 100 // maximum to which unread groups are counted
export const NotificationCount = z.object({ unread: z.int().check(z.minimum(0), z.maximum(maxUnread)) })
export type NotificationCount = z.infer<typeof NotificationCount>
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
