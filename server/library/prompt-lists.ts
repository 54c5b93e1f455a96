import { z } from 'zod'
import type { PromptCard, PromptListQuery, PromptPage, UseCase } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { cardColumns } from './prompt-cards.ts'
import { jsonRows, batchedByLocale, isoTimestamp, promptText } from './sql.ts'

/** A part of a list that one index has in its order; `key` is for the cursor. */
type IndexRange = {
  isRated: boolean
  within: Prisma.Sql
  key: Prisma.Sql
  by: Prisma.Sql
  after: (place: Place) => Prisma.Sql
}
type Place = { key: string | number; id: number }

const byDate = (within: Prisma.Sql): IndexRange => ({
  isRated: false,
  within,
  key: isoTimestamp('created_at'),
  by: Prisma.sql`created_at DESC, id DESC`,
  after: ({ key, id }) => Prisma.sql`AND (created_at, id) < (${key}::timestamptz, ${id})`,
})
const byRating = (by: Prisma.Sql, comparison: Prisma.Sql): IndexRange => ({
  isRated: true,
  within: Prisma.sql`AND rating_avg IS NOT NULL`,
  key: Prisma.sql`to_json(rating_avg)`,
  by,
  after: ({ key, id }) => Prisma.sql`AND (rating_avg, id) ${comparison} (${key}::float8, ${id})`,
})
const unrated = byDate(Prisma.sql`AND rating_avg IS NULL`)

/** What each order goes through: whatever the direction, those that nobody has rated come last, the latest first. */
const orders: Record<PromptListQuery['order'], IndexRange[]> = {
  latest: [byDate(Prisma.empty)],
  rating_desc: [byRating(Prisma.sql`rating_avg DESC, id DESC`, Prisma.sql`<`), unrated],
  rating_asc: [byRating(Prisma.sql`rating_avg, id`, Prisma.sql`>`), unrated],
}

/** Values, or columns where several lists are read by one statement. */
type ListKey = Record<'use_case_id' | 'most', number | Prisma.Sql> & { exclude?: string | Prisma.Sql | undefined }

function placesOf(query: PromptListQuery, asked: ListKey): Prisma.Sql[] {
  const key = query.order === 'latest' ? moment : z.union([moment, z.number()])
  const place = readCursor<string | number>(query.cursor, query.order, key)
  const isOpen = (stretch: IndexRange) =>
    (stretch !== unrated || query.min_rating === undefined) &&
    (!place || !stretch.isRated || typeof place.key === 'number')
  return orders[query.order].filter(isOpen).map((stretch, number) => {
    const isCursorHere = place && stretch.isRated === (typeof place.key === 'number')
    return Prisma.sql`(SELECT id, ${stretch.key} AS key, ${number}::int AS stretch, row_number() OVER (ORDER BY ${stretch.by}) AS number
      FROM prompt WHERE use_case_id = ${asked.use_case_id} ${stretch.within} ${conditions(query, asked)} ${isCursorHere ? stretch.after(place) : Prisma.empty}
     ORDER BY ${stretch.by} LIMIT ${asked.most})`
  })
}

function conditions({ model, length, min_rating, exclude, free }: PromptListQuery, asked: ListKey): Prisma.Sql {
  return Prisma.join(
    [
      length && Prisma.sql`AND length_tag = ${length}::length_tag`,
      model && Prisma.sql`AND model_ids @> ARRAY[(SELECT id FROM model WHERE slug = ${model})]`,
      min_rating && Prisma.sql`AND rating_avg >= ${min_rating}`,
      free === '1' && Prisma.sql`AND required_tier = 0`,
      exclude && Prisma.sql`AND id <> coalesce((SELECT id FROM prompt WHERE slug = ${asked.exclude}), 0)`,
      Prisma.empty,
    ].filter((condition) => condition instanceof Prisma.Sql),
    ' ',
  )
}

type Row = PromptCard & { key: string | number }

const cardsAt = (places: Prisma.Sql[], { use_case_id, most }: ListKey, locale: Locale) => Prisma.sql`
    SELECT json_build_object(${cardColumns}, 'key', place.key) AS answer
      FROM (SELECT * FROM (${Prisma.join(places, ' UNION ALL ')}) AS found ORDER BY stretch, number LIMIT ${most}) AS place
      JOIN effective_prompt AS prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     WHERE use_case_id = ${use_case_id}
     ORDER BY place.stretch, place.number`

const askedColumns: ListKey = {
  use_case_id: Prisma.sql`asked.use_case_id`,
  most: Prisma.sql`asked.most`,
  exclude: Prisma.sql`asked.exclude`,
}
const othersQuery: PromptListQuery = { order: 'latest', limit: 0, exclude: 'a prompt' }
const latestOthers = batchedByLocale<{ use_case_id: number; most: number; exclude: string }, Row[]>(
  { use_case_id: 'int', most: 'int', exclude: 'text' },
  (locale) => Prisma.sql`
    SELECT coalesce(json_agg(answer), '[]') AS answer
      FROM (${cardsAt(placesOf(othersQuery, askedColumns), askedColumns, locale)}) AS listed`,
)

async function readRows(use_case_id: number, query: PromptListQuery, locale: Locale): Promise<Row[]> {
  const { exclude, order, limit, ...filters } = query
  const most = limit + 1
  if (exclude && order === 'latest' && Object.values(filters).every((value) => value === undefined))
    return (await latestOthers({ use_case_id, most, exclude }, locale)) ?? []
  const asked = { use_case_id, most, exclude }
  const places = placesOf(query, asked)
  return places.length === 0 ? [] : jsonRows<Row>(cardsAt(places, asked, locale))
}

export async function listPrompts(
  { value: useCase, cacheTags: tagsOfUseCase }: Tagged<UseCase>,
  query: PromptListQuery,
  locale: Locale,
): Promise<Tagged<PromptPage>> {
  const isByRating = query.order !== 'latest' || query.min_rating !== undefined
  const tags = [
    ...tagsOfUseCase,
    cacheTags.promptsOf(useCase.id),
    ...(isByRating ? [cacheTags.ratingsOf(useCase.id)] : []),
  ]
  const hasNone = query.free === '1' && useCase.required_tier > 0
  const rows = hasNone ? [] : await readRows(useCase.id, query, locale)
  const results = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? results.at(-1) : undefined
  const next = last
    ? paths.api.useCasePrompts(useCase.slug, nextQuery(query, cursorAt(query.order, last.key, last.id)))
    : null
  return { value: { results, next }, cacheTags: [...tags, ...results.map(({ id }) => cacheTags.prompt(id))] }
}

function nextQuery({ order, limit, ...filters }: PromptListQuery, cursor: string) {
  return { ...filters, ...(order !== 'latest' && { order }), ...(limit !== 20 && { limit }), cursor }
}
