import { inTransaction, Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { isPublicThread, visibleComment } from '../texts/visibility.ts'

const followersPerBatch = 500

/** Queues a job, so that the author does not wait for notifications of many followers. */
export const enqueueFollowers = (transaction: Prisma.TransactionClient, jobs: Jobs, comment_id: number) =>
  jobs.enqueue(transaction, 'notification_followers', { comment_id })

/** SQL: notifications of followers. A unique key skips people whom the comment has already notified. */
const insertNotifications = `
  WITH comment AS MATERIALIZED (
    SELECT comment.id, comment.thread_id, comment.author_id FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = $1 AND ${isPublicThread.sql} AND ${visibleComment(null).sql}
  ), follower AS MATERIALIZED (
    SELECT user_id FROM thread_member
     WHERE thread_id = (SELECT thread_id FROM comment) AND watch = 'following' AND user_id > $2 ORDER BY user_id LIMIT $3
  ), person AS MATERIALIZED (
    SELECT "user".id, activity_mail FROM "user" JOIN follower ON follower.user_id = "user".id
     WHERE NOT is_team AND erased_at IS NULL AND "user".id IS DISTINCT FROM (SELECT author_id FROM comment)
     ORDER BY "user".id FOR KEY SHARE OF "user"
  ), added AS (
    INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id, mailed_at)
    SELECT person.id, 'followed_comment', 'comment:' || comment.id, comment.thread_id, comment.id, comment.author_id,
           CASE WHEN activity_mail <> 'daily' THEN now() END
      FROM person, comment ON CONFLICT (user_id, key) DO NOTHING RETURNING id, user_id)
  SELECT follower.user_id, added.id, activity_mail = 'at_once' AS is_mailed_at_once
    FROM follower LEFT JOIN added USING (user_id) LEFT JOIN person ON person.id = follower.user_id ORDER BY follower.user_id`

type Follower = { user_id: number; id: number | null; is_mailed_at_once: boolean | null }

/** Notifies the followers of a thread. A second run adds only missing notifications. */
export async function notifyFollowers(jobs: Jobs, comment_id: number): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await inTransaction(async (executeSql) => {
      const { rows } = await executeSql(insertNotifications, [comment_id, from, followersPerBatch])
      const followers = rows as Follower[]
      const mails = followers
        .filter(({ id, is_mailed_at_once }) => id !== null && is_mailed_at_once)
        .map(({ id, user_id }) => ({ data: { notification_id: id }, group: String(user_id) }))
      if (mails.length > 0) await jobs.enqueueAll(executeSql, 'notification_mail', mails)
      return followers.at(-1)?.user_id
    })
  }
}
