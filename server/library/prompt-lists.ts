import { z } from 'zod'
import type { PromptCard, PromptListQuery, UseCase } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cursorAt, moment, readCursor } from '../cursor.ts'
import { Prisma } from '../db.ts'
import { answersOf, models, momentOf, promptText } from './sql.ts'

/** A stretch of a list that one index of prompt has in its order; `key` is what a cursor remembers of a row. */
type Stretch = {
  isRated: boolean
  within: Prisma.Sql
  key: Prisma.Sql
  by: Prisma.Sql
  after: (place: Place) => Prisma.Sql
}
type Place = { key: string | number; id: number }

const byDate = (within: Prisma.Sql): Stretch => ({
  isRated: false,
  within,
  key: momentOf('created_at'),
  by: Prisma.sql`created_at DESC, id DESC`,
  after: ({ key, id }) => Prisma.sql`AND (created_at, id) < (${key}::timestamptz, ${id})`,
})
const byRating = (by: Prisma.Sql, comparison: Prisma.Sql): Stretch => ({
  isRated: true,
  within: Prisma.sql`AND rating_avg IS NOT NULL`,
  key: Prisma.sql`to_json(rating_avg)`,
  by,
  after: ({ key, id }) => Prisma.sql`AND (rating_avg, id) ${comparison} (${key}::float8, ${id})`,
})
const unrated = byDate(Prisma.sql`AND rating_avg IS NULL`)

/** What each order goes through: whatever the direction, those that nobody has rated come last, the latest first. */
const orders: Record<PromptListQuery['order'], Stretch[]> = {
  latest: [byDate(Prisma.empty)],
  rating_desc: [byRating(Prisma.sql`rating_avg DESC, id DESC`, Prisma.sql`<`), unrated],
  rating_asc: [byRating(Prisma.sql`rating_avg, id`, Prisma.sql`>`), unrated],
}

/** The places of a page, by stretch and number in it: found on indexes alone, whatever the filters. */
function placesOf(useCase: UseCase, query: PromptListQuery): Prisma.Sql[] {
  const key = query.order === 'latest' ? moment : z.union([moment, z.number()])
  const place = readCursor<string | number>(query.cursor, query.order, key)
  const isOpen = (stretch: Stretch) =>
    (stretch !== unrated || query.min_rating === undefined) &&
    (!place || !stretch.isRated || typeof place.key === 'number')
  return orders[query.order].filter(isOpen).map((stretch, number) => {
    const isCursorHere = place && stretch.isRated === (typeof place.key === 'number')
    return Prisma.sql`(SELECT id, ${stretch.key} AS key, ${number}::int AS stretch, row_number() OVER (ORDER BY ${stretch.by}) AS number
      FROM prompt WHERE use_case_id = ${useCase.id} ${stretch.within} ${conditions(query)} ${isCursorHere ? stretch.after(place) : Prisma.empty}
     ORDER BY ${stretch.by} LIMIT ${query.limit + 1})`
  })
}

function conditions({ model, length, min_rating, exclude }: PromptListQuery): Prisma.Sql {
  return Prisma.join(
    [
      length && Prisma.sql`AND length_tag = ${length}::length_tag`,
      model && Prisma.sql`AND model_ids @> ARRAY[(SELECT id FROM model WHERE slug = ${model})]`,
      min_rating && Prisma.sql`AND rating_avg >= ${min_rating}`,
      exclude && Prisma.sql`AND id <> coalesce((SELECT id FROM prompt WHERE slug = ${exclude}), 0)`,
      Prisma.empty,
    ].filter((condition) => condition instanceof Prisma.Sql),
    ' ',
  )
}

/** A page of a use case's prompts as cards; only those that are shown are read. */
export async function listPrompts(useCase: UseCase, query: PromptListQuery, locale: Locale) {
  const places = placesOf(useCase, query)
  if (places.length === 0) return { results: [], next: null }
  const rows = await answersOf<PromptCard & { key: string | number }>(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
             'required_tier', greatest(prompt.required_tier, ${useCase.required_tier}), 'content_locale', text.locale,
             'models', ${models('prompt.model_ids')}, 'key', place.key) AS answer
      FROM (SELECT * FROM (${Prisma.join(places, ' UNION ALL ')}) AS found ORDER BY stretch, number LIMIT ${query.limit + 1}) AS place
      JOIN prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     ORDER BY place.stretch, place.number`)
  const results = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? results.at(-1) : undefined
  return {
    results,
    next: last
      ? paths.api.useCasePrompts(useCase.slug, nextQuery(query, cursorAt(query.order, last.key, last.id)))
      : null,
  }
}

function nextQuery({ order, limit, ...filters }: PromptListQuery, cursor: string) {
  return { ...filters, ...(order !== 'latest' && { order }), ...(limit !== 20 && { limit }), cursor }
}
