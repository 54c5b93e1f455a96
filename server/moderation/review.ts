import type { Locale } from '#shared/locale.ts'
import type { ReviewItem, ReviewPage } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { forwardPage, scanOf, timestampAnd } from '../sql/cursor.ts'
import type { ForwardScan, Keyset, ListQuery } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { authorJson } from '../texts/authors.ts'
import { editVersion, textVersions } from '../texts/decisions.ts'
import { sectionNameJson } from '../forum/sections.ts'
import type { Member } from '../texts/visibility.ts'

export type ReviewKind = 'queue' | 'reports' | 'review'

/** Cursor key of the review list: time of the text or edit, and its type. */
const Key = timestampAnd(/^(thread|comment)(_edit)?$/)

const keysetOf = (of: ReviewKind, columns: string[]): Keyset<string> => ({
  order: of,
  key: Key,
  columns: columns.map((column) => Prisma.raw(column)),
  valuesOf: ({ key, id }) => {
    const [since, part] = key.split(' ')
    return [Prisma.sql`${since}::timestamptz`, Prisma.sql`${part}::text`, Prisma.sql`${id}`]
  },
  direction: 'ASC',
})

const itemJson = (moderator: Member, locale: Locale) => Prisma.sql`json_build_object(
  'key', part || ':' || item.id, 'kind', kind, 'is_pending', is_pending,
  'is_hidden', text.hidden_at IS NOT NULL,
  'waiting_since', ${isoTimestamp('since')},
  'thread', json_build_object('meta_slug', thread.meta_slug, 'title', thread.title,
              'section', ${sectionNameJson('thread.section_id', locale)}),
  'comment_id', comment.id, 'author', ${authorJson('text.author_id')},
  'body_html', text.html, 'version', coalesce(edit.version, text.version),
  'edit', CASE WHEN edit.id IS NOT NULL THEN json_build_object('title', edit.title, 'html', edit.html) END,
  'reports', (
    SELECT coalesce(json_agg(json_build_object('id', report.id, 'reason', reason, 'reporter', ${authorJson('reporter_id')},
                               'created_at', ${isoTimestamp('report.created_at')}) ORDER BY report.created_at, report.id), '[]')
      FROM report
     WHERE resolution IS NULL AND edit.id IS NULL AND (report.thread_id = CASE kind WHEN 'thread' THEN item.id END
                                OR report.comment_id = CASE kind WHEN 'comment' THEN item.id END)),
  'actions', CASE WHEN ${moderator.role !== 'admin'} AND text.author_id = ${moderator.id} THEN '[]'::json
                  WHEN is_pending THEN '["publish","reject"]'::json ELSE '["dismiss","remove"]'::json END)`

/** Lists items to review, oldest first. A concurrent decision causes no gap or duplicate, as it is one statement. */
export const listReview = (
  of: ReviewKind,
  query: ListQuery,
  { moderator, locale }: { moderator: Member; locale: Locale },
): Promise<ReviewPage> =>
  forwardPage({
    keyset: keysetOf(of, ['since', 'part', 'id']),
    query,
    keyOf: ({ waiting_since, key }: ReviewItem) => {
      const [part = '', id] = key.split(':')
      return { key: `${waiting_since} ${part}`, id: Number(id) }
    },
    pathOf: moderationPaths.api[of],
    read: ({ position, by, most }) =>
      jsonRows<ReviewItem>(Prisma.sql`
    SELECT ${itemJson(moderator, locale)} AS answer
      FROM (SELECT * FROM (${Prisma.join(partsOf(of, position, most), ' UNION ALL ')}) AS waiting ORDER BY ${by} LIMIT ${most}) AS item
      LEFT JOIN comment ON kind = 'comment' AND comment.id = item.id
      JOIN thread ON thread.id = CASE kind WHEN 'thread' THEN item.id ELSE comment.thread_id END
      JOIN LATERAL (
        SELECT thread.author_id, thread.hidden_at, thread.description_html AS html, ${textVersions.thread} AS version WHERE kind = 'thread'
         UNION ALL
        SELECT comment.author_id, comment.hidden_at, comment.body_html, ${textVersions.comment} WHERE kind = 'comment') AS text ON true
      LEFT JOIN (SELECT pending_edit.*, ${editVersion} AS version FROM pending_edit) AS edit
        ON part = kind || '_edit' AND item.id = CASE kind WHEN 'thread' THEN edit.thread_id ELSE edit.comment_id END
     ORDER BY since, part, item.id`),
  })

