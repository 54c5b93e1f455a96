import type { FastifyPluginAsync } from 'fastify'
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
} from '#shared/forum/schema.ts'
import { PageQuery } from '#shared/page.ts'
import type { Site } from '#shared/site/schema.ts'
import { publicRead } from '../cache/public-reads.ts'
import { serverSentEvent } from '../http/event-streams.ts'
import { addRoutes, noContent, requestKeyOf, route } from '../http/route.ts'
import { notFound } from '../problem.ts'
import { changeComment, removeComment, restoreComment } from './comment-changes.ts'
import { listComments, listReplies } from './comment-lists.ts'
import { vote } from './votes.ts'
import { CommentCountWatch, publicThreadsBySlug } from './comment-watch.ts'
import { addComment } from './comments.ts'
import { postingRules } from '../texts/posting-rules.ts'
import type { PostingRules } from '../texts/posting-rules.ts'

export type CommentOptions = { site: Pick<Site, 'asks_confirmed_email'> }

const reads = [
  publicRead('/threads/:meta_slug/comments/', {
    summary: 'The comments of a thread, each with its first replies, page by page',
    auth: 'optional',
    params: ThreadParams,
    querystring: CommentListQuery,
    answers: { 200: CommentPage },
    read: ({ params, query }) => listComments(params.meta_slug, query, null),
    memberHandler: async ({ params, query, viewer }) => (await listComments(params.meta_slug, query, viewer)).value,
  }),
  publicRead('/comments/:id/replies/', {
    summary: 'The replies in the branch of a comment, the oldest first',
    auth: 'optional',
    params: CommentParams,
    querystring: PageQuery,
    answers: { 200: ReplyPage },
    read: ({ params, query }) => listReplies(params.id, query, null),
    memberHandler: async ({ params, query, viewer }) => (await listReplies(params.id, query, viewer)).value,
  }),
]

const textOf = (comment_count: number) => serverSentEvent('comments', { comment_count })

const events = (watch: CommentCountWatch) =>
  route('GET', '/threads/:meta_slug/events/', {
    summary: 'Server-sent events of a public thread: `comments` with `comment_count`, at first and when that changed',
    auth: 'none',
    limit: 'event_stream',
    exposeHeadRoute: false,
    params: ThreadParams,
    answers: {},
    problems: [503],
    handler: async (request, reply) => {
      const readAt = watch.version
      const thread = await publicThreadsBySlug.load({ meta_slug: request.params.meta_slug })
      if (!thread) throw notFound()
      let stop: (() => void) | undefined
      const stream = request.server.eventStreams.open(request, reply, () => stop?.())
      if (!stream) return
      stream.send(textOf(thread.comment_count))
      const watcher = { onCount: (count: number) => stream.send(textOf(count)), onGone: () => stream.end() }
      stop = watch.add(thread, watcher, readAt)
    },
  })

const changes = (rules: PostingRules) => [
  route('POST', '/threads/:meta_slug/comments/', {
    summary: 'Adds a comment, or a reply to one; the same text again within 10 seconds answers the first',
    auth: 'participant',
    limit: 'comment',
    acceptsIdempotencyKey: true,
    params: ThreadParams,
    body: NewComment,
    answers: { 201: Comment },
    problems: [403],
    handler: (request) => {
      const { viewer, params, body, server } = request
      const { typing_ms: _, ...content } = body
      const services = { rules, jobs: server.jobs, request_key: requestKeyOf(request, content) }
      return addComment(viewer, params.meta_slug, body, services)
    },
  }),
  route('PATCH', '/comments/:id/', {
    summary:
      "Changes one's own comment, for 30 minutes. A change that waits for a moderator is answered in `pending_edit`",
    auth: 'participant',
    limit: 'writing',
    params: CommentParams,
    body: CommentChanges,
    answers: { 200: Comment },
    problems: [403],
    handler: ({ viewer, params, body, server: { jobs } }) =>
      changeComment(viewer, params.id, body.body, { rules, jobs }),
  }),
]

const personal = [
  route('DELETE', '/comments/:id/', {
    summary: "Deletes one's own comment, or any as a moderator; what others replied to leaves its place",
    auth: 'member',
    limit: 'writing',
    params: CommentParams,
    answers: noContent,
    problems: [403],
    handler: ({ viewer, params, server }) => removeComment(viewer, params.id, server.jobs),
  }),
  route('POST', '/comments/:id/restore/', {
    summary: "Takes the deletion of one's own comment back, for 10 minutes",
    auth: 'member',
    limit: 'writing',
    params: CommentParams,
    answers: { 200: Comment },
    handler: ({ viewer, params }) => restoreComment(viewer, params.id),
  }),
  route('POST', '/comments/:id/vote/', {
    summary: 'Likes or dislikes a comment, or takes that back; idempotent',
    auth: 'participant',
    limit: 'vote',
    params: CommentParams,
    body: NewVote,
    answers: { 200: Votes },
    problems: [403],
    handler: ({ viewer, params, body }) => vote(viewer, { table: 'comment', key: params.id }, body.value),
  }),
]

export const commentRoutes: FastifyPluginAsync<CommentOptions> = async (app, { site }) => {
  const watch = new CommentCountWatch()
  app.invalidations.on('tags', (tags) => watch.announce(tags))
  addRoutes(app, [...reads, events(watch), ...changes(postingRules(app.rateLimiter, site)), ...personal])
}
