import { isActivity } from '#shared/forum/notifications.ts'
import type { MailFrequency, NotificationKind } from '../generated/enums.ts'
import { db, Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { mentionsIn } from '../markdown/markdown.ts'
import { isPublicThread, visibleComment } from '../texts/visibility.ts'
import { hasNotMuted } from '../texts/watching.ts'

type Transaction = Prisma.TransactionClient
type Services = { transaction: Transaction; jobs: Jobs }
type Recipient = { user_id: number | null; kind: NotificationKind }
export type NotificationEvent = {
  key: string // such as "comment:17"; each person is notified of it once
  actor_id?: number | null // is not notified
  thread_id?: number
  comment_id?: number | null
  note?: string | null | undefined // moderator's note
  ends_at?: Date
}

/** Event of a new comment. */
export const commentKey = (comment_id: number) => `comment:${comment_id}`

/** Locks people's rows. Call it before locking the text, as account removal does: another order would deadlock. */
export async function lockUsers(transaction: Transaction, ids: Prisma.Sql): Promise<void> {
  await transaction.$queryRaw`SELECT FROM "user" WHERE id IN (${ids}) ORDER BY id FOR KEY SHARE`
}

/** Notifies people, except the actor, the team and those who muted the thread. Call it in the event's transaction. */
export async function notify(
  { transaction, jobs }: Services,
  recipients: Recipient[],
  { key, actor_id = null, thread_id, comment_id = null, note, ends_at }: NotificationEvent,
): Promise<void> {
  const people = recipients.filter(({ user_id }) => user_id !== null && user_id !== actor_id)
  if (people.length === 0) return
  // Notifications about decisions do not name the moderator.
  const mailed = await transaction.$queryRaw<{ id: number; user_id: number }[]>`
    WITH person AS MATERIALIZED (
      SELECT "user".id, recipient.kind, is_activity, CASE WHEN is_activity THEN activity_mail ELSE moderation_mail END AS frequency
        FROM unnest(${people.map(({ user_id }) => user_id)}::int[], ${people.map(({ kind }) => kind)}::notification_kind[],
               ${people.map(({ kind }) => isActivity(kind))}::bool[]) AS recipient (user_id, kind, is_activity)
        JOIN "user" ON "user".id = recipient.user_id, (SELECT ${thread_id ?? null}::int AS thread_id) AS event
       WHERE NOT is_team AND erased_at IS NULL AND (NOT is_activity OR ${hasNotMuted('"user".id', 'event.thread_id')})
       ORDER BY "user".id FOR KEY SHARE OF "user"
    ), added AS (
      INSERT INTO notification (user_id, kind, key, thread_id, comment_id, actor_id, note, ends_at, mailed_at)
      SELECT id, kind, ${key}, ${thread_id ?? null}::int, ${comment_id}::int, CASE WHEN is_activity THEN ${actor_id}::int END,
             ${note || null}, ${ends_at ?? null}::timestamptz, CASE WHEN frequency <> 'daily' THEN now() END
        FROM person ON CONFLICT (user_id, key) DO NOTHING RETURNING id, user_id)
    SELECT added.id, user_id FROM added JOIN person ON person.id = user_id WHERE frequency = 'at_once'`
  const mails = mailed.map(({ id, user_id }) => ({ data: { notification_id: id }, group: String(user_id) }))
  await jobs.enqueueAll(transaction, 'notification_mail', mails)
}

const maxMentioned = 10

type MentionedPerson = { id: number; mail: MailFrequency }

/** Returns the first ten people to notify of the named ones. Excludes `others`, and muted, blocked, team and erased accounts. */
export async function findMentionedPeople(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  names: string[],
  author_id: number | null,
  { others = [], thread_id = null }: { others?: number[]; thread_id?: number | null } = {},
): Promise<MentionedPerson[]> {
  if (names.length === 0) return []
  return client.$queryRaw`
    SELECT id, mail FROM (
    SELECT "user".id, "user".activity_mail AS mail
      FROM unnest(${names}::text[]) WITH ORDINALITY AS named (username, position) JOIN "user" USING (username)
     WHERE NOT is_team AND erased_at IS NULL AND blocked_at IS NULL AND "user".id <> ALL (${[author_id ?? 0, ...others]}::int[])
     ORDER BY named.position LIMIT ${maxMentioned}) AS mentioned
     WHERE ${thread_id === null ? Prisma.sql`true` : hasNotMuted('mentioned.id', thread_id)}`
}

export async function lockMentionedPeople(
  transaction: Transaction,
  html: string,
  author_id: number | null,
): Promise<void> {
  const people = await findMentionedPeople(transaction, mentionsIn(html), author_id)
  // The author's row is locked too, since the notification refers to it. Account removal locks people before texts.
  const ids = [...people.map(({ id }) => id), ...(author_id === null ? [] : [author_id])]
  if (ids.length > 0) await lockUsers(transaction, Prisma.join(ids))
}

type MentioningText = { thread_id: number; comment_id: number | null; html: string; author_id: number | null }

/** Notifies up to ten people per text, each once, edits included. Expects a public text whose row is locked. */
export async function notifyMentionedPeople(
  services: Services,
  { thread_id, comment_id, html, author_id: actor_id }: MentioningText,
): Promise<void> {
  const { transaction } = services
  const people = await findMentionedPeople(transaction, mentionsIn(html), actor_id)
  if (people.length === 0) return
  const key = comment_id === null ? `thread:${thread_id}` : commentKey(comment_id)
  const notified = await transaction.notification.findMany({
    where: { key, ...(comment_id === null ? { thread_id } : { comment_id }) },
    select: { user_id: true, kind: true },
  })
  const left = maxMentioned - notified.filter(({ kind }) => kind === 'mention').length
  const others = people.filter(({ id }) => notified.every(({ user_id }) => user_id !== id)).slice(0, Math.max(left, 0))
  const recipients = others.map(({ id }) => ({ user_id: id, kind: 'mention' as const }))
  await notify(services, recipients, { key, thread_id, comment_id, actor_id })
}

const followersPerBatch = 500

/** Queues a job, so that the author does not wait for notifications of many followers. */
export const enqueueFollowers = (transaction: Transaction, jobs: Jobs, comment_id: number) =>
  jobs.enqueue(transaction, 'notification_followers', { comment_id })

/** Notifies the followers of a thread. A second run adds only missing notifications. */
export async function notifyFollowers(jobs: Jobs, comment_id: number): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await db.$transaction(async (transaction) => {
      const followers = await transaction.$queryRaw<{ user_id: number; thread_id: number; actor_id: number | null }[]>`
        SELECT user_id, comment.thread_id, comment.author_id AS actor_id
          FROM comment JOIN thread ON thread.id = comment.thread_id JOIN thread_member ON thread_member.thread_id = thread.id
         WHERE comment.id = ${comment_id} AND ${isPublicThread} AND ${visibleComment(null)}
           AND watch = 'following' AND user_id > ${from} ORDER BY user_id LIMIT ${followersPerBatch}`
      const recipients = followers.map(({ user_id }) => ({ user_id, kind: 'followed_comment' as const }))
      const { thread_id, actor_id = null } = followers[0] ?? {}
      if (thread_id !== undefined)
        await notify({ transaction, jobs }, recipients, {
          key: commentKey(comment_id),
          thread_id,
          comment_id,
          actor_id,
        })
      return followers.at(-1)?.user_id
    })
  }
}
