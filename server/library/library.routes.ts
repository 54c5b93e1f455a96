import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  Category,
  CategoryCard,
  CategoryListItem,
  CategoryListQuery,
  FoundPromptPage,
  FunctionalGroup,
  isLocked,
  LockedCategory,
  LockedPrompt,
  LockedUseCase,
  PlainText,
  Prompt,
  PromptListQuery,
  PromptPage,
  PromptSearchQuery,
  UseCase,
  UseCaseSearchQuery,
  UseCaseTitle,
} from '#shared/library.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { tierRequired } from '../problem.ts'
import { topics } from '../topics.ts'
import { getCategory, listCategories, listFunctionalGroups } from './categories.ts'
import { listPrompts } from './prompt-lists.ts'
import { ownPart, readPrompt } from './member-prompts.ts'
import { openPrompt, topicsOf } from './prompts.ts'
import { searchPrompts } from './search.ts'
import { getUseCase, searchUseCases } from './use-cases.ts'

export const SlugParams = z.object({ slug: PlainText })
const bearer: Record<string, string[]>[] = [{}, { bearer: [] }]
const describe = (summary: string) => ({ tags: ['library'], summary, security: bearer })
/** What can be refused anywhere: a wrong field, a wrong token, one request too many. */
const refusals = { 400: BadRequest, 401: Problem, 429: RateLimited }

export const libraryRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/categories/',
    {
      schema: {
        ...describe('All categories by name, with the titles of their use cases'),
        querystring: CategoryListQuery,
        response: { 200: z.array(CategoryListItem), ...refusals },
      },
    },
    async ({ query, locale }, reply) => {
      const withUseCases = query.use_cases !== '0'
      reply.madeFrom(topics.taxonomy, topics.categories, ...(withUseCases ? [topics.useCases] : []))
      return listCategories(locale, { free: query.free === '1', withUseCases })
    },
  )

  app.get(
    '/categories/:slug/',
    {
      schema: {
        ...describe('A category with its use cases by title'),
        params: SlugParams,
        response: { 200: Category, ...refusals, 403: LockedCategory, 404: Problem },
      },
    },
    async ({ params, locale, tier }, reply) => {
      const category = await getCategory(params.slug, locale)
      reply.madeFrom(topics.taxonomy, topics.category(category.id), topics.useCasesOf(category.id))
      if (isLocked(category, tier)) throw tierRequired(category.required_tier, CategoryCard.parse(category))
      return category
    },
  )

  app.get(
    '/use-cases/',
    {
      config: { limit: 'search' },
      schema: {
        ...describe('Use cases whose title holds the query, at most 20; a blank query finds none'),
        querystring: UseCaseSearchQuery,
        response: { 200: z.array(UseCaseTitle), ...refusals },
      },
    },
    async ({ query, locale }, reply) => {
      reply.madeFrom(topics.useCases, topics.categories)
      return searchUseCases({ ...query, free: query.free === '1' }, locale)
    },
  )

  app.get(
    '/use-cases/:slug/',
    {
      schema: {
        ...describe('A use case and the category it stands in'),
        params: SlugParams,
        response: { 200: UseCase, ...refusals, 403: LockedUseCase, 404: Problem },
      },
    },
    async ({ params, locale, tier }, reply) => {
      const useCase = await getUseCase(params.slug, locale)
      reply.madeFrom(topics.taxonomy, topics.useCase(useCase.id), topics.category(useCase.category.id))
      if (isLocked(useCase, tier)) throw tierRequired(useCase.required_tier, useCase)
      return useCase
    },
  )

  app.get(
    '/use-cases/:slug/prompts/',
    {
      schema: {
        ...describe('The prompts of a use case, page by page; locked ones without their texts'),
        params: SlugParams,
        querystring: PromptListQuery,
        response: { 200: PromptPage, ...refusals, 403: LockedUseCase, 404: Problem },
      },
    },
    async ({ params, query, locale, tier }, reply) => {
      const useCase = await getUseCase(params.slug, locale)
      const parents = [topics.taxonomy, topics.useCase(useCase.id), topics.category(useCase.category.id)]
      reply.madeFrom(...parents)
      if (isLocked(useCase, tier)) throw tierRequired(useCase.required_tier, useCase)
      const page = await listPrompts(useCase, query, locale)
      const byRating = query.order !== 'latest' || query.min_rating !== undefined
      reply.madeFrom(
        ...parents,
        topics.promptsOf(useCase.id),
        ...(byRating ? [topics.ratingsOf(useCase.id)] : []),
        ...page.results.map(({ id }) => topics.prompt(id)),
      )
      return page
    },
  )

  app.get(
    '/taxonomy/functional/',
    {
      schema: {
        ...describe('The functional groups by name, each with the models that its prompts can be filtered by'),
        response: { 200: z.array(FunctionalGroup), 401: Problem, 429: RateLimited },
      },
    },
    async ({ locale }, reply) => {
      reply.madeFrom(topics.taxonomy)
      return listFunctionalGroups(locale)
    },
  )

  app.get(
    '/prompts/:slug/',
    {
      config: { ownPart: { ...ownPart, key: ({ params }) => SlugParams.safeParse(params).data?.slug ?? '' } },
      schema: {
        ...describe('A prompt with its text, for those whose tier opens it'),
        params: SlugParams,
        response: { 200: Prompt, ...refusals, 403: LockedPrompt, 404: Problem },
      },
    },
    async ({ params, locale, tier, viewer, ownPart: own }, reply) => {
      if (viewer) {
        const json = await readPrompt(params.slug, { locale, tier }, own, app.answers)
        return reply.type('application/json; charset=utf-8').send(json as never)
      }
      const opened = await openPrompt(params.slug, locale, tier)
      reply.madeFrom(...topicsOf(opened.prompt))
      if (opened.locked) throw tierRequired(opened.prompt.required_tier, opened.prompt)
      return opened.prompt
    },
  )

  app.get(
    '/search/',
    {
      config: { limit: 'search' },
      schema: {
        ...describe(
          'Full-text search over prompts: titles first, then short descriptions and contents; locked ones without their texts',
        ),
        querystring: PromptSearchQuery,
        response: { 200: FoundPromptPage, ...refusals },
      },
    },
    async ({ query, locale }) => searchPrompts(query, locale),
  )
}
