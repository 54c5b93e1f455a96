import { Prisma } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { findMentioned, maxMentioned } from '../texts/mentions.ts'
import { commentKey } from './comment-recipients.ts'
import { lockPeople, notify } from './notify.ts'

type Transaction = Prisma.TransactionClient
type MentioningText = { thread_id: number; comment_id: number | null; html: string; author_id: number | null }

/** Locks the author of a text and whom it mentions, as `lockPeople` does: before the text is locked. */
export async function lockMentioned(transaction: Transaction, html: string, author_id: number | null): Promise<void> {
  const people = await findMentioned(transaction, html, author_id)
  // The author too, whom a notification refers to: an account's removal locks people before their texts.
  const ids = [...people.map(({ id }) => id), ...(author_id === null ? [] : [author_id])]
  if (ids.length > 0) await lockPeople(transaction, Prisma.join(ids))
}

/** Of a text that is locked and public: whoever it has notified before is not notified again, and ten are the most, its edits included. */
export async function notifyMentioned(
  services: { transaction: Transaction; jobs: Jobs },
  { thread_id, comment_id, html, author_id }: MentioningText,
): Promise<void> {
  const { transaction } = services
  const people = await findMentioned(transaction, html, author_id)
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
