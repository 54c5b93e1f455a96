import { isPublic } from '#shared/forum.ts'
import type { Votes, VoteValue } from '#shared/forum.ts'
import { db } from '../db.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { getThreadFacts } from './threads.ts'
import { isPublicThread } from './visibility.ts'
import type { Member } from './visibility.ts'

/** Answers the counts with this vote in them. Throws 404 where the thread cannot be seen, 403 for one's own and for one that is not public. */
export async function voteForThread(member: Member, meta_slug: string, value: VoteValue | null): Promise<Votes> {
  const thread = await getThreadFacts(meta_slug, member)
  if (thread.author_id === member.id) throw new HttpProblem(403, 'forum.thread.own_vote', { code: 'forbidden' })
  if (!isPublic(thread)) throw new HttpProblem(403, 'forum.thread.not_public', { code: 'forbidden' })
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
