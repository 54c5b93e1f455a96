import { isActivity } from '#shared/forum/notifications.ts'
import type { NotificationKind } from '../generated/enums.ts'
import { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { hasNotMuted } from '../texts/watching.ts'

export type NewNotification = {
  user_id: number
  kind: NotificationKind
  key: string // event, such as "comment:17"; each person is notified of it once
  thread_id?: number
  comment_id?: number
  actor_id?: number
  note?: string | undefined // moderator's note
  ends_at?: Date
}

/** Locks people's rows. Call it before locking the text, as account removal does: another order would deadlock. */
export async function lockUsers(transaction: Prisma.TransactionClient, ids: Prisma.Sql): Promise<void> {
  await transaction.$queryRaw`SELECT FROM "user" WHERE id IN (${ids}) ORDER BY id FOR KEY SHARE`
}

/** Adds a notification, except for the actor, the team and people who muted the thread. Call it in the transaction. */
export async function notify(
  { transaction, jobs }: { transaction: Prisma.TransactionClient; jobs: Jobs },
  { user_id, kind, key, thread_id, comment_id, actor_id, note, ends_at }: NewNotification,
): Promise<void> {
  if (actor_id === user_id) return
  const frequency = isActivity(kind) ? Prisma.sql`activity_mail` : Prisma.sql`moderation_mail`
  const named = isActivity(kind) ? (actor_id ?? null) : null // notifications about decisions do not name the moderator
  const isNotMuted =
    isActivity(kind) && thread_id ? Prisma.sql`AND ${hasNotMuted('"user".id', thread_id)}` : Prisma.empty
  const [added] = await transaction.$queryRaw<{ id: number; is_mailed_at_once: boolean }[]>`
    INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id, note, ends_at, mailed_at)
    SELECT id, ${kind}::notification_kind, ${key}, ${thread_id ?? null}::int, ${comment_id ?? null}::int, ${named}::int, ${note || null}, ${ends_at ?? null}::timestamptz,
           CASE WHEN ${frequency} <> 'daily' THEN now() END
      FROM "user" WHERE id = ${user_id} AND NOT is_team AND erased_at IS NULL ${isNotMuted} FOR KEY SHARE
        ON CONFLICT (user_id, key) DO NOTHING
    RETURNING id, (SELECT ${frequency} = 'at_once' FROM "user" WHERE "user".id = user_id) AS is_mailed_at_once`
  if (added?.is_mailed_at_once)
    await jobs.enqueue(transaction, 'notification_mail', { notification_id: added.id }, { group: String(user_id) })
}
