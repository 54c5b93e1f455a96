import type { FastifyPluginAsync } from 'fastify'
import { SlugParams } from '#shared/library.ts'
import { LockedPipeline, Pipeline, PipelineList, PipelineListQuery } from '#shared/pipelines.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { publicRead } from '../cache/public-reads.ts'
import { viewerOf } from '../http/viewer.ts'
import { listPipelines, openPipeline } from './pipelines.ts'
import { cachedForTier } from './tier-cache.ts'

const bearer: Record<string, string[]>[] = [{}, { bearer: [] }]
const describe = (summary: string) => ({ tags: ['library'], summary, security: bearer })
const problemResponses = { 400: BadRequest, 401: Problem, 429: RateLimited }

export const pipelineRoutes: FastifyPluginAsync = async (app) => {
  publicRead(app, '/', {
    config: { limit: 'search' },
    schema: {
      ...describe(
        'All pipelines with the titles of their steps, or those whose title, description or steps say the words of the query',
      ),
      querystring: PipelineListQuery,
      response: { 200: PipelineList, ...problemResponses },
    },
    read: ({ query, locale }) => listPipelines(query, locale),
  })

  publicRead(app, '/:slug/', {
    schema: {
      ...describe('A pipeline with the texts of its steps, for those whose tier opens it and all its prompts'),
      params: SlugParams,
      response: { 200: Pipeline, ...problemResponses, 403: LockedPipeline, 404: Problem },
    },
    read: ({ params, locale, tier }) => openPipeline(params.slug, locale, tier),
    answerMember: (request) => {
      const { slug } = SlugParams.parse(request.params)
      const { tier } = viewerOf(request)
      const { locale } = request
      const key = `pipeline for tier ${tier} in ${locale}: ${slug}`
      return cachedForTier(app.responseCache, key, () => openPipeline(slug, locale, tier))
    },
  })
}
