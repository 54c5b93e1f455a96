import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  Category,
  CategoryListItem,
  CategoryListQuery,
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
  UseCaseSearchQuery,
  UseCaseTitle,
} from '#shared/library.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { publicRead } from '../cache/public-reads.ts'
import { getCategory, listCategories, listFunctionalGroups } from './categories.ts'
import { viewerOf } from '../http/viewer.ts'
import { getMyPrompt } from './my-prompts.ts'
import { openTo } from './open-to.ts'
import { listPrompts } from './prompt-lists.ts'
import { openPrompt } from './prompts.ts'
import { FailedSearches } from './failed-searches.ts'
import { searchPrompts } from './search.ts'
import { getUseCase, searchUseCases } from './use-cases.ts'

const bearer: Record<string, string[]>[] = [{}, { bearer: [] }]
const describe = (summary: string) => ({ tags: ['library'], summary, security: bearer })
const problemResponses = { 400: BadRequest, 401: Problem, 429: RateLimited }

export const libraryRoutes: FastifyPluginAsync = async (app) => {
  const failedSearches = new FailedSearches()
  app.addHook('onClose', () => failedSearches.flush())
  publicRead(app, '/categories/', {
    schema: {
      ...describe('All categories by name, with how much they hold and the titles of their use cases'),
      querystring: CategoryListQuery,
      response: { 200: z.array(CategoryListItem), ...problemResponses },
    },
    read: ({ query, locale }) =>
      listCategories(locale, { free: query.free === '1', withUseCases: query.use_cases !== '0' }),
  })

  publicRead(app, '/categories/:slug/', {
    schema: {
      ...describe('A category with its use cases by title and how many prompts each has'),
      params: SlugParams,
      response: { 200: Category, ...problemResponses, 403: LockedCategory, 404: Problem },
    },
    read: async ({ params, locale, tier }) => openTo(tier, await getCategory(params.slug, locale)),
  })

  publicRead(app, '/use-cases/', {
    config: { limit: 'search' },
    schema: {
      ...describe('Use cases whose title holds the query, at most 20; a blank query finds none'),
      querystring: UseCaseSearchQuery,
      response: { 200: z.array(UseCaseTitle), ...problemResponses },
    },
    read: ({ query, locale }) => searchUseCases({ ...query, free: query.free === '1' }, locale),
  })

  publicRead(app, '/use-cases/:slug/', {
    schema: {
      ...describe('A use case and the category it stands in'),
      params: SlugParams,
      response: { 200: UseCase, ...problemResponses, 403: LockedUseCase, 404: Problem },
    },
    read: async ({ params, locale, tier }) => openTo(tier, await getUseCase(params.slug, locale)),
  })

  publicRead(app, '/use-cases/:slug/prompts/', {
    schema: {
      ...describe('The prompts of a use case, page by page, or the free ones alone; locked ones without their texts'),
      params: SlugParams,
      querystring: PromptListQuery,
      response: { 200: PromptPage, ...problemResponses, 403: LockedUseCase, 404: Problem },
    },
    read: ({ params, query, locale, tier }) => listPrompts(params.slug, query, { locale, tier }),
  })

  publicRead(app, '/taxonomy/functional/', {
    schema: {
      ...describe('The functional groups by name, each with the models that its prompts can be filtered by'),
      response: { 200: z.array(FunctionalGroup), 401: Problem, 429: RateLimited },
    },
    read: ({ locale }) => listFunctionalGroups(locale),
  })

  publicRead(app, '/prompts/:slug/', {
    schema: {
      ...describe('A prompt with its text, for those whose tier opens it'),
      params: SlugParams,
      response: { 200: Prompt, ...problemResponses, 403: LockedPrompt, 404: Problem },
    },
    read: ({ params, locale, tier }) => openPrompt(params.slug, locale, tier),
    answerMember: (request) => {
      const { slug } = SlugParams.parse(request.params)
      return getMyPrompt(slug, { locale: request.locale, viewer: viewerOf(request) }, app.responseCache)
    },
  })

  publicRead(app, '/search/', {
    config: { limit: 'search' },
    schema: {
      ...describe(
        'Full-text search over prompts: titles first, then short descriptions and contents; locked ones by title and short description alone',
      ),
      querystring: PromptSearchQuery,
      response: { 200: FoundPromptPage, ...problemResponses },
    },
    read: async ({ query, locale, tier }) => {
      const found = await searchPrompts(query, { locale, tier })
      if (found.value.results.length === 0 && !query.cursor && query.q.trim() !== '') failedSearches.add(query.q)
      return found
    },
  })
}
