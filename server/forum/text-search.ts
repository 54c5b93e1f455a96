import { beginningQuery, searchQuery } from '../database/search-query.ts'
import type { SearchQuery } from '../database/search-query.ts'
import { Prisma } from '../database/db.ts'
import { comparisonOf, scanDirection } from '../sql/cursor.ts'
import type { CursorPosition } from '../sql/cursor.ts'

/** Ranking reads each candidate, so a frequent word finds the latest alone. */
const maxCandidates = 1_000
/** Bytes, of all texts in which a phrase is looked for. */
const maxPhraseBytes = 300_000
/** Characters of a text that its rank is reckoned from. */
export const rankedLength = 300

/** In the words of an index; `read` is what a phrase is looked for in, `ranked` what the rank is reckoned from. */
export type SearchSource = {
  table: 'thread' | 'comment'
  document: Prisma.Sql
  read: Prisma.Sql
  ranked: Prisma.Sql
  /** Normalization of ts_rank; 2: by the length. */
  normalization?: 0 | 2
  /** What its matches are ranked above others by, at most 1,000,000. */
  lift: number
  filters: Prisma.Sql
}
/** What is looked for: the exact words, or those that the last one begins. */
export type Sought = 'exact' | 'begun'
/** What exact words are ranked above others by. */
const exactLift = 2_000_000

/** The index knows no order of words: a phrase is looked for in the latest that have all its words, until that is enough to read. */
function candidates(
  { table, document, read, ranked, normalization = 0, lift, filters }: SearchSource,
  sought: Sought,
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

/** As in search of the library: the planner counts too little for reading texts, and an index's finds stay exact in memory. */
export const searchSettings = [`enable_seqscan = off`, `work_mem = '32MB'`]

type Search = { q: string; position: CursorPosition<number> | null; most: number; sought: Sought[] }

const soughtTable = (
  sought: Sought,
  { query, words }: SearchQuery,
) => Prisma.sql`${Prisma.raw(sought)} AS MATERIALIZED (
        SELECT query, query::text ~ '<[^>]+>' AS has_phrase, to_tsquery('public.simple_plain'::regconfig, ${words}) AS words
          FROM to_tsquery('public.simple_plain'::regconfig, ${query}) AS query)`

/** Tables of a search, as of WITH: what is `ranked`, and a `page` of that in `direction`; `goesBack`: there are some on the other side of the position. */
export function rankedPage(sources: SearchSource[], { q, position, most, sought }: Search) {
  const found = sought.flatMap((one) => sources.map((source) => candidates(source, one)))
  const queries = { exact: searchQuery(q), begun: beginningQuery(q) ?? searchQuery(q) }
  const compare = (operator: string) =>
    position
      ? Prisma.sql`(rank, id) ${Prisma.raw(operator)} (${position.key}::int, ${position.id}::int)`
      : Prisma.sql`true`
  const { within, beyond } = comparisonOf(position?.side ?? 'after', 'DESC')
  const direction = Prisma.raw(scanDirection(position, 'DESC'))
  const tables = Prisma.sql`
      ${Prisma.join(
        sought.map((one) => soughtTable(one, queries[one])),
        ', ',
      )},
      ranked AS MATERIALIZED (
        SELECT id, max(rank) AS rank FROM (${Prisma.join(found, ' UNION ALL ')}) AS found GROUP BY id
      ), page AS (
        SELECT * FROM ranked WHERE ${compare(within)} ORDER BY rank ${direction}, id ${direction} LIMIT ${most}
      )`
  const goesBack = position ? Prisma.sql`EXISTS (SELECT FROM ranked WHERE ${compare(beyond)})` : Prisma.sql`false`
  return { tables, direction, goesBack }
}

/** What is looked for after so many exact ones, which are all that there are: they need not be found again where there are none. */
export function soughtAfter(q: string, exact: number, position: object | null): Sought[] {
  if (beginningQuery(q) === null) return []
  return exact === 0 && position === null ? ['begun'] : ['exact', 'begun']
}
