import { Prisma } from '../database/db.ts'
import type { MailFrequency } from '../generated/enums.ts'
import type { Jobs } from '../jobs.ts'
import { mentionsIn } from '../markdown/markdown.ts'
import { hasNotMuted } from '../texts/watching.ts'
import { commentKey, lockUsers, notify } from './notify.ts'

type Transaction = Prisma.TransactionClient
type MentioningText = { thread_id: number; comment_id: number | null; html: string; author_id: number | null }

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
     WHERE ${thread_id === null ? Prisma.sql`true` : hasNotMuted('mentioned.id', String(thread_id))}`
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

/** Notifies up to ten people per text, each once, edits included. Expects a public text whose row is locked. */
export async function notifyMentionedPeople(
  services: { transaction: Transaction; jobs: Jobs },
  { thread_id, comment_id, html, author_id }: MentioningText,
): Promise<void> {
  const { transaction } = services
  const people = await findMentionedPeople(transaction, mentionsIn(html), author_id)
  if (people.length === 0) return
  const key = comment_id === null ? `thread:${thread_id}` : commentKey(comment_id)
  const ofText = comment_id === null ? Prisma.sql`thread_id = ${thread_id}` : Prisma.sql`comment_id = ${comment_id}`
  const notified = await transaction.$queryRaw<{ user_id: number; is_mention: boolean }[]>`
    SELECT user_id, kind = 'mention' AS is_mention FROM notification WHERE ${ofText} AND key = ${key}`
  const known = new Set(notified.map(({ user_id }) => user_id))
  const left = maxMentioned - notified.filter(({ is_mention }) => is_mention).length
  const written = {
    key,
    thread_id,
    ...(comment_id !== null && { comment_id }),
    ...(author_id !== null && { actor_id: author_id }),
  }
  for (const { id: user_id } of people.filter(({ id }) => !known.has(id)).slice(0, Math.max(left, 0)))
    await notify(services, { user_id, kind: 'mention', ...written })
}
