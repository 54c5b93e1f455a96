import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  Comment,
  CommentChanges,
  CommentListQuery,
  CommentPage,
  CommentParams,
  NewComment,
  NewVote,
  ReplyPage,
  ThreadParams,
  Votes,
} from '#shared/forum.ts'
import { PageQuery } from '#shared/page.ts'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import type { Site } from '#shared/site.ts'
import { publicRead } from '../cache/public-reads.ts'
import { eventText } from '../http/event-streams.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { notFound } from '../problem.ts'
import { changeComment, removeComment, restoreComment } from './comment-changes.ts'
import { listComments, listReplies } from './comment-lists.ts'
import { voteOnComment } from './comment-votes.ts'
import { CommentWatch, publicThreads } from './comment-watch.ts'
import { addComment } from './comments.ts'
import { postingRules } from './posting-rules.ts'

export type CommentOptions = { site: Pick<Site, 'asks_confirmed_email'> }

const problemResponses = { 400: BadRequest, 401: Problem, 404: Problem, 429: RateLimited }
const forAnyone: Record<string, string[]>[] = [{}, { bearer: [] }]
const describe = (summary: string, security = forAnyone) => ({ tags: ['forum'], summary, security })
const personal = (summary: string) => describe(summary, [{ bearer: [] }])

const reads: FastifyPluginAsync = async (app) => {
  publicRead(app, '/threads/:meta_slug/comments/', {
    schema: {
      ...describe('The comments of a thread, each with its first replies, page by page'),
      params: ThreadParams,
      querystring: CommentListQuery,
      response: { 200: CommentPage, ...problemResponses },
    },
    read: ({ params, query }) => listComments(params.meta_slug, query, null),
    answerMember: async (request) => {
      const { meta_slug } = ThreadParams.parse(request.params)
      const query = CommentListQuery.parse(request.query)
      return (await listComments(meta_slug, query, viewerOf(request))).value
    },
  })

  publicRead(app, '/comments/:id/replies/', {
    schema: {
      ...describe('The replies in the branch of a comment, the oldest first'),
      params: CommentParams,
      querystring: PageQuery,
      response: { 200: ReplyPage, ...problemResponses },
    },
    read: ({ params, query }) => listReplies(params.id, query, null),
    answerMember: async (request) => {
      const { id } = CommentParams.parse(request.params)
      return (await listReplies(id, PageQuery.parse(request.query), viewerOf(request))).value
    },
  })
}

const textOf = (comment_count: number) => eventText('comments', { comment_count })

const events: FastifyPluginAsyncZod = async (app) => {
  const watch = new CommentWatch()
  app.invalidations.on('tags', (tags) => watch.announce(tags))

  app.get(
    '/threads/:meta_slug/events/',
    {
      exposeHeadRoute: false,
      config: { limit: 'event_stream' },
      schema: {
        ...describe(
          'Server-sent events of a public thread: `comments` with `comment_count`, at first and when that changed',
          [],
        ),
        params: ThreadParams,
        response: { 400: BadRequest, 404: Problem, 429: RateLimited, 503: Problem },
      },
    },
    async (request, reply) => {
      const readAt = watch.version
      const thread = await publicThreads.load({ meta_slug: request.params.meta_slug })
      if (!thread) throw notFound()
      let stop: (() => void) | undefined
      const stream = app.eventStreams.open(request, reply, () => stop?.())
      if (!stream) return
      stream.send(textOf(thread.comment_count))
      const watcher = { onCount: (count: number) => stream.send(textOf(count)), onGone: () => stream.end() }
      stop = watch.add(thread, watcher, readAt)
    },
  )
}

export const commentRoutes: FastifyPluginAsyncZod<CommentOptions> = async (app, { site }) => {
  const rules = postingRules(app.rateLimiter, site)
  await app.register(reads)
  await app.register(events)

  app.post(
    '/threads/:meta_slug/comments/',
    {
      onRequest: signedIn,
      config: { limit: 'comment' },
      schema: {
        ...personal('Adds a comment, or a reply to one; the same text again within 10 seconds answers the first'),
        params: ThreadParams,
        body: NewComment,
        response: { 201: Comment, ...problemResponses, 403: Problem },
      },
    },
    async (request, reply) => {
      const { meta_slug } = request.params
      return reply
        .code(201)
        .send(await addComment(viewerOf(request), meta_slug, request.body, { rules, jobs: app.jobs }))
    },
  )

  app.patch(
    '/comments/:id/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal("Changes one's own comment, for 30 minutes"),
        params: CommentParams,
        body: CommentChanges,
        response: { 200: Comment, ...problemResponses, 403: Problem },
      },
    },
    async (request) => changeComment(viewerOf(request), request.params.id, request.body.body, rules),
  )

  app.delete(
    '/comments/:id/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal("Deletes one's own comment, or any as a moderator; what others replied to leaves its place"),
        params: CommentParams,
        response: { 204: z.null(), ...problemResponses, 403: Problem },
      },
    },
    async (request, reply) => {
      await removeComment(viewerOf(request), request.params.id, app.jobs)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/comments/:id/restore/',
    {
      onRequest: signedIn,
      config: { limit: 'writing' },
      schema: {
        ...personal("Takes the deletion of one's own comment back, for 10 minutes"),
        params: CommentParams,
        response: { 200: Comment, ...problemResponses },
      },
    },
    async (request) => restoreComment(viewerOf(request), request.params.id),
  )

  app.post(
    '/comments/:id/vote/',
    {
      onRequest: signedIn,
      config: { limit: 'vote' },
      schema: {
        ...personal('Likes or dislikes a comment, or takes that back; idempotent'),
        params: CommentParams,
        body: NewVote,
        response: { 200: Votes, ...problemResponses, 403: Problem },
      },
    },
    async (request) => voteOnComment(viewerOf(request), request.params.id, request.body.value),
  )
}
