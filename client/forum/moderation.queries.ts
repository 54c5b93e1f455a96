import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin-paths.ts'
import { AuditPage } from '#shared/audit.ts'
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
export const auditQuery = infiniteQueryOptions({
  queryKey: ['moderation', 'audit'],
  queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, import.meta.env.DEV && AuditPage, signal),
  initialPageParam: adminPaths.api.audit(),
  getNextPageParam: (page: AuditPage) => page.next,
  gcTime: 0,
})
