import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { db, Prisma } from '../db.ts'
import { cardsOf } from './prompt-cards.ts'

/** Ranking reads each candidate: a word that stands in most texts is ranked among this many, not among all. */
const mostCandidates = 1_000
/** The index knows no order of words: a phrase is looked for in this many of the texts that hold all its words. */
const mostRead = 3_000

type Column = 'title' | 'document'
type Candidate = { prompt_id: number; rank: number }
type Place = { key: number; id: number } | null

/** Candidates of one column and language, the oldest first; `title` matches are lifted above all others. */
function candidates(column: Column, text: Locale, wanted: Locale, q: string): Prisma.Sql {
  const lift = column === 'title' ? 1_000_000 : 0
  const words = Prisma.raw(column)
  const partition = Prisma.raw(`'${text}'`)
  const untranslated =
    text === wanted
      ? Prisma.empty
      : Prisma.sql`AND NOT EXISTS (SELECT FROM prompt_text
          WHERE prompt_text.prompt_id = holding.prompt_id AND prompt_text.locale = ${wanted}::locale)`
  return Prisma.sql`(
    SELECT prompt_id, ${lift} + round(ts_rank(words, query) * 900000)::int AS rank
      FROM (SELECT prompt_id, words, query
              FROM (SELECT found.prompt_id, found.${words} AS words, query
                      FROM prompt_search AS found, websearch_to_tsquery(search_config(${partition}), ${q}) AS query
                     WHERE found.locale = ${partition}
                       AND found.${words} @@ regexp_replace(query::text, '<[^>]+>', '&', 'g')::tsquery
                     LIMIT ${mostRead}) AS holding
             WHERE words @@ query ${untranslated} LIMIT ${mostCandidates}) AS matched)`
}

async function rankIn(columns: Column[], q: string, locale: Locale, place: Place, most: number): Promise<Candidate[]> {
  const languages: Locale[] = locale === 'en' ? ['en'] : [locale, 'en']
  const sources = columns.flatMap((column) => languages.map((text) => candidates(column, text, locale, q)))
  const [, ranked] = await db.$transaction([
    // The planner takes the limits for a reason to read the table in its order, whose texts cost more than it counts.
    db.$executeRaw`SET LOCAL enable_seqscan = off`,
    db.$queryRaw<Candidate[]>(Prisma.sql`
      SELECT prompt_id, max(rank) AS rank FROM (${Prisma.join(sources, ' UNION ALL ')}) AS found GROUP BY prompt_id
      ${place ? Prisma.sql`HAVING (max(rank), prompt_id) < (${place.key}, ${place.id})` : Prisma.empty}
      ORDER BY 2 DESC, 1 DESC LIMIT ${most}`),
  ])
  return ranked
}

/**
 * The best matches first: titles, then the rest, which is read only where the titles are not enough. The same words
 * give the same order, so that a cursor can hold it.
 */
async function rank(q: string, locale: Locale, place: Place, most: number): Promise<Candidate[]> {
  const titles = await rankIn(['title'], q, locale, place, most)
  return titles.length >= most ? titles : rankIn(['title', 'document'], q, locale, place, most)
}

const cards = (ids: number[], locale: Locale) =>
  cardsOf(Prisma.sql`SELECT * FROM unnest(${ids}::int[]) WITH ORDINALITY AS ranked (prompt_id, place)`, locale)

/** Full text over prompts, in the words of a search engine ("exact", -without, or); a blank query finds none. */
export async function searchPrompts(
  { q, limit, cursor }: { q: string; limit: number; cursor?: string | undefined },
  locale: Locale,
) {
  const place = readCursor(cursor, 'search', z.int32())
  if (q.trim() === '') return { results: [], next: null }
  const ranked = await rank(q, locale, place, limit + 1)
  const shown = ranked.slice(0, limit)
  const last = ranked.length > limit ? shown.at(-1) : undefined
  const next = last
    ? paths.api.promptSearch({
        q,
        limit: limit === 20 ? undefined : limit,
        cursor: cursorAt('search', last.rank, last.prompt_id),
      })
    : null
  return {
    results:
      shown.length === 0
        ? []
        : await cards(
            shown.map(({ prompt_id }) => prompt_id),
            locale,
          ),
    next,
  }
}
