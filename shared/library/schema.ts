import * as z from 'zod/mini'
import { fieldError, numberParam } from '../fields.ts'
import { Locale } from '../locale.ts'
import { bidirectionalPageOf, pageOf, PageQuery } from '../page.ts'
import { tierRequired } from '../problem.ts'
import { patternParam, choiceParam, searchParam } from '../query-params.ts'
import { Tier } from '../tier.ts'

export function isLocked(item: { required_tier: number }, tier: number): boolean {
  return item.required_tier > tier
}

export const maxExampleValueLength = 4_000 // characters of each placeholder; an extract may be long

export const lowestRating = 1
export const highestRating = 5

export const LengthTag = z.enum(['short', 'medium', 'long', 'unknown'])
export type LengthTag = z.infer<typeof LengthTag>
export function lengthTagOf(content: string): LengthTag {
  if (content.length < 600) return 'short'
  return content.length < 2000 ? 'medium' : 'long'
}

const foldedLines = 40
const lineLength = 90
export function isLongText(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0)
  return lines > foldedLines
}

/** Replaces literal `\n` and `\t`, which known issues contain, by line breaks and tabs. */
export function unescapeBreaks(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

const isPlain = z.refine<string>((text) => !text.includes('\0'), fieldError('schema.no_nul'))
export const PlainText = z.string().check(isPlain) // without NUL, which PostgreSQL cannot store
export const SlugParams = z.object({ slug: PlainText })

export const Functional = z.object({ slug: z.string(), name: z.string() })
export const Model = z.object({ slug: z.string(), id: z.int(), name: z.string() })
export const Tag = z.object({ slug: z.string(), id: z.int(), name: z.string() })

export const FunctionalGroup = z.object({
  slug: z.string(),
  name: z.string(),
  models: z.array(z.object({ slug: z.string(), name: z.string() })),
})
export type FunctionalGroup = z.infer<typeof FunctionalGroup>

/** Category in a list. `required_tier` is the highest tier of the item and its parents. */
export const CategoryCard = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  required_tier: Tier,
  functional: Functional,
  warning_text: z.nullable(z.string()),
  content_locale: Locale,
  /** Number of use cases, with free=1 of free ones. Counts are up to a second old. */
  use_case_count: z.int().check(z.minimum(0)),
  prompt_count: z.int().check(z.minimum(0)),
})
export type CategoryCard = z.infer<typeof CategoryCard>

export const UseCaseTitle = z.object({ slug: z.string(), title: z.string(), required_tier: Tier })
export type UseCaseTitle = z.infer<typeof UseCaseTitle>

export const UseCaseRow = z.extend(UseCaseTitle, {
  prompt_count: z.int().check(z.minimum(0)),
  free_prompt_count: z.int().check(z.minimum(0)),
})
export const Category = z.extend(CategoryCard, { use_cases: z.array(UseCaseRow) })
export type Category = z.infer<typeof Category>
export const CategoryListItem = z.extend(CategoryCard, { use_cases: z.optional(z.array(UseCaseTitle)) })
export type CategoryListItem = z.infer<typeof CategoryListItem>

export const UseCase = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  required_tier: Tier,
  category: z.object({ id: z.int(), slug: z.string(), name: z.string(), functional: Functional }),
  content_locale: Locale,
})
export type UseCase = z.infer<typeof UseCase>

/** Test of a prompt. `tested_on` is a day (YYYY-MM-DD), `tested_by` the name of a person. */
export const TestRecord = z.object({
  model: z.string(),
  version: z.string(),
  tested_on: z.string(),
  tested_by: z.string(),
})
export type TestRecord = z.infer<typeof TestRecord>

export const PromptCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  short_description: z.string(),
  example_line: z.optional(z.string()),
  /** Labels of the placeholders in the order of the text, without duplicates. In lists at most 6. */
  inputs: z.array(z.string()),
  word_count: z.int().check(z.minimum(0)),
  length_tag: LengthTag,
  rating_avg: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  rating_count: z.int().check(z.minimum(0)),
  required_tier: Tier,
  models: z.array(Model),
  content_locale: Locale,
})
export type PromptCard = z.infer<typeof PromptCard>

