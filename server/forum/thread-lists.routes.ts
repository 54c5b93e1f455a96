import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { CommentSearchQuery, FoundCommentPage } from '#shared/forum/comment-search.ts'
import { ThreadListQuery, ThreadPage } from '#shared/forum/schema.ts'
import { publicRead } from '../cache/public-reads.ts'
import { addRoutes } from '../http/route.ts'
import { searchComments } from './comment-search.ts'
import { listThreads, listThreadsForMember } from './thread-lists.ts'

async function limitSearch({ server, query, viewer, ip }: FastifyRequest): Promise<void> {
  if (!(query as { q?: string }).q) return
  if (viewer) await server.rateLimiter.consume('search', `person ${viewer.id}`)
  else await server.rateLimiter.consumeByAddress('search', ip)
}

export const forumListRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', limitSearch)
  addRoutes(app, [
    publicRead('/threads/', {
      summary:
        'Public threads in the language of the reader, or with languages=all in every language, page by page; with q those that a search finds, the best first. The first page of the latest begins with one’s own that wait for a moderator',
      auth: 'optional',
      querystring: ThreadListQuery,
      answers: { 200: ThreadPage },
      problems: [404],
      read: ({ query, locale }) => listThreads(query, locale),
      memberHandler: ({ viewer, query, locale }) => listThreadsForMember(viewer, query, locale),
    }),
    publicRead('/comments/', {
      summary:
        'Public comments that a search finds in threads in the language of the reader, or with languages=all in every language, the best first, each with its thread and the passage that was found',
      auth: 'optional',
      querystring: CommentSearchQuery,
      answers: { 200: FoundCommentPage },
      read: async ({ query, locale }) => ({ value: await searchComments(query, locale), cacheTags: null }),
    }),
  ])
}
