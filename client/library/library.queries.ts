import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  Category,
  CategoryCard,
  FoundPromptPage,
  FunctionalGroup,
  LockedCategory,
  LockedPrompt,
  LockedUseCase,
  Prompt,
  PromptPage,
  UseCase,
  UseCaseTitle,
} from '#shared/library.ts'
import { paths } from '#shared/paths.ts'
import { apiQuery, getFrom, openQuery } from '../api.ts'

export const categoryCardsQuery = (free: boolean) =>
  apiQuery(paths.api.categories({ use_cases: '0', ...(free && { free: '1' }) }), z.array(CategoryCard))
export const functionalGroupsQuery = apiQuery(paths.api.functional, z.array(FunctionalGroup))
export const categoryQuery = (slug: string) => openQuery(paths.api.category(slug), Category, LockedCategory)
export const useCaseQuery = (slug: string) => openQuery(paths.api.useCase(slug), UseCase, LockedUseCase)
export const promptQuery = (slug: string) => openQuery(paths.api.prompt(slug), Prompt, LockedPrompt)

/** What a search box finds; the former matches stay until the next ones are here. */
export const useCaseSearchQuery = (q: string, free: boolean) =>
  queryOptions({
    ...apiQuery(paths.api.useCases({ q: q.trim(), ...(free && { free: '1' }) }), z.array(UseCaseTitle)),
    placeholderData: keepPreviousData,
  })

/** What a use case's page asks of its list, as its address has it. */
export type ListFilters = Partial<Record<'model' | 'length' | 'min_rating' | 'order' | 'cursor', string>>

/** The prompts of a use case, page after page, each by the path that the one before names. */
export const promptListQuery = (slug: string, filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: [paths.api.useCasePrompts(slug), filters],
    queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, PromptPage, signal),
    initialPageParam: paths.api.useCasePrompts(slug, filters),
    getNextPageParam: (page) => page.next,
  })

/** How many other prompts of the use case stand beside a prompt. */
const mostOthers = 10
export const otherPromptsQuery = (useCase: string, prompt: string) =>
  openQuery(paths.api.useCasePrompts(useCase, { exclude: prompt, limit: mostOthers }), PromptPage, LockedUseCase)

/** Prompts of the whole library by the words of their texts, the best first; the former ones stay until these are here. */
export const promptSearchQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [paths.api.promptSearch({ q })],
    queryFn: ({ client, signal, pageParam }) => getFrom(client, pageParam, FoundPromptPage, signal),
    initialPageParam: paths.api.promptSearch({ q }),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
