import { isPublic } from '#shared/forum/schema.ts'
import type { Votes, VoteValue } from '#shared/forum/schema.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { assertOthersPublicText, isPublicThread, visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'
import { getThreadFacts } from './threads.ts'

const targets = {
  thread: {
    counts: Prisma.raw('thread_counts'),
    refusals: { own: 'forum.thread.own_vote', not_public: 'forum.thread.not_public' },
  },
  comment: {
    counts: Prisma.raw('comment'),
    refusals: { own: 'forum.comment.own_vote', not_public: 'forum.comment.not_public' },
  },
} as const
type Target = keyof typeof targets

const stored = { like: 1, dislike: -1 } as const

type Vote = { id: number; user_id: number; value: VoteValue | null }

/** Sets or, for null, removes a vote. Idempotent. Returns the new counts. */
async function vote(target: Target, { id, user_id, value }: Vote): Promise<Votes> {
  const [table, votes, target_id] = [Prisma.raw(target), Prisma.raw(`${target}_vote`), Prisma.raw(`${target}_id`)]
  await queryRows(
    value === null
      ? Prisma.sql`DELETE FROM ${votes} WHERE ${target_id} = ${id} AND user_id = ${user_id}`
      : Prisma.sql`
          INSERT INTO ${votes} AS vote (${target_id}, user_id, value)
          SELECT id, ${user_id}, ${stored[value]} FROM ${table} WHERE id = ${id}
          ON CONFLICT (${target_id}, user_id) DO UPDATE SET value = excluded.value WHERE vote.value <> excluded.value`,
  )
  // Reads the counts in a new statement, which sees the triggers' changes.
  const [counts] = await queryRows<Votes>(Prisma.sql`
    SELECT likes, dislikes, CASE value WHEN 1 THEN 'like' WHEN -1 THEN 'dislike' END AS your_vote
      FROM ${targets[target].counts} LEFT JOIN ${votes} ON ${target_id} = id AND user_id = ${user_id} WHERE id = ${id}`)
  if (!counts) throw notFound()
  return counts
}

export async function voteOnThread(member: Member, meta_slug: string, value: VoteValue | null): Promise<Votes> {
  const thread = await getThreadFacts(meta_slug, member)
  assertOthersPublicText({ ...thread, is_public: isPublic(thread) }, member, targets.thread.refusals)
  return vote('thread', { id: thread.id, user_id: member.id, value })
}

export async function voteOnComment(member: Member, id: number, value: VoteValue | null): Promise<Votes> {
  const [found] = await queryRows<{ author_id: number | null; is_public: boolean }>(Prisma.sql`
    SELECT comment.author_id, ${visibleComment(null)} AND ${isPublicThread} AS is_public
      FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = ${id} AND ${visibleComment(member)} AND ${visibleThread(member)}`)
  assertOthersPublicText(found, member, targets.comment.refusals)
  return vote('comment', { id, user_id: member.id, value })
}
