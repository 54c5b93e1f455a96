import { z } from 'zod'
import { isLocked } from '#shared/library/schema.ts'
import type { PromptCard, PromptListQuery, PromptPage, UseCase } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { bidirectionalPage, keyset, readCursorPosition, scanOf, timestamp } from '../sql/cursor.ts'
import type { CursorPosition, Keyset } from '../sql/cursor.ts'
import { batchedByLocale, Prisma } from '../database/db.ts'
import { outlinedText, promptCardColumns } from './prompt-cards.ts'
import { assertTier } from './assert-tier.ts'
import { jsonRows, isoTimestamp } from '../sql/json-rows.ts'
import { getUseCase } from './use-cases.ts'

/** Part of a list that one index can scan: the rows of `within`. Cursors contain `key`. */
type IndexRange = { isRated: boolean; within: Prisma.Sql; key: Prisma.Sql; keyset: Keyset }

const byDate = (within: Prisma.Sql): IndexRange => ({
  isRated: false,
  within,
  key: isoTimestamp('created_at'),
  keyset: keyset('latest', 'timestamptz', ['created_at', 'id']),
})
const byRating = (direction: Keyset['direction']): IndexRange => ({
  isRated: true,
  within: Prisma.sql`AND rating_avg IS NOT NULL`,
  key: Prisma.sql`to_json(rating_avg)`,
  keyset: keyset('rating', 'float8', ['rating_avg', 'id'], direction),
})
const unrated = byDate(Prisma.sql`AND rating_avg IS NULL`)

/** Ranges of each order. Prompts without a rating come last, in both directions. */
const orders: Record<PromptListQuery['order'], IndexRange[]> = {
  latest: [byDate(Prisma.empty)],
  rating_desc: [byRating('DESC'), unrated],
  rating_asc: [byRating('ASC'), unrated],
}

const isAt = (range: IndexRange, { key }: CursorPosition) => range.isRated === (typeof key === 'number')

/** Ranges that a page reads, in scan order. `others` are those on the other side of the cursor. */
function rangesOf({ order, min_rating }: PromptListQuery, position: CursorPosition | null) {
  const ranges = orders[order].filter((range) => range !== unrated || min_rating === undefined)
  if (!position) return { scanned: ranges, others: [] }
  const at = ranges.findIndex((range) => isAt(range, position))
  if (at === -1) return { scanned: [], others: [] }
  const [before, after] = [ranges.slice(0, at + 1).toReversed(), ranges.slice(at)]
  return position.side === 'after' ? { scanned: after, others: before } : { scanned: before, others: after }
}

type PageQuery = { use_case_id: number; query: PromptListQuery; position: CursorPosition | null }

function rowsOf(range: IndexRange, side: 'within' | 'beyond', { use_case_id, query, position }: PageQuery): Prisma.Sql {
  const scan = scanOf(range.keyset, position && isAt(range, position) ? position : null)
  return Prisma.sql`FROM prompt WHERE use_case_id = ${use_case_id} AND archived_at IS NULL ${range.within} ${conditions(query)}
    AND ${scan[side]}`
}

