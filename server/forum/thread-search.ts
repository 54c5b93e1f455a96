import { z } from 'zod'
import { forumPaths } from '#shared/forum-paths.ts'
import type { ThreadListQuery, ThreadPage } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import { metIn, operatorsOf, pageBothWays, readPlace } from '../database/cursor.ts'
import type { Place } from '../database/cursor.ts'
import { searchWords } from '../database/search-words.ts'
import { Prisma, queryRowsWith } from '../db.ts'
import { cardColumns } from './thread-cards.ts'
import type { CardRow } from './thread-cards.ts'
import { isPublicThread } from './visibility.ts'

/** Of titles, and of titles and texts: ranking reads each candidate, so a frequent word finds the latest alone. */
const maxCandidates = 1_000
/** Characters of a text that its rank is reckoned from. */
const rankedLength = 500
/** Bytes, of all texts in which a phrase is looked for. */
const maxPhraseBytes = 500_000
/** What a match in the title is ranked above all others by. */
const titleLift = 1_000_000

/** In the words of an index; `read` is what a phrase is looked for in. */
type Source = { document: Prisma.Sql; read: Prisma.Sql; lift: number }
const titles: Source = {
  document: Prisma.sql`to_tsvector('public.simple_plain'::regconfig, thread.title)`,
  read: Prisma.sql`thread.title`,
  lift: titleLift,
}
const texts: Source = {
  document: Prisma.sql`thread_document(thread.title, thread.description)`,
  read: Prisma.sql`thread.description`,
  lift: 0,
}

/** The index knows no order of words: a phrase is looked for in the latest that have all its words, until that is enough to read. */
const candidates = ({ document, read, lift }: Source, filters: Prisma.Sql) => Prisma.sql`(
  SELECT thread.id, ${lift}::int + round(ts_rank(thread_document(thread.title, left(thread.description, ${rankedLength}::int)), query) * 900000)::int AS rank
    FROM asked, (SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS bytes_read FROM (
           SELECT thread.id, octet_length(${read}) AS bytes FROM thread
            WHERE ${document} @@ (SELECT words FROM asked) AND ${isPublicThread} ${filters}
            ORDER BY thread.id + 0 DESC LIMIT ${maxCandidates}) AS latest) AS matching
    JOIN thread USING (id)
   WHERE CASE WHEN NOT has_phrase THEN true WHEN bytes_read <= ${maxPhraseBytes} THEN ${document} @@ query ELSE false END)`

type Search = {
  q: string
  filters: Prisma.Sql
  place: Place<number> | null
  most: number
  locale: Locale
}
/** `goes_back`: there are some on the other side of the place. */
type Found = { goes_back: boolean; rows: CardRow[] }

async function rankIn(found: Prisma.Sql[], { q, place, most, locale }: Search): Promise<Found> {
  const compare = (operator: string) =>
    place ? Prisma.sql`(rank, id) ${Prisma.raw(operator)} (${place.key}::int, ${place.id}::int)` : Prisma.sql`true`
  const { within, beyond } = operatorsOf(place?.side ?? 'after', 'DESC')
  const direction = Prisma.raw(metIn(place, 'DESC'))
  // As in search of the library: the planner counts too little for reading texts, and an index's finds stay exact in memory.
  const [answered] = await queryRowsWith<{ answer: Found }>(
    [`enable_seqscan = off`, `work_mem = '32MB'`],
    Prisma.sql`
      WITH asked AS MATERIALIZED (
        SELECT query, query::text ~ '<[^>]+>' AS has_phrase, regexp_replace(query::text, '<[^>]+>', '&', 'g')::tsquery AS words
          FROM websearch_to_tsquery('public.simple_plain'::regconfig, ${searchWords(q)}) AS query
      ), ranked AS MATERIALIZED (
        SELECT id, max(rank) AS rank FROM (${Prisma.join(found, ' UNION ALL ')}) AS found GROUP BY id
      ), page AS (
        SELECT * FROM ranked WHERE ${compare(within)} ORDER BY rank ${direction}, id ${direction} LIMIT ${most}
      )
      SELECT json_build_object(
               'goes_back', ${place ? Prisma.sql`EXISTS (SELECT FROM ranked WHERE ${compare(beyond)})` : Prisma.sql`false`},
               'rows', (SELECT coalesce(json_agg(json_build_object(${cardColumns(locale)}, 'key', rank) ORDER BY rank ${direction}, thread.id ${direction}), '[]')
                          FROM page JOIN thread USING (id))) AS answer`,
  )
  return answered?.answer ?? { goes_back: false, rows: [] }
}

/** Texts are read only where titles are not enough; what comes before a place may be either. A cursor relies on the same order every time. */
async function rank(search: Search): Promise<Found> {
  if (search.place?.side !== 'before') {
    const byTitle = await rankIn([candidates(titles, search.filters)], search)
    if (byTitle.rows.length >= search.most) return byTitle
  }
  const sources = [titles, texts].map((source) => candidates(source, search.filters))
  return rankIn(sources, search)
}

/** In the words of a search engine ("exact", -without, or), titles before texts. */
export async function searchThreads(query: ThreadListQuery, locale: Locale): Promise<ThreadPage> {
  const { q, section, author, limit } = query
  const place = readPlace(query.cursor, 'search', z.int32())
  const filters = Prisma.sql`
    ${section === undefined ? Prisma.empty : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`}
    ${author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = (SELECT "user".id FROM "user" WHERE username = ${author})`}`
  const { rows, goes_back } = await rank({ q, filters, place, most: limit + 1, locale })
  return pageBothWays(rows, {
    order: 'search',
    place,
    limit,
    goes_back,
    keyOf: ({ key }) => key,
    pathOf: (page) => forumPaths.api.threads({ q, section, author, ...page }),
  })
}
