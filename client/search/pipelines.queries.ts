import { paths } from '#shared/paths.ts'
import { LockedPipeline, Pipeline, PipelineList } from '#shared/library/pipelines.ts'
import { apiQuery, lockableQuery } from '../app/api.ts'

export const pipelineListQuery = apiQuery(paths.api.pipelines(), import.meta.env.DEV && PipelineList)
export const pipelineQuery = (slug: string) =>
  lockableQuery(paths.api.pipeline(slug), import.meta.env.DEV && Pipeline, import.meta.env.DEV && LockedPipeline)
