import { languagesOf } from '#shared/forum/language.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import type { ThreadListQuery, ThreadPage } from '#shared/forum/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { bidirectionalPage, readCursorPosition } from '../sql/cursor.ts'
import type { CursorPosition } from '../sql/cursor.ts'
import { Prisma, queryRowsWithSettings } from '../database/db.ts'
import { hasNegatedTerm } from '../database/search-query.ts'
import { rankedLength, rankedPageTables, rankKeyset, searchSettings, nextMatchKinds } from './text-search.ts'
import type { SearchSource, MatchKind } from './text-search.ts'
import { threadCardColumns } from './thread-cards.ts'
import type { ThreadCardRow } from './thread-cards.ts'
import { isPublicThread } from '../texts/visibility.ts'
import type { Reader } from '../texts/visibility.ts'

const titleLift = 1_000_000 // title matches rank above all others

type ThreadSource = Omit<SearchSource, 'filters'>
const ranked = Prisma.sql`thread_document(thread.title, left(thread.description, ${rankedLength}::int))`
const titleDocument = Prisma.sql`to_tsvector('public.simple_plain'::regconfig, search_words(thread.title))`
/** Search in titles. A shorter title ranks higher. */
const titles: ThreadSource = {
  table: 'thread',
  document: titleDocument,
  read: Prisma.sql`thread.title`,
  ranked: titleDocument,
  normalization: 2,
  lift: titleLift,
}
const texts: ThreadSource = {
  table: 'thread',
  document: Prisma.sql`thread_document(thread.title, thread.description)`,
  read: Prisma.sql`thread.description`,
  ranked,
  lift: 0,
}

type Search = {
  q: string
  filters: Prisma.Sql
  position: CursorPosition | null
  most: number
  locale: Locale
  reader: Reader
}
type Found = { goes_back: boolean; rows: ThreadCardRow[] }

type SearchOf = Search & { matchKinds: MatchKind[] }
async function rankIn(sources: ThreadSource[], { filters, locale, reader, ...search }: SearchOf): Promise<Found> {
  const filtered = sources.map((source) => ({ ...source, filters: Prisma.sql`${isPublicThread} ${filters}` }))
  const { tables, by, goesBack } = rankedPageTables(filtered, search)
  const [answered] = await queryRowsWithSettings<{ answer: Found }>(
    searchSettings,
    Prisma.sql`
      WITH ${tables}
      SELECT json_build_object(
               'goes_back', ${goesBack},
               'rows', (SELECT coalesce(json_agg(json_build_object(${threadCardColumns(locale, { reader })}, 'key', rank) ORDER BY ${by}), '[]')
                          FROM page JOIN thread USING (id))) AS answer`,
  )
  return answered?.answer ?? { goes_back: false, rows: [] }
}

/** Ranks matches. Texts are searched if few titles match or a word is excluded, prefixes if few words match. */
async function rank(search: Search): Promise<Found> {
  const { q, position, most } = search
  const isTitleEnough = !hasNegatedTerm(q)
  const [all, exact] = [isTitleEnough ? [titles, texts] : [texts], { ...search, matchKinds: ['exact' as const] }]
  if (position?.side === 'before')
    return rankIn(all, { ...search, matchKinds: ['exact', ...nextMatchKinds(q, 0, null)] })
  if (isTitleEnough) {
    const byTitle = await rankIn([titles], exact)
    if (byTitle.rows.length >= most) return byTitle
  }
  const found = await rankIn(all, exact)
  const matchKinds = found.rows.length < most ? nextMatchKinds(q, found.rows.length, position) : []
  return matchKinds.length === 0 ? found : rankIn(all, { ...search, matchKinds })
}

/** Searches threads, titles first. Supports "phrases", -exclusions and `or`. */
export async function searchThreads(query: ThreadListQuery, locale: Locale, reader: Reader): Promise<ThreadPage> {
  const { q, section, author, languages, limit } = query
  const position = readCursorPosition(query.cursor, rankKeyset('search'))
  const filters = Prisma.sql`
    AND thread.language = ANY (${languagesOf(languages, locale)}::locale[])
    ${section === undefined ? Prisma.empty : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`}
    ${author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = (SELECT "user".id FROM "user" WHERE username = ${author})`}`
  const { rows, goes_back } = await rank({ q, filters, position, most: limit + 1, locale, reader })
  return bidirectionalPage(rows, {
    order: 'search',
    position,
    limit,
    goes_back,
    pathOf: (page) => forumPaths.api.threads({ q, section, author, languages, ...page }),
  })
}
