import { BlogQuery } from './blog/schema.ts'
import { ForumQuery, ThreadQuery } from './forum/schema.ts'
import { CategoryQuery, LibraryQuery, UseCaseQuery } from './library/schema.ts'
import { PipelinesQuery } from './library/pipelines.ts'
import { ProfileQuery } from './users/profile-tabs.ts'
import { TooManyRequestsQuery } from './rate-limit.ts'
import type { QuerySchema } from './query-params.ts'
import { SubscriptionQuery } from './subscription/schema.ts'

/** Pages that the browser renders. They respond with 200 for any path, so their number is unbounded. */
export const unboundedPages = ['/admin/*', '/blog/preview/:slug']

export const pageQueries: Record<string, QuerySchema> = {
  '/library': LibraryQuery,
  '/library/category/:slug': CategoryQuery,
  '/library/use-case/:slug': UseCaseQuery,
  '/library/pipelines': PipelinesQuery,
  '/blog': BlogQuery,
  '/forum': ForumQuery,
  '/forum/thread/:meta_slug': ThreadQuery,
  '/profile': ProfileQuery,
  '/subscription': SubscriptionQuery,
  '/too-many-requests': TooManyRequestsQuery,
}
