import type { Category, CategoryCard, FunctionalGroup } from '#shared/library.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma } from '../db.ts'
import { notFound } from '../problem.ts'
import { jsonRows, categoryText, functional, functionalText, useCaseText } from './sql.ts'

const card = (locale: Locale) => Prisma.sql`
  category.id, category.slug, text.name, text.description, category.required_tier, text.warning_text,
  ${functional('category.functional_group_id', locale)} AS functional, text.locale AS content_locale`

const useCases = (locale: Locale, maxTier: number | null) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('slug', use_case.slug, 'title', title.title, 'required_tier', use_case.required_tier)
           ORDER BY title.title, use_case.id), '[]')
    FROM effective_use_case AS use_case JOIN ${useCaseText('use_case.id', locale)} AS title ON true
   WHERE use_case.category_id = category.id AND (${maxTier}::int IS NULL OR use_case.required_tier <= ${maxTier})) AS use_cases`

export async function listCategories(
  locale: Locale,
  { free = false, withUseCases = true } = {},
): Promise<Tagged<(CategoryCard | Category)[]>> {
  const maxTier = free ? 0 : null
  const value = await jsonRows<CategoryCard | Category>(Prisma.sql`
    SELECT row_to_json(listed) AS answer FROM (
      SELECT ${card(locale)} ${withUseCases ? Prisma.sql`, ${useCases(locale, maxTier)}` : Prisma.empty}
        FROM category JOIN ${categoryText('category.id', locale)} AS text ON true
       WHERE ${maxTier}::int IS NULL OR category.required_tier <= ${maxTier}
       ORDER BY text.name, category.id) AS listed`)
  const tags = [cacheTags.taxonomy, cacheTags.categories, ...(withUseCases ? [cacheTags.useCases] : [])]
  return { value, cacheTags: tags }
}

export async function getCategory(slug: string, locale: Locale): Promise<Tagged<Category>> {
  const [category] = await jsonRows<Category>(Prisma.sql`
    SELECT row_to_json(found) AS answer FROM (
      SELECT ${card(locale)}, ${useCases(locale, null)}
        FROM category JOIN ${categoryText('category.id', locale)} AS text ON true
       WHERE category.slug = ${slug}) AS found`)
  if (!category) throw notFound()
  const tags = [cacheTags.taxonomy, cacheTags.category(category.id), cacheTags.useCasesOf(category.id)]
  return { value: category, cacheTags: tags }
}

export async function listFunctionalGroups(locale: Locale): Promise<Tagged<FunctionalGroup[]>> {
  const value = await jsonRows<FunctionalGroup>(Prisma.sql`
    SELECT json_build_object('slug', functional_group.slug, 'name', text.name, 'models', (
             SELECT coalesce(json_agg(json_build_object('slug', model.slug, 'name', model.name) ORDER BY place), '[]')
               FROM unnest(model_ids) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))) AS answer
      FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
     ORDER BY text.name, functional_group.id`)
  return { value, cacheTags: [cacheTags.taxonomy] }
}
