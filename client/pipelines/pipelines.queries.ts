import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { paths } from '#shared/paths.ts'
import { LockedPipeline, Pipeline, PipelineList } from '#shared/pipelines.ts'
import { apiQuery, openQuery } from '../app/api.ts'

export const pipelineListQuery = apiQuery(paths.api.pipelines(), import.meta.env.DEV && PipelineList)
export const pipelineQuery = (slug: string) =>
  openQuery(paths.api.pipeline(slug), import.meta.env.DEV && Pipeline, import.meta.env.DEV && LockedPipeline)

const maxFound = 3
/** Of which a search shows the first few, beside the prompts that it finds. */
export const pipelineSearchQuery = (q: string) =>
  queryOptions({
    ...apiQuery(paths.api.pipelines({ q, limit: maxFound }), import.meta.env.DEV && PipelineList),
    placeholderData: keepPreviousData,
  })