function partsOf(of: ReviewKind, position: ForwardScan<string>['position'], most: number): Prisma.Sql[] {
  const after = (column: string, part: `${'thread' | 'comment'}${'' | '_edit'}`, id: string) => {
    const { within } = scanOf(keysetOf(of, [column, `'${part}'::text`, id]), position && { ...position, side: 'after' })
    const since = position?.key.split(' ')[0]
    return position ? Prisma.sql`AND ${Prisma.raw(column)} >= ${since}::timestamptz AND ${within}` : Prisma.empty
  }
  const pending = [
    Prisma.sql`(
      SELECT 'thread' AS part, 'thread' AS kind, id, created_at AS since, true AS is_pending
        FROM thread WHERE status = 'pending' AND deleted_at IS NULL AND NOT hidden_with_author ${after('created_at', 'thread', 'id')}
       ORDER BY created_at, id LIMIT ${most})`,
    Prisma.sql`(
      SELECT 'comment' AS part, 'comment' AS kind, comment.id, comment.created_at AS since, true AS is_pending
        FROM comment JOIN thread ON thread.id = thread_id AND thread.deleted_at IS NULL
       WHERE comment.status = 'pending' AND comment.deleted_at IS NULL AND NOT comment.hidden_with_author ${after('comment.created_at', 'comment', 'comment.id')}
       ORDER BY comment.created_at, comment.id LIMIT ${most})`,
    Prisma.sql`(
      SELECT 'thread_edit' AS part, 'thread' AS kind, thread.id, pending_edit.created_at AS since, true AS is_pending
        FROM pending_edit JOIN thread ON thread.id = thread_id AND thread.deleted_at IS NULL AND NOT thread.hidden_with_author
       WHERE true ${after('pending_edit.created_at', 'thread_edit', 'thread.id')}
       ORDER BY pending_edit.created_at, thread.id LIMIT ${most})`,
    Prisma.sql`(
      SELECT 'comment_edit' AS part, 'comment' AS kind, comment.id, pending_edit.created_at AS since, true AS is_pending
        FROM pending_edit
        JOIN comment ON comment.id = comment_id AND comment.deleted_at IS NULL AND NOT comment.hidden_with_author
        JOIN thread ON thread.id = comment.thread_id AND thread.deleted_at IS NULL
       WHERE true ${after('pending_edit.created_at', 'comment_edit', 'comment.id')}
       ORDER BY pending_edit.created_at, comment.id LIMIT ${most})`,
  ]
  const reported = [
    Prisma.sql`(
      SELECT 'thread' AS part, 'thread' AS kind, thread.id, since, false AS is_pending
        FROM (SELECT thread_id, min(created_at) AS since FROM report
               WHERE resolution IS NULL AND thread_id IS NOT NULL GROUP BY thread_id) AS reported
        JOIN thread ON thread.id = thread_id AND status = 'published' AND deleted_at IS NULL
       WHERE true ${after('since', 'thread', 'thread.id')} ORDER BY since, thread.id LIMIT ${most})`,
    Prisma.sql`(
      SELECT 'comment' AS part, 'comment' AS kind, comment.id, since, false AS is_pending
        FROM (SELECT comment_id, min(created_at) AS since FROM report
               WHERE resolution IS NULL AND comment_id IS NOT NULL GROUP BY comment_id) AS reported
        JOIN comment ON comment.id = comment_id AND comment.status = 'published' AND comment.deleted_at IS NULL
        JOIN thread ON thread.id = comment.thread_id AND thread.deleted_at IS NULL
       WHERE true ${after('since', 'comment', 'comment.id')} ORDER BY since, comment.id LIMIT ${most})`,
  ]
  return { queue: pending, reports: reported, review: [...pending, ...reported] }[of]
}
