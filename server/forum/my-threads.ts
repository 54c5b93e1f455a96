import { forumPaths } from '#shared/forum/paths.ts'
import type { MyThreadPage } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { page, timestamp, readCursor } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { threadCardColumns } from './thread-cards.ts'
import type { ThreadCardRow } from './thread-cards.ts'
import { isEditable } from '../texts/edit-window.ts'
import type { Member } from '../texts/visibility.ts'

type MyRow = MyThreadPage['results'][number] & Pick<ThreadCardRow, 'key'>

/** Whatever their status, the latest first, with what the moderator said. */
export async function listMyThreads(
  member: Member,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  locale: Locale,
): Promise<MyThreadPage> {
  const position = readCursor(cursor, 'mine', timestamp)
  const after = position
    ? Prisma.sql`AND (thread.created_at, thread.id) < (${position.key}::timestamptz, ${position.id}::int)`
    : Prisma.empty
  const rows = await jsonRows<MyRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { reader: member })}, 'moderation_note', thread.moderation_note, 'is_hidden', thread.hidden_at IS NOT NULL,
             'can_edit', ${isEditable('thread', member.id)}, 'key', ${isoTimestamp('thread.created_at')}) AS answer
      FROM thread WHERE thread.author_id = ${member.id} AND thread.deleted_at IS NULL ${after}
     ORDER BY thread.created_at DESC, thread.id DESC LIMIT ${limit + 1}`)
  return page(rows, { order: 'mine', limit, keyOf: (row) => [row.key, row.id], pathOf: forumPaths.api.myThreads })
}
