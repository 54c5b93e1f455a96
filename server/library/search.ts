import { z } from 'zod'
import type { FoundPromptPage } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Untagged } from '../cache/cache-tags.ts'
import { readCursor, forwardPage } from '../sql/cursor.ts'
import { prefixSearchQuery, hasNegatedTerm, searchQuery } from '../database/search-query.ts'
import type { SearchQuery } from '../database/search-query.ts'
import { Prisma, queryRowsWithSettings } from '../database/db.ts'
import { readPromptCards } from './prompt-cards.ts'

const maxCandidates = 1_000 // maximum of ranked matches: ranking reads each match, which is slow for a frequent word
const maxPhraseReads = 3_000 // maximum of texts tested for a phrase, since the index ignores word order

/** Index to search. `lift` is added to the rank; `queryIn` returns the query for texts in a language. */
type IndexedColumn = {
  column: 'title' | 'preview' | 'document'
  rows: Prisma.Sql
  share: number
  lift: number
  queryIn: (text: Locale) => SearchQuery
}
type Candidate = { prompt_id: number; rank: number }
type RankPosition = { key: number; id: number } | null
type Reader = { locale: Locale; tier: number }

const rankByLength = 2 // ts_rank option: the shortest title ranks first
const lift = 1_000_000 // above any rank of a text

/** Indexes by tier. Separate indexes keep results and response times independent of locked texts. */
function textsFor(tier: number): Omit<IndexedColumn, 'lift' | 'queryIn'>[] {
  const open = [
    Prisma.sql`AND required_tier = 0`,
    Prisma.sql`AND required_tier = 1`,
    Prisma.sql`AND required_tier > 1 AND required_tier <= ${tier}`,
  ].slice(0, tier + 1)
  const locked = [
    Prisma.sql`AND required_tier = 1`,
    Prisma.sql`AND required_tier > 1 AND required_tier > ${tier}`,
  ].slice(Math.min(tier, 1))
  return [
    ...open.map((rows) => ({ column: 'document' as const, rows, share: 1 / open.length })),
    ...locked.map((rows) => ({ column: 'preview' as const, rows, share: 1 })),
  ]
}

const beginningsShare = 0.3 // share of the limits for prefixes: they match far more rows, and rank last

/** Indexes in order of rank: titles before texts, exact words before prefixes. With an excluded word, texts only. */
function sourcesOf(q: string, tier: number) {
  const exact = searchQuery(q)
  const columns = (queryIn: IndexedColumn['queryIn'], above: number, part: number) => ({
    titles: hasNegatedTerm(q)
      ? []
      : [{ column: 'title' as const, rows: Prisma.empty, share: part, lift: above + lift, queryIn }],
    texts: textsFor(tier).map((texts) => ({ ...texts, share: part * texts.share, lift: above, queryIn })),
  })
  const begun = columns((text) => prefixSearchQuery(q, text) ?? exact, -2 * lift, beginningsShare)
  return {
    ...columns(() => exact, 0, 1),
    beginnings: prefixSearchQuery(q) ? [...begun.titles, ...begun.texts] : [],
  }
}

/** SQL: excludes rows that a job must still rewrite. Usually there are none, so nothing is looked up. */
const isCurrent = (column: IndexedColumn['column']) => Prisma.sql`(NOT EXISTS (SELECT FROM tier_change) OR
  (SELECT prompt.required_tier FROM effective_prompt AS prompt WHERE prompt.id = found.prompt_id) ${column === 'title' ? Prisma.sql`IS NOT NULL` : Prisma.sql`= found.required_tier`})`

