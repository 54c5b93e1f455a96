import type { Votes, VoteValue } from '#shared/forum/schema.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { assertOthersPublicText, findVisibleText } from '../texts/visibility.ts'
import type { Member, TextKey } from '../texts/visibility.ts'

const countsTables = { thread: Prisma.raw('thread_counts'), comment: Prisma.raw('comment') }
const stored = { like: 1, dislike: -1 } as const

/** Sets or, for null, removes a vote. Idempotent. Returns the new counts. */
export async function vote(member: Member, text: TextKey, value: VoteValue | null): Promise<Votes> {
  const { table } = text
  const refusals = { own: `forum.${table}.own_vote`, not_public: `forum.${table}.not_public` } as const
  const { id } = assertOthersPublicText(await findVisibleText(text, member), member, refusals)
  const [votes, target_id] = [Prisma.raw(`${table}_vote`), Prisma.raw(`${table}_id`)]
  await queryRows(
    value === null
      ? Prisma.sql`DELETE FROM ${votes} WHERE ${target_id} = ${id} AND user_id = ${member.id}`
      : Prisma.sql`
          INSERT INTO ${votes} AS vote (${target_id}, user_id, value)
          SELECT id, ${member.id}, ${stored[value]} FROM ${Prisma.raw(table)} WHERE id = ${id}
          ON CONFLICT (${target_id}, user_id) DO UPDATE SET value = excluded.value WHERE vote.value <> excluded.value`,
  )
  // Reads the counts in a new statement, which sees the triggers' changes.
  const [counts] = await queryRows<Votes>(Prisma.sql`
    SELECT likes, dislikes, CASE value WHEN 1 THEN 'like' WHEN -1 THEN 'dislike' END AS your_vote
      FROM ${countsTables[table]} LEFT JOIN ${votes} ON ${target_id} = id AND user_id = ${member.id} WHERE id = ${id}`)
  if (!counts) throw notFound()
  return counts
}
