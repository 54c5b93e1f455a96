import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CommentParams, NewReport, ThreadParams } from '#shared/forum.ts'
import { Reported } from '#shared/moderation.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import type { Site } from '#shared/site.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { postingRules } from './posting-rules.ts'
import { reportComment, reportThread } from './reports.ts'

export type ReportOptions = { site: Pick<Site, 'asks_confirmed_email'> }

const describe = (summary: string) => ({ tags: ['forum'], summary, security: [{ bearer: [] }] })
const response = {
  201: Reported,
  400: BadRequest,
  401: Problem,
  403: Problem,
  404: Problem,
  409: Problem,
  429: RateLimited,
}
const body = z.nullish(NewReport)

export const reportRoutes: FastifyPluginAsyncZod<ReportOptions> = async (app, { site }) => {
  const rules = postingRules(app.rateLimiter, site)
  const reportingOf = (request: FastifyRequest, reason = '') => ({ reporter: viewerOf(request), reason, rules })

  app.post(
    '/threads/:meta_slug/report/',
    {
      onRequest: signedIn,
      config: { limit: 'report' },
      schema: {
        ...describe('Reports a thread to the moderators, once a person; several reports hide it until one has looked'),
        params: ThreadParams,
        body,
        response,
      },
    },
    async (request, reply) => {
      await reportThread(request.params.meta_slug, reportingOf(request, request.body?.reason))
      return reply.code(201).send({ is_reported: true })
    },
  )

  app.post(
    '/comments/:id/report/',
    {
      onRequest: signedIn,
      config: { limit: 'report' },
      schema: { ...describe('Reports a comment, as threads are reported'), params: CommentParams, body, response },
    },
    async (request, reply) => {
      await reportComment(request.params.id, reportingOf(request, request.body?.reason))
      return reply.code(201).send({ is_reported: true })
    },
  )
}
