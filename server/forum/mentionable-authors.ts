import type { MentionableAuthor, MentionQuery } from '#shared/forum/mention-suggestions.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../database/db.ts'
import { collations } from '../sql/collations.ts'
import { jsonRows } from '../sql/json-rows.ts'
import { authorJson } from '../texts/authors.ts'
import { isPublicThread, visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

const maxAuthors = 8
const maxComments = 500 // latest comments of a thread whose authors are suggested
const maxNames = 500 // names with the prefix that are checked for public posts

/** SQL condition for a prefix of a name, in the form of the index. U+10FFFF is the last character. */
const hasPrefix = (q: string) =>
  Prisma.sql`(lower("user".username) ~>=~ lower(${q}) AND lower("user".username) ~<~ (lower(${q}) || chr(1114111)) AND "user".erased_at IS NULL)`

const participants = (member: Member, { q, thread }: MentionQuery) => Prisma.sql`
  SELECT "user".id, "user".username, 0 AS part, -max(written.id) AS rank
    FROM thread CROSS JOIN LATERAL (
           SELECT thread.author_id, 0 AS id
            UNION ALL (SELECT comment.author_id, comment.id FROM comment
                        WHERE comment.thread_id = thread.id AND ${visibleComment(null)}
                        ORDER BY comment.id DESC LIMIT ${maxComments})) AS written
    JOIN "user" ON "user".id = written.author_id
   WHERE thread.meta_slug = ${thread} AND ${visibleThread(member)} AND ${hasPrefix(q)}
   GROUP BY "user".id`

const authors = ({ q }: MentionQuery, locale: Locale) => Prisma.sql`
  SELECT named.id, named.username, 1 AS part, row_number() OVER (ORDER BY named.username ${collations[locale]})::int AS rank
    FROM (SELECT "user".id, "user".username FROM "user" WHERE ${hasPrefix(q)}
           ORDER BY lower("user".username) USING ~<~ LIMIT ${maxNames}) AS named
   WHERE EXISTS (SELECT FROM thread WHERE thread.author_id = named.id AND ${isPublicThread})
      OR EXISTS (SELECT FROM comment JOIN thread ON thread.id = comment.thread_id
                  WHERE comment.author_id = named.id AND ${visibleComment(null)} AND ${isPublicThread})`

/** Suggests people for a mention, participants first; not the member, and nobody without public posts. */
export function listMentionableAuthors(
  member: Member,
  query: MentionQuery,
  locale: Locale,
): Promise<MentionableAuthor[]> {
  const sources = [
    ...(query.thread === undefined ? [] : [participants(member, query)]),
    ...(query.q === '' ? [] : [authors(query, locale)]),
  ]
  if (sources.length === 0) return Promise.resolve([])
  return jsonRows<MentionableAuthor>(Prisma.sql`
    SELECT ${authorJson('found.id')} AS answer
      FROM (SELECT DISTINCT ON (id) id, part, rank FROM (${Prisma.join(sources, ' UNION ALL ')}) AS all_found
             WHERE id <> ${member.id} ORDER BY id, part) AS found
     ORDER BY found.part, found.rank LIMIT ${maxAuthors}`)
}
