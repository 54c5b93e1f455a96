import { z } from 'zod'
import { maxUnread } from '#shared/notifications.ts'
import type {
  Notification,
  NotificationPage,
  NotificationSettings,
  NotificationSettingsChanges,
} from '#shared/notifications.ts'
import { notificationPaths } from '#shared/notification-paths.ts'
import { cursorAt, readCursor } from '../database/cursor.ts'
import { db, Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { authorOf } from './authors.ts'
import { isPublicThread, visibleComment, visibleThread } from './visibility.ts'

const order = 'notifications'

export const told = Prisma.sql`notification LEFT JOIN thread ON thread.id = notification.thread_id
  LEFT JOIN comment ON comment.id = notification.comment_id`

/**
 * Which rows of `told` a person is told of now: what is hidden, pending or deleted is left out as long as it is. That a
 * report was handled is told in any case, but not of what; likewise what a moderator removed of one's own.
 */
export const isTold = (user_id: number) => Prisma.sql`(notification.user_id = ${user_id} AND CASE
  WHEN kind IN ('report_handled', 'thread_removed', 'comment_removed') THEN true
  WHEN kind = 'thread_rejected' THEN thread.status = 'rejected' AND ${visibleThread({ id: user_id, role: 'user' })}
  WHEN kind = 'thread_published' THEN ${isPublicThread}
  ELSE ${isPublicThread} AND ${visibleComment(null)} END)`

/** Of a row that is told: the thread, unless it is another's that is not public by now; likewise the comment. */
export const toldThread = Prisma.sql`CASE WHEN ${isPublicThread} OR thread.id IS NOT NULL AND kind IN ('thread_rejected', 'thread_removed')
  THEN json_build_object('meta_slug', thread.meta_slug, 'title', thread.title) END`
export const toldComment = Prisma.sql`CASE WHEN ${isPublicThread} AND ${visibleComment(null)} THEN comment.id END`
/** What the moderator said of one's own text. */
export const toldNote = Prisma.sql`CASE WHEN kind = 'thread_rejected' THEN thread.moderation_note ELSE notification.note END`

type ListQuery = { cursor?: string | undefined; limit: number }

/** The latest first. */
export async function listNotifications(user_id: number, { cursor, limit }: ListQuery): Promise<NotificationPage> {
  const place = readCursor(cursor, order, z.literal(''))
  const after = place ? Prisma.sql`AND notification.id < ${place.id}` : Prisma.empty
  const rows = await jsonRows<Notification>(Prisma.sql`
    SELECT json_build_object('id', notification.id, 'kind', kind, 'actor', ${authorOf('notification.actor_id')},
             'thread', ${toldThread}, 'comment_id', ${toldComment}, 'note', ${toldNote}, 'created_at', ${isoTimestamp('notification.created_at')},
             'is_read', read_at IS NOT NULL) AS answer
      FROM ${told} WHERE ${isTold(user_id)} ${after}
     ORDER BY notification.id DESC LIMIT ${limit + 1}`)
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  return {
    results,
    next: last ? notificationPaths.api.notifications({ cursor: cursorAt(order, '', last.id), limit }) : null,
  }
}

export async function countUnread(user_id: number): Promise<number> {
  const [unread = 0] = await jsonRows<number>(Prisma.sql`
    SELECT count(*)::int AS answer
      FROM (SELECT FROM ${told} WHERE ${isTold(user_id)} AND read_at IS NULL LIMIT ${maxUnread}) AS unread`)
  return unread
}

/** What is not told just now stays unread: it may be told again. Answers how many are unread after. */
export async function readNotifications(user_id: number, up_to: number): Promise<number> {
  await db.$executeRaw`
    UPDATE notification SET read_at = now()
     WHERE id IN (SELECT notification.id FROM ${told}
                   WHERE ${isTold(user_id)} AND read_at IS NULL AND notification.id <= ${up_to})`
  return countUnread(user_id)
}

const settings = { moderation_mail: true, activity_mail: true } as const

export const getSettings = (id: number): Promise<NotificationSettings> =>
  db.user.findUniqueOrThrow({ where: { id }, select: settings })

export const changeSettings = (id: number, changes: NotificationSettingsChanges): Promise<NotificationSettings> =>
  db.user.update({ where: { id }, data: changes, select: settings })
