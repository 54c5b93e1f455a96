import { isPublic } from '#shared/forum.ts'
import type { Votes, VoteValue } from '#shared/forum.ts'
import { db } from '../db.ts'
import { notFound } from '../problem.ts'
import { getThreadFacts } from './threads.ts'
import { checkTaking, isPublicThread } from './visibility.ts'
import type { Member } from './visibility.ts'

const refusals = { own: 'forum.thread.own_vote', not_public: 'forum.thread.not_public' } as const

/** Answers the counts with this vote in them. Throws 404 and 403 by `checkTaking`. */
export async function voteForThread(member: Member, meta_slug: string, value: VoteValue | null): Promise<Votes> {
  const thread = await getThreadFacts(meta_slug, member)
  checkTaking({ ...thread, is_public: isPublic(thread) }, member, refusals)
  if (value === null)
    await db.$executeRaw`DELETE FROM thread_vote WHERE thread_id = ${thread.id} AND user_id = ${member.id}`
  else
    await db.$executeRaw`
      INSERT INTO thread_vote (thread_id, user_id, value)
      SELECT thread.id, ${member.id}, ${value === 'like' ? 1 : -1} FROM thread WHERE thread.id = ${thread.id} AND ${isPublicThread}
      ON CONFLICT (thread_id, user_id) DO UPDATE SET value = excluded.value WHERE thread_vote.value <> excluded.value`
  const [votes] = await db.$queryRaw<Votes[]>`
    SELECT likes, dislikes, CASE value WHEN 1 THEN 'like' WHEN -1 THEN 'dislike' END AS your_vote
      FROM thread_counts LEFT JOIN thread_vote ON thread_id = id AND user_id = ${member.id} WHERE id = ${thread.id}`
  if (!votes) throw notFound()
  return votes
}
