import { z } from 'zod'
import { AuditExportQuery, AuditPage, AuditParams, AuditQuery, AuditStates } from '#shared/admin/audit.ts'
import { addExportAuditEntry } from '../editing/audit.ts'
import { csvType, sendFile } from '../http/downloads.ts'
import { route, routePlugin } from '../http/route.ts'
import { auditFile } from './audit-file.ts'
import { getAuditEntry, listAudit } from './audit.ts'

export const auditRoutes = routePlugin([
  route('GET', '/audit/', {
    summary: 'What moderators and admins have done, the latest first',
    auth: 'audit.read',
    querystring: AuditQuery,
    answers: { 200: AuditPage },
    handler: ({ query, locale }) => listAudit(query, locale),
  }),
  route('GET', '/audit/export/', {
    summary: 'All of them as a file, with what was there before and after: CSV, or JSON one a line',
    auth: 'audit.read',
    limit: 'search',
    querystring: AuditExportQuery,
    answers: { 200: z.any() },
    handler: async ({ viewer, query: { format, separator, ...filters } }, reply) => {
      await addExportAuditEntry(viewer.id, 'audit_log', { ...filters, format })
      const type = format === 'csv' ? csvType : 'application/x-ndjson; charset=utf-8'
      return sendFile(reply, { name: `audit.${format}`, type, lines: auditFile(filters, { format, separator }) })
    },
  }),
  route('GET', '/audit/:id/', {
    summary: 'One of them, with what was there before and after',
    auth: 'audit.read',
    params: AuditParams,
    answers: { 200: AuditStates },
    handler: ({ params, locale }) => getAuditEntry(params.id, locale),
  }),
])
