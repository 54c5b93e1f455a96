import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AuditPage, AuditParams, AuditQuery, AuditStates } from '#shared/audit.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, describeAdmin } from '../http/admin-route.ts'
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
