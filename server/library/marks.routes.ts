import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LockedPrompt, PlainText } from '#shared/library.ts'
import {
  ListedPromptPage,
  Marks,
  mostMarked,
  NewRating,
  OwnRating,
  SavedCategory,
  SavedPromptsQuery,
  SavedState,
} from '#shared/marks.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { signedIn, viewerOf } from '../plugins/viewer.ts'
import { SlugParams } from './library.routes.ts'
import { listMarks, ratePrompt, removeRating, savePrompt, unsavePrompt } from './marks.ts'
import { getOpenPrompt } from './prompts.ts'
import { listSaved, listSavedCategories } from './saved.ts'

/** For signed-in people. */
export const own = (summary: string) => ({ tags: ['library'], summary, security: [{ bearer: [] }] })
export const ownRefusals = { 400: BadRequest, 401: Problem, 429: RateLimited }

/** Slugs between commas. */
const MarksQuery = z.object({
  prompts: z
    .preprocess((text) => (typeof text === 'string' ? text.split(',') : text), z.array(PlainText).max(mostMarked))
    .default([]),
})

export const markRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/prompts/:slug/save/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...own("Keeps a prompt among one's own; once more changes nothing"),
        params: SlugParams,
        response: { 200: SavedState, ...ownRefusals, 403: LockedPrompt, 404: Problem },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const prompt = await getOpenPrompt(request.params.slug, request.locale, viewer)
      await savePrompt(viewer.id, prompt.id)
      return { is_saved: true }
    },
  )

  app.delete(
    '/prompts/:slug/unsave/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...own('Lets go of a prompt, also of one that is locked by now; once more changes nothing'),
        params: SlugParams,
        response: { 200: SavedState, ...ownRefusals, 404: Problem },
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
        ...own("Rates a prompt from 1 to 5, or changes one's rating"),
        params: SlugParams,
        body: NewRating,
        response: { 200: OwnRating, ...ownRefusals, 403: LockedPrompt, 404: Problem },
      },
    },
    async (request) => {
      const viewer = viewerOf(request)
      const { slug } = await getOpenPrompt(request.params.slug, request.locale, viewer)
      return ratePrompt(viewer.id, slug, request.body.value)
    },
  )

  app.delete(
    '/prompts/:slug/rating/',
    {
      onRequest: signedIn,
      config: { limit: 'rating' },
      schema: {
        ...own("Takes back one's rating; without one, nothing changes"),
        params: SlugParams,
        response: { 200: OwnRating, ...ownRefusals, 404: Problem },
      },
    },
    async (request) => removeRating(viewerOf(request).id, request.params.slug),
  )

  app.get(
    '/marks/',
    {
      onRequest: signedIn,
      schema: {
        ...own(`What one has saved and rated among at most ${mostMarked} prompts, whose slugs stand between commas`),
        querystring: MarksQuery,
        response: { 200: Marks, ...ownRefusals },
      },
    },
    async (request) => ({ results: await listMarks(viewerOf(request).id, request.query.prompts) }),
  )

  app.get(
    '/saved/',
    {
      onRequest: signedIn,
      schema: {
        ...own("One's saved prompts, the latest first; locked ones too, without their texts"),
        querystring: SavedPromptsQuery,
        response: { 200: ListedPromptPage, ...ownRefusals },
      },
    },
    async (request) => listSaved(viewerOf(request).id, request.query, request.locale),
  )

  app.get(
    '/saved/categories/',
    {
      onRequest: signedIn,
      schema: {
        ...own("The categories of one's saved prompts by name, with how many there are"),
        response: { 200: z.array(SavedCategory), 401: Problem, 429: RateLimited },
      },
    },
    async (request) => listSavedCategories(viewerOf(request).id, request.locale),
  )
}
