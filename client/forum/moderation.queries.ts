import { infiniteQueryOptions } from '@tanstack/react-query'
import { ReviewPage } from '#shared/moderation.ts'
import { moderationPaths } from '#shared/moderation-paths.ts'
import { getFrom } from '../app/api.ts'

export const reviewQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'review'],
  queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, import.meta.env.DEV && ReviewPage, signal),
  initialPageParam: moderationPaths.api.review(),
  getNextPageParam: (page: ReviewPage) => page.next,
  // What was loaded before may be decided by now.
  gcTime: 0,
})
