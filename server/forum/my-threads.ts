import { forumPaths } from '#shared/forum-paths.ts'
import type { MyThreadPage } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import { moment, readCursor } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { cardColumns, pageOf } from './thread-cards.ts'
import type { CardRow } from './thread-cards.ts'
import type { Member } from './visibility.ts'

type MyRow = MyThreadPage['results'][number] & Pick<CardRow, 'key'>

/** Whatever their status, the latest first, with what the moderator said. */
export async function listMyThreads(
  { id }: Member,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  locale: Locale,
): Promise<MyThreadPage> {
  const place = readCursor(cursor, 'mine', moment)
  const after = place
    ? Prisma.sql`AND (thread.created_at, thread.id) < (${place.key}::timestamptz, ${place.id}::int)`
    : Prisma.empty
  const rows = await jsonRows<MyRow>(Prisma.sql`
    SELECT json_build_object(${cardColumns(locale)}, 'moderation_note', thread.moderation_note, 'is_hidden', thread.hidden_at IS NOT NULL, 'key', ${isoTimestamp('thread.created_at')}) AS answer
      FROM thread WHERE thread.author_id = ${id} AND thread.deleted_at IS NULL ${after}
     ORDER BY thread.created_at DESC, thread.id DESC LIMIT ${limit + 1}`)
  return pageOf(rows, { order: 'mine', limit, nextPath: forumPaths.api.myThreads })
}
