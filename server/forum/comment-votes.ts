import type { Votes, VoteValue } from '#shared/forum.ts'
import { Prisma, queryRows } from '../db.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { isPublicThread, visibleComment } from './visibility.ts'
import type { Member } from './visibility.ts'

const stored = { like: 1, dislike: -1 } as const

/** Idempotent; null takes it back. Throws 404 for what is not public, and 403 for one's own. */
export async function voteOnComment({ id: user_id }: Member, id: number, value: VoteValue | null): Promise<Votes> {
  const [found] = await queryRows<{ author_id: number | null }>(Prisma.sql`
    SELECT comment.author_id FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = ${id} AND ${visibleComment(null)} AND ${isPublicThread}`)
  if (!found) throw notFound()
  if (found.author_id === user_id) throw new HttpProblem(403, 'forum.comment.own_vote', { code: 'forbidden' })
  await queryRows(
    value === null
      ? Prisma.sql`DELETE FROM comment_vote WHERE comment_id = ${id} AND user_id = ${user_id}`
      : Prisma.sql`
          INSERT INTO comment_vote (comment_id, user_id, value) VALUES (${id}, ${user_id}, ${stored[value]})
          ON CONFLICT (comment_id, user_id) DO UPDATE SET value = EXCLUDED.value WHERE comment_vote.value <> EXCLUDED.value`,
  )
  // Triggers have counted it: only another statement sees what they did.
  const [votes] = await queryRows<Votes>(Prisma.sql`
    SELECT likes, dislikes, (SELECT CASE value WHEN 1 THEN 'like' ELSE 'dislike' END
                               FROM comment_vote WHERE comment_id = comment.id AND user_id = ${user_id}) AS your_vote
      FROM comment WHERE id = ${id}`)
  if (!votes) throw notFound()
  return votes
}
