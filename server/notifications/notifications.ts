import { maxUnread } from '#shared/forum/notifications.ts'
import type {
  Notification,
  NotificationPage,
  NotificationSettings,
  NotificationSettingsChanges,
} from '#shared/forum/notifications.ts'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import type { ListQuery } from '../sql/cursor.ts'
import { inBatches } from '../database/batches.ts'
import { db, Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { authorJson } from '../texts/authors.ts'
import { groupFirstCommentId, groupCount, isFirstOfGroup, unreadGroupKey } from './grouping.ts'
import { isPublicThread, visibleComment, visibleThread } from '../texts/visibility.ts'

export const notificationJoins = Prisma.sql`notification LEFT JOIN thread ON thread.id = notification.thread_id
  LEFT JOIN comment ON comment.id = notification.comment_id`

/** SQL condition: the person may see the notification now. Reports and removals are visible without their text. */
export const isVisibleTo = (user_id: number) => Prisma.sql`(notification.user_id = ${user_id} AND CASE
  WHEN kind IN ('report_handled', 'thread_removed', 'comment_removed', 'silenced', 'silence_ended') THEN true
  WHEN kind = 'thread_rejected' THEN thread.status = 'rejected' AND ${visibleThread({ id: user_id, role: 'user' })}
  WHEN kind IN ('thread_published', 'thread_closed', 'thread_moved') OR kind IN ('mention', 'edit_published', 'edit_rejected') AND notification.comment_id IS NULL THEN ${isPublicThread}
  ELSE ${isPublicThread} AND ${visibleComment(null)} END)`

/** SQL: JSON of the thread. Null for another author's thread that is not public now. */
export const visibleThreadJson = Prisma.sql`CASE WHEN ${isPublicThread} OR thread.id IS NOT NULL AND kind IN ('thread_rejected', 'thread_removed')
  THEN json_build_object('meta_slug', thread.meta_slug, 'title', thread.title) END`
export const visibleCommentId = Prisma.sql`CASE WHEN ${isPublicThread} AND ${visibleComment(null)} THEN comment.id END`
export const moderationNote = Prisma.sql`CASE WHEN kind = 'thread_rejected' THEN thread.moderation_note ELSE notification.note END`

export const listNotifications = (user_id: number, query: ListQuery): Promise<NotificationPage> =>
  forwardPage({
    keyset: keyset('notifications', 'none', ['notification.id']),
    query,
    pathOf: notificationPaths.api.notifications,
    read: ({ after, by, most }) =>
      jsonRows<Notification>(Prisma.sql`
    SELECT json_build_object('id', notification.id, 'kind', kind, 'actor', ${authorJson('notification.actor_id')},
             'thread', ${visibleThreadJson}, 'comment_id', ${groupFirstCommentId(visibleCommentId)}, 'count', ${groupCount}, 'note', ${moderationNote}, 'ends_at', ${isoTimestamp('notification.ends_at')}, 'created_at', ${isoTimestamp('notification.created_at')},
             'is_read', read_at IS NOT NULL) AS answer
      FROM ${notificationJoins} WHERE ${isVisibleTo(user_id)} AND ${isFirstOfGroup} AND ${after} ORDER BY ${by} LIMIT ${most}`),
  })

export async function countUnread(user_id: number): Promise<number> {
  const [unread = 0] = await jsonRows<number>(Prisma.sql`
    SELECT count(DISTINCT key)::int AS answer
      FROM (SELECT ${unreadGroupKey} AS key FROM ${notificationJoins} WHERE ${isVisibleTo(user_id)} AND read_at IS NULL LIMIT ${maxUnread}) AS unread`)
  return unread
}

export const markReadMaxMs = 5_000 // the next request marks the rest

/** Marks notifications as read, except invisible ones, which may become visible. Returns the unread count. */
export async function markNotificationsRead(user_id: number, up_to: number): Promise<number> {
  await inBatches(
    (rows) => db.$executeRaw`
      UPDATE notification SET read_at = now()
       WHERE id = ANY (ARRAY(
         SELECT notification.id FROM ${notificationJoins}
          WHERE ${isVisibleTo(user_id)} AND read_at IS NULL AND notification.id <= ${up_to} LIMIT ${rows}))`,
    { maxMs: markReadMaxMs },
  )
  return countUnread(user_id)
}

const settings = { moderation_mail: true, activity_mail: true } as const

export const getNotificationSettings = (id: number): Promise<NotificationSettings> =>
  db.user.findUniqueOrThrow({ where: { id }, select: settings })

export const changeNotificationSettings = (
  id: number,
  changes: NotificationSettingsChanges,
): Promise<NotificationSettings> => db.user.update({ where: { id }, data: changes, select: settings })
