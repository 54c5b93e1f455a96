import { Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { getSettings } from './notifications.ts'
import { visibleComment, visibleThread } from './visibility.ts'
import type { Member } from './visibility.ts'

type Columns = Record<string, Prisma.Sql>

const objectOf = (columns: Columns) =>
  Prisma.join(Object.entries(columns).map(([name, value]) => Prisma.sql`${Prisma.raw(`'${name}'`)}, ${value}`))
const list = (columns: Columns, from: Prisma.Sql) =>
  jsonRows<Record<string, unknown>>(Prisma.sql`SELECT json_build_object(${objectOf(columns)}) AS answer FROM ${from}`)

const voteValue = Prisma.sql`CASE vote.value WHEN 1 THEN 'like' ELSE 'dislike' END`

/** What one wrote, voted for, saved and reported; of others' texts only where they are, and only what one may see. */
export async function exportForum(member: Member) {
  const { id } = member
  const own = Prisma.sql`thread.author_id = ${id} AND thread.deleted_at IS NULL`
  const thread = Prisma.sql`(SELECT thread.meta_slug FROM thread WHERE thread.id = comment.thread_id AND ${visibleThread(member)})`
  const visibleBoth = Prisma.sql`${visibleThread(member)} AND ${visibleComment(member)}`
  const [threads, comments, thread_votes, comment_votes, saved_threads, reports, drafts, notification_settings] =
    await Promise.all([
      list(
        {
          meta_slug: Prisma.sql`thread.meta_slug`,
          section: Prisma.sql`(SELECT slug FROM section WHERE section.id = thread.section_id)`,
          title: Prisma.sql`thread.title`,
          description: Prisma.sql`thread.description`,
          status: Prisma.sql`thread.status`,
          moderation_note: Prisma.sql`thread.moderation_note`,
          created_at: isoTimestamp('thread.created_at'),
          published_at: isoTimestamp('thread.published_at'),
          edited_at: isoTimestamp('thread.edited_at'),
        },
        Prisma.sql`thread WHERE ${own} ORDER BY thread.created_at, thread.id`,
      ),
      list(
        {
          thread,
          body: Prisma.sql`comment.body`,
          status: Prisma.sql`comment.status`,
          created_at: isoTimestamp('comment.created_at'),
          edited_at: isoTimestamp('comment.edited_at'),
        },
        Prisma.sql`comment WHERE comment.author_id = ${id} AND comment.deleted_at IS NULL ORDER BY comment.id`,
      ),
      list(
        { thread: Prisma.sql`thread.meta_slug`, value: voteValue, voted_at: isoTimestamp('vote.created_at') },
        Prisma.sql`thread_vote AS vote JOIN thread ON thread.id = thread_id
        WHERE vote.user_id = ${id} AND ${visibleThread(member)} ORDER BY vote.created_at, thread.id`,
      ),
      list(
        {
          thread: Prisma.sql`thread.meta_slug`,
          comment: Prisma.sql`comment.id`,
          value: voteValue,
          voted_at: isoTimestamp('vote.created_at'),
        },
        Prisma.sql`comment_vote AS vote JOIN comment ON comment.id = comment_id JOIN thread ON thread.id = comment.thread_id
        WHERE vote.user_id = ${id} AND ${visibleBoth} ORDER BY vote.created_at, comment.id`,
      ),
      list(
        { thread: Prisma.sql`thread.meta_slug`, saved_at: isoTimestamp('saved_thread.created_at') },
        Prisma.sql`saved_thread JOIN thread ON thread.id = thread_id
        WHERE saved_thread.user_id = ${id} AND ${visibleThread(member)} ORDER BY saved_thread.created_at, thread.id`,
      ),
      list(
        {
          thread: Prisma.sql`CASE WHEN ${visibleThread(member)} THEN thread.meta_slug END`,
          comment: Prisma.sql`CASE WHEN ${visibleBoth} THEN comment.id END`,
          reason: Prisma.sql`report.reason`,
          reported_at: isoTimestamp('report.created_at'),
        },
        Prisma.sql`report LEFT JOIN comment ON comment.id = report.comment_id
        JOIN thread ON thread.id = coalesce(report.thread_id, comment.thread_id)
        WHERE reporter_id = ${id} ORDER BY report.id`,
      ),
      list(
        {
          title: Prisma.sql`title`,
          section: Prisma.sql`section`,
          description: Prisma.sql`description`,
          updated_at: isoTimestamp('updated_at'),
        },
        Prisma.sql`thread_draft WHERE user_id = ${id}`,
      ),
      getSettings(id),
    ])
  const [draft = null] = drafts
  return { threads, comments, thread_votes, comment_votes, saved_threads, reports, draft, notification_settings }
}
