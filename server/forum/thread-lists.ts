import { z } from 'zod'
import { forumPaths } from '#shared/forum/paths.ts'
import { ThreadListQuery } from '#shared/forum/schema.ts'
import type { ThreadCard, ThreadPage, MyThreadPage } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import {
  scanDirection,
  timestamp,
  comparisonOf,
  oppositeDirection,
  bidirectionalPage,
  readCursorPosition,
  forwardPage,
  readCursor,
} from '../sql/cursor.ts'
import type { CursorPosition } from '../sql/cursor.ts'
import { Prisma } from '../database/db.ts'
import { isoTimestamp, jsonRows } from '../sql/json-rows.ts'
import { notFound } from '../problem.ts'
import { threadCardColumns, tagsOfAuthors, tagsOfThreads } from './thread-cards.ts'
import type { ThreadCardRow } from './thread-cards.ts'
import { searchThreads } from './thread-search.ts'
import { isPublicThread } from '../texts/visibility.ts'
import type { Member, Reader } from '../texts/visibility.ts'
import { isEditable } from '../texts/edit-window.ts'

type Order = ThreadListQuery['order']
/** Order of a list. `by` matches an index; the other fields are for the cursor. */
type OrderBy = {
  by: Prisma.Sql
  keySchema: z.ZodType<string | number>
  type: Prisma.Sql
  json: Prisma.Sql
}

const byTime = (column: string): OrderBy => ({
  by: Prisma.raw(column),
  keySchema: timestamp,
  type: Prisma.sql`timestamptz`,
  json: isoTimestamp(column),
})
const byCount = (expression: string): OrderBy => ({
  by: Prisma.raw(expression),
  keySchema: z.int32(),
  type: Prisma.sql`int`,
  json: Prisma.raw(expression),
})
const orders: Record<Order, OrderBy> = {
  latest: byTime('thread.published_at'),
  active: byTime('thread.last_activity_at'),
  popular: byCount('(thread.likes - thread.dislikes)'),
  discussed: byCount('thread.comment_count'),
}

type Listed = { section_id: number | null; author_id: number | null; goes_back: boolean; rows: ThreadCardRow[] }

const selectAuthorId = (username: string) => Prisma.sql`(SELECT id FROM "user" WHERE username = ${username})`

function cursorConditions({ side, key, id }: CursorPosition, { by, type }: OrderBy, filters: Prisma.Sql) {
  const { within, beyond } = comparisonOf(side, 'DESC')
  const compare = (operator: string) =>
    Prisma.sql`AND (${by}, thread.id) ${Prisma.raw(operator)} (${key}::${type}, ${id}::int)`
  const outwards = Prisma.raw(oppositeDirection(scanDirection({ side }, 'DESC')))
  return {
    within: compare(within),
    // ORDER BY leads the planner to the index. With EXISTS it would expect half of the table to match.
    goesBack: Prisma.sql`(
      SELECT thread.id FROM thread WHERE ${isPublicThread} ${filters} ${compare(beyond)}
       ORDER BY ${by} ${outwards}, thread.id ${outwards} LIMIT 1) IS NOT NULL`,
  }
}

/** True if the first page starts with pinned threads: in a section without other filters. */
const beginsWithPinned = ({ section, author }: ThreadListQuery) => section !== undefined && author === undefined

const listPinned = (section_id: number, locale: Locale, reader: Reader) =>
  jsonRows<ThreadCardRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { reader })}) AS answer FROM thread
     WHERE thread.section_id = ${section_id} AND thread.pinned_at IS NOT NULL AND ${isPublicThread}
     ORDER BY thread.pinned_at DESC, thread.id DESC`)

async function readListed(
  query: ThreadListQuery,
  position: CursorPosition | null,
  locale: Locale,
  reader: Reader,
): Promise<Listed> {
  const { section, order, author, limit } = query
  const { by, json } = orders[order]
  const direction = Prisma.raw(scanDirection(position, 'DESC'))
  const filters = Prisma.sql`
    ${section === undefined ? Prisma.empty : Prisma.sql`AND thread.section_id = section.id`}
    ${beginsWithPinned(query) ? Prisma.sql`AND thread.pinned_at IS NULL` : Prisma.empty}
    ${author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = ${selectAuthorId(author)}`}`
  const beside = position && cursorConditions(position, orders[order], filters)
  const [listed] = await jsonRows<Listed>(Prisma.sql`
    SELECT json_build_object(
             'section_id', ${section === undefined ? Prisma.sql`NULL` : Prisma.sql`section.id`},
             'author_id', ${author === undefined ? Prisma.sql`NULL` : selectAuthorId(author)},
             'goes_back', ${beside ? beside.goesBack : Prisma.sql`false`},
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${threadCardColumns(locale, { reader })}, 'key', ${json}) ORDER BY ${by} ${direction}, thread.id ${direction}), '[]')
                 FROM (SELECT * FROM thread WHERE ${isPublicThread} ${filters} ${beside ? beside.within : Prisma.empty}
                        ORDER BY ${by} ${direction}, thread.id ${direction} LIMIT ${limit + 1}) AS thread)) AS answer
    ${section === undefined ? Prisma.empty : Prisma.sql`FROM section WHERE section.slug = ${section}`}`)
  if (!listed) throw notFound()
  return listed
}

