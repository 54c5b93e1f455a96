import { z } from 'zod'
import { forumPaths } from '#shared/forum-paths.ts'
import type { ThreadListQuery, ThreadPage } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { metIn, moment, operatorsOf, opposite, pageBothWays, readPlace } from '../database/cursor.ts'
import type { Place } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { isoTimestamp, jsonRows } from '../library/sql.ts'
import { notFound } from '../problem.ts'
import { cardColumns, tagsOfAuthors, tagsOfThreads } from './thread-cards.ts'
import type { CardRow } from './thread-cards.ts'
import { searchThreads } from './thread-search.ts'
import { isPublicThread } from './visibility.ts'
import type { Member } from './visibility.ts'

type Order = ThreadListQuery['order']
/** `by` is in the words of an index of the migration; the others are for the cursor. */
type OrderBy = {
  by: Prisma.Sql
  keySchema: z.ZodType<string | number>
  type: Prisma.Sql
  json: Prisma.Sql
}

const byTime = (column: string): OrderBy => ({
  by: Prisma.raw(column),
  keySchema: moment,
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

/** `goes_back`: there are some on the other side of the place. */
type Listed = { section_id: number | null; author_id: number | null; goes_back: boolean; rows: CardRow[] }

const ofAuthor = (username: string) => Prisma.sql`(SELECT id FROM "user" WHERE username = ${username})`

/** What is on the side of a place to which its page goes, and whether anything is on the other. */
function aroundPlace({ side, key, id }: Place, { by, type }: OrderBy, filters: Prisma.Sql) {
  const { within, beyond } = operatorsOf(side, 'DESC')
  const compare = (operator: string) =>
    Prisma.sql`AND (${by}, thread.id) ${Prisma.raw(operator)} (${key}::${type}, ${id}::int)`
  const outwards = Prisma.raw(opposite(metIn({ side }, 'DESC')))
  return {
    within: compare(within),
    // The order leads to the index, where the planner takes half the table to be there.
    goesBack: Prisma.sql`(
      SELECT thread.id FROM thread WHERE ${isPublicThread} ${filters} ${compare(beyond)}
       ORDER BY ${by} ${outwards}, thread.id ${outwards} LIMIT 1) IS NOT NULL`,
  }
}

async function readListed(query: ThreadListQuery, place: Place | null, locale: Locale): Promise<Listed> {
  const { section, order, author, limit } = query
  const { by, json } = orders[order]
  const direction = Prisma.raw(metIn(place, 'DESC'))
  const filters = Prisma.sql`
    ${section === undefined ? Prisma.empty : Prisma.sql`AND thread.section_id = section.id`}
    ${author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = ${ofAuthor(author)}`}`
  const around = place && aroundPlace(place, orders[order], filters)
  const [listed] = await jsonRows<Listed>(Prisma.sql`
    SELECT json_build_object(
             'section_id', ${section === undefined ? Prisma.sql`NULL` : Prisma.sql`section.id`},
             'author_id', ${author === undefined ? Prisma.sql`NULL` : ofAuthor(author)},
             'goes_back', ${around ? around.goesBack : Prisma.sql`false`},
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${cardColumns(locale)}, 'key', ${json}) ORDER BY ${by} ${direction}, thread.id ${direction}), '[]')
                 FROM (SELECT * FROM thread WHERE ${isPublicThread} ${filters} ${around ? around.within : Prisma.empty}
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

/** Which threads stand there and in which order; by date that changes less often than by what is done in them. */
function tagsOfList(order: Order, section_id: number | null): string[] {
  const membership = section_id === null ? cacheTags.threads : cacheTags.threadsOf(section_id)
  if (order === 'latest') return [membership]
  return [membership, section_id === null ? cacheTags.activity : cacheTags.activityOf(section_id)]
}

/** Public ones, page by page; with `q` those found, the best first, whatever the order. Throws 404 for an unknown section. */
export async function listThreads(
  query: ThreadListQuery,
  locale: Locale,
): Promise<Tagged<ThreadPage, readonly string[] | null>> {
  if (query.q.trim() !== '') return { value: await searchThreads(query, locale), cacheTags: null }
  const { order, limit, author } = query
  const place = readPlace<string | number>(query.cursor, order, orders[order].keySchema)
  const { section_id, author_id, goes_back, rows } = await readListed(query, place, locale)
  const value = pageBothWays(rows, {
    order,
    place,
    limit,
    goes_back,
    keyOf: ({ key }) => key,
    pathOf: (page) => forumPaths.api.threads({ ...queryOf(query), ...page }),
  })
  // Nobody announces that somebody takes a name.
  if (author !== undefined && author_id === null) return { value, cacheTags: null }
  const shown = [...tagsOfThreads(value.results), ...tagsOfAuthors([author_id])]
  return { value, cacheTags: [...tagsOfList(order, section_id), ...shown] }
}

const maxOwnPending = 20

/** One's own that wait for a moderator, the latest first, of the section and the author that are asked for. */
function listOwnPending({ id }: Member, { section, author }: ThreadListQuery, locale: Locale): Promise<CardRow[]> {
  const inSection =
    section === undefined
      ? Prisma.empty
      : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`
  const byAuthor = author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = ${ofAuthor(author)}`
  return jsonRows<CardRow>(Prisma.sql`
    SELECT json_build_object(${cardColumns(locale)}) AS answer FROM thread
     WHERE thread.author_id = ${id} AND thread.status = 'pending' AND thread.deleted_at IS NULL ${inSection} ${byAuthor}
     ORDER BY thread.created_at DESC, thread.id DESC LIMIT ${maxOwnPending}`)
}

/** As for a visitor; the first page of the latest begins with one's own pending ones. */
export async function listThreadsFor(member: Member, query: ThreadListQuery, locale: Locale): Promise<ThreadPage> {
  const isFirstOfLatest = query.order === 'latest' && query.cursor === undefined && query.q.trim() === ''
  const [{ value }, pending] = await Promise.all([
    listThreads(query, locale),
    isFirstOfLatest ? listOwnPending(member, query, locale) : [],
  ])
  return { ...value, results: [...pending, ...value.results] }
}
