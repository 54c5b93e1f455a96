import { activityKinds } from '#shared/forum/notifications.ts'
import { maxUnreadComments } from '#shared/forum/reading.ts'
import { inBatches } from '../database/batches.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { markReadMaxMs } from '../notifications/notifications.ts'
import { notFound } from '../problem.ts'
import { visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

/** SQL: JSON of `UnreadComments`. Null without unread comments, for a thread never read, or a muted one. */
export const unreadCommentsJson = (user_id: number) => Prisma.sql`(
  SELECT json_build_object('count', unread.count, 'first_id', unread.first_id)
    FROM thread_member CROSS JOIN LATERAL (
      SELECT count(*)::int AS count, min(id) AS first_id FROM (
        SELECT comment.id FROM comment
         WHERE comment.thread_id = thread.id AND comment.id > thread_member.read_comment_id AND ${visibleComment(null)}
           AND comment.author_id IS DISTINCT FROM ${user_id}::int
         ORDER BY comment.id LIMIT ${maxUnreadComments}::int) AS since) AS unread
   WHERE thread_member.user_id = ${user_id}::int AND thread_member.thread_id = thread.id
     AND watch IS DISTINCT FROM 'muted' AND unread.count > 0)`

export const lastReadCommentId = (user_id: number) => Prisma.sql`(
  SELECT read_comment_id FROM thread_member WHERE thread_member.user_id = ${user_id}::int AND thread_member.thread_id = thread.id)`

/** Moves the read position forward and marks its notifications as read. Throws 404 for an invisible text. */
export async function markThreadRead(member: Member, meta_slug: string, comment_id: number): Promise<void> {
  const readBatch = async (rows: number) => {
    const [found] = await queryRows<{ read: number }>(Prisma.sql`
    WITH found AS (
      SELECT thread.id AS thread_id, "user".id AS user_id FROM thread, "user"
       WHERE meta_slug = ${meta_slug} AND ${visibleThread(member)} AND "user".id = ${member.id}
         AND EXISTS (SELECT FROM comment WHERE comment.id = ${comment_id} AND comment.thread_id = thread.id) FOR KEY SHARE
    ), stored AS (
      INSERT INTO thread_member AS member (thread_id, user_id, read_comment_id)
      SELECT thread_id, user_id, ${comment_id}::int FROM found
          ON CONFLICT (user_id, thread_id) DO UPDATE SET read_comment_id = excluded.read_comment_id
       WHERE member.read_comment_id IS NULL OR member.read_comment_id < excluded.read_comment_id
    ), read AS (
      UPDATE notification SET read_at = now() WHERE id = ANY (ARRAY(
        SELECT notification.id FROM notification JOIN found USING (user_id, thread_id)
         WHERE notification.comment_id <= ${comment_id} AND read_at IS NULL AND kind::text = ANY (${[...activityKinds]}::text[])
         LIMIT ${rows}))
      RETURNING id)
    SELECT (SELECT count(*)::int FROM read) AS read FROM found`)
    if (!found) throw notFound()
    return found.read
  }
  await inBatches(readBatch, { maxMs: markReadMaxMs })
}
