import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LockedPrompt, SlugParams, PlainText } from '#shared/library.ts'
import {
  ListedPromptPage,
  Marks,
  maxMarks,
  NewRating,
  MyRating,
  SavedCategory,
  SavedPromptsQuery,
  SavedState,
} from '#shared/marks.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { listMarks, ratePrompt, removeRating, savePrompt, unsavePrompt } from './marks.ts'
import { listSaved, listSavedCategories } from './saved.ts'

export const personal = (summary: string) => ({ tags: ['library'], summary, security: [{ bearer: [] }] })
export const personalProblemResponses = { 400: BadRequest, 401: Problem, 429: RateLimited }

const MarksQuery = z.object({
  prompts: z
    .preprocess((text) => (typeof text === 'string' ? text.split(',') : text), z.array(PlainText).max(maxMarks))
    .default([]),
})

export const markRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/prompts/:slug/save/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...personal('Saves a prompt; idempotent'),
        params: SlugParams,
        response: { 200: SavedState, ...personalProblemResponses, 403: LockedPrompt, 404: Problem },
      },
    },
    async (request) => {
      await savePrompt(request.params.slug, { viewer: viewerOf(request), locale: request.locale })
      return { is_saved: true }
    },
  )

  app.delete(
    '/prompts/:slug/unsave/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...personal('Unsaves a prompt, even one that is locked by now; idempotent'),
        params: SlugParams,
        response: { 200: SavedState, ...personalProblemResponses, 404: Problem },
      },
    },
    async (request) => {
      await unsavePrompt(viewerOf(request).id, request.params.slug)
      return { is_saved: false }
    },
  )

  app.post(
    '/prompts/:slug/rating/',
    {
      onRequest: signedIn,
      config: { limit: 'rating' },
      schema: {
        ...personal('Rates a prompt from 1 to 5, or changes the rating'),
        params: SlugParams,
        body: NewRating,
        response: { 200: MyRating, ...personalProblemResponses, 403: LockedPrompt, 404: Problem },
      },
    },
    async (request) =>
      ratePrompt(request.params.slug, request.body.value, { viewer: viewerOf(request), locale: request.locale }),
  )

  app.delete(
    '/prompts/:slug/rating/',
    {
      onRequest: signedIn,
      config: { limit: 'rating' },
      schema: {
        ...personal('Removes the rating; idempotent'),
        params: SlugParams,
        response: { 200: MyRating, ...personalProblemResponses, 404: Problem },
      },
    },
    async (request) => removeRating(viewerOf(request).id, request.params.slug),
  )

  app.get(
    '/marks/',
    {
      onRequest: signedIn,
      schema: {
        ...personal(`What one has saved and rated among at most ${maxMarks} prompts, whose slugs stand between commas`),
        querystring: MarksQuery,
        response: { 200: Marks, ...personalProblemResponses },
      },
    },
    async (request) => ({ results: await listMarks(viewerOf(request).id, request.query.prompts) }),
  )

  app.get(
    '/saved/',
    {
      onRequest: signedIn,
      schema: {
        ...personal("One's saved prompts, the latest first; locked ones too, without their texts"),
        querystring: SavedPromptsQuery,
        response: { 200: ListedPromptPage, ...personalProblemResponses },
      },
    },
    async (request) => listSaved(viewerOf(request).id, request.query, request.locale),
  )

  app.get(
    '/saved/categories/',
    {
      onRequest: signedIn,
      schema: {
        ...personal("The categories of one's saved prompts by name, with how many there are"),
        response: { 200: z.array(SavedCategory), 401: Problem, 429: RateLimited },
      },
    },
    async (request) => listSavedCategories(viewerOf(request).id, request.locale),
  )
}
