/** Triggers of the migrations announce these, so no write path has to invalidate. */
export const cacheTags = {
  taxonomy: 'taxonomy',
  categories: 'categories',
  useCases: 'use_cases',
  category: (id: number) => `category:${id}`,
  useCase: (id: number) => `use_case:${id}`,
  prompt: (id: number) => `prompt:${id}`,
  useCasesOf: (categoryId: number) => `use_cases:${categoryId}`,
  promptsOf: (useCaseId: number) => `prompts:${useCaseId}`,
  ratingsOf: (useCaseId: number) => `ratings:${useCaseId}`,
  promptCounts: 'prompt_counts',
  plans: 'plans',
  testimonials: 'testimonials',
}

export const everything = '*'

/** Null tags: no trigger announces changes to it, so it is not cached. */
export type Tagged<Value, Tags extends readonly string[] | null = readonly string[]> = { value: Value; cacheTags: Tags }
export type Untagged<Value> = Tagged<Value, null>
