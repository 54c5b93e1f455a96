import type { z } from 'zod'
import type { FoundPrompt } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import type { ListedPrompt } from '#shared/marks.ts'
import { cursorAt } from '../cursor.ts'
import { Prisma } from '../db.ts'
import { answersOf, categoryText, models, promptText, useCaseText } from './sql.ts'

/** The cards of what a statement lists by `prompt_id` in order of `place`; `extra` stands in each, as of json_build_object. */
export function cardsOf<Extra>(listed: Prisma.Sql, locale: Locale, extra: Prisma.Sql = Prisma.empty) {
  return answersOf<z.infer<typeof FoundPrompt> & Extra>(Prisma.sql`
    SELECT json_build_object('id', prompt.id, 'slug', prompt.slug, 'title', text.title, 'short_description', text.short_description,
             'length_tag', prompt.length_tag, 'rating_avg', prompt.rating_avg, 'rating_count', prompt.rating_count,
             'required_tier', greatest(prompt.required_tier, use_case.required_tier, category.required_tier), 'content_locale', text.locale,
             'models', ${models('prompt.model_ids')},
             'use_case', json_build_object('slug', use_case.slug, 'title', use_case_words.title) ${extra}) AS answer
      FROM (${listed}) AS listed JOIN prompt ON prompt.id = listed.prompt_id
      JOIN use_case ON use_case.id = prompt.use_case_id JOIN category ON category.id = use_case.category_id
      JOIN ${promptText('prompt.id', locale)} AS text ON true
      JOIN ${useCaseText('use_case.id', locale)} AS use_case_words ON true
     ORDER BY listed.place`)
}

type OwnList = {
  /** One row more than the limit, with the `key` that a cursor remembers. */
  listed: Prisma.Sql
  order: string
  limit: number
  locale: Locale
  nextPath: (page: { cursor: string; limit?: number }) => string
}

/** A page of prompts that somebody has put together: each as a card, with the way to it. */
export async function listOwn({ listed, order, limit, locale, nextPath }: OwnList) {
  const rows = await cardsOf<Pick<ListedPrompt, 'category'> & { key: string | number }>(
    listed,
    locale,
    Prisma.sql`, 'key', listed.key, 'category', json_build_object('slug', category.slug,
      'name', (SELECT words.name FROM ${categoryText('category.id', locale)} AS words))`,
  )
  const results = rows.slice(0, limit)
  const last = rows.length > limit ? results.at(-1) : undefined
  const next = last && nextPath({ cursor: cursorAt(order, last.key, last.id), ...(limit !== 20 && { limit }) })
  return { results, next: next ?? null }
}
