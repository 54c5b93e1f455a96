import { prefixSearchQuery, searchQuery } from '../database/search-query.ts'
import type { SearchQuery } from '../database/search-query.ts'
import { Prisma } from '../database/db.ts'
import { keyset, scanOf } from '../sql/cursor.ts'
import type { CursorPosition } from '../sql/cursor.ts'

/** Maximum of ranked matches, the latest. Ranking reads each match, which is slow for a frequent word. */
const maxCandidates = 1_000
const maxPhraseBytes = 300_000 // total bytes of the texts that are searched for a phrase
export const rankedLength = 300 // characters of a text that are ranked

/** Texts to search. `document` matches an index, `read` is searched for phrases, `ranked` gives the rank. */
export type SearchSource = {
  table: 'thread' | 'comment'
  document: Prisma.Sql
  read: Prisma.Sql
  ranked: Prisma.Sql
  normalization?: 0 | 2 // ts_rank option: 2 divides by length
  lift: number // added to the rank, at most 1,000,000
  filters: Prisma.Sql
}
export type MatchKind = 'exact' | 'begun' // exact words, or words that begin with the last one
const exactLift = 2_000_000 // exact matches rank above all others

/** SQL: matches with ranks. The index ignores word order, so texts with all words are searched for a phrase. */
function candidates(
  { table, document, read, ranked, normalization = 0, lift, filters }: SearchSource,
  sought: MatchKind,
): Prisma.Sql {
  const [rows, query] = [Prisma.raw(table), Prisma.raw(sought)]
  const above = sought === 'exact' ? lift : lift - exactLift
  return Prisma.sql`(
  SELECT ${rows}.id, ${above}::int + round(ts_rank(${ranked}, query, ${normalization}::int) * 900000)::int AS rank
    FROM ${query}, (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS bytes_read FROM (
           SELECT ${rows}.id, octet_length(${read}) AS bytes FROM ${rows}
            WHERE ${document} @@ (SELECT words FROM ${query}) AND ${filters}
            ORDER BY ${rows}.id + 0 DESC LIMIT ${maxCandidates}) AS latest) AS matching
    JOIN ${rows} USING (id)
   WHERE CASE WHEN NOT has_phrase THEN true WHEN bytes_read <= ${maxPhraseBytes} THEN ${document} @@ query ELSE false END)`
}

/** Settings of a search: the planner underestimates reading texts, and more work_mem keeps bitmap scans exact. */
export const searchSettings = [`enable_seqscan = off`, `work_mem = '32MB'`]

type Search = { q: string; position: CursorPosition | null; most: number; matchKinds: MatchKind[] }

const soughtTable = (
  sought: MatchKind,
  { query, words }: SearchQuery,
) => Prisma.sql`${Prisma.raw(sought)} AS MATERIALIZED (
        SELECT query, query::text ~ '<[^>]+>' AS has_phrase, to_tsquery('public.simple_plain'::regconfig, ${words}) AS words
          FROM to_tsquery('public.simple_plain'::regconfig, ${query}) AS query)`

export const rankKeyset = (order: string) => keyset(order, 'int', ['rank', 'id'])

/** SQL: tables `ranked` and `page`. `goesBack` is true if there are matches on the other side of the cursor. */
export function rankedPageTables(sources: SearchSource[], { q, position, most, matchKinds: sought }: Search) {
  const found = sought.flatMap((one) => sources.map((source) => candidates(source, one)))
  const queries = { exact: searchQuery(q), begun: prefixSearchQuery(q) ?? searchQuery(q) }
  const { within, by, goesBack } = scanOf(rankKeyset('search'), position)
  const tables = Prisma.sql`
      ${Prisma.join(
        sought.map((one) => soughtTable(one, queries[one])),
        ', ',
      )},
      ranked AS MATERIALIZED (
        SELECT id, max(rank) AS rank FROM (${Prisma.join(found, ' UNION ALL ')}) AS found GROUP BY id
      ), page AS (
        SELECT * FROM ranked WHERE ${within} ORDER BY ${by} LIMIT ${most}
      )`
  return { tables, by, goesBack: goesBack(Prisma.sql`ranked WHERE true`) }
}

/** Kinds of matches for the next query, given the number of `exact` matches that the first query found. */
export function nextMatchKinds(q: string, exact: number, position: object | null): MatchKind[] {
  if (prefixSearchQuery(q) === null) return []
  return exact === 0 && position === null ? ['begun'] : ['exact', 'begun']
}
