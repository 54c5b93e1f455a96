import { forumPaths } from '#shared/forum/paths.ts'
import type { MailFrequency } from '../generated/enums.ts'
import { Prisma } from '../database/db.ts'
import { hasNotMuted } from './watching.ts'

export const maxMentioned = 10

const mentionLink = /<a href="([^"<>]+)"[^<>]*>@([^<>]+)<\/a>/g

export function mentionsIn(html: string): string[] {
  const found = [...html.matchAll(mentionLink)].flatMap(([, href, name = '']) =>
    href === forumPaths.forum({ author: name }) ? [name] : [],
  )
  return [...new Set(found)]
}

export type MentionedPerson = { id: number; mail: MailFrequency }

/** Returns the first ten people to notify. Excludes `others`, and muted, blocked, team and erased accounts. */
export async function findMentionedPeople(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  html: string,
  author_id: number | null,
  { others = [], thread_id = null }: { others?: number[]; thread_id?: number | null } = {},
): Promise<MentionedPerson[]> {
  const names = mentionsIn(html)
  if (names.length === 0) return []
  return client.$queryRaw`
    SELECT id, mail FROM (
    SELECT "user".id, "user".activity_mail AS mail
      FROM unnest(${names}::text[]) WITH ORDINALITY AS named (username, position) JOIN "user" USING (username)
     WHERE NOT is_team AND erased_at IS NULL AND blocked_at IS NULL AND "user".id <> ALL (${[author_id ?? 0, ...others]}::int[])
     ORDER BY named.position LIMIT ${maxMentioned}) AS mentioned
     WHERE ${thread_id === null ? Prisma.sql`true` : hasNotMuted('mentioned.id', thread_id)}`
}
