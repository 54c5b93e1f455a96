import type { z } from 'zod'
import type { FoundPrompt } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import type { ListedPrompt } from '#shared/marks.ts'
import { cursorAt } from '../database/cursor.ts'
import { Prisma } from '../db.ts'
import { jsonRows, categoryText, models, promptText, useCaseText } from './sql.ts'

/** As of json_build_object; needs `effective_prompt` as prompt and its text as text. */
export const cardColumns = Prisma.sql`'id', prompt.id, 'slug', prompt.slug, 'title', text.title,
  'short_description', text.short_description, 'length_tag', length_tag, 'rating_avg', rating_avg, 'rating_count', rating_count,
  'required_tier', required_tier, 'content_locale', text.locale, 'models', ${models('prompt.model_ids')}`

/** Of the `prompt_id` that a statement lists, by `place`; `extra` is as of json_build_object. */
export function cardsOf<Extra>(listed: Prisma.Sql, locale: Locale, extra: Prisma.Sql = Prisma.empty) {
  return jsonRows<z.infer<typeof FoundPrompt> & Extra>(Prisma.sql`
    SELECT json_build_object(${cardColumns},
             'use_case', json_build_object('slug', use_case_slug, 'title', use_case_words.title) ${extra}) AS answer
      FROM (${listed}) AS listed JOIN effective_prompt AS prompt ON prompt.id = listed.prompt_id
      JOIN ${promptText('prompt.id', locale)} AS text ON true
      JOIN ${useCaseText('prompt.use_case_id', locale)} AS use_case_words ON true
     ORDER BY listed.place`)
}

type PersonalList = {
  /** One row more than the limit, with the `key` for a cursor. */
  listed: Prisma.Sql
  order: string
  limit: number
  locale: Locale
  nextPath: (page: { cursor: string; limit?: number }) => string
}

export async function listPersonal({ listed, order, limit, locale, nextPath }: PersonalList) {
  const rows = await cardsOf<Pick<ListedPrompt, 'category'> & { key: string | number }>(
    listed,
    locale,
    Prisma.sql`, 'key', listed.key, 'category', json_build_object('slug', category_slug,
      'name', (SELECT words.name FROM ${categoryText('prompt.category_id', locale)} AS words))`,
  )
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last && nextPath({ cursor: cursorAt(order, last.key, last.id), ...(limit !== 20 && { limit }) })
  return { results, next: next ?? null }
}
