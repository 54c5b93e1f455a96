import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  MyThreadPage,
  NewThread,
  NewVote,
  SavedThreadPage,
  Section,
  SubmittedThread,
  Thread,
  ThreadChanges,
  ThreadListQuery,
  ThreadPage,
  ThreadParams,
  Votes,
} from '#shared/forum.ts'
import { SavedState } from '#shared/marks.ts'
import { PageQuery } from '#shared/page.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import type { Site } from '#shared/site.ts'
import { publicRead } from '../cache/public-reads.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { listMyThreads } from './my-threads.ts'
import { addThread } from './new-threads.ts'
import { listSavedThreads, saveThread, unsaveThread } from './saved-threads.ts'
import { listSections } from './sections.ts'
import { postingRules } from './posting-rules.ts'
import { changeThread, removeThread, restoreThread } from './thread-changes.ts'
import { listThreads, listThreadsFor } from './thread-lists.ts'
import { voteForThread } from './thread-votes.ts'
import { getThread, getThreadFor } from './threads.ts'
import { writingRoutes } from './writing.routes.ts'

export type ThreadOptions = { site: Pick<Site, 'asks_confirmed_email'> }

const forAll: Record<string, string[]>[] = [{}, { bearer: [] }]
const describe = (summary: string) => ({ tags: ['forum'], summary, security: forAll })
const personal = (summary: string) => ({ tags: ['forum'], summary, security: [{ bearer: [] }] })
const readingProblems = { 400: BadRequest, 401: Problem, 429: RateLimited }
const ofOne = { ...readingProblems, 404: Problem }

const shownTo = (request: FastifyRequest) =>
  getThreadFor(viewerOf(request), ThreadParams.parse(request.params).meta_slug, request.locale)

/** A search costs far more than a list. */
async function limitSearch({ server, query, viewer, ip }: FastifyRequest): Promise<void> {
  if (!(query as { q?: string }).q) return
  if (viewer) await server.rateLimiter.consume('search', `person ${viewer.id}`)
  else await server.rateLimiter.consumeByAddress('search', ip)
}

export const threadRoutes: FastifyPluginAsyncZod<ThreadOptions> = async (app, { site }) => {
  const rules = postingRules(app.rateLimiter, site)
  await app.register(writingRoutes)

  publicRead(app, '/sections/', {
    schema: {
      ...describe('The sections in order, with how many public threads each has'),
      response: { 200: z.array(Section), 401: Problem, 429: RateLimited },
    },
    read: ({ locale }) => listSections(locale),
  })

  await app.register(async (lists) => {
    lists.addHook('onRequest', limitSearch)
    publicRead(lists, '/threads/', {
      schema: {
        ...describe(
          'Public threads, page by page; with q those that a search finds, the best first. The first page of the latest begins with one’s own that wait for a moderator',
        ),
        querystring: ThreadListQuery,
        response: { 200: ThreadPage, ...ofOne },
      },
      read: ({ query, locale }) => listThreads(query, locale),
      answerMember: (request) =>
        listThreadsFor(viewerOf(request), ThreadListQuery.parse(request.query), request.locale),
    })
  })

  publicRead(app, '/threads/:meta_slug/', {
    schema: {
      ...describe('A thread without its comments; a member’s own vote and mark are in it'),
      params: ThreadParams,
      response: { 200: Thread, ...ofOne },
    },
    read: ({ params, locale }) => getThread(params.meta_slug, locale),
    answerMember: shownTo,
  })

  app.post(
    '/threads/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal('Submits a thread, which waits for a moderator; the same one twice within a minute is one'),
        body: NewThread,
        response: { 201: SubmittedThread, ...readingProblems, 403: Problem },
      },
    },
    async (request, reply) => reply.code(201).send(await addThread(viewerOf(request), request.body, rules)),
  )

  app.patch(
    '/threads/:meta_slug/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal('Changes one’s own thread: a published one for half an hour; a rejected one is submitted again'),
        params: ThreadParams,
        body: ThreadChanges,
        response: { 200: Thread, ...ofOne, 403: Problem },
      },
    },
    async (request) => {
      await changeThread(viewerOf(request), request.params.meta_slug, request.body, rules)
      return shownTo(request)
    },
  )

  app.delete(
    '/threads/:meta_slug/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal('Deletes one’s own thread, or as a moderator any'),
        params: ThreadParams,
        response: { 204: z.null(), ...ofOne, 403: Problem },
      },
    },
    async (request, reply) => {
      await removeThread(viewerOf(request), request.params.meta_slug, app.jobs)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/threads/:meta_slug/restore/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal('Takes a deletion back, within ten minutes'),
        params: ThreadParams,
        response: { 200: Thread, ...ofOne },
      },
    },
    async (request) => {
      await restoreThread(viewerOf(request), request.params.meta_slug)
      return shownTo(request)
    },
  )

  app.post(
    '/threads/:meta_slug/vote/',
    {
      onRequest: signedIn,
      config: { limit: 'vote' },
      schema: {
        ...personal('Likes or dislikes a thread of somebody else, or with null neither'),
        params: ThreadParams,
        body: NewVote,
        response: { 200: Votes, ...ofOne, 403: Problem },
      },
    },
    async (request) => voteForThread(viewerOf(request), request.params.meta_slug, request.body.value),
  )

  app.post(
    '/threads/:meta_slug/save/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...personal('Saves a thread; idempotent'),
        params: ThreadParams,
        response: { 200: SavedState, ...ofOne },
      },
    },
    async (request) => {
      await saveThread(viewerOf(request), request.params.meta_slug)
      return { is_saved: true }
    },
  )

  app.delete(
    '/threads/:meta_slug/unsave/',
    {
      onRequest: signedIn,
      config: { limit: 'save' },
      schema: {
        ...personal('Unsaves a thread, even one that cannot be seen any more'),
        params: ThreadParams,
        response: { 200: SavedState, ...ofOne },
      },
    },
    async (request) => {
      await unsaveThread(viewerOf(request), request.params.meta_slug)
      return { is_saved: false }
    },
  )

  app.get(
    '/saved/',
    {
      onRequest: signedIn,
      schema: {
        ...personal('The threads that one has saved, the latest saved first'),
        querystring: PageQuery,
        response: { 200: SavedThreadPage, ...readingProblems },
      },
    },
    async (request) => listSavedThreads(viewerOf(request), request.query, request.locale),
  )

  app.get(
    '/my-threads/',
    {
      onRequest: signedIn,
      schema: {
        ...personal('One’s own threads, the latest first, with their status and what the moderator said'),
        querystring: PageQuery,
        response: { 200: MyThreadPage, ...readingProblems },
      },
    },
    async (request) => listMyThreads(viewerOf(request), request.query, request.locale),
  )
}
