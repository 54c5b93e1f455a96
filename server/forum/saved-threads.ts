import { forumPaths } from '#shared/forum/paths.ts'
import type { SavedThreadPage } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { forwardPage, timestamp, readCursor } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { saveItem, unsaveItem } from '../sql/saved-items.ts'
import { threadCardColumns } from './thread-cards.ts'
import type { ThreadCardRow } from './thread-cards.ts'
import { visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

export const saveThread = (member: Member, slug: string): Promise<void> =>
  saveItem('thread', { slug, user_id: member.id, isVisible: visibleThread(member) })

export const unsaveThread = (member: Member, slug: string): Promise<void> =>
  unsaveItem('thread', { slug, user_id: member.id, isVisible: visibleThread(member) })

type Page = { limit: number; cursor?: string | undefined }

export async function listSavedThreads(
  member: Member,
  { limit, cursor }: Page,
  locale: Locale,
): Promise<SavedThreadPage> {
  const position = readCursor(cursor, 'saved', timestamp)
  const after = position
    ? Prisma.sql`AND (saved_thread.created_at, thread_id) < (${position.key}::timestamptz, ${position.id}::int)`
    : Prisma.empty
  const rows = await jsonRows<ThreadCardRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { reader: member })}, 'key', ${isoTimestamp('saved_thread.created_at')}) AS answer
      FROM saved_thread JOIN thread ON thread.id = thread_id AND ${visibleThread(member)}
     WHERE user_id = ${member.id} ${after}
     ORDER BY saved_thread.created_at DESC, thread_id DESC LIMIT ${limit + 1}`)
  return forwardPage(rows, {
    order: 'saved',
    limit,
    keyOf: (row) => [row.key, row.id],
    pathOf: forumPaths.api.savedThreads,
  })
}
