/**
 * What a kept answer can be made from. The triggers of the migrations announce these words, one for each change; an
 * answer that notes its topics is dropped when one of them is announced, so a write path has nothing to remember.
 */
export const topics = {
  /** The names of functional groups, models and tags. */
  taxonomy: 'taxonomy',
  /** Which categories there are, and what their cards show. */
  categories: 'categories',
  /** Which use cases there are in all, their titles and tiers. */
  useCases: 'use_cases',
  category: (id: number) => `category:${id}`,
  useCase: (id: number) => `use_case:${id}`,
  prompt: (id: number) => `prompt:${id}`,
  /** Which use cases a category has, their titles and tiers. */
  useCasesOf: (categoryId: number) => `use_cases:${categoryId}`,
  /** Which prompts a use case has, in order of date, and what they are filtered by. */
  promptsOf: (useCaseId: number) => `prompts:${useCaseId}`,
  /** The ratings of any prompt of a use case. */
  ratingsOf: (useCaseId: number) => `ratings:${useCaseId}`,
  plans: 'plans',
}

/** Announced when a whole table was emptied. */
export const everything = '*'
