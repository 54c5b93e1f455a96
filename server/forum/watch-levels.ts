import { activityKinds } from '#shared/forum/notifications.ts'
import type { WatchLevel } from '#shared/forum/watch.ts'
import { inBatches } from '../database/batches.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { markReadMaxMs } from '../notifications/notifications.ts'
import { notFound } from '../problem.ts'
import { visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

/** SQL: `WatchLevel` of a thread. Its author follows it by default. */
export const watchLevelOf = (user_id: number) => Prisma.sql`coalesce(
  (SELECT watch::text FROM thread_member WHERE thread_member.thread_id = thread.id AND thread_member.user_id = ${user_id}::int),
  CASE WHEN thread.author_id = ${user_id}::int THEN 'following' ELSE 'replies' END)`

/** Sets the level. Muting marks notifications as read, so that no digest has them. Throws 404 if invisible. */
export async function watchThread(member: Member, meta_slug: string, watch: WatchLevel): Promise<void> {
  const chooseBatch = async (rows: number) => {
    const [found] = await queryRows<{ read: number }>(Prisma.sql`
    WITH found AS (
      SELECT thread.id AS thread_id, "user".id AS user_id FROM thread, "user"
       WHERE meta_slug = ${meta_slug} AND ${visibleThread(member)} AND "user".id = ${member.id} FOR KEY SHARE
    ), chosen AS (
      INSERT INTO thread_member (thread_id, user_id, watch) SELECT thread_id, user_id, ${watch}::watch_level FROM found
          ON CONFLICT (user_id, thread_id) DO UPDATE SET watch = excluded.watch
    ), silenced AS (
      UPDATE notification SET read_at = now() WHERE id = ANY (ARRAY(
        SELECT notification.id FROM notification JOIN found USING (user_id, thread_id)
         WHERE ${watch} = 'muted' AND read_at IS NULL AND kind::text = ANY (${[...activityKinds]}::text[])
         LIMIT ${rows}))
      RETURNING id)
    SELECT (SELECT count(*)::int FROM silenced) AS read FROM found`)
    if (!found) throw notFound()
    return found.read
  }
  await inBatches(chooseBatch, { maxMs: markReadMaxMs })
}
