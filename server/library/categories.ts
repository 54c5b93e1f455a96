import type { Category, CategoryListItem, FunctionalGroup } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { categoryText, functionalGroupJson, functionalText, useCaseText } from './sql.ts'
import { collations } from '../sql/collations.ts'
import { jsonRows } from '../sql/json-rows.ts'

const card = (locale: Locale) => Prisma.sql`
  category.id, category.slug, text.name, text.description, category.required_tier, text.warning_text,
  ${functionalGroupJson('category.functional_group_id', locale)} AS functional, text.locale AS content_locale`

/** SQL: counts of each category up to a tier, in one scan. */
const counts = (maxTier: number | null) => Prisma.sql`(
  SELECT category_id, count(*)::int AS use_cases,
         sum(CASE WHEN ${maxTier}::int IS NULL THEN kept.prompts ELSE kept.free_prompts END)::int AS prompts
    FROM effective_use_case AS use_case LEFT JOIN (
      SELECT use_case_id, sum(prompts) AS prompts, sum(free_prompts) AS free_prompts FROM prompt_count GROUP BY use_case_id
    ) AS kept ON use_case_id = use_case.id
   WHERE ${maxTier}::int IS NULL OR required_tier <= ${maxTier}
   GROUP BY category_id)`

const useCases = (locale: Locale, maxTier: number | null, extra: Prisma.Sql = Prisma.empty) => Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object('slug', use_case.slug, 'title', title.title, 'required_tier', use_case.required_tier ${extra})
           ORDER BY use_case.position, title.title ${collations[locale]}, use_case.id), '[]')
    FROM effective_use_case AS use_case JOIN ${useCaseText('use_case.id', locale)} AS title ON true
   WHERE use_case.category_id = category.id AND (${maxTier}::int IS NULL OR use_case.required_tier <= ${maxTier})) AS use_cases`

const promptCounts = Prisma.sql`,
  'prompt_count', (SELECT coalesce(sum(prompts), 0) FROM prompt_count WHERE use_case_id = use_case.id),
  'free_prompt_count', CASE WHEN use_case.required_tier = 0
    THEN (SELECT coalesce(sum(free_prompts), 0) FROM prompt_count WHERE use_case_id = use_case.id) ELSE 0 END`

export async function listCategories(
  locale: Locale,
  { free = false, withUseCases = true } = {},
): Promise<Tagged<CategoryListItem[]>> {
  const maxTier = free ? 0 : null
  const value = await jsonRows<CategoryListItem>(Prisma.sql`
    SELECT row_to_json(listed) AS answer FROM (
      SELECT ${card(locale)}, coalesce(counted.use_cases, 0) AS use_case_count, coalesce(prompts, 0) AS prompt_count
             ${withUseCases ? Prisma.sql`, ${useCases(locale, maxTier)}` : Prisma.empty}
        FROM effective_category AS category JOIN ${categoryText('category.id', locale)} AS text ON true
        LEFT JOIN ${counts(maxTier)} AS counted ON counted.category_id = category.id
       WHERE ${maxTier}::int IS NULL OR category.required_tier <= ${maxTier}
       ORDER BY category.position, text.name ${collations[locale]}, category.id) AS listed`)
  return { value, cacheTags: [cacheTags.taxonomy, cacheTags.categories, cacheTags.useCases, cacheTags.promptCounts] }
}

export async function getCategory(slug: string, locale: Locale): Promise<Tagged<Category>> {
  const [category] = await jsonRows<Omit<Category, 'use_case_count' | 'prompt_count'>>(Prisma.sql`
    SELECT row_to_json(found) AS answer FROM (
      SELECT ${card(locale)}, ${useCases(locale, null, promptCounts)}
        FROM effective_category AS category JOIN ${categoryText('category.id', locale)} AS text ON true
       WHERE category.slug = ${slug}) AS found`)
  if (!category) throw notFound()
  const { use_cases } = category
  const prompt_count = use_cases.reduce((sum, useCase) => sum + useCase.prompt_count, 0)
  const tags = [cacheTags.taxonomy, cacheTags.category(category.id), cacheTags.useCasesOf(category.id)]
  return { value: { ...category, use_case_count: use_cases.length, prompt_count }, cacheTags: tags }
}

export async function listFunctionalGroups(locale: Locale): Promise<Tagged<FunctionalGroup[]>> {
  const value = await jsonRows<FunctionalGroup>(Prisma.sql`
    SELECT json_build_object('slug', functional_group.slug, 'name', text.name, 'models', (
             SELECT coalesce(json_agg(json_build_object('slug', model.slug, 'name', model.name) ORDER BY place), '[]')
               FROM unnest(model_ids) WITH ORDINALITY AS listed (id, place) JOIN model USING (id))) AS answer
      FROM functional_group JOIN ${functionalText('functional_group.id', locale)} AS text ON true
     ORDER BY text.name ${collations[locale]}, functional_group.id`)
  return { value, cacheTags: [cacheTags.taxonomy] }
}
