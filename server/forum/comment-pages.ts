import type { CommentListQuery } from '#shared/forum/schema.ts'
import { keyset, readCursorPosition, scanOf } from '../sql/cursor.ts'
import type { CursorPosition, Keyset } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { commentColumns, withParent } from './comment-rows.ts'
import type { CommentRow } from './comment-rows.ts'
import { listedComment, visibleComment } from '../texts/visibility.ts'
import type { Reader } from '../texts/visibility.ts'

type Sort = CommentListQuery['sort']

const keysetOf = (sort: Sort, columns: string[], direction: Keyset['direction']): Keyset => ({
  ...keyset(sort, 'int', columns, direction),
  // The row `place` has the values of the cursor, or of the comment in `around`.
  valuesOf: () => (sort === 'best' ? [Prisma.sql`place.score`, Prisma.sql`place.id`] : [Prisma.sql`place.id`]),
})
const keysets: Record<Sort, Keyset> = {
  oldest: keysetOf('oldest', ['comment.id'], 'ASC'),
  newest: keysetOf('newest', ['comment.id'], 'DESC'),
  best: keysetOf('best', ['(comment.likes - comment.dislikes)', 'comment.id'], 'DESC'),
}

/** Position of a page. `around`: the page that contains this comment. In the order `best`, the key is the score. */
export type CommentCursor = CursorPosition | { side: 'around'; id: number } | null

export function readCommentCursor({ sort, cursor, around }: CommentListQuery): CommentCursor {
  const position = readCursorPosition(cursor, keysets[sort])
  if (position || around === undefined) return position
  return { side: 'around', id: around }
}

const firstReplies = 3
const maxRepliesBefore = 30 // replies shown before the requested one

/** SQL: the branch of the requested comment, and the first reply to show. */
const branchOf = (id: number, reader: Reader) => Prisma.sql`
  SELECT branch.id, branch.likes - branch.dislikes AS score, coalesce(up_to.first, 0) AS first_reply,
         greatest(up_to.count, ${firstReplies})::int AS most_replies
    FROM comment JOIN comment AS branch ON branch.id = coalesce(comment.branch_id, comment.id),
         LATERAL (SELECT min(id) AS first, count(*) FROM (
           SELECT reply.id FROM comment AS reply
            WHERE reply.branch_id = branch.id AND reply.id <= comment.id AND ${visibleComment(reader, 'reply')}
            ORDER BY reply.id DESC LIMIT ${maxRepliesBefore}) AS counted) AS up_to
   WHERE comment.id = ${id} AND comment.thread_id = thread.id AND ${visibleComment(reader)}`

function rowOf(position: CommentCursor, reader: Reader): Prisma.Sql {
  if (!position) return Prisma.sql`SELECT 0 AS id, 0 AS first_reply, ${firstReplies}::int AS most_replies`
  if (position.side === 'around') return branchOf(position.id, reader)
  return Prisma.sql`SELECT ${position.id}::int AS id, ${position.key}::int AS score, 0 AS first_reply, ${firstReplies}::int AS most_replies`
}

const replies = (position: CommentCursor, reader: Reader) => {
  const isTarget = position?.side === 'around' ? Prisma.sql`top.id = place.id` : Prisma.sql`false`
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object(${commentColumns(reader)}) ORDER BY comment.id), '[]')
      FROM (SELECT * FROM comment
             WHERE comment.branch_id = top.id AND comment.id >= CASE WHEN ${isTarget} THEN place.first_reply ELSE 0 END
               AND ${visibleComment(reader)}
             ORDER BY comment.id LIMIT 1 + CASE WHEN ${isTarget} THEN place.most_replies ELSE ${firstReplies}::int END) AS comment
      ${withParent})`
}

export type BranchRow = CommentRow & {
  score: number
  reply_count: number
  replies: CommentRow[]
  most_replies: number // maximum of `replies` that are shown
}
export type CommentPageRows = { thread_id: number; rows: BranchRow[]; goes_back: boolean }

/** SQL: a page of comments for a row of `thread`, in scan order, with one row more than `most`. */
export function selectCommentPage(sort: Sort, position: CommentCursor, most: Prisma.Sql, reader: Reader): Prisma.Sql {
  const { within, by, goesBack } = scanOf(
    keysets[sort],
    position && { key: 0, ...position, side: position.side === 'around' ? 'from' : position.side },
  )
  const topLevel = Prisma.sql`comment.thread_id = thread.id AND comment.branch_id IS NULL AND ${listedComment(reader)}`
  const isTarget = position?.side === 'around' ? Prisma.sql`comment.id = place.id` : Prisma.sql`false`
  return Prisma.sql`
    SELECT json_build_object(
             'thread_id', thread.id,
             'goes_back', ${goesBack(Prisma.sql`comment WHERE ${topLevel}`)},
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${commentColumns(reader)},
                        'score', comment.likes - comment.dislikes, 'reply_count', comment.reply_count,
                        'most_replies', CASE WHEN ${isTarget} THEN place.most_replies ELSE ${firstReplies}::int END,
                        'replies', ${replies(position, reader)}) ORDER BY ${by}), '[]')
                 FROM (SELECT * FROM comment WHERE ${topLevel} AND ${within} ORDER BY ${by} LIMIT ${most} + 1) AS comment
                CROSS JOIN LATERAL (SELECT comment.id) AS top ${withParent})) AS answer
      FROM thread CROSS JOIN LATERAL (${rowOf(position, reader)}) AS place`
}