function rowsInScanOrder(range: IndexRange, number: number, pageQuery: PageQuery): Prisma.Sql {
  const { by } = scanOf(range.keyset, pageQuery.position)
  return Prisma.sql`(SELECT id, ${range.key} AS key, ${number}::int AS stretch, row_number() OVER (ORDER BY ${by}) AS number
      ${rowsOf(range, 'within', pageQuery)} ORDER BY ${by} LIMIT ${pageQuery.query.limit + 1})`
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
type Rows = { goes_back: boolean; rows: Row[] }
const none: Rows = { goes_back: false, rows: [] }

async function readRows(pageQuery: PageQuery, locale: Locale): Promise<Rows> {
  const { use_case_id, query, position } = pageQuery
  const { scanned, others } = rangesOf(query, position)
  if (scanned.length === 0) return none
  const back = others.map((range) => Prisma.sql`EXISTS (SELECT ${rowsOf(range, 'beyond', pageQuery)})`)
  const [read = none] = await jsonRows<Rows>(Prisma.sql`
    SELECT json_build_object('goes_back', ${back.length > 0 ? Prisma.join(back, ' OR ') : Prisma.sql`false`}, 'rows', (
      SELECT coalesce(json_agg(json_build_object(${promptCardColumns}, 'key', place.key) ORDER BY place.stretch, place.number), '[]')
        FROM (SELECT * FROM (${Prisma.join(
          scanned.map((range, number) => rowsInScanOrder(range, number, pageQuery)),
          ' UNION ALL ',
        )}) AS found ORDER BY stretch, number LIMIT ${query.limit + 1}) AS place
        JOIN effective_prompt AS prompt USING (id) JOIN ${outlinedText('prompt.id', locale)}
       WHERE use_case_id = ${use_case_id})) AS answer`)
  return read
}

type Listed = {
  use_case: Pick<UseCase, 'id' | 'required_tier'> & { category_id: number }
  rows: Row[]
  goes_back?: boolean
}

const findLatestOthers = batchedByLocale<{ use_case: string; most: number; exclude: string }, Listed>(
  { use_case: 'text', most: 'int', exclude: 'text' },
  (locale) => Prisma.sql`
    SELECT json_build_object(
             'use_case', json_build_object('id', use_case.id, 'required_tier', use_case.required_tier, 'category_id', category_id),
             'rows', (
               SELECT coalesce(json_agg(json_build_object(${promptCardColumns}, 'key', ${isoTimestamp('created_at')})
                                        ORDER BY created_at DESC, prompt.id DESC), '[]')
                 FROM (SELECT id, slug, length_tag, rating_avg, rating_count, model_ids, created_at,
                              greatest(required_tier, use_case.required_tier) AS required_tier
                         FROM prompt WHERE use_case_id = use_case.id AND archived_at IS NULL AND slug <> asked.exclude
                        ORDER BY created_at DESC, id DESC LIMIT asked.most) AS prompt
                 JOIN ${outlinedText('prompt.id', locale)})) AS answer
      FROM effective_use_case AS use_case WHERE use_case.slug = asked.use_case`,
)

type Reading = { locale: Locale; tier: number }

async function list(
  slug: string,
  { query, position }: Pick<PageQuery, 'query' | 'position'>,
  { locale, tier }: Reading,
): Promise<Listed> {
  const { exclude, order, limit, ...filters } = query
  if (exclude && order === 'latest' && Object.values(filters).every((value) => value === undefined)) {
    const found = await findLatestOthers({ use_case: slug, most: limit + 1, exclude }, locale)
    if (found && !isLocked(found.use_case, tier)) return found
  }
  const { value: useCase } = assertTier(tier, await getUseCase(slug, locale))
  const hasNone = query.free === '1' && useCase.required_tier > 0
  const found = hasNone ? none : await readRows({ use_case_id: useCase.id, query, position }, locale)
  return { use_case: { ...useCase, category_id: useCase.category.id }, ...found }
}

/** Lists the prompts of a use case. Throws 403 with a preview if the use case needs a higher tier. */
export async function listPrompts(slug: string, query: PromptListQuery, reading: Reading): Promise<Tagged<PromptPage>> {
  const { order, limit, cursor, ...filters } = query
  const key = order === 'latest' ? timestamp : z.union([timestamp, z.number()])
  const position = readCursorPosition<string | number>(cursor, { order, key })
  const { use_case, rows, goes_back = false } = await list(slug, { query, position }, reading)
  const isByRating = query.order !== 'latest' || query.min_rating !== undefined
  const tags = [
    cacheTags.taxonomy,
    cacheTags.useCase(use_case.id),
    cacheTags.category(use_case.category_id),
    cacheTags.promptsOf(use_case.id),
    ...(isByRating ? [cacheTags.ratingsOf(use_case.id)] : []),
  ]
  const value = bidirectionalPage(rows, {
    order,
    position,
    limit,
    goes_back,
    pathOf: (page) => paths.api.useCasePrompts(slug, { ...filters, ...(order !== 'latest' && { order }), ...page }),
  })
  return { value, cacheTags: [...tags, ...value.results.map(({ id }) => cacheTags.prompt(id))] }
}
