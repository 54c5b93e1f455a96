import { z } from 'zod'
import { forumPaths } from '#shared/forum-paths.ts'
import type { ThreadListQuery, ThreadPage } from '#shared/forum.ts'
import type { Locale } from '#shared/locale.ts'
import { readCursor } from '../database/cursor.ts'
import { searchWords } from '../database/search-words.ts'
import { db, Prisma } from '../db.ts'
import { cardColumns, pageOf } from './thread-cards.ts'
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
  place: { key: number; id: number } | null
  most: number
  locale: Locale
}

async function rankIn(found: Prisma.Sql[], { q, place, most, locale }: Search): Promise<CardRow[]> {
  const [, rows] = await db.$transaction([
    // As in search of the library: the planner counts too little for reading texts, and an index's finds stay exact in memory.
    db.$executeRaw`SELECT set_config('enable_seqscan', 'off', true), set_config('work_mem', '32MB', true)`,
    db.$queryRaw<{ answer: CardRow }[]>(Prisma.sql`
      WITH asked AS MATERIALIZED (
        SELECT query, query::text ~ '<[^>]+>' AS has_phrase, regexp_replace(query::text, '<[^>]+>', '&', 'g')::tsquery AS words
          FROM websearch_to_tsquery('public.simple_plain'::regconfig, ${searchWords(q)}) AS query
      ), ranked AS (
        SELECT id, max(rank) AS rank FROM (${Prisma.join(found, ' UNION ALL ')}) AS found GROUP BY id
        ${place ? Prisma.sql`HAVING (max(rank), id) < (${place.key}::int, ${place.id}::int)` : Prisma.empty}
         ORDER BY 2 DESC, 1 DESC LIMIT ${most}
      )
      SELECT json_build_object(${cardColumns(locale)}, 'key', rank) AS answer
        FROM ranked JOIN thread USING (id) ORDER BY rank DESC, thread.id DESC`),
  ])
  return rows.map(({ answer }) => answer)
}

/** Texts are read only where titles are not enough. A cursor relies on the same order every time. */
async function rank(search: Search): Promise<CardRow[]> {
  const byTitle = await rankIn([candidates(titles, search.filters)], search)
  if (byTitle.length >= search.most) return byTitle
  const sources = [titles, texts].map((source) => candidates(source, search.filters))
  return rankIn(sources, search)
}

/** In the words of a search engine ("exact", -without, or), titles before texts. */
export async function searchThreads(query: ThreadListQuery, locale: Locale): Promise<ThreadPage> {
  const { q, section, author, limit } = query
  const place = readCursor(query.cursor, 'search', z.int32())
  const filters = Prisma.sql`
    ${section === undefined ? Prisma.empty : Prisma.sql`AND thread.section_id = (SELECT section.id FROM section WHERE section.slug = ${section})`}
    ${author === undefined ? Prisma.empty : Prisma.sql`AND thread.author_id = (SELECT "user".id FROM "user" WHERE username = ${author})`}`
  const rows = await rank({ q, filters, place, most: limit + 1, locale })
  const nextPath = (page: object) => forumPaths.api.threads({ q, section, author, ...page })
  return pageOf(rows, { order: 'search', limit, nextPath })
}
