import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { SlugParams } from '#shared/library/schema.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { acceptAnyBody } from '../http/request.ts'
import { createCategoryClickCounter, createPromptCopyCounter } from './counts.ts'

const beacon = (summary: string) => ({
  tags: ['library'],
  summary,
  params: SlugParams,
  response: { 204: z.null(), 400: BadRequest, 429: RateLimited, 503: Problem },
})

export const countRoutes: FastifyPluginAsyncZod = async (app) => {
  const clicks = createCategoryClickCounter()
  const copies = createPromptCopyCounter()
  await app.register(acceptAnyBody)
  app.addHook('onClose', async () => {
    await Promise.all([clicks.flush(), copies.flush()])
  })
  app.post(
    '/categories/:slug/click/',
    { config: { limit: 'beacon' }, schema: beacon('Counts an opening of the category') },
    async ({ params }, reply) => {
      clicks.add(params.slug)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/prompts/:slug/copy/',
    { config: { limit: 'beacon' }, schema: beacon('Counts a copy of the prompt') },
    async ({ params }, reply) => {
      copies.add(params.slug)
      return reply.code(204).send(null)
    },
  )
}
