import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AdminPostParams, AdminPostTag, AdminPostTagRow, PostTagState } from '#shared/admin-posts.ts'
import { Problem, RateLimited } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { addPostTag, changePostTag, editedPostTags, listAdminPostTags, removePostTag } from './edited-post-tags.ts'

export const postTagAdminRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/post-tags/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin(
          'The tags that posts may have, with their names in both languages and the number of their posts',
        ),
        response: { 200: z.array(AdminPostTagRow), 401: Problem, 403: Problem, 429: RateLimited },
      },
    },
    async () => listAdminPostTags(),
  )
  app.post(
    '/post-tags/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Adds a tag for posts'),
        body: PostTagState,
        response: { 201: AdminPostTag, ...adminProblemResponses },
      },
    },
    async (request, reply) => sendEdited(reply.code(201), await addPostTag(viewerOf(request), request.body)),
  )
  app.get(
    '/post-tags/:id/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('A tag of posts as it is edited, with its ETag'),
        params: AdminPostParams,
        response: { 200: AdminPostTag, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(editedPostTags, request.params.id)),
  )
  const { 409: _, ...changeResponses } = changeSchema('', AdminPostTag).response
  app.put(
    '/post-tags/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Renames a tag of posts; its address stays', AdminPostTag),
        response: changeResponses,
        params: AdminPostParams,
        body: PostTagState,
      },
    },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changePostTag(given, request.body))
    },
  )
  const { 200: _item, ...removeResponses } = changeResponses
  app.delete(
    '/post-tags/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Removes a tag; its posts stay, without it', AdminPostTag),
        params: AdminPostParams,
        response: { 204: z.null(), ...removeResponses },
      },
    },
    async (request, reply) => {
      const given = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      await removePostTag(given)
      return reply.code(204).send(null)
    },
  )
}
