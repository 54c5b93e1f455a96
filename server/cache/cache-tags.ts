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
  /** Which prompts there are and when each changed last, as of the last second. */
  promptDates: 'prompt_dates',
  /** What lists show of any pipeline, but for what categories and use cases tell. */
  pipelines: 'pipelines',
  pipeline: (id: number) => `pipeline:${id}`,
  /** What the team puts together to start with. */
  sets: 'sets',
  plans: 'plans',
  /** What admins have set of the whole site, its announcements and its pages. */
  site: 'site',
  /** What admins have made of the landing page. */
  landing: 'landing',
  testimonials: 'testimonials',
  faq: 'faq',
  /** Everything of the news. */
  posts: 'posts',
  sections: 'sections',
  /** What they are called, without their counts. */
  sectionNames: 'section_names',
  /** Which public threads there are, and their order by date. */
  threads: 'threads',
  threadsOf: (sectionId: number) => `threads:${sectionId}`,
  /** Their counts and latest comments, as of the last second. */
  activity: 'activity',
  activityOf: (sectionId: number) => `activity:${sectionId}`,
  thread: (id: number) => `thread:${id}`,
  /** As of the last second. */
  commentsOf: (threadId: number) => `comments:${threadId}`,
  /** How a person is shown to others. */
  author: (userId: number) => `author:${userId}`,
}

export const everything = '*'

/** Null tags: no trigger announces changes to it, so it is not cached. */
export type Tagged<Value, Tags extends readonly string[] | null = readonly string[]> = { value: Value; cacheTags: Tags }
export type Untagged<Value> = Tagged<Value, null>
