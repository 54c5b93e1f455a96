import { maxGrouped } from '#shared/forum/notifications.ts'
import { Prisma } from '../database/db.ts'
import { visibleComment } from '../texts/visibility.ts'

/** SQL condition: the notification belongs to a group. A group has equal thread and `read_at`. Matches an index. */
const isGrouped = (table: string) => Prisma.raw(`${table}.kind IN ('comment', 'followed_comment')`)

/** SQL: notifications in the group of `notification`, itself included. Only comments visible to everyone. */
const sameGroup = Prisma.sql`notification AS other JOIN comment AS other_comment ON other_comment.id = other.comment_id
  WHERE other.user_id = notification.user_id AND other.thread_id = notification.thread_id AND ${isGrouped('other')}
    AND other.read_at IS NOT DISTINCT FROM notification.read_at AND ${visibleComment(null, 'other_comment')}`

/** SQL condition: the notification is the latest of its group, which it represents. */
export const isFirstOfGroup = Prisma.sql`NOT (${isGrouped('notification')} AND EXISTS (
  SELECT FROM ${sameGroup} AND other.id > notification.id))`

export const groupCount = Prisma.sql`CASE WHEN ${isGrouped('notification')} THEN (
  SELECT count(*) FROM (SELECT FROM ${sameGroup} LIMIT ${maxGrouped}::int) AS counted) ELSE 1 END`

export const groupFirstCommentId = (otherwise: Prisma.Sql) => Prisma.sql`CASE WHEN ${isGrouped('notification')} THEN (
  SELECT other.comment_id FROM ${sameGroup} ORDER BY other.id LIMIT 1) ELSE ${otherwise} END`

export const unreadGroupKey = Prisma.sql`CASE WHEN ${isGrouped('notification')} THEN -notification.thread_id ELSE notification.id END`
