import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Draft, MarkdownSource, RenderedMarkdown, StoredDraft } from '#shared/forum.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { findDraft, preview, removeDraft, storeDraft } from './drafts.ts'

const personal = (summary: string) => ({ tags: ['forum'], summary, security: [{ bearer: [] }] })
const problems = { 401: Problem, 429: RateLimited }
const writing = { onRequest: signedIn, config: { limit: 'writing' } } as const

/** What an editor asks for while somebody writes. */
export const writingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/draft/',
    {
      onRequest: signedIn,
      schema: { ...personal('The thread that one was writing, or null'), response: { 200: StoredDraft, ...problems } },
    },
    async (request) => findDraft(viewerOf(request).id),
  )

  app.put(
    '/draft/',
    {
      ...writing,
      schema: {
        ...personal('Keeps the thread that one is writing, instead of any other'),
        body: Draft,
        response: { 200: StoredDraft, 400: BadRequest, ...problems },
      },
    },
    async (request) => storeDraft(viewerOf(request).id, request.body),
  )

  app.delete(
    '/draft/',
    {
      ...writing,
      schema: { ...personal('Drops the draft; idempotent'), response: { 204: z.null(), ...problems } },
    },
    async (request, reply) => {
      await removeDraft(viewerOf(request).id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/preview/',
    {
      ...writing,
      schema: {
        ...personal('Markdown as a thread would show it'),
        body: MarkdownSource,
        response: { 200: RenderedMarkdown, 400: BadRequest, ...problems },
      },
    },
    async (request) => ({ html: await preview(viewerOf(request).id, request.body.text) }),
  )
}
