import * as z from 'zod/mini'
import { Locale } from './locale.ts'
import { pageOf, PageQuery } from './page.ts'
import { tierRequired } from './problem.ts'
import type { AnswerKey } from './words.ts'

/** 0 opens to everyone, 1 to subscribers; higher numbers are for plans to come. */
export const Tier = z.int().check(z.minimum(0), z.maximum(1000))
export const defaultTier = 0

/** An item is locked to whoever's tier is below the one that it requires. The server and every lock icon ask this rule. */
export function isLocked(item: { required_tier: number }, tier: number): boolean {
  return item.required_tier > tier
}

/** short: up to 599 characters of content, medium: up to 1,999, long: from 2,000; unknown: nobody said. */
export const LengthTag = z.enum(['short', 'medium', 'long', 'unknown'])
export type LengthTag = z.infer<typeof LengthTag>
export function lengthOf(content: string): LengthTag {
  if (content.length < 600) return 'short'
  return content.length < 2000 ? 'medium' : 'long'
}

/** The backslash sequences \n and \t, as some sources write them, become the line break and the tab they stand for. */
export function realBreaks(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
}

const isPlain = z.refine<string>((text) => !text.includes('\0'), { error: 'problem.no_nul' satisfies AnswerKey })
/** Text that PostgreSQL can hold: anything but the NUL character. */
export const PlainText = z.string().check(isPlain)

/** One line of text that comes back as it went in: no control characters, no half of a character, not blank. */
const isLine = z.refine<string>((text) => text.isWellFormed() && !/\p{Cc}/u.test(text) && text.trim() !== '', {
  error: 'users.problem.line' satisfies AnswerKey,
})
export const Line = z.string().check(isLine)

export const Functional = z.object({ slug: z.string(), name: z.string() })
export const Model = z.object({ slug: z.string(), id: z.int(), name: z.string() })
export const Tag = z.object({ slug: z.string(), id: z.int(), name: z.string() })

/** A functional group with the models that its lists can be filtered by. */
export const FunctionalGroup = z.object({
  slug: z.string(),
  name: z.string(),
  models: z.array(z.object({ slug: z.string(), name: z.string() })),
})
export type FunctionalGroup = z.infer<typeof FunctionalGroup>

/** `required_tier` is always the tier that really opens the item: the highest of its own and its parents'. */
export const CategoryCard = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  required_tier: Tier,
  functional: Functional,
  warning_text: z.nullable(z.string()),
  /** The language that the texts really are in: English where a translation is missing. */
  content_locale: Locale,
})
export type CategoryCard = z.infer<typeof CategoryCard>

export const UseCaseTitle = z.object({ slug: z.string(), title: z.string(), required_tier: Tier })
export type UseCaseTitle = z.infer<typeof UseCaseTitle>

export const Category = z.extend(CategoryCard, { use_cases: z.array(UseCaseTitle) })
export type Category = z.infer<typeof Category>
export const CategoryListItem = z.extend(CategoryCard, { use_cases: z.optional(z.array(UseCaseTitle)) })

export const UseCase = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  required_tier: Tier,
  category: z.object({ id: z.int(), slug: z.string(), name: z.string(), functional: Functional }),
  content_locale: Locale,
})
export type UseCase = z.infer<typeof UseCase>

/** What a list shows of a prompt, open or locked. `rating_avg` is null without a rating. */
export const PromptCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  short_description: z.string(),
  length_tag: LengthTag,
  rating_avg: z.nullable(z.number().check(z.minimum(1), z.maximum(5))),
  rating_count: z.int().check(z.minimum(0)),
  required_tier: Tier,
  models: z.array(Model),
  content_locale: Locale,
})
export type PromptCard = z.infer<typeof PromptCard>

/** A prompt as far as everyone may see it. */
export const PromptPreview = z.extend(PromptCard, {
  tags: z.array(Tag),
  use_case: z.pick(UseCase, { id: true, slug: true, title: true, category: true }),
})
export type PromptPreview = z.infer<typeof PromptPreview>

/** A prompt with its text: only for viewers whose tier opens it. `user_rating` and `is_saved` are the viewer's own. */
export const Prompt = z.extend(PromptPreview, {
  content: z.string(),
  how_to_use: z.string(),
  known_issues: z.string(),
  user_rating: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  is_saved: z.boolean(),
})
export type Prompt = z.infer<typeof Prompt>

export const PromptPage = pageOf(PromptCard)
export type PromptPage = z.infer<typeof PromptPage>
/** A prompt found by its words, with the use case it stands in. */
export const FoundPrompt = z.extend(PromptCard, { use_case: z.pick(UseCase, { slug: true, title: true }) })
export const FoundPromptPage = pageOf(FoundPrompt)

export const LockedCategory = tierRequired(CategoryCard)
export const LockedUseCase = tierRequired(UseCase)
export const LockedPrompt = tierRequired(PromptPreview)

export const promptOrders = ['latest', 'rating_desc', 'rating_asc'] as const
export const ratingFilters = ['4.5', '4.0', '3.5', '3.0'] as const
export const lengthFilters = ['short', 'medium', 'long'] as const

export const PromptFilters = z.object({
  /** The slug of a model that the prompt was tested on. */
  model: z.optional(PlainText.check(z.maxLength(200))),
  length: z.optional(z.enum(lengthFilters)),
  min_rating: z.optional(z.coerce.number().check(z.minimum(1), z.maximum(5))),
  order: z._default(z.enum(promptOrders), 'latest'),
})
export const PromptListQuery = z.extend(PromptFilters, {
  ...PageQuery.shape,
  /** The slug of a prompt to leave out: the one beside whose text the list stands. */
  exclude: z.optional(PlainText.check(z.maxLength(1000))),
})
export type PromptListQuery = z.infer<typeof PromptListQuery>

export const CategoryListQuery = z.object({
  /** 1 keeps what tier 0 can open. */
  free: z.optional(z.enum(['0', '1'])),
  /** 0 leaves the use cases out, for cards and side bars. */
  use_cases: z.optional(z.enum(['0', '1'])),
})

/** What was typed into a search box; a blank one finds nothing. */
const Query = z._default(PlainText.check(z.maxLength(200)), '')
export const UseCaseSearchQuery = z.object({
  q: Query,
  category: z.optional(PlainText.check(z.maxLength(1000))),
  free: z.optional(z.enum(['0', '1'])),
})
export const PromptSearchQuery = z.object({ q: Query, ...PageQuery.shape })
