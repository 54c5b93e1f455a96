import { adminPaths } from '#shared/admin/paths.ts'
import { AuditPage, AuditStates } from '#shared/admin/audit.ts'
import type { AuditFilters } from '#shared/admin/audit.ts'
import { apiQuery } from '../app/api.ts'
import { pagedQuery } from './paged-query.ts'

export const auditQuery = (filters: Partial<AuditFilters>) => ({
  ...pagedQuery(['audit', 'log', filters], adminPaths.api.audit(filters), import.meta.env.DEV && AuditPage),
  gcTime: 0,
})

export const auditEntryQuery = (id: number) =>
  apiQuery(adminPaths.api.auditEntry(id), import.meta.env.DEV && AuditStates)
