import { forumPaths } from '#shared/forum/paths.ts'
import type { SavedThreadPage } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import type { ListQuery } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { setSaved } from '../sql/saved-items.ts'
import { threadCardColumns } from './thread-cards.ts'
import type { ThreadCardRow } from './thread-cards.ts'
import { visibleThread } from '../texts/visibility.ts'
import type { Member } from '../texts/visibility.ts'

export const saveThread = (member: Member, slug: string, is_saved: boolean) =>
  setSaved('thread', { slug, user_id: member.id, isVisible: visibleThread(member) }, is_saved)

export const listSavedThreads = (member: Member, query: ListQuery, locale: Locale): Promise<SavedThreadPage> =>
  forwardPage({
    keyset: keyset('saved', 'timestamptz', ['saved_thread.created_at', 'thread_id']),
    query,
    pathOf: forumPaths.api.savedThreads,
    read: ({ after, by, most }) =>
      jsonRows<ThreadCardRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { reader: member })}, 'key', ${isoTimestamp('saved_thread.created_at')}) AS answer
      FROM saved_thread JOIN thread ON thread.id = thread_id AND ${visibleThread(member)}
     WHERE user_id = ${member.id} AND ${after} ORDER BY ${by} LIMIT ${most}`),
  })
