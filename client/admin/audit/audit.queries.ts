import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin-paths.ts'
import { AuditPage } from '#shared/audit.ts'
import type { AuditFilters } from '#shared/audit.ts'
import { getFrom } from '../../app/api.ts'

export const auditQuery = (filters: Partial<AuditFilters>) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', filters],
    queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, import.meta.env.DEV && AuditPage, signal),
    initialPageParam: adminPaths.api.audit(filters),
    getNextPageParam: (page: AuditPage) => page.next,
    gcTime: 0,
  })