const queryOf = ({ section, order, author }: ThreadListQuery) => ({
  section,
  author,
  ...(order !== 'latest' && { order }),
})

/** Cache tags of a list. Lists by date change with their threads, other orders also with activity. */
function tagsOfList(order: Order, section_id: number | null): string[] {
  const membership = section_id === null ? cacheTags.threads : cacheTags.threadsOf(section_id)
  if (order === 'latest') return [membership]
  return [membership, section_id === null ? cacheTags.activity : cacheTags.activityOf(section_id)]
}

/** Lists threads; with `q`, the matches by rank. Throws 404 for an unknown section. */
export async function listThreads(
  query: ThreadListQuery,
  locale: Locale,
  reader: Reader = null,
): Promise<Tagged<ThreadPage, readonly string[] | null>> {
  if (query.q.trim() !== '') return { value: await searchThreads(query, locale, reader), cacheTags: null }
  const { order, limit, author } = query
  const position = readCursorPosition<string | number>(query.cursor, order, orders[order].keySchema)
  const { section_id, author_id, goes_back, rows } = await readListed(query, position, locale, reader)
  const listed = bidirectionalPage(rows, {
    order,
    position,
    limit,
    goes_back,
    keyOf: ({ key }) => key,
    pathOf: (cursor) => forumPaths.api.threads({ ...queryOf(query), ...cursor }),
  })
  const isFirst = listed.previous === null && (!position || listed.results.length > 0)
  const isTop = beginsWithPinned(query) && section_id !== null && isFirst
  const pinned = isTop ? await listPinned(section_id, locale, reader) : []
  const value = { ...listed, results: [...pinned, ...listed.results] }
  // Not cached: no tag announces that a new account takes this name.
  if (author !== undefined && author_id === null) return { value, cacheTags: null }
  const shown = [...tagsOfThreads(value.results), ...tagsOfAuthors([author_id])]
  return { value, cacheTags: [...tagsOfList(order, section_id), ...shown] }
}

type Dated = ThreadCard & { published_at: string }

export async function listLatestThreads(limit: number, locale: Locale): Promise<Tagged<Dated[]>> {
  const { rows } = await readListed(ThreadListQuery.parse({ limit }), null, locale, null)
  const shown = rows.slice(0, limit)
  return {
    value: shown.map(({ key, ...card }) => ({ ...card, published_at: String(key) })),
    cacheTags: [...tagsOfList('latest', null), ...tagsOfThreads(shown)],
  }
}

const maxMyPending = 20

function listMyPending({ id }: Member, { section, author }: ThreadListQuery, locale: Locale): Promise<ThreadCardRow[]> {
  const inSection =
    section === undefined
      ? Prisma.empty
      : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`
  const byAuthor = author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = ${selectAuthorId(author)}`
  return jsonRows<ThreadCardRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale)}) AS answer FROM thread
     WHERE thread.author_id = ${id} AND thread.status = 'pending' AND thread.deleted_at IS NULL ${inSection} ${byAuthor}
     ORDER BY thread.created_at DESC, thread.id DESC LIMIT ${maxMyPending}`)
}

/** Lists threads with unread counts. The first page of the latest begins with the member's pending threads. */
export async function listThreadsForMember(
  member: Member,
  query: ThreadListQuery,
  locale: Locale,
): Promise<ThreadPage> {
  const isFirstOfLatest = query.order === 'latest' && query.cursor === undefined && query.q.trim() === ''
  const [{ value }, pending] = await Promise.all([
    listThreads(query, locale, member),
    isFirstOfLatest ? listMyPending(member, query, locale) : [],
  ])
  const count = beginsWithPinned(query) ? value.results.filter(({ is_pinned }) => is_pinned).length : 0
  return { ...value, results: value.results.toSpliced(count, 0, ...pending) }
}

type MyRow = MyThreadPage['results'][number] & Pick<ThreadCardRow, 'key'>

/** Lists the member's own threads of any status, latest first, with the notes of moderators. */
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
  return forwardPage(rows, {
    order: 'mine',
    limit,
    keyOf: (row) => [row.key, row.id],
    pathOf: forumPaths.api.myThreads,
  })
}
