import { forumPaths } from '#shared/forum-paths.ts'
import type { SavedThreadPage } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import { moment, readCursor } from '../database/cursor.ts'
import { db, Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { notFound } from '../problem.ts'
import { cardColumns, pageOf } from './thread-cards.ts'
import type { CardRow } from './thread-cards.ts'
import { visibleThread } from './visibility.ts'
import type { Member } from './visibility.ts'

/** Throws 404 for what cannot be seen. */
export async function saveThread(member: Member, meta_slug: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    WITH found AS (
      SELECT thread.id AS thread_id, "user".id AS user_id FROM thread, "user"
       WHERE thread.meta_slug = ${meta_slug} AND ${visibleThread(member)} AND "user".id = ${member.id}
         FOR KEY SHARE
    ), saved AS (
      INSERT INTO saved_thread (thread_id, user_id) SELECT thread_id, user_id FROM found ON CONFLICT DO NOTHING
    )
    SELECT thread_id FROM found`
  if (found.length === 0) throw notFound()
}

/** Also what cannot be seen any more; 404 for what one has neither saved nor can see. */
export async function unsaveThread(member: Member, meta_slug: string): Promise<void> {
  const found = await db.$queryRaw<unknown[]>`
    WITH removed AS (
      DELETE FROM saved_thread USING thread
       WHERE thread_id = thread.id AND thread.meta_slug = ${meta_slug} AND user_id = ${member.id} RETURNING thread_id
    )
    SELECT thread.id FROM thread
     WHERE thread.meta_slug = ${meta_slug} AND (${visibleThread(member)} OR EXISTS (SELECT FROM removed))`
  if (found.length === 0) throw notFound()
}

type Page = { limit: number; cursor?: string | undefined }

/** What one has saved and may see, the latest saved first. */
export async function listSavedThreads(
  member: Member,
  { limit, cursor }: Page,
  locale: Locale,
): Promise<SavedThreadPage> {
  const place = readCursor(cursor, 'saved', moment)
  const after = place
    ? Prisma.sql`AND (saved_thread.created_at, thread_id) < (${place.key}::timestamptz, ${place.id}::int)`
    : Prisma.empty
  const rows = await jsonRows<CardRow>(Prisma.sql`
    SELECT json_build_object(${cardColumns(locale)}, 'key', ${isoTimestamp('saved_thread.created_at')}) AS answer
      FROM saved_thread JOIN thread ON thread.id = thread_id AND ${visibleThread(member)}
     WHERE user_id = ${member.id} ${after}
     ORDER BY saved_thread.created_at DESC, thread_id DESC LIMIT ${limit + 1}`)
  return pageOf(rows, { order: 'saved', limit, nextPath: forumPaths.api.savedThreads })
}