function candidatesIn(
  { column, rows, share, lift: above, queryIn }: IndexedColumn,
  text: Locale,
  readerLocale: Locale,
): Prisma.Sql {
  const { query, words: unordered } = queryIn(text)
  const words = Prisma.raw(column)
  const partition = Prisma.raw(`'${text}'`)
  const untranslated =
    text === readerLocale
      ? Prisma.empty
      : Prisma.sql`AND NOT EXISTS (SELECT FROM prompt_text
          WHERE prompt_text.prompt_id = holding.prompt_id AND prompt_text.locale = ${readerLocale}::locale)`
  return Prisma.sql`(
    SELECT prompt_id, ${above}::int + round(ts_rank(words, query, ${column === 'title' ? rankByLength : 0}::int) * 900000)::int AS rank
      FROM (SELECT prompt_id, words, query
              FROM (SELECT found.prompt_id, found.${words} AS words, query
                      FROM prompt_search AS found, to_tsquery(search_config(${partition}), ${query}) AS query
                     WHERE found.locale = ${partition} ${rows} AND NOT found.is_archived AND ${isCurrent(column)}
                       AND found.${words} @@ to_tsquery(search_config(${partition}), ${unordered})
                     LIMIT ${Math.ceil(maxPhraseReads * share)}) AS holding
             WHERE words @@ query ${untranslated} LIMIT ${Math.ceil(maxCandidates * share)}) AS matched)`
}

async function rankIn(sources: IndexedColumn[], { locale }: Reader, position: RankPosition, limit: number) {
  if (sources.length === 0) return []
  const hasBeginnings = sources.some((source) => source.lift < 0)
  const languages: Locale[] = locale === 'en' ? ['en'] : [locale, 'en']
  const found = sources.flatMap((source) => languages.map((text) => candidatesIn(source, text, locale)))
  // The planner underestimates reading texts. More work_mem keeps bitmap scans exact. Prefixes have no
  // usable statistics.
  return queryRowsWithSettings<Candidate>(
    [`enable_seqscan = off`, `work_mem = '32MB'`, ...(hasBeginnings ? ['enable_indexscan = off'] : [])],
    Prisma.sql`
      SELECT prompt_id, max(rank) AS rank FROM (${Prisma.join(found, ' UNION ALL ')}) AS found GROUP BY prompt_id
      ${position ? Prisma.sql`HAVING (max(rank), prompt_id) < (${position.key}, ${position.id})` : Prisma.empty}
      ORDER BY 2 DESC, 1 DESC LIMIT ${limit}`,
  )
}

/** Ranks matches. Lower ranks are read only if higher ranks do not fill the page, in a fixed order for cursors. */
async function rank(q: string, reader: Reader, position: RankPosition, limit: number): Promise<Candidate[]> {
  const { titles, texts, beginnings } = sourcesOf(q, reader.tier)
  const byTitle = await rankIn(titles, reader, position, limit)
  if (byTitle.length >= limit) return byTitle
  const exact = await rankIn([...titles, ...texts], reader, position, limit)
  if (exact.length >= limit || beginnings.length === 0) return exact
  if (position) return rankIn([...titles, ...texts, ...beginnings], reader, position, limit)
  const begun = await rankIn(beginnings, reader, null, limit + exact.length)
  const ids = new Set(exact.map(({ prompt_id }) => prompt_id))
  return [...exact, ...begun.filter(({ prompt_id }) => !ids.has(prompt_id))].slice(0, limit)
}

const cards = (ids: number[], locale: Locale) =>
  readPromptCards(Prisma.sql`SELECT * FROM unnest(${ids}::int[]) WITH ORDINALITY AS ranked (prompt_id, place)`, locale)

/** Searches prompts. Supports "phrases", -exclusions and `or`. A blank query has no results. */
export async function searchPrompts(
  { q, limit, cursor }: { q: string; limit: number; cursor?: string | undefined },
  reader: Reader,
): Promise<Untagged<z.output<typeof FoundPromptPage>>> {
  const position = readCursor(cursor, 'search', z.int32())
  if (q.trim() === '') return { value: { results: [], next: null }, cacheTags: null }
  const ranked = await rank(q, reader, position, limit + 1)
  const { results, next } = forwardPage(ranked, {
    order: 'search',
    limit,
    keyOf: (found) => [found.rank, found.prompt_id],
    pathOf: (query) => paths.api.promptSearch({ q, ...query }),
  })
  const ids = results.map(({ prompt_id }) => prompt_id)
  return { value: { results: ids.length === 0 ? [] : await cards(ids, reader.locale), next }, cacheTags: null }
}
