import { isLocked } from '#shared/library/schema.ts'
import type { CategoryPromptCard, UseCasePrompts } from '#shared/library/schema.ts'
import type { Locale } from '#shared/locale.ts'
import { cacheTags } from '../cache/cache-tags.ts'
import type { Tagged } from '../cache/cache-tags.ts'
import { Prisma } from '../database/db.ts'
import { notFound } from '../problem.ts'
import { assertTier } from './assert-tier.ts'
import { getCategory } from './categories.ts'
import { outlinedText, smallCardColumns } from './prompt-cards.ts'
import { useCaseText } from './sql.ts'
import { collations } from '../sql/collations.ts'
import { jsonRows } from '../sql/json-rows.ts'

const maxUseCases = 20
const maxPromptsOfUseCase = 12
const maxPrompts = 60 // taken in turns from all use cases, so that each has some

type Options = { free: boolean; locale: Locale; tier: number }
type Found = {
  id: number
  required_tier: number
  use_cases: (Omit<UseCasePrompts, 'prompts'> & { id: number; prompts: (CategoryPromptCard & { id: number })[] })[]
}

/** SQL: first use cases that have prompts, with their numbers of prompts. */
const useCases = (slug: string, { free, locale }: Options) => Prisma.sql`
  SELECT use_case.id, use_case.slug, title.title, use_case.required_tier, prompt_count, free_prompt_count,
         row_number() OVER (ORDER BY use_case.position, title.title ${collations[locale]}, use_case.id) AS place
    FROM effective_use_case AS use_case JOIN ${useCaseText('use_case.id', locale)} AS title ON true, LATERAL (
      SELECT coalesce(sum(prompts), 0) AS prompt_count,
             CASE WHEN use_case.required_tier = 0 THEN coalesce(sum(free_prompts), 0) ELSE 0 END AS free_prompt_count
        FROM prompt_count WHERE use_case_id = use_case.id) AS counted
   WHERE use_case.category_slug = ${slug} AND ${free ? Prisma.sql`free_prompt_count` : Prisma.sql`prompt_count`} > 0
   ORDER BY place LIMIT ${maxUseCases}`

const listed = ({ free, tier }: Options) => Prisma.sql`
  SELECT use_case.id AS use_case_id, latest.id, latest.number
    FROM use_case_list AS use_case, LATERAL (
      SELECT prompt.id, row_number() OVER (ORDER BY prompt.created_at DESC, prompt.id DESC) AS number
        FROM prompt WHERE prompt.use_case_id = use_case.id AND prompt.archived_at IS NULL
         ${free ? Prisma.sql`AND prompt.required_tier = 0` : Prisma.empty}
       ORDER BY prompt.created_at DESC, prompt.id DESC LIMIT ${maxPromptsOfUseCase}) AS latest
   WHERE use_case.required_tier <= ${tier} ORDER BY latest.number, use_case.place LIMIT ${maxPrompts}`

const readUseCases = (slug: string, options: Options) =>
  jsonRows<Found>(Prisma.sql`
    WITH use_case_list AS MATERIALIZED (${useCases(slug, options)}), listed AS MATERIALIZED (${listed(options)})
    SELECT json_build_object('id', category.id, 'required_tier', category.required_tier, 'use_cases', (
             SELECT coalesce(json_agg(json_build_object(
                      'id', use_case.id, 'slug', use_case.slug, 'title', use_case.title, 'required_tier', use_case.required_tier,
                      'prompt_count', use_case.prompt_count, 'free_prompt_count', use_case.free_prompt_count, 'prompts', (
                        SELECT coalesce(json_agg(json_build_object(${smallCardColumns}) ORDER BY listed.number), '[]')
                          FROM listed JOIN effective_prompt AS prompt ON prompt.id = listed.id JOIN ${outlinedText('prompt.id', options.locale)}
                         WHERE listed.use_case_id = use_case.id)) ORDER BY use_case.place), '[]')
               FROM use_case_list AS use_case)) AS answer
      FROM effective_category AS category WHERE category.slug = ${slug}`)

/** Returns the first use cases of a category with their latest prompts. Throws 403 with the category's card. */
export async function listCategoryPrompts(slug: string, options: Options): Promise<Tagged<UseCasePrompts[]>> {
  const [category] = await readUseCases(slug, options)
  if (!category) throw notFound()
  if (isLocked(category, options.tier)) assertTier(options.tier, await getCategory(slug, options.locale))
  const { id, use_cases } = category
  const tags = use_cases.flatMap((useCase) => [
    cacheTags.useCase(useCase.id),
    cacheTags.promptsOf(useCase.id),
    ...useCase.prompts.map((prompt) => cacheTags.prompt(prompt.id)),
  ])
  const value = use_cases.map(({ id: _id, prompts, ...useCase }) => ({
    ...useCase,
    prompts: prompts.map(({ id: _promptId, ...card }) => card),
  }))
  return { value, cacheTags: [cacheTags.taxonomy, cacheTags.category(id), cacheTags.useCasesOf(id), ...tags] }
}