export const CategoryPromptCard = z.extend(z.omit(PromptCard, { id: true }), { models: z.array(z.string()) })
export type CategoryPromptCard = z.infer<typeof CategoryPromptCard>
export const UseCasePrompts = z.extend(UseCaseRow, { prompts: z.array(CategoryPromptCard) })
export type UseCasePrompts = z.infer<typeof UseCasePrompts>
export const CategoryPromptsQuery = z.object({ free: z.optional(z.enum(['0', '1'])) })

export const PromptPreview = z.extend(PromptCard, {
  test_records: z.optional(z.array(TestRecord)),
  tags: z.array(Tag),
  use_case: z.pick(UseCase, { id: true, slug: true, title: true, category: true }),
  /** Only of a locked prompt. First lines of the example: at most 6, 400 characters and half of its lines. */
  example_lines: z.optional(z.array(z.string())),
})
export type PromptPreview = z.infer<typeof PromptPreview>

export const Prompt = z.extend(PromptPreview, {
  content: z.string(),
  how_to_use: z.string(),
  known_issues: z.string(),
  example: z.string(),
  example_values: z.optional(z.record(z.string(), z.string())), // values of the placeholders in the example, by name
  labels: z.record(z.string(), z.string()),
  user_rating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  is_saved: z.boolean(),
})
export type Prompt = z.infer<typeof Prompt>

export const PromptPage = bidirectionalPageOf(PromptCard)
export type PromptPage = z.infer<typeof PromptPage>
export const FoundPrompt = z.extend(PromptCard, { use_case: z.pick(UseCase, { slug: true, title: true }) })
export const FoundPromptPage = pageOf(FoundPrompt)

export const LockedCategory = tierRequired(CategoryCard)
export const LockedUseCase = tierRequired(UseCase)
export const LockedPrompt = tierRequired(PromptPreview)

export const promptOrders = ['latest', 'rating_desc', 'rating_asc'] as const
export const ratingFilters = ['4.5', '4.0', '3.5', '3.0'] as const
export const lengthFilters = ['short', 'medium', 'long'] as const

export const PromptFilters = z.object({
  model: z.optional(PlainText.check(z.maxLength(200))),
  length: z.optional(z.enum(lengthFilters)),
  min_rating: z.optional(numberParam(lowestRating, highestRating)),
  order: z._default(z.enum(promptOrders), 'latest'),
})
export const PromptListQuery = z.extend(z.merge(PromptFilters, PageQuery), {
  exclude: z.optional(PlainText.check(z.maxLength(1000))),
  free: z.optional(z.enum(['0', '1'])),
})
export type PromptListQuery = z.infer<typeof PromptListQuery>

export const CategoryListQuery = z.object({
  free: z.optional(z.enum(['0', '1'])),
  use_cases: z.optional(z.enum(['0', '1'])),
})

const Query = z._default(PlainText.check(z.maxLength(200)), '')
export const UseCaseSearchQuery = z.object({
  q: Query,
  category: z.optional(PlainText.check(z.maxLength(1000))),
  free: z.optional(z.enum(['0', '1'])),
})
export const PromptSearchQuery = z.merge(z.object({ q: Query }), PageQuery)

const slugParam = patternParam(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]*$/u, 200)
const freeParam = choiceParam(['1'])
export const LibraryQuery = { q: searchParam, group: slugParam, free: freeParam }
export const CategoryQuery = { q: searchParam, free: freeParam }
export const UseCaseQuery = {
  model: slugParam,
  length: choiceParam(lengthFilters),
  min_rating: choiceParam(ratingFilters),
  order: choiceParam(['rating_desc', 'rating_asc']),
  free: freeParam,
  cursor: patternParam(/^[\w-]+$/, 500),
}
