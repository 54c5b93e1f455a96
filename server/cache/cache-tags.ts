/** Tags of cached data. Database triggers (prisma/sql) publish them on each change, so no writing code invalidates. */
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
  promptDates: 'prompt_dates', // ids of all prompts and their last changes, published once a second
  pipelines: 'pipelines', // list fields of all pipelines, except names of categories and use cases
  pipeline: (id: number) => `pipeline:${id}`,
  librarySummary: 'library_summary', // popular prompts and prompts per model, published at most every ten minutes
  sets: 'sets',
  plans: 'plans',
  site: 'site',
  landing: 'landing',
  testimonials: 'testimonials',
  faq: 'faq',
  posts: 'posts',
  sections: 'sections',
  sectionNames: 'section_names',
  threads: 'threads', // ids of all public threads and their order by date
  threadsOf: (sectionId: number) => `threads:${sectionId}`,
  activity: 'activity', // counts and latest comments, published once a second
  activityOf: (sectionId: number) => `activity:${sectionId}`,
  thread: (id: number) => `thread:${id}`,
  commentsOf: (threadId: number) => `comments:${threadId}`, // published once a second
  author: (userId: number) => `author:${userId}`,
}

export const wildcardTag = '*'

/** Values with null tags are not cached: no trigger publishes their changes. */
export type Tagged<Value, Tags extends readonly string[] | null = readonly string[]> = { value: Value; cacheTags: Tags }
export type Untagged<Value> = Tagged<Value, null>
