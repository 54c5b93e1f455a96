import * as z from 'zod/mini'
import { wholeNumber } from './fields.ts'
import { Author } from './forum.ts'
import { pageOf } from './page.ts'

export const NotificationKind = z.enum([
  'reply',
  'comment',
  'thread_published',
  'thread_rejected',
  'report_handled',
  'thread_removed',
  'comment_removed',
])
export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  /** Whose comment it is; null: a moderator's decision, or the account was removed. */
  actor: Author,
  /** Null: it is not public by now. One's own that was removed is named, but stands at no address. */
  thread: z.nullable(z.object({ meta_slug: z.string(), title: z.string() })),
  /** The comment that it leads to, where there is one. */
  comment_id: z.nullable(z.int()),
  /** What the moderator said of one's own text that was rejected or removed. */
  note: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>
export const NotificationPage = pageOf(Notification)
export type NotificationPage = z.infer<typeof NotificationPage>
/** Who has more unread ones is told of so many. */
export const maxUnread = 100
export const NotificationCount = z.object({ unread: z.int().check(z.minimum(0), z.maximum(maxUnread)) })
export type NotificationCount = z.infer<typeof NotificationCount>
/** Up to this one, the latest that was seen: what came meanwhile stays unread. */
export const ReadNotifications = z.object({ up_to: wholeNumber(1, 2_147_483_647) })
export const mailFrequencies = ['at_once', 'daily', 'none'] as const
export const MailFrequency = z.enum(mailFrequencies)
export type MailFrequency = z.infer<typeof MailFrequency>
/** `moderation_mail`: decisions on one's own threads and reports. `activity_mail`: comments and replies. */
export const NotificationSettings = z.object({ moderation_mail: MailFrequency, activity_mail: MailFrequency })
export type NotificationSettings = z.infer<typeof NotificationSettings>
export const NotificationSettingsChanges = z.partial(NotificationSettings)
export type NotificationSettingsChanges = z.infer<typeof NotificationSettingsChanges>
/** A mail's token; programs of mail send it in the query, with a body of their own. */
export const Unsubscribe = z.object({ token: z.optional(z.string().check(z.maxLength(500))) })
/** Which mails the person gets no more. */
export const Unsubscribed = z.object({ ended: z.array(z.keyof(NotificationSettings)) })
export type Unsubscribed = z.infer<typeof Unsubscribed>
