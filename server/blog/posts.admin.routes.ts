import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  AdminPost,
  AdminPostPage,
  AdminPostParams,
  AdminPostQuery,
  PostSource,
  PostState,
} from '#shared/admin-posts.ts'
import { RenderedMarkdown } from '#shared/forum.ts'
import { Problem } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { listAdminPosts } from './admin-post-lists.ts'
import { addPost, changePost, editedPosts, previewPost, removePost } from './edited-posts.ts'

/** Two texts of 50,000 characters, most of them escaped. */
const bodyLimit = 1024 * 1024

export const postAdminRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/posts/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('The posts whatever their status, the latest changed first'),
        querystring: AdminPostQuery,
        response: { 200: AdminPostPage, ...adminProblemResponses },
      },
    },
    async (request) => listAdminPosts(request.query),
  )
  app.post(
    '/posts/',
    {
      ...adminRoute,
      bodyLimit,
      schema: {
        ...describeAdmin('Adds a post: a draft, one with a date to come, or one that is published at once'),
        body: PostState,
        response: { 201: AdminPost, ...adminProblemResponses },
      },
    },
    async (request, reply) => sendEdited(reply.code(201), await addPost(viewerOf(request), request.body)),
  )
  app.post(
    '/posts/preview/',
    {
      ...adminRoute,
      bodyLimit,
      config: { limit: 'writing' },
      schema: {
        ...describeAdmin('Markdown as a post would show it'),
        body: PostSource,
        response: { 200: RenderedMarkdown, ...adminProblemResponses },
      },
    },
    async (request) => ({ html: await previewPost(request.body.text, viewerOf(request)) }),
  )
  app.get(
    '/posts/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('A post as it is edited, in both languages, with its ETag'),
        params: AdminPostParams,
        response: { 200: AdminPost, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(editedPosts, request.params.id)),
  )
  const { 409: _, ...changeResponses } = changeSchema('', AdminPost).response
  app.put(
    '/posts/:id/',
    {
      ...adminRoute,
      bodyLimit,
      schema: {
        ...changeSchema('Changes a post, and with its status publishes it, schedules it or takes it back', AdminPost),
        response: changeResponses,
        params: AdminPostParams,
        body: PostState,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const given = { id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changePost(given, request.body))
    },
  )
  const { 200: _item, ...removeResponses } = changeSchema('', AdminPost).response
  app.delete(
    '/posts/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Removes a post that is neither published nor scheduled, for good', AdminPost),
        params: AdminPostParams,
        response: { 204: z.null(), ...removeResponses },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await removePost({ id, if_match: request.headers['if-match'], editor: viewerOf(request) })
      return reply.code(204).send(null)
    },
  )
}
