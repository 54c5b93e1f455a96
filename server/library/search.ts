import type { z } from 'zod'
import type { FoundPromptPage } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import type { Untagged } from '../cache/cache-tags.ts'
import { forwardPage, keyset } from '../sql/cursor.ts'
import type { ForwardScan, ListQuery } from '../sql/cursor.ts'
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
type Candidate = { id: number; key: number }
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

async function rankIn(sources: IndexedColumn[], { locale }: Reader, { after, by, most }: ForwardScan) {
  if (sources.length === 0) return []
  const hasBeginnings = sources.some((source) => source.lift < 0)
  const languages: Locale[] = locale === 'en' ? ['en'] : [locale, 'en']
  const found = sources.flatMap((source) => languages.map((text) => candidatesIn(source, text, locale)))
  // The planner underestimates reading texts. More work_mem keeps bitmap scans exact. Prefixes have no
  // usable statistics.
  return queryRowsWithSettings<Candidate>(
    [`enable_seqscan = off`, `work_mem = '32MB'`, ...(hasBeginnings ? ['enable_indexscan = off'] : [])],
    Prisma.sql`
      SELECT prompt_id AS id, max(rank) AS key FROM (${Prisma.join(found, ' UNION ALL ')}) AS found GROUP BY prompt_id
      HAVING ${after} ORDER BY ${by} LIMIT ${most}`,
  )
}

/** Ranks matches. Lower ranks are read only if higher ranks do not fill the page, in a fixed order for cursors. */
async function rank(q: string, reader: Reader, scan: ForwardScan): Promise<Candidate[]> {
  const { titles, texts, beginnings } = sourcesOf(q, reader.tier)
  const { position, most } = scan
  const byTitle = await rankIn(titles, reader, scan)
  if (byTitle.length >= most) return byTitle
  const exact = await rankIn([...titles, ...texts], reader, scan)
  if (exact.length >= most || beginnings.length === 0) return exact
  if (position) return rankIn([...titles, ...texts, ...beginnings], reader, scan)
  const begun = await rankIn(beginnings, reader, { ...scan, most: most + exact.length })
  const ids = new Set(exact.map(({ id }) => id))
  return [...exact, ...begun.filter(({ id }) => !ids.has(id))].slice(0, most)
}

const cards = (ids: number[], locale: Locale) =>
  readPromptCards(Prisma.sql`SELECT * FROM unnest(${ids}::int[]) WITH ORDINALITY AS ranked (prompt_id, place)`, locale)

/** Searches prompts. Supports "phrases", -exclusions and `or`. A blank query has no results. */
export async function searchPrompts(
  { q, ...query }: { q: string } & ListQuery,
  reader: Reader,
): Promise<Untagged<z.output<typeof FoundPromptPage>>> {
  const { results, next } = await forwardPage({
    keyset: keyset('search', 'int', ['max(rank)', 'prompt_id']),
    query,
    pathOf: (page) => paths.api.promptSearch({ q, ...page }),
    read: async (scan) => (q.trim() === '' ? [] : rank(q, reader, scan)),
  })
  const ids = results.map(({ id }) => id)
  return { value: { results: ids.length === 0 ? [] : await cards(ids, reader.locale), next }, cacheTags: null }
}
