import { z } from 'zod'
import { LockedPrompt, SlugParams, PlainText } from '#shared/library/schema.ts'
import {
  ListedPromptPage,
  Marks,
  maxMarks,
  NewRating,
  MyRating,
  SavedCategory,
  SavedPromptsQuery,
  SavedState,
} from '#shared/library/marks.ts'
import { route, routePlugin } from '../http/route.ts'
import { listMarks, ratePrompt, removeRating, savePrompt } from './marks.ts'
import { listSavedPrompts, listSavedCategories } from './saved-prompts.ts'

const MarksQuery = z.object({
  prompts: z
    .preprocess((text) => (typeof text === 'string' ? text.split(',') : text), z.array(PlainText).max(maxMarks))
    .default([]),
})

export const markRoutes = routePlugin([
  route('POST', '/prompts/:slug/save/', {
    summary: 'Saves a prompt; idempotent',
    auth: 'member',
    limit: 'save',
    params: SlugParams,
    answers: { 200: SavedState, 403: LockedPrompt },
    handler: ({ viewer, params, locale }) => savePrompt(params.slug, { viewer, locale }, true),
  }),
  route('DELETE', '/prompts/:slug/unsave/', {
    summary: 'Unsaves a prompt, even one that is locked by now; idempotent',
    auth: 'member',
    limit: 'save',
    params: SlugParams,
    answers: { 200: SavedState },
    handler: ({ viewer, params, locale }) => savePrompt(params.slug, { viewer, locale }, false),
  }),
  route('POST', '/prompts/:slug/rating/', {
    summary: 'Rates a prompt from 1 to 5, or changes the rating',
    auth: 'member',
    limit: 'rating',
    params: SlugParams,
    body: NewRating,
    answers: { 200: MyRating, 403: LockedPrompt },
    handler: ({ viewer, params, body, locale }) => ratePrompt(params.slug, body.value, { viewer, locale }),
  }),
  route('DELETE', '/prompts/:slug/rating/', {
    summary: 'Removes the rating; idempotent',
    auth: 'member',
    limit: 'rating',
    params: SlugParams,
    answers: { 200: MyRating },
    handler: ({ viewer, params }) => removeRating(viewer.id, params.slug),
  }),
  route('GET', '/marks/', {
    summary: `What one has saved and rated among at most ${maxMarks} prompts, whose slugs stand between commas`,
    auth: 'member',
    querystring: MarksQuery,
    answers: { 200: Marks },
    handler: async ({ viewer, query }) => ({ results: await listMarks(viewer.id, query.prompts) }),
  }),
  route('GET', '/saved/', {
    summary: "One's saved prompts, the latest first; locked ones too, without their texts",
    auth: 'member',
    querystring: SavedPromptsQuery,
    answers: { 200: ListedPromptPage },
    handler: ({ viewer, query, locale }) => listSavedPrompts(viewer.id, query, locale),
  }),
  route('GET', '/saved/categories/', {
    summary: "The categories of one's saved prompts by name, with how many there are",
    auth: 'member',
    answers: { 200: z.array(SavedCategory) },
    handler: ({ viewer, locale }) => listSavedCategories(viewer.id, locale),
  }),
])
