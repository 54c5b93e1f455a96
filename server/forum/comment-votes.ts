import type { Votes, VoteValue } from '#shared/forum.ts'
import { Prisma, queryRows } from '../db.ts'
import { notFound } from '../problem.ts'
import { checkTaking, isPublicThread, visibleComment, visibleThread } from './visibility.ts'
import type { Member } from './visibility.ts'

const stored = { like: 1, dislike: -1 } as const
const refusals = { own: 'forum.comment.own_vote', not_public: 'forum.comment.not_public' } as const

/** Idempotent; null takes it back. Throws 404 and 403 by `checkTaking`. */
export async function voteOnComment(member: Member, id: number, value: VoteValue | null): Promise<Votes> {
  const user_id = member.id
  const [found] = await queryRows<{ author_id: number | null; is_public: boolean }>(Prisma.sql`
    SELECT comment.author_id, ${visibleComment(null)} AND ${isPublicThread} AS is_public
      FROM comment JOIN thread ON thread.id = comment.thread_id
     WHERE comment.id = ${id} AND ${visibleComment(member)} AND ${visibleThread(member)}`)
  checkTaking(found, member, refusals)
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
