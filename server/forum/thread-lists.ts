import { languagesOf } from '#shared/forum/language.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { ThreadListQuery } from '#shared/forum/schema.ts'
import type { ThreadCard, ThreadPage, MyThreadPage } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { bidirectionalPage, forwardPage, keyset, readCursorPosition, scanOf } from '../sql/cursor.ts'
import type { CursorPosition, ListQuery } from '../sql/cursor.ts'
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
const keysetOf = (order: Order, type: 'timestamptz' | 'int', column: string) => ({
  ...keyset(order, type, [column, 'thread.id']),
  keyJson: type === 'int' ? Prisma.raw(column) : isoTimestamp(column),
})
const orders = {
  latest: keysetOf('latest', 'timestamptz', 'thread.published_at'),
  active: keysetOf('active', 'timestamptz', 'thread.last_activity_at'),
  popular: keysetOf('popular', 'int', '(thread.likes - thread.dislikes)'),
  discussed: keysetOf('discussed', 'int', 'thread.comment_count'),
} satisfies Record<Order, object>

type Listed = { section_id: number | null; author_id: number | null; goes_back: boolean; rows: ThreadCardRow[] }

const selectAuthorId = (username: string) => Prisma.sql`(SELECT id FROM "user" WHERE username = ${username})`

/** True if the first page starts with pinned threads: in a section without other filters. */
const beginsWithPinned = ({ section, author }: ThreadListQuery) => section !== undefined && author === undefined

const listPinned = (section_id: number, languages: readonly Locale[], locale: Locale, reader: Reader) =>
  jsonRows<ThreadCardRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { reader })}) AS answer FROM thread
     WHERE thread.section_id = ${section_id} AND thread.pinned_at IS NOT NULL AND thread.language = ANY (${languages}::locale[]) AND ${isPublicThread}
     ORDER BY thread.pinned_at DESC, thread.id DESC`)

async function readListed(
  query: ThreadListQuery,
  position: CursorPosition | null,
  locale: Locale,
  reader: Reader,
): Promise<Listed> {
  const { section, order, author, limit } = query
  const filters = Prisma.sql`
    ${section === undefined ? Prisma.empty : Prisma.sql`AND thread.section_id = section.id`}
    ${beginsWithPinned(query) ? Prisma.sql`AND thread.pinned_at IS NULL` : Prisma.empty}
    ${author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = ${selectAuthorId(author)}`}`
  // An index orders the threads of one language, so each language is read by itself.
  const languages = Prisma.sql`unnest(${languagesOf(query.languages, locale)}::locale[]) AS listed (language)`
  const threads = Prisma.sql`thread WHERE thread.language = listed.language AND ${isPublicThread} ${filters}`
  const { within, by, goesBack } = scanOf(orders[order], position)
  const [listed] = await jsonRows<Listed>(Prisma.sql`
    SELECT json_build_object(
             'section_id', ${section === undefined ? Prisma.sql`NULL` : Prisma.sql`section.id`},
             'author_id', ${author === undefined ? Prisma.sql`NULL` : selectAuthorId(author)},
             'goes_back', EXISTS (SELECT FROM ${languages} WHERE ${goesBack(threads)}),
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${threadCardColumns(locale, { reader })}, 'key', ${orders[order].keyJson}) ORDER BY ${by}), '[]')
                 FROM (SELECT thread.* FROM ${languages}, LATERAL (SELECT * FROM ${threads} AND ${within} ORDER BY ${by} LIMIT ${limit + 1}) AS thread
                        ORDER BY ${by} LIMIT ${limit + 1}) AS thread)) AS answer
    ${section === undefined ? Prisma.empty : Prisma.sql`FROM section WHERE section.slug = ${section}`}`)
  if (!listed) throw notFound()
  return listed
}

const queryOf = ({ section, order, author, languages }: ThreadListQuery) => ({
  section,
  author,
  languages,
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
  const position = readCursorPosition(query.cursor, orders[order])
  const { section_id, author_id, goes_back, rows } = await readListed(query, position, locale, reader)
  const listed = bidirectionalPage(rows, {
    order,
    position,
    limit,
    goes_back,
    pathOf: (cursor) => forumPaths.api.threads({ ...queryOf(query), ...cursor }),
  })
  const isFirst = listed.previous === null && (!position || listed.results.length > 0)
  const isTop = beginsWithPinned(query) && section_id !== null && isFirst
  const pinned = isTop ? await listPinned(section_id, languagesOf(query.languages, locale), locale, reader) : []
  const value = { ...listed, results: [...pinned, ...listed.results] }
  // Not cached: no tag announces that a new account takes this name.
  if (author !== undefined && author_id === null) return { value, cacheTags: null }
  const shown = [...tagsOfThreads(value.results), ...tagsOfAuthors([author_id])]
  return { value, cacheTags: [...tagsOfList(order, section_id), ...shown] }
}

type Dated = ThreadCard & { published_at: string }

type LatestQuery = Pick<ThreadListQuery, 'limit' | 'languages'>
export async function listLatestThreads({ limit, languages }: LatestQuery, locale: Locale): Promise<Tagged<Dated[]>> {
  const { rows } = await readListed(ThreadListQuery.parse({ limit, languages }), null, locale, null)
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
export const listMyThreads = (member: Member, query: ListQuery, locale: Locale): Promise<MyThreadPage> =>
  forwardPage({
    keyset: keyset('mine', 'timestamptz', ['thread.created_at', 'thread.id']),
    query,
    pathOf: forumPaths.api.myThreads,
    read: ({ after, by, most }) =>
      jsonRows<MyRow>(Prisma.sql`
    SELECT json_build_object(${threadCardColumns(locale, { reader: member })}, 'moderation_note', thread.moderation_note, 'is_hidden', thread.hidden_at IS NOT NULL,
             'can_edit', ${isEditable('thread', member.id)}, 'key', ${isoTimestamp('thread.created_at')}) AS answer
      FROM thread WHERE thread.author_id = ${member.id} AND thread.deleted_at IS NULL AND ${after} ORDER BY ${by} LIMIT ${most}`),
  })
