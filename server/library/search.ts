import { z } from 'zod'
import type { FoundPrompt } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { db, Prisma } from '../db.ts'
import { answersOf, models, promptText, useCaseText } from './sql.ts'

/** Ranking reads each candidate: a word that stands in most texts is ranked among this many, not among all. */
const mostCandidates = 1_000

type Candidate = { prompt_id: number; rank: number }

/** Candidates of one column and language, the oldest first; `title` matches are lifted above all others. */
function candidates(column: 'title' | 'document', text: Locale, wanted: Locale, q: string): Prisma.Sql {
  const lift = column === 'title' ? 1_000_000 : 0
  const untranslated =
    text === wanted
      ? Prisma.empty
      : Prisma.sql`AND NOT EXISTS (SELECT FROM prompt_text
    WHERE prompt_text.prompt_id = found.prompt_id AND prompt_text.locale = ${wanted}::locale)`
  const partition = Prisma.raw(`'${text}'`)
  return Prisma.sql`(SELECT prompt_id, ${lift} + round(ts_rank(${Prisma.raw(column)}, query) * 900000)::int AS rank
    FROM (SELECT found.prompt_id, found.${Prisma.raw(column)}, query
            FROM prompt_search AS found, websearch_to_tsquery(search_config(${partition}), ${q}) AS query
           WHERE found.locale = ${partition} AND found.${Prisma.raw(column)} @@ query ${untranslated}
           LIMIT ${mostCandidates}) AS matched)`
}

/** The best matches first: titles, then the rest; the same words give the same order, so that a cursor can hold it. */
async function rank(
  q: string,
  locale: Locale,
  place: { key: number; id: number } | null,
  most: number,
): Promise<Candidate[]> {
  const languages: Locale[] = locale === 'en' ? ['en'] : [locale, 'en']
  const columns = ['title', 'document'] as const
  const sources = columns.flatMap((column) => languages.map((text) => candidates(column, text, locale, q)))
  return db.$queryRaw<Candidate[]>(Prisma.sql`
    SELECT prompt_id, max(rank) AS rank FROM (${Prisma.join(sources, ' UNION ALL ')}) AS found GROUP BY prompt_id
    ${place ? Prisma.sql`HAVING (max(rank), prompt_id) < (${place.key}, ${place.id})` : Prisma.empty}
    ORDER BY 2 DESC, 1 DESC LIMIT ${most}`)
}

function cards(ids: number[], locale: Locale): Promise<z.infer<typeof FoundPrompt>[]> {
  return answersOf(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
             'required_tier', greatest(prompt.required_tier, use_case.required_tier, category.required_tier), 'content_locale', text.locale,
             'models', ${models('prompt.model_ids')},
             'use_case', json_build_object('slug', use_case.slug, 'title', use_case_words.title)) AS answer
      FROM prompt JOIN use_case ON use_case.id = prompt.use_case_id JOIN category ON category.id = use_case.category_id
      JOIN ${promptText('prompt.id', locale)} AS text ON true
      JOIN ${useCaseText('use_case.id', locale)} AS use_case_words ON true
     WHERE prompt.id = ANY(${ids})
     ORDER BY array_position(${ids}, prompt.id)`)
}

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
