import { Prisma } from '../database/db.ts'
import type { JsonList } from '../sql/json-pages.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import {
  getNotificationSettings,
  notificationJoins,
  visibleCommentId,
  moderationNote,
  visibleThreadJson,
} from '../notifications/notifications.ts'
import { pendingEditJson } from '../texts/pending-edits.ts'
import { visibleComment, visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

const voteValue = Prisma.sql`CASE vote.value WHEN 1 THEN 'like' ELSE 'dislike' END`

const visibleSlug = (member: Member) => Prisma.sql`CASE WHEN ${visibleThread(member)} THEN thread.meta_slug END`
const visibleBoth = (member: Member) => Prisma.sql`${visibleThread(member)} AND ${visibleComment(member)}`

function textsOf(member: Member): Record<string, JsonList> {
  const { id } = member
  const thread = Prisma.sql`(SELECT thread.meta_slug FROM thread WHERE thread.id = comment.thread_id AND ${visibleThread(member)})`
  return {
    threads: {
      columns: {
        meta_slug: Prisma.sql`thread.meta_slug`,
        section: Prisma.sql`(SELECT slug FROM section WHERE section.id = thread.section_id)`,
        title: Prisma.sql`thread.title`,
        description: Prisma.sql`thread.description`,
        pending_edit: pendingEditJson('thread'),
        status: Prisma.sql`thread.status`,
        moderation_note: Prisma.sql`thread.moderation_note`,
        created_at: isoTimestamp('thread.created_at'),
        published_at: isoTimestamp('thread.published_at'),
        edited_at: isoTimestamp('thread.edited_at'),
      },
      from: Prisma.sql`thread`,
      where: Prisma.sql`thread.author_id = ${id} AND thread.deleted_at IS NULL`,
      key: 'thread.id',
    },
    comments: {
      columns: {
        thread,
        body: Prisma.sql`comment.body`,
        pending_edit: pendingEditJson('comment'),
        status: Prisma.sql`comment.status`,
        created_at: isoTimestamp('comment.created_at'),
        edited_at: isoTimestamp('comment.edited_at'),
      },
      from: Prisma.sql`comment`,
      where: Prisma.sql`comment.author_id = ${id} AND comment.deleted_at IS NULL`,
      key: 'comment.id',
    },
  }
}

function votesAndSavesOf(member: Member): Record<string, JsonList> {
  const { id } = member
  const thread = visibleSlug(member)
  return {
    thread_votes: {
      columns: { thread, value: voteValue, voted_at: isoTimestamp('vote.created_at') },
      from: Prisma.sql`thread_vote AS vote JOIN thread ON thread.id = vote.thread_id`,
      where: Prisma.sql`vote.user_id = ${id}`,
      key: 'vote.thread_id',
    },
    comment_votes: {
      columns: {
        thread,
        comment: Prisma.sql`CASE WHEN ${visibleBoth(member)} THEN comment.id END`,
        value: voteValue,
        voted_at: isoTimestamp('vote.created_at'),
      },
      from: Prisma.sql`comment_vote AS vote JOIN comment ON comment.id = vote.comment_id JOIN thread ON thread.id = comment.thread_id`,
      where: Prisma.sql`vote.user_id = ${id}`,
      key: 'vote.comment_id',
    },
    saved_threads: {
      columns: { thread, saved_at: isoTimestamp('saved_thread.created_at') },
      from: Prisma.sql`saved_thread JOIN thread ON thread.id = saved_thread.thread_id`,
      where: Prisma.sql`saved_thread.user_id = ${id}`,
      key: 'saved_thread.thread_id',
    },
    watched_threads: {
      columns: { thread, watch: Prisma.sql`thread_member.watch` },
      from: Prisma.sql`thread_member JOIN thread ON thread.id = thread_member.thread_id`,
      where: Prisma.sql`thread_member.user_id = ${id} AND thread_member.watch IS NOT NULL`,
      key: 'thread_member.thread_id',
    },
    read_threads: {
      columns: { thread, up_to_comment: Prisma.sql`thread_member.read_comment_id` },
      from: Prisma.sql`thread_member JOIN thread ON thread.id = thread_member.thread_id`,
      where: Prisma.sql`thread_member.user_id = ${id} AND thread_member.read_comment_id IS NOT NULL`,
      key: 'thread_member.thread_id',
    },
  }
}

function reportsAndNotificationsOf(member: Member): Record<string, JsonList> {
  const { id } = member
  return {
    reports: {
      columns: {
        thread: visibleSlug(member),
        comment: Prisma.sql`CASE WHEN ${visibleBoth(member)} THEN comment.id END`,
        reason: Prisma.sql`report.reason`,
        reported_at: isoTimestamp('report.created_at'),
      },
      from: Prisma.sql`report LEFT JOIN comment ON comment.id = report.comment_id
        JOIN thread ON thread.id = coalesce(report.thread_id, comment.thread_id)`,
      where: Prisma.sql`report.reporter_id = ${id}`,
      key: 'report.id',
    },
    notifications: {
      columns: {
        kind: Prisma.sql`notification.kind`,
        thread: Prisma.sql`(${visibleThreadJson}) -> 'meta_slug'`,
        comment: visibleCommentId,
        note: moderationNote,
        ends_at: isoTimestamp('notification.ends_at'),
        created_at: isoTimestamp('notification.created_at'),
        read_at: isoTimestamp('notification.read_at'),
      },
      from: notificationJoins,
      where: Prisma.sql`notification.user_id = ${id}`,
      key: 'notification.id',
    },
  }
}

/** Lists of a member's data. Texts of others are links, and null if they are no longer visible. */
const listsOf = (member: Member): Record<string, JsonList> => ({
  ...textsOf(member),
  ...votesAndSavesOf(member),
  ...reportsAndNotificationsOf(member),
})

export async function exportMemberForumData(member: Member) {
  const [drafts, notification_settings] = await Promise.all([
    jsonRows<Record<string, unknown>>(Prisma.sql`
      SELECT json_build_object('title', title, 'section', section, 'description', description,
               'updated_at', ${isoTimestamp('updated_at')}) AS answer
        FROM thread_draft WHERE user_id = ${member.id}`),
    getNotificationSettings(member.id),
  ])
  const [draft = null] = drafts
  return { lists: listsOf(member), draft, notification_settings }
}
