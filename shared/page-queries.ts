import { BlogQuery } from './blog.ts'
import { ForumQuery, ThreadQuery } from './forum.ts'
import { CategoryQuery, LibraryQuery, UseCaseQuery } from './library.ts'
import { PipelinesQuery } from './pipelines.ts'
import { TooManyRequestsQuery } from './rate-limit.ts'
import type { QuerySchema } from './query-params.ts'
import { SubscriptionQuery } from './wanted-item.ts'

export const pageQueries: Record<string, QuerySchema> = {
  '/library': LibraryQuery,
  '/library/category/:slug': CategoryQuery,
  '/library/use-case/:slug': UseCaseQuery,
  '/library/pipelines': PipelinesQuery,
  '/blog': BlogQuery,
  '/forum': ForumQuery,
  '/forum/thread/:meta_slug': ThreadQuery,
  '/subscription': SubscriptionQuery,
  '/too-many-requests': TooManyRequestsQuery,
}
