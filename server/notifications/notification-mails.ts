import { activityKinds } from '#shared/forum/notifications.ts'
import type { Locale } from '#shared/locale.ts'
import type { NotificationKind } from '../generated/enums.ts'
import { db, Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import type { Addressee } from '../mail/greet.ts'
import { isVisibleTo, notificationJoins, visibleCommentId, moderationNote, visibleThreadJson } from './notifications.ts'

export type MailItem = {
  kind: NotificationKind
  actor: string | null
  thread: { meta_slug: string; title: string } | null
  comment_id: number | null
  note: string | null
  ends_at: Date | null
}
export type MailRecipient = Addressee & { id: number; email: string; language: Locale }
export type NotificationMail = { reader: MailRecipient; items: MailItem[]; total: number }

const maxItems = 20
const maxActivityMails = 20 // mails per hour about activity; further notifications wait for the digest
const peoplePerBatch = 200

const activity = Prisma.raw(activityKinds.map((kind) => `'${kind}'`).join(', '))
const isActivity = Prisma.sql`notification.kind IN (${activity})`
const frequency = Prisma.sql`CASE WHEN ${isActivity} THEN reader.activity_mail ELSE reader.moderation_mail END`
/** SQL condition: an unconfirmed address gets no mail about activity, which strangers could cause. */
const mayMailActivity = Prisma.sql`(NOT ${isActivity} OR reader.email_confirmed_at IS NOT NULL)`
const isBelowLimit = Prisma.sql`(NOT ${isActivity} OR ${maxActivityMails} > (
  SELECT count(*) FROM (
    SELECT FROM notification AS earlier
     WHERE earlier.user_id = notification.user_id AND earlier.id < notification.id AND earlier.kind IN (${activity})
       AND earlier.mailed_at > notification.created_at - interval '1 hour'
     LIMIT ${maxActivityMails}) AS within_the_hour))`

async function listItems(user_id: number, which: Prisma.Sql): Promise<Pick<NotificationMail, 'items' | 'total'>> {
  const rows = await db.$queryRaw<(MailItem & { total: number })[]>`
    SELECT notification.kind, actor.username AS actor, ${visibleThreadJson} AS thread, ${visibleCommentId} AS comment_id,
           ${moderationNote} AS note, notification.ends_at,
           count(*) OVER ()::int AS total
      FROM ${notificationJoins} JOIN "user" AS reader ON reader.id = notification.user_id
      LEFT JOIN "user" AS actor ON actor.id = notification.actor_id AND actor.erased_at IS NULL
     WHERE ${isVisibleTo(user_id)} AND ${which} AND read_at IS NULL AND ${frequency} <> 'none' AND ${mayMailActivity}
     ORDER BY notification.id DESC LIMIT ${maxItems}`
  return { items: rows, total: rows[0]?.total ?? 0 }
}

const readerColumns = { id: true, email: true, first_name: true, username: true, language: true } as const

/** Marks unread notifications of the last 30 days as not mailed, so that the next digest includes them. */
const deferToDigest = (which: Prisma.Sql) => db.$executeRaw`
  UPDATE notification SET mailed_at = NULL
   WHERE ${which} AND read_at IS NULL AND created_at > now() - interval '30 days'`

/** Returns the mail of a notification. Null if it was read, is not visible, or must not be mailed at once now. */
export async function findImmediateMail(id: number): Promise<NotificationMail | null> {
  const found = await db.notification.findUnique({ where: { id }, select: { user: { select: readerColumns } } })
  if (!found) return null
  const which = Prisma.sql`notification.id = ${id} AND ${frequency} = 'at_once' AND ${isBelowLimit}`
  const listed = await listItems(found.user.id, which)
  if (listed.total > 0) return { reader: found.user, ...listed }
  await deferToDigest(Prisma.sql`id = ${id}`)
  return null
}

/** Returns the digest that `queueDigests` started at `taken_at`. Null if it has no visible notification. */
export async function findDigest(user_id: number, taken_at: Date): Promise<NotificationMail | null> {
  const reader = await db.user.findUnique({ where: { id: user_id }, select: readerColumns })
  if (!reader) return null
  const isInDigest = Prisma.sql`notification.mailed_at = ${taken_at}`
  await deferToDigest(Prisma.sql`id IN (SELECT notification.id FROM ${notificationJoins}
    WHERE notification.user_id = ${user_id} AND ${isInDigest} AND ${isVisibleTo(user_id)} IS NOT TRUE)`)
  const listed = await listItems(user_id, isInDigest)
  return listed.total > 0 ? { reader, ...listed } : null
}

const claimUnmailed = (transaction: Prisma.TransactionClient, after: number, now: Date) =>
  transaction.$queryRaw<{ user_id: number; has_unread: boolean }[]>`
    WITH waiting AS (
      SELECT DISTINCT user_id FROM notification WHERE mailed_at IS NULL AND user_id > ${after}
       ORDER BY user_id LIMIT ${peoplePerBatch}
    ), taken AS (
      UPDATE notification SET mailed_at = ${now} FROM waiting
       WHERE notification.user_id = waiting.user_id AND mailed_at IS NULL
      RETURNING notification.user_id, read_at
    )
    SELECT user_id, bool_or(read_at IS NULL) AS has_unread FROM taken GROUP BY user_id ORDER BY user_id`

/** Queues digests. One transaction marks the notifications of a batch and queues a job for each person. */
export async function queueDigests(jobs: Jobs, now = new Date()): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await db.$transaction(async (transaction) => {
      const people = await claimUnmailed(transaction, from, now)
      const queued = people
        .filter(({ has_unread }) => has_unread)
        .map(({ user_id }) => ({ data: { user_id, taken_at: now.toISOString() }, group: String(user_id) }))
      await jobs.enqueueAll(transaction, 'notification_digest_mail', queued)
      return people.at(-1)?.user_id
    })
  }
}
