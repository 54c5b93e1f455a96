import type { Comment } from '#shared/forum/schema.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'
import { pendingEditJson } from '../texts/pending-edits.ts'
import { authorJson } from '../texts/authors.ts'
import { editSecondsLeft, isEditable } from '../texts/edit-window.ts'
import { visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Reader } from '../texts/visibility.ts'

/** Comment with the ids of the people shown, which become cache tags. */
export type CommentRow = Comment & { author_id: number | null; parent_author_id: number | null }

function personalColumns(reader: Reader): Prisma.Sql {
  if (!reader)
    return Prisma.sql`'your_vote', NULL, 'is_mine', false, 'source', NULL, 'edit_seconds_left', 0, 'pending_edit', NULL`
  return Prisma.sql`
    'your_vote', (SELECT CASE value WHEN 1 THEN 'like' ELSE 'dislike' END
                    FROM comment_vote WHERE comment_id = comment.id AND user_id = ${reader.id}),
    'is_mine', comment.author_id IS NOT DISTINCT FROM ${reader.id} AND comment.deleted_at IS NULL,
    'source', CASE WHEN ${isEditable('comment', reader.id)} THEN comment.body END,
    'edit_seconds_left', ${editSecondsLeft('comment', reader.id)},
    'pending_edit', CASE WHEN comment.author_id = ${reader.id} AND comment.deleted_at IS NULL THEN ${pendingEditJson('comment')} END`
}

/** SQL arguments of json_build_object, for `comment` and `withParent`. Invisible comments have no author and text. */
export function commentColumns(reader: Reader): Prisma.Sql {
  const isShown = visibleComment(reader)
  const isParentShown = visibleComment(reader, 'parent')
  return Prisma.sql`
    'id', comment.id, 'branch', comment.branch_id,
    'parent', CASE WHEN parent.id IS NOT NULL THEN
                json_build_object('id', parent.id, 'author', CASE WHEN ${isParentShown} THEN ${authorJson('parent.author_id')} END) END,
    'parent_author_id', CASE WHEN ${isParentShown} THEN parent.author_id END,
    'status', CASE WHEN NOT ${isShown} THEN CASE WHEN comment.deleted_at IS NOT NULL AND NOT comment.is_removed THEN 'deleted' ELSE 'removed' END
                   WHEN comment.status <> 'published' OR comment.hidden_at IS NOT NULL THEN 'held' ELSE 'visible' END,
    'author', CASE WHEN ${isShown} THEN ${authorJson('comment.author_id')} END,
    'author_id', CASE WHEN ${isShown} THEN comment.author_id END,
    'body_html', CASE WHEN ${isShown} THEN comment.body_html ELSE '' END,
    'created_at', ${isoTimestamp('comment.created_at')},
    'edited_at', CASE WHEN ${isShown} THEN ${isoTimestamp('comment.edited_at')} END,
    'likes', comment.likes, 'dislikes', comment.dislikes, ${personalColumns(reader)}`
}

export const withParent = Prisma.sql`LEFT JOIN comment AS parent ON parent.id = comment.parent_id`

export async function getComment(id: number, reader: Reader): Promise<Comment> {
  const [found] = await jsonRows<Comment>(Prisma.sql`
    SELECT json_build_object(${commentColumns(reader)}) AS answer
      FROM comment JOIN thread ON thread.id = comment.thread_id ${withParent}
     WHERE comment.id = ${id} AND ${visibleComment(reader)} AND ${visibleThread(reader)}`)
  if (!found) throw notFound()
  return found
}

export function commentTags(thread_id: number, rows: CommentRow[]): string[] {
  const shown = rows.flatMap(({ author_id, parent_author_id }) => [author_id, parent_author_id])
  const authors = new Set(shown.filter((id) => id !== null))
  return [cacheTags.thread(thread_id), cacheTags.commentsOf(thread_id), ...[...authors].map(cacheTags.author)]
}
