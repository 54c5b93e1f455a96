import { BlogQuery } from './blog/schema.ts'
import { ForumQuery, ThreadQuery } from './forum/schema.ts'
import { CategoryQuery, LibraryQuery, UseCaseQuery } from './library/schema.ts'
import { PipelinesQuery } from './library/pipelines.ts'
import { ProfileQuery } from './users/profile-tabs.ts'
import { TooManyRequestsQuery } from './rate-limit.ts'
import type { QuerySchema } from './query-params.ts'
import { SubscriptionQuery } from './subscription/purchase-target.ts'

/** Pages that answer 200 at whatever address, as the browser alone fills them: cached among what is unbounded in number. */
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
