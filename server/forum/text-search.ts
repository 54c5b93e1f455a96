import { searchWords } from '../database/search-words.ts'
import { Prisma } from '../db.ts'
import { comparisonOf, scanDirection } from '../sql/cursor.ts'
import type { CursorPosition } from '../sql/cursor.ts'

/** Ranking reads each candidate, so a frequent word finds the latest alone. */
const maxCandidates = 1_000
/** Bytes, of all texts in which a phrase is looked for. */
const maxPhraseBytes = 500_000
/** Characters of a text that its rank is reckoned from. */
export const rankedLength = 500

/** In the words of an index; `read` is what a phrase is looked for in, `ranked` what the rank is reckoned from. */
export type SearchSource = {
  table: 'thread' | 'comment'
  document: Prisma.Sql
  read: Prisma.Sql
  ranked: Prisma.Sql
  /** What its matches are ranked above others by. */
  lift: number
  filters: Prisma.Sql
}

/** The index knows no order of words: a phrase is looked for in the latest that have all its words, until that is enough to read. */
function candidates({ table, document, read, ranked, lift, filters }: SearchSource): Prisma.Sql {
  const rows = Prisma.raw(table)
  return Prisma.sql`(
  SELECT ${rows}.id, ${lift}::int + round(ts_rank(${ranked}, query) * 900000)::int AS rank
    FROM asked, (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS bytes_read FROM (
           SELECT ${rows}.id, octet_length(${read}) AS bytes FROM ${rows}
            WHERE ${document} @@ (SELECT words FROM asked) AND ${filters}
            ORDER BY ${rows}.id + 0 DESC LIMIT ${maxCandidates}) AS latest) AS matching
    JOIN ${rows} USING (id)
   WHERE CASE WHEN NOT has_phrase THEN true WHEN bytes_read <= ${maxPhraseBytes} THEN ${document} @@ query ELSE false END)`
}

/** As in search of the library: the planner counts too little for reading texts, and an index's finds stay exact in memory. */
export const searchSettings = [`enable_seqscan = off`, `work_mem = '32MB'`]

type Search = { q: string; position: CursorPosition<number> | null; most: number }

/** Tables of a search, as of WITH: what is `asked`, what is `ranked`, and a `page` of that in `direction`; `goesBack`: there are some on the other side of the position. */
export function rankedPage(sources: SearchSource[], { q, position, most }: Search) {
  const compare = (operator: string) =>
    position
      ? Prisma.sql`(rank, id) ${Prisma.raw(operator)} (${position.key}::int, ${position.id}::int)`
      : Prisma.sql`true`
  const { within, beyond } = comparisonOf(position?.side ?? 'after', 'DESC')
  const direction = Prisma.raw(scanDirection(position, 'DESC'))
  const tables = Prisma.sql`
      asked AS MATERIALIZED (
        SELECT query, query::text ~ '<[^>]+>' AS has_phrase, regexp_replace(query::text, '<[^>]+>', '&', 'g')::tsquery AS words
          FROM websearch_to_tsquery('public.simple_plain'::regconfig, ${searchWords(q)}) AS query
      ), ranked AS MATERIALIZED (
        SELECT id, max(rank) AS rank FROM (${Prisma.join(sources.map(candidates), ' UNION ALL ')}) AS found GROUP BY id
      ), page AS (
        SELECT * FROM ranked WHERE ${compare(within)} ORDER BY rank ${direction}, id ${direction} LIMIT ${most}
      )`
  const goesBack = position ? Prisma.sql`EXISTS (SELECT FROM ranked WHERE ${compare(beyond)})` : Prisma.sql`false`
  return { tables, direction, goesBack }
}
