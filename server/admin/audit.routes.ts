import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AuditExportQuery, AuditPage, AuditParams, AuditQuery, AuditStates } from '#shared/audit.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
import { auditFile } from './audit-file.ts'
import { getAuditEntry, listAudit } from './audit.ts'

export const auditRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/audit/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('What moderators and admins have done, the latest first'),
        querystring: AuditQuery,
        response: { 200: AuditPage, ...adminProblemResponses },
      },
    },
    async (request) => listAudit(request.query),
  )
  app.get(
    '/audit/export/',
    {
      ...adminRoute,
      config: { limit: 'search' },
      schema: {
        ...describeAdmin('All of them as a file, with what was there before and after: CSV, or JSON one a line'),
        querystring: AuditExportQuery,
        response: { 200: z.any(), ...adminProblemResponses },
      },
    },
    async ({ query: { format, ...filters } }, reply) => {
      const type = format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson; charset=utf-8'
      reply.type(type).header('content-disposition', `attachment; filename="audit.${format}"`)
      return reply.send(Readable.from(auditFile(filters, format)))
    },
  )
  app.get(
    '/audit/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('One of them, with what was there before and after'),
        params: AuditParams,
        response: { 200: AuditStates, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request) => getAuditEntry(request.params.id),
  )
}
