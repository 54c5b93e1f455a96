import { forumPaths } from '#shared/forum/paths.ts'
import type { Branch, CommentListQuery, CommentPage, ReplyPage } from '#shared/forum/schema.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { bidirectionalPage, encodeCursor, forwardPage, keyset } from '../sql/cursor.ts'
import type { ListQuery } from '../sql/cursor.ts'
import { batchedByLocale, Prisma } from '../database/db.ts'
import { jsonRows } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'
import { readCommentCursor, selectCommentPage } from './comment-pages.ts'
import type { BranchRow, CommentPageRows } from './comment-pages.ts'
import { commentColumns, commentTags, withParent } from './comment-rows.ts'
import type { CommentRow } from './comment-rows.ts'
import { listedComment, visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Reader } from '../texts/visibility.ts'

type Sort = CommentListQuery['sort']

function branchOf({ replies, most_replies, ...comment }: BranchRow): Branch {
  const results = replies.slice(0, most_replies)
  const last = replies.length > most_replies ? results.at(-1) : undefined
  const next = last ? forumPaths.api.replies(comment.id, { cursor: encodeCursor('replies', '', last.id) }) : null
  return { ...comment, replies: { results, next } }
}

const firstPageBy = (sort: Sort) =>
  batchedByLocale<{ meta_slug: string; most: number }, CommentPageRows>(
    { meta_slug: 'text', most: 'int' },
    () => Prisma.sql`
      ${selectCommentPage(sort, null, Prisma.sql`asked.most`, null)} WHERE thread.meta_slug = asked.meta_slug AND ${visibleThread(null)}`,
  )
const firstPages = { oldest: firstPageBy('oldest'), newest: firstPageBy('newest'), best: firstPageBy('best') }

async function findPage(meta_slug: string, query: CommentListQuery, reader: Reader): Promise<CommentPageRows | null> {
  const { sort, limit } = query
  const position = readCommentCursor(query)
  if (!position && !reader) return firstPages[sort]({ meta_slug, most: limit }, 'en')
  const [page] = await jsonRows<CommentPageRows>(Prisma.sql`
    ${selectCommentPage(sort, position, Prisma.sql`${limit}::int`, reader)} WHERE thread.meta_slug = ${meta_slug} AND ${visibleThread(reader)}`)
  return page ?? null
}

/** Lists comments. Throws 404 if the thread, or the comment in `around`, is not visible. */
export async function listComments(
  meta_slug: string,
  query: CommentListQuery,
  reader: Reader,
): Promise<Tagged<CommentPage>> {
  const page = await findPage(meta_slug, query, reader)
  if (!page) throw notFound()
  const { sort, limit } = query
  const { results, next, previous } = bidirectionalPage(page.rows, {
    order: sort,
    position: readCommentCursor(query),
    limit,
    goes_back: page.goes_back,
    keyOf: ({ score }) => (sort === 'best' ? score : 0),
    pathOf: (location) => forumPaths.api.comments(meta_slug, { ...(sort !== 'oldest' && { sort }), ...location }),
  })
  return {
    value: { results: results.map(branchOf), next, previous },
    cacheTags: commentTags(page.thread_id, [...results, ...results.flatMap(({ replies }) => replies)]),
  }
}

export async function listReplies(branch_id: number, query: ListQuery, reader: Reader): Promise<Tagged<ReplyPage>> {
  let thread_id = 0
  const value = await forwardPage({
    keyset: keyset('replies', 'none', ['comment.id'], 'ASC'),
    query,
    pathOf: (page) => forumPaths.api.replies(branch_id, page),
    read: async ({ after, by, most }) => {
      const [page] = await jsonRows<{ thread_id: number; rows: CommentRow[] }>(Prisma.sql`
    SELECT json_build_object('thread_id', thread.id, 'rows', (
             SELECT coalesce(json_agg(json_build_object(${commentColumns(reader)}) ORDER BY comment.id), '[]')
               FROM (SELECT * FROM comment
                      WHERE comment.branch_id = top.id AND ${after} AND ${visibleComment(reader)}
                      ORDER BY ${by} LIMIT ${most}) AS comment
               ${withParent})) AS answer
      FROM comment JOIN thread ON thread.id = comment.thread_id CROSS JOIN LATERAL (SELECT comment.id) AS top
     WHERE comment.id = ${branch_id} AND comment.branch_id IS NULL AND ${listedComment(reader)} AND ${visibleThread(reader)}`)
      if (!page) throw notFound()
      ;({ thread_id } = page)
      return page.rows
    },
  })
  return { value, cacheTags: commentTags(thread_id, value.results) }
}
