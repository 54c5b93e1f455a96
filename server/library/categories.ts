import type { Category, CategoryCard, FunctionalGroup } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { Prisma } from '../db.ts'
import { notFound } from '../problem.ts'
import { answersOf, categoryText, functional, functionalText, useCaseText } from './sql.ts'

const card = (locale: Locale) => Prisma.sql`
  category.id, category.slug, text.name, text.description, category.required_tier, text.warning_text,
  ${functional('category.functional_group_id', locale)} AS functional, text.locale AS content_locale`

/** The use cases of the category in scope, by title; with `highest` only those that this tier opens. */
const useCases = (locale: Locale, highest: number | null) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('slug', use_case.slug, 'title', title.title, 'required_tier', tier)
           ORDER BY title.title, use_case.id), '[]')
    FROM use_case JOIN ${useCaseText('use_case.id', locale)} AS title ON true,
         LATERAL (SELECT greatest(use_case.required_tier, category.required_tier) AS tier) AS effective
   WHERE use_case.category_id = category.id AND (${highest}::int IS NULL OR tier <= ${highest})) AS use_cases`

/** Every category by name; `free` keeps what tier 0 can open. */
export function listCategories(
  locale: Locale,
  { free = false, withUseCases = true } = {},
): Promise<(CategoryCard | Category)[]> {
  const highest = free ? 0 : null
  return answersOf(Prisma.sql`
    SELECT row_to_json(listed) AS answer FROM (
      SELECT ${card(locale)} ${withUseCases ? Prisma.sql`, ${useCases(locale, highest)}` : Prisma.empty}
        FROM category JOIN ${categoryText('category.id', locale)} AS text ON true
       WHERE ${highest}::int IS NULL OR category.required_tier <= ${highest}
       ORDER BY text.name, category.id) AS listed`)
}

export async function getCategory(slug: string, locale: Locale): Promise<Category> {
  const [category] = await answersOf<Category>(Prisma.sql`
    SELECT row_to_json(found) AS answer FROM (
      SELECT ${card(locale)}, ${useCases(locale, null)}
        FROM category JOIN ${categoryText('category.id', locale)} AS text ON true
       WHERE category.slug = ${slug}) AS found`)
  if (!category) throw notFound()
  return category
}

/** The functional groups by name, each with its models in its own order. */
export function listFunctionalGroups(locale: Locale): Promise<FunctionalGroup[]> {
  return answersOf(Prisma.sql`
    SELECT json_build_object('slug', functional_group.slug, 'name', text.name, 'models', (
             SELECT coalesce(json_agg(json_build_object('slug', model.slug, 'name', model.name) ORDER BY place), '[]')
               FROM unnest(model_ids) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))) AS answer
      FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
     ORDER BY text.name, functional_group.id`)
}
