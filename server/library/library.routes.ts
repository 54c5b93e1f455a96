import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  Category,
  CategoryListItem,
  CategoryListQuery,
  CategoryPromptsQuery,
  FoundPromptPage,
  FunctionalGroup,
  LockedCategory,
  LockedPrompt,
  LockedUseCase,
  Prompt,
  PromptListQuery,
  PromptPage,
  PromptSearchQuery,
  SlugParams,
  UseCase,
  UseCasePrompts,
  UseCaseSearchQuery,
  UseCaseTitle,
} from '#shared/library/schema.ts'
import { ModelCount, PopularPrompt, StartHere } from '#shared/library/start-here.ts'
import { PromptTitles } from '#shared/library/titles.ts'
import { publicRead } from '../cache/public-reads.ts'
import { getCategory, listCategories, listFunctionalGroups } from './categories.ts'
import { listCategoryPrompts } from './category-prompts.ts'
import { addRoutes } from '../http/route.ts'
import { getMyPrompt } from './my-prompts.ts'
import { assertTier } from './assert-tier.ts'
import { listPrompts } from './prompt-lists.ts'
import { getPromptForTier } from './prompts.ts'
import { FailedSearches } from './failed-searches.ts'
import { searchPrompts } from './search.ts'
import { getStartHere } from './start-here.ts'
import { listModelCounts, listPopular, listTitles } from './summaries.ts'
import { getUseCase, searchUseCases } from './use-cases.ts'

const categoryReads = [
  publicRead('/start-here/', {
    summary: 'Sets of prompts to start with, by role and by moment, and the latest prompts of the latest month',
    auth: 'none',
    answers: { 200: StartHere },
    read: ({ locale }) => getStartHere(locale),
  }),
  publicRead('/popular/', {
    summary: 'Free prompts with their texts: the most copied of the last 7 days, filled up from the sets, at most 6',
    auth: 'none',
    answers: { 200: z.array(PopularPrompt) },
    read: ({ locale }) => listPopular(locale),
  }),
  publicRead('/models/', {
    summary: 'The models that have prompts, with their numbers of prompts; these are up to ten minutes old',
    auth: 'none',
    answers: { 200: z.array(ModelCount) },
    read: () => listModelCounts(),
  }),
  publicRead('/categories/', {
    summary: 'All categories by name, with how much they hold and the titles of their use cases',
    auth: 'optional',
    querystring: CategoryListQuery,
    answers: { 200: z.array(CategoryListItem) },
    read: ({ query, locale }) =>
      listCategories(locale, { free: query.free === '1', withUseCases: query.use_cases !== '0' }),
  }),
  publicRead('/categories/:slug/', {
    summary: 'A category with its use cases by title and how many prompts each has',
    auth: 'optional',
    params: SlugParams,
    answers: { 200: Category, 403: LockedCategory },
    read: async ({ params, locale, tier }) => assertTier(tier, await getCategory(params.slug, locale)),
  }),
  publicRead('/categories/:slug/prompts/', {
    summary:
      'The first use cases of a category that hold prompts, at most 20, with the latest prompts of each, at most 12',
    auth: 'optional',
    params: SlugParams,
    querystring: CategoryPromptsQuery,
    answers: { 200: z.array(UseCasePrompts), 403: LockedCategory },
    read: ({ params, query, locale, tier }) =>
      listCategoryPrompts(params.slug, { free: query.free === '1', locale, tier }),
  }),
  publicRead('/use-cases/', {
    summary: 'Use cases whose title holds the query, at most 20; a blank query finds none',
    auth: 'optional',
    limit: 'search',
    querystring: UseCaseSearchQuery,
    answers: { 200: z.array(UseCaseTitle) },
    read: ({ query, locale }) => searchUseCases({ ...query, free: query.free === '1' }, locale),
  }),
  publicRead('/use-cases/:slug/', {
    summary: 'A use case and the category it stands in',
    auth: 'optional',
    params: SlugParams,
    answers: { 200: UseCase, 403: LockedUseCase },
    read: async ({ params, locale, tier }) => assertTier(tier, await getUseCase(params.slug, locale)),
  }),
]

const promptReads = (failedSearches: FailedSearches) => [
  publicRead('/use-cases/:slug/prompts/', {
    summary: 'The prompts of a use case, page by page, or the free ones alone; locked ones without their texts',
    auth: 'optional',
    params: SlugParams,
    querystring: PromptListQuery,
    answers: { 200: PromptPage, 403: LockedUseCase },
    read: ({ params, query, locale, tier }) => listPrompts(params.slug, query, { locale, tier }),
  }),
  publicRead('/taxonomy/functional/', {
    summary: 'The functional groups by name, each with the models that its prompts can be filtered by',
    auth: 'optional',
    answers: { 200: z.array(FunctionalGroup) },
    read: ({ locale }) => listFunctionalGroups(locale),
  }),
  publicRead('/titles/', {
    summary:
      'Titles and short descriptions of the latest prompts, as many as fit into 40 KiB, compressed; at most 5,000, of which the last have no descriptions',
    auth: 'none',
    answers: { 200: PromptTitles },
    read: ({ locale }) => listTitles(locale),
  }),
  publicRead('/prompts/:slug/', {
    summary: 'A prompt with its text, for those whose tier opens it',
    auth: 'optional',
    params: SlugParams,
    answers: { 200: Prompt, 403: LockedPrompt },
    read: ({ params, locale, tier }) => getPromptForTier(params.slug, locale, tier),
    memberHandler: ({ params, locale, viewer, server }) =>
      getMyPrompt(params.slug, { locale, viewer }, server.responseCache),
  }),
  publicRead('/search/', {
    summary:
      'Full-text search over prompts: titles first, then short descriptions and contents; locked ones by title and short description alone',
    auth: 'optional',
    limit: 'search',
    querystring: PromptSearchQuery,
    answers: { 200: FoundPromptPage },
    read: async ({ query, locale, tier }) => {
      const found = await searchPrompts(query, { locale, tier })
      if (found.value.results.length === 0 && !query.cursor && query.q.trim() !== '') failedSearches.add(query.q)
      return found
    },
  }),
]

export const libraryRoutes: FastifyPluginAsync = async (app) => {
  const failedSearches = new FailedSearches()
  app.addHook('onClose', () => failedSearches.flush())
  addRoutes(app, [...categoryReads, ...promptReads(failedSearches)])
}
