import { SlugParams } from '#shared/library/schema.ts'
import { LockedPipeline, Pipeline, PipelineList, PipelineListQuery } from '#shared/library/pipelines.ts'
import { publicRead } from '../cache/public-reads.ts'
import { routePlugin } from '../http/route.ts'
import { listPipelines, getPipelineForTier } from './pipelines.ts'
import { cachedForTier } from './tier-cache.ts'

export const pipelineRoutes = routePlugin([
  publicRead('/', {
    summary:
      'All pipelines with the titles of their steps, or those whose title, description or steps say the words of the query',
    auth: 'optional',
    limit: 'search',
    querystring: PipelineListQuery,
    answers: { 200: PipelineList },
    read: ({ query, locale }) => listPipelines(query, locale),
  }),
  publicRead('/:slug/', {
    summary: 'A pipeline with the texts of its steps, for those whose tier opens it and all its prompts',
    auth: 'optional',
    params: SlugParams,
    answers: { 200: Pipeline, 403: LockedPipeline },
    read: ({ params, locale, tier }) => getPipelineForTier(params.slug, locale, tier),
    memberHandler: ({ params: { slug }, viewer: { tier }, locale, server }) =>
      cachedForTier(server.responseCache, `pipeline for tier ${tier} in ${locale}: ${slug}`, () =>
        getPipelineForTier(slug, locale, tier),
      ),
  }),
])
