import { z } from 'zod'
import { isLocked } from '#shared/library.ts'
import type { PromptCard, PromptListQuery, PromptPage, UseCase } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { cursorAt, moment, readCursor } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { cardColumns } from './prompt-cards.ts'
import { openTo } from './open-to.ts'
import { jsonRows, batchedByLocale, isoTimestamp, promptText } from './sql.ts'
import { getUseCase } from './use-cases.ts'

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

type ListKey = { use_case_id: number; most: number }

function placesOf(query: PromptListQuery, asked: ListKey): Prisma.Sql[] {
  const key = query.order === 'latest' ? moment : z.union([moment, z.number()])
  const place = readCursor<string | number>(query.cursor, query.order, key)
  const isOpen = (stretch: IndexRange) =>
    (stretch !== unrated || query.min_rating === undefined) &&
    (!place || !stretch.isRated || typeof place.key === 'number')
  return orders[query.order].filter(isOpen).map((stretch, number) => {
    const isCursorHere = place && stretch.isRated === (typeof place.key === 'number')
    return Prisma.sql`(SELECT id, ${stretch.key} AS key, ${number}::int AS stretch, row_number() OVER (ORDER BY ${stretch.by}) AS number
      FROM prompt WHERE use_case_id = ${asked.use_case_id} AND archived_at IS NULL ${stretch.within} ${conditions(query)} ${isCursorHere ? stretch.after(place) : Prisma.empty}
     ORDER BY ${stretch.by} LIMIT ${asked.most})`
  })
}

function conditions({ model, length, min_rating, exclude, free }: PromptListQuery): Prisma.Sql {
  return Prisma.join(
    [
      length && Prisma.sql`AND length_tag = ${length}::length_tag`,
      model && Prisma.sql`AND model_ids @> ARRAY[(SELECT id FROM model WHERE slug = ${model})]`,
      min_rating && Prisma.sql`AND rating_avg >= ${min_rating}`,
      free === '1' && Prisma.sql`AND required_tier = 0`,
      exclude && Prisma.sql`AND id <> coalesce((SELECT id FROM prompt WHERE slug = ${exclude}), 0)`,
      Prisma.empty,
    ].filter((condition) => condition instanceof Prisma.Sql),
    ' ',
  )
}

type Row = PromptCard & { key: string | number }

async function readRows(use_case_id: number, query: PromptListQuery, locale: Locale): Promise<Row[]> {
  const most = query.limit + 1
  const places = placesOf(query, { use_case_id, most })
  if (places.length === 0) return []
  return jsonRows<Row>(Prisma.sql`
    SELECT json_build_object(${cardColumns}, 'key', place.key) AS answer
      FROM (SELECT * FROM (${Prisma.join(places, ' UNION ALL ')}) AS found ORDER BY stretch, number LIMIT ${most}) AS place
      JOIN effective_prompt AS prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     WHERE use_case_id = ${use_case_id}
     ORDER BY place.stretch, place.number`)
}

type Listed = { use_case: Pick<UseCase, 'id' | 'required_tier'> & { category_id: number }; rows: Row[] }

/** Beside every prompt: the use case and its list by one statement. */
const findLatestOthers = batchedByLocale<{ use_case: string; most: number; exclude: string }, Listed>(
  { use_case: 'text', most: 'int', exclude: 'text' },
  (locale) => Prisma.sql`
    SELECT json_build_object(
             'use_case', json_build_object('id', use_case.id, 'required_tier', use_case.required_tier, 'category_id', category_id),
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${cardColumns}, 'key', ${isoTimestamp('created_at')})
                                        ORDER BY created_at DESC, prompt.id DESC), '[]')
                 FROM (SELECT id, slug, length_tag, rating_avg, rating_count, model_ids, created_at,
                              greatest(required_tier, use_case.required_tier) AS required_tier
                         FROM prompt WHERE use_case_id = use_case.id AND archived_at IS NULL AND slug <> asked.exclude
                        ORDER BY created_at DESC, id DESC LIMIT asked.most) AS prompt
                 JOIN ${promptText('prompt.id', locale)} AS text ON true)) AS answer
      FROM effective_use_case AS use_case WHERE use_case.slug = asked.use_case`,
)

type Reading = { locale: Locale; tier: number }

async function list(slug: string, query: PromptListQuery, { locale, tier }: Reading): Promise<Listed> {
  const { exclude, order, limit, ...filters } = query
  if (exclude && order === 'latest' && Object.values(filters).every((value) => value === undefined)) {
    const found = await findLatestOthers({ use_case: slug, most: limit + 1, exclude }, locale)
    if (found && !isLocked(found.use_case, tier)) return found
  }
  const { value: useCase } = openTo(tier, await getUseCase(slug, locale))
  const hasNone = query.free === '1' && useCase.required_tier > 0
  const rows = hasNone ? [] : await readRows(useCase.id, query, locale)
  return { use_case: { ...useCase, category_id: useCase.category.id }, rows }
}

/** Throws 403 with what may be shown of a locked use case. */
export async function listPrompts(slug: string, query: PromptListQuery, reading: Reading): Promise<Tagged<PromptPage>> {
  const { use_case, rows } = await list(slug, query, reading)
  const isByRating = query.order !== 'latest' || query.min_rating !== undefined
  const tags = [
    cacheTags.taxonomy,
    cacheTags.useCase(use_case.id),
    cacheTags.category(use_case.category_id),
    cacheTags.promptsOf(use_case.id),
    ...(isByRating ? [cacheTags.ratingsOf(use_case.id)] : []),
  ]
  const results = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? results.at(-1) : undefined
  const next = last ? paths.api.useCasePrompts(slug, nextQuery(query, cursorAt(query.order, last.key, last.id))) : null
  return { value: { results, next }, cacheTags: [...tags, ...results.map(({ id }) => cacheTags.prompt(id))] }
}

function nextQuery({ order, limit, ...filters }: PromptListQuery, cursor: string) {
  return { ...filters, ...(order !== 'latest' && { order }), ...(limit !== 20 && { limit }), cursor }
}
