import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { CommentParams, ThreadParams } from '#shared/forum.ts'
import { Decided, DecidedBefore, ModerationDecision, ReportDecision, ReviewPage } from '#shared/moderation.ts'
import { PageQuery } from '#shared/page.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { onlyModerators, viewerOf } from '../http/viewer.ts'
import { moderateComment, moderateThread } from './moderation.ts'
import { resolveReport } from './resolve-reports.ts'
import { listReview } from './review.ts'

const describe = (summary: string) => ({
  tags: ['moderation'],
  summary,
  description: 'For moderators and admins.',
  security: [{ bearer: [] }],
})
const problemResponses = { 400: BadRequest, 401: Problem, 403: Problem, 429: RateLimited }
const decidedResponses = { 200: Decided, ...problemResponses, 404: Problem, 409: DecidedBefore }
const lists = [
  ['review', '/review/', 'What waits for a moderator, the oldest first: texts to publish, and reported ones'],
  ['queue', '/forum/queue/', 'Threads and comments that wait for publication, the oldest first'],
  ['reports', '/reports/', 'Texts with open reports, those first whose report is the oldest'],
] as const

export const moderationRoutes: FastifyPluginAsyncZod = async (app) => {
  const decidingOf = (request: FastifyRequest) => ({ jobs: app.jobs, moderator: viewerOf(request) })
  const config = { limit: 'moderation' } as const

  for (const [kind, url, summary] of lists)
    app.get(
      url,
      {
        onRequest: onlyModerators,
        config,
        schema: {
          ...describe(summary),
          querystring: PageQuery,
          response: { 200: ReviewPage, ...problemResponses },
        },
      },
      async (request) => listReview(kind, { ...request.query, moderator: viewerOf(request), locale: request.locale }),
    )

  app.post(
    '/forum/threads/:meta_slug/moderate/',
    {
      onRequest: onlyModerators,
      config,
      schema: {
        ...describe('Publishes or rejects a pending thread, once; its author is told'),
        params: ThreadParams,
        body: ModerationDecision,
        response: decidedResponses,
      },
    },
    async (request) => moderateThread(decidingOf(request), request.params.meta_slug, request.body),
  )

  app.post(
    '/forum/comments/:id/moderate/',
    {
      onRequest: onlyModerators,
      config,
      schema: {
        ...describe('Publishes or rejects a comment that was held, once'),
        params: CommentParams,
        body: ModerationDecision,
        response: decidedResponses,
      },
    },
    async (request) => moderateComment(decidingOf(request), request.params.id, request.body),
  )

  app.post(
    '/reports/:id/resolve/',
    {
      onRequest: onlyModerators,
      config,
      schema: {
        ...describe('Dismisses all open reports of the text, or removes it, once; those who reported it are told'),
        params: CommentParams,
        body: ReportDecision,
        response: decidedResponses,
      },
    },
    async (request) => resolveReport(decidingOf(request), request.params.id, request.body),
  )
}
