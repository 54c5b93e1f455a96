import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  Category,
  CategoryCard,
  LockedCategory,
  LockedUseCase,
  PromptPage,
  UseCase,
  UseCasePrompts,
  UseCaseTitle,
} from '#shared/library/schema.ts'
import { PipelineList } from '#shared/library/pipelines.ts'
import { ModelCount, PopularPrompt, StartHere } from '#shared/library/start-here.ts'
import { paths } from '#shared/paths.ts'
import { apiQuery, lockableQuery, pagesQuery } from '../app/api.ts'

export const categoryCardsQuery = (free: boolean) =>
  apiQuery(
    paths.api.categories({ use_cases: '0', ...(free && { free: '1' }) }),
    import.meta.env.DEV && z.array(CategoryCard),
  )
const maxFirstPipelines = 6
export const firstPipelinesQuery = apiQuery(
  paths.api.pipelines({ limit: maxFirstPipelines }),
  import.meta.env.DEV && PipelineList,
)
export const popularQuery = apiQuery(paths.api.popular, import.meta.env.DEV && z.array(PopularPrompt))
export const modelsQuery = apiQuery(paths.api.models, import.meta.env.DEV && z.array(ModelCount))
export const startHereQuery = apiQuery(paths.api.startHere, import.meta.env.DEV && StartHere)
export const categoryQuery = (slug: string) =>
  lockableQuery(paths.api.category(slug), import.meta.env.DEV && Category, import.meta.env.DEV && LockedCategory)
/** First prompts of the use cases of a category that is not locked. */
export const categoryPromptsQuery = (slug: string, free: boolean) =>
  queryOptions({
    ...apiQuery(
      paths.api.categoryPrompts(slug, { ...(free && { free: '1' }) }),
      import.meta.env.DEV && z.array(UseCasePrompts),
    ),
    placeholderData: keepPreviousData,
  })
export const useCaseQuery = (slug: string) =>
  lockableQuery(paths.api.useCase(slug), import.meta.env.DEV && UseCase, import.meta.env.DEV && LockedUseCase)

export const useCaseSearchQuery = (q: string, free: boolean) =>
  queryOptions({
    ...apiQuery(
      paths.api.useCases({ q: q.trim(), ...(free && { free: '1' }) }),
      import.meta.env.DEV && z.array(UseCaseTitle),
    ),
    placeholderData: keepPreviousData,
  })

export type PromptListFilters = Partial<Record<'model' | 'length' | 'min_rating' | 'order' | 'free' | 'cursor', string>>

export const promptListQuery = (slug: string, filters: PromptListFilters) =>
  infiniteQueryOptions({
    ...pagesQuery(paths.api.useCasePrompts(slug, filters), import.meta.env.DEV && PromptPage, [
      paths.api.useCasePrompts(slug),
      filters,
    ]),
    gcTime: Number.POSITIVE_INFINITY,
  })

const maxOthers = 10
export const otherPromptsQuery = (useCase: string, prompt: string) =>
  lockableQuery(
    paths.api.useCasePrompts(useCase, { exclude: prompt, limit: maxOthers }),
    import.meta.env.DEV && PromptPage,
    import.meta.env.DEV && LockedUseCase,
  )
