import { isActivity } from '#shared/forum/notifications.ts'
import type { NotificationKind } from '../generated/enums.ts'
import { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { hasNotMuted } from '../texts/watching.ts'

export type NewNotification = {
  user_id: number
  kind: NotificationKind
  /** What happened, so that nobody is told of it twice: "comment:17". */
  key: string
  thread_id?: number
  comment_id?: number
  actor_id?: number
  /** What the moderator said of what was removed. */
  note?: string | undefined
  /** When what it tells of ends. */
  ends_at?: Date
}

/**
 * Locks whom a transaction will tell something, before it locks what it is about: as the removal of an account does, which
 * would wait for it for ever otherwise.
 */
export async function lockPeople(transaction: Prisma.TransactionClient, ids: Prisma.Sql): Promise<void> {
  await transaction.$queryRaw`SELECT FROM "user" WHERE id IN (${ids}) ORDER BY id FOR KEY SHARE`
}

/**
 * Within the transaction of what happened: all that is told of is public then, or a decision. Nobody is told of what they
 * did themselves, an account of the team of nothing, and whoever muted the thread of nothing that others write in it. The mail is queued where the person wants it at once.
 */
export async function notify(
  { transaction, jobs }: { transaction: Prisma.TransactionClient; jobs: Jobs },
  { user_id, kind, key, thread_id, comment_id, actor_id, note, ends_at }: NewNotification,
): Promise<void> {
  if (actor_id === user_id) return
  const frequency = isActivity(kind) ? Prisma.sql`activity_mail` : Prisma.sql`moderation_mail`
  // A moderator's decision names nobody.
  const named = isActivity(kind) ? (actor_id ?? null) : null
  const isHeard = isActivity(kind) ? Prisma.sql`AND ${hasNotMuted('"user".id', String(thread_id))}` : Prisma.empty
  const [added] = await transaction.$queryRaw<{ id: number; is_mailed_at_once: boolean }[]>`
    INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id, note, ends_at, mailed_at)
    SELECT id, ${kind}::notification_kind, ${key}, ${thread_id ?? null}::int, ${comment_id ?? null}::int, ${named}::int, ${note || null}, ${ends_at ?? null}::timestamptz,
           CASE WHEN ${frequency} <> 'daily' THEN now() END
      FROM "user" WHERE id = ${user_id} AND NOT is_team AND erased_at IS NULL ${isHeard} FOR KEY SHARE
        ON CONFLICT (user_id, key) DO NOTHING
    RETURNING id, (SELECT ${frequency} = 'at_once' FROM "user" WHERE "user".id = user_id) AS is_mailed_at_once`
  if (added?.is_mailed_at_once)
    await jobs.enqueue(transaction, 'notification_mail', { notification_id: added.id }, { group: String(user_id) })
}
