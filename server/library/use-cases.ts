import type { UseCase, UseCaseTitle } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../db.ts'
import { notFound } from '../problem.ts'
import { answersOf, categoryText, functional, useCaseText } from './sql.ts'

/** {id, slug, name, functional} of the category in scope, whose texts are `category_words`. */
export const categoryOf = (locale: Locale) => Prisma.sql`json_build_object('id', category.id, 'slug', category.slug,
  'name', category_words.name, 'functional', ${functional('category.functional_group_id', locale)})`

export async function getUseCase(slug: string, locale: Locale): Promise<UseCase> {
  const [useCase] = await answersOf<UseCase>(Prisma.sql`
    SELECT json_build_object('id', use_case.id, 'slug', use_case.slug, 'title', text.title, 'content_locale', text.locale,
             'required_tier', greatest(use_case.required_tier, category.required_tier), 'category', ${categoryOf(locale)}) AS answer
      FROM use_case JOIN category ON category.id = use_case.category_id
      JOIN ${useCaseText('use_case.id', locale)} AS text ON true
      JOIN ${categoryText('category.id', locale)} AS category_words ON true
     WHERE use_case.slug = ${slug}`)
  if (!useCase) throw notFound()
  return useCase
}

/** How many titles a search box shows at most. */
const mostMatches = 20

/** The use cases whose title, in the locale, holds what was typed, whatever its case; a blank query finds none. */
export function searchUseCases(
  { q, category, free }: { q: string; category?: string | undefined; free?: boolean },
  locale: Locale,
): Promise<UseCaseTitle[]> {
  const typed = q.trim()
  if (typed === '') return Promise.resolve([])
  const pattern = `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return answersOf(Prisma.sql`
    SELECT json_build_object('slug', use_case.slug, 'title', text.title, 'required_tier', tier) AS answer
      FROM use_case_text AS text JOIN use_case ON use_case.id = text.use_case_id
      JOIN category ON category.id = use_case.category_id,
      LATERAL (SELECT greatest(use_case.required_tier, category.required_tier) AS tier) AS effective
     WHERE text.title ILIKE ${pattern}
       AND (text.locale = ${locale}::locale OR text.locale = 'en' AND NOT EXISTS (
             SELECT FROM use_case_text AS own WHERE own.use_case_id = text.use_case_id AND own.locale = ${locale}::locale))
       ${category === undefined ? Prisma.empty : Prisma.sql`AND category.slug = ${category}`}
       ${free ? Prisma.sql`AND tier = 0` : Prisma.empty}
     ORDER BY text.title, use_case.id LIMIT ${mostMatches}`)
}
