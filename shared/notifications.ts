import * as z from 'zod/mini'
import { Author } from './forum.ts'
import { pageOf } from './page.ts'

export const NotificationKind = z.enum(['reply', 'comment', 'thread_published', 'thread_rejected', 'report_handled'])
/** `path` is where it leads. */
export const Notification = z.object({
  id: z.int(),
  kind: NotificationKind,
  actor: Author,
  thread: z.object({ meta_slug: z.string(), title: z.string() }),
  comment_id: z.nullable(z.int()),
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>
export const NotificationPage = pageOf(Notification)
export type NotificationPage = z.infer<typeof NotificationPage>
export const NotificationCount = z.object({ unread: z.int().check(z.minimum(0)) })
/** Up to this one, the latest that was seen: what came meanwhile stays unread. */
export const ReadNotifications = z.object({ up_to: z.int().check(z.minimum(1)) })
export const MailFrequency = z.enum(['at_once', 'daily', 'none'])
/** `moderation_mail`: decisions on one's own threads and reports. `activity_mail`: comments and replies. */
export const NotificationSettings = z.object({ moderation_mail: MailFrequency, activity_mail: MailFrequency })
export type NotificationSettings = z.infer<typeof NotificationSettings>
export const NotificationSettingsChanges = z.partial(NotificationSettings)
export const Unsubscribe = z.object({ token: z.string().check(z.maxLength(500)) })

export const notificationPaths = {
  unsubscribe: '/unsubscribe',
  api: {
    notifications: (query: { cursor?: string | undefined; limit?: number } = {}) => {
      const text = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      ).toString()
      return `/api/notifications/${text && `?${text}`}`
    },
    count: '/api/notifications/count/',
    read: '/api/notifications/read/',
    settings: '/api/notifications/settings/',
    unsubscribe: '/api/notifications/unsubscribe/',
  },
}
