import type { UseCase, UseCaseTitle } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { containsPattern, searchLinePatterns } from '../sql/like-patterns.ts'
import { batchedByLocale, Prisma } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { categoryText, functionalGroupJson, useCaseText } from './sql.ts'
import { collations } from '../sql/collations.ts'
import { jsonRows } from '../sql/json-rows.ts'

/** SQL: JSON of a category, with the category's text as `category_words`. */
export const categoryJson = (item: 'prompt' | 'use_case', locale: Locale) => Prisma.sql`json_build_object(
  'id', category_words.category_id, 'slug', category_slug, 'name', category_words.name,
  'functional', ${functionalGroupJson(`${item}.functional_group_id`, locale)})`

const findUseCase = batchedByLocale<{ slug: string }, UseCase>(
  { slug: 'text' },
  (locale) => Prisma.sql`
    SELECT json_build_object('id', use_case.id, 'slug', use_case.slug, 'title', text.title, 'content_locale', text.locale,
             'required_tier', required_tier, 'category', ${categoryJson('use_case', locale)}) AS answer
      FROM effective_use_case AS use_case
      JOIN ${useCaseText('use_case.id', locale)} AS text ON true
      JOIN ${categoryText('use_case.category_id', locale)} AS category_words ON true
     WHERE use_case.slug = asked.slug`,
)

export async function getUseCase(slug: string, locale: Locale): Promise<Tagged<UseCase>> {
  const useCase = await findUseCase({ slug }, locale)
  if (!useCase) throw notFound()
  const tags = [cacheTags.taxonomy, cacheTags.useCase(useCase.id), cacheTags.category(useCase.category.id)]
  return { value: useCase, cacheTags: tags }
}

const maxMatches = 20

/** Finds titles in the locale, in any spelling of names and numbers. A blank query has no results. */
export async function searchUseCases(
  { q, category, free }: { q: string; category?: string | undefined; free?: boolean },
  locale: Locale,
): Promise<Tagged<UseCaseTitle[]>> {
  const tags = [cacheTags.useCases, cacheTags.categories]
  const typed = q.trim()
  if (typed === '') return { value: [], cacheTags: tags }
  const isExact = Prisma.sql`text.title ILIKE ${containsPattern(typed)}`
  const value = await jsonRows<UseCaseTitle>(Prisma.sql`
    SELECT json_build_object('slug', use_case.slug, 'title', text.title, 'required_tier', required_tier) AS answer
      FROM use_case_text AS text JOIN effective_use_case AS use_case ON use_case.id = text.use_case_id
     WHERE (${isExact} OR search_line(text.title) LIKE ANY (${searchLinePatterns(typed)}))
       AND (text.locale = ${locale}::locale OR text.locale = 'en' AND NOT EXISTS (
             SELECT FROM use_case_text AS own WHERE own.use_case_id = text.use_case_id AND own.locale = ${locale}::locale))
       ${category === undefined ? Prisma.empty : Prisma.sql`AND category_slug = ${category}`}
       ${free ? Prisma.sql`AND required_tier = 0` : Prisma.empty}
     ORDER BY ${isExact} DESC, text.title ${collations[locale]}, use_case.id LIMIT ${maxMatches}`)
  return { value, cacheTags: tags }
}
