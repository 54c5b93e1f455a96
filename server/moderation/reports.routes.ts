import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { CommentParams, ThreadParams } from '#shared/forum/schema.ts'
import { NewReport, Reported } from '#shared/forum/moderation.ts'
import type { Site } from '#shared/site/schema.ts'
import { addRoutes, route } from '../http/route.ts'
import { postingRules } from '../texts/posting-rules.ts'
import { reportText } from './reports.ts'

export type ReportOptions = { site: Pick<Site, 'asks_confirmed_email'> }

export const reportRoutes: FastifyPluginAsync<ReportOptions> = async (app, { site }) => {
  const rules = postingRules(app.rateLimiter, site)
  addRoutes(app, [
    route('POST', '/threads/:meta_slug/report/', {
      summary: 'Reports a thread to the moderators, once a person; several reports hide it until one has looked',
      auth: 'member',
      limit: 'report',
      params: ThreadParams,
      body: z.nullish(NewReport),
      answers: { 201: Reported },
      problems: [403, 409],
      handler: ({ viewer, params, body }) =>
        reportText({ table: 'thread', key: params.meta_slug }, { reporter: viewer, reason: body?.reason ?? '', rules }),
    }),
    route('POST', '/comments/:id/report/', {
      summary: 'Reports a comment, as threads are reported',
      auth: 'member',
      limit: 'report',
      params: CommentParams,
      body: z.nullish(NewReport),
      answers: { 201: Reported },
      problems: [403, 409],
      handler: ({ viewer, params, body }) =>
        reportText({ table: 'comment', key: params.id }, { reporter: viewer, reason: body?.reason ?? '', rules }),
    }),
  ])
}
