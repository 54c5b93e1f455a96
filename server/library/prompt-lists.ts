import { z } from 'zod'
import type { PromptCard, PromptListQuery, UseCase } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { cursorAt, readCursor } from '../cursor.ts'
import { Prisma } from '../db.ts'
import { answersOf, models, promptText } from './sql.ts'

/** PostgreSQL knows no year 0. */
const moment = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'))

/** Each order, as one of the indexes of prompt has it: what rows come by, and which come after a cursor. */
const orders = {
  latest: {
    key: Prisma.sql`created_at`,
    by: Prisma.sql`created_at DESC, id DESC`,
    after: (cursor: string | undefined) => {
      const place = readCursor(cursor, 'latest', moment)
      return place && Prisma.sql`AND (created_at, id) < (${place.key}::timestamptz, ${place.id})`
    },
  },
  rating_desc: {
    key: Prisma.sql`coalesce(rating_avg, 0)`,
    by: Prisma.sql`coalesce(rating_avg, 0) DESC, id DESC`,
    after: (cursor: string | undefined) => {
      const place = readCursor(cursor, 'rating_desc', z.number())
      return place && Prisma.sql`AND (coalesce(rating_avg, 0), id) < (${place.key}::float8, ${place.id})`
    },
  },
  rating_asc: {
    key: Prisma.sql`coalesce(rating_avg, 6)`,
    by: Prisma.sql`coalesce(rating_avg, 6), id`,
    after: (cursor: string | undefined) => {
      const place = readCursor(cursor, 'rating_asc', z.number())
      return place && Prisma.sql`AND (coalesce(rating_avg, 6), id) > (${place.key}::float8, ${place.id})`
    },
  },
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

/** A page of a use case's prompts as cards. The ids are found on an index alone; only those shown are read. */
export async function listPrompts(useCase: UseCase, query: PromptListQuery, locale: Locale) {
  const order = orders[query.order]
  const rows = await answersOf<PromptCard & { key: string | number }>(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
             'required_tier', greatest(prompt.required_tier, ${useCase.required_tier}), 'content_locale', text.locale,
             'models', ${models('prompt.model_ids')},
             'key', ${query.order === 'latest' ? Prisma.sql`to_char(place.key AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : Prisma.sql`place.key`}) AS answer
      FROM (SELECT id, ${order.key} AS key, row_number() OVER (ORDER BY ${order.by}) AS number FROM prompt
             WHERE use_case_id = ${useCase.id} ${conditions(query)} ${order.after(query.cursor) ?? Prisma.empty}
             ORDER BY ${order.by} LIMIT ${query.limit + 1}) AS place
      JOIN prompt USING (id) JOIN ${promptText('prompt.id', locale)} AS text ON true
     ORDER BY place.number`)
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
