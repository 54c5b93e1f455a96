import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminPaths } from '#shared/admin/paths.ts'
import { AuditPage, AuditStates } from '#shared/admin/audit.ts'
import type { AuditFilters } from '#shared/admin/audit.ts'
import { apiQuery, getJson } from '../app/api.ts'

export const auditHistoryQuery = (kind: string, target: string | number) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind, String(target)],
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, import.meta.env.DEV && AuditPage, signal),
    initialPageParam: adminPaths.api.audit({ kind, target: String(target) }),
    getNextPageParam: (page: AuditPage) => page.next,
    gcTime: 0,
  })

export const auditEntryQuery = (id: number) =>
  apiQuery(adminPaths.api.auditEntry(id), import.meta.env.DEV && AuditStates)

export const auditQuery = (filters: Partial<AuditFilters>) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', filters],
    queryFn: ({ client, signal, pageParam }) => getJson(client, pageParam, import.meta.env.DEV && AuditPage, signal),
    initialPageParam: adminPaths.api.audit(filters),
    getNextPageParam: (page: AuditPage) => page.next,
    gcTime: 0,
  })
