import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  CollectedPosition,
  Collection,
  CollectionChanges,
  CollectionList,
  CollectionListQuery,
  maxCollectionItems,
  maxCollections,
  NewCollection,
  SharedCollection,
  ShareKey,
} from '#shared/library/collections.ts'
import { idParam } from '#shared/fields.ts'
import { LockedPrompt, PlainText } from '#shared/library/schema.ts'
import { ListedPromptPage } from '#shared/library/marks.ts'
import { PageQuery } from '#shared/page.ts'
import { publicRead } from '../cache/public-reads.ts'
import { addRoutes, noContent, requestKeyOf, route, routePlugin } from '../http/route.ts'
import {
  addToCollection,
  listCollectionPrompts,
  moveInCollection,
  getSharedCollection,
  removeFromCollection,
} from './collection-prompts.ts'
import {
  addCollection,
  changeCollection,
  getCollection,
  listCollections,
  removeCollection,
  shareCollection,
  unshareCollection,
} from './collections.ts'

const CollectionParams = z.object({ id: idParam() })
const CollectedParams = CollectionParams.extend({ slug: PlainText })

export const collectionRoutes = routePlugin([
  route('GET', '/', {
    summary: "One's collections in order; where a prompt is named, each says whether it holds it",
    auth: 'member',
    querystring: CollectionListQuery,
    answers: { 200: CollectionList },
    handler: async ({ viewer, query }) => ({ results: await listCollections(viewer.id, query.prompt) }),
  }),
  route('POST', '/', {
    summary: `Creates a collection, last in order; a person has at most ${maxCollections}`,
    auth: 'member',
    limit: 'collection',
    acceptsIdempotencyKey: true,
    body: NewCollection,
    answers: { 201: Collection },
    problems: [409],
    handler: (request) => addCollection(request.viewer.id, request.body.name, requestKeyOf(request)),
  }),
  route('PATCH', '/:id/', {
    summary: 'Renames a collection or moves it; those from its new position on move on',
    auth: 'member',
    limit: 'collection',
    params: CollectionParams,
    body: CollectionChanges,
    answers: { 200: Collection },
    handler: ({ viewer, params, body }) => changeCollection(viewer.id, params.id, body),
  }),
  route('DELETE', '/:id/', {
    summary: 'Removes a collection, its link too; its prompts stay saved where they are',
    auth: 'member',
    limit: 'collection',
    params: CollectionParams,
    answers: noContent,
    handler: ({ viewer, params }) => removeCollection(viewer.id, params.id),
  }),
  route('POST', '/:id/share/', {
    summary: 'Shares a collection by a secret link; answers the key of the link',
    auth: 'member',
    limit: 'collection',
    params: CollectionParams,
    answers: { 200: ShareKey },
    handler: async ({ viewer, params }) => ({ share_key: await shareCollection(viewer.id, params.id) }),
  }),
  route('DELETE', '/:id/share/', {
    summary: "Ends a collection's link; a new one will differ",
    auth: 'member',
    limit: 'collection',
    params: CollectionParams,
    answers: noContent,
    handler: ({ viewer, params }) => unshareCollection(viewer.id, params.id),
  }),
  route('GET', '/:id/prompts/', {
    summary: 'The prompts of a collection in its order; locked ones without their texts',
    auth: 'member',
    params: CollectionParams,
    querystring: PageQuery,
    answers: { 200: ListedPromptPage },
    handler: ({ viewer, params, query, locale }) => listCollectionPrompts(viewer.id, params.id, query, locale),
  }),
  route('PUT', '/:id/prompts/:slug/', {
    summary: `Puts a prompt last into a collection, which holds at most ${maxCollectionItems}; one that is in it keeps its position`,
    auth: 'member',
    limit: 'collection',
    params: CollectedParams,
    answers: { 200: Collection, 403: LockedPrompt },
    problems: [409],
    handler: async ({ viewer, params: { id, slug }, locale }) => {
      await addToCollection(id, slug, { viewer, locale })
      return getCollection(viewer.id, id)
    },
  }),
  route('PATCH', '/:id/prompts/:slug/', {
    summary: 'Moves a prompt within a collection; those from its new position on move on',
    auth: 'member',
    limit: 'collection',
    params: CollectedParams,
    body: CollectedPosition,
    answers: noContent,
    handler: ({ viewer, params, body }) => moveInCollection({ user_id: viewer.id, ...params }, body.position),
  }),
  route('DELETE', '/:id/prompts/:slug/', {
    summary: 'Removes a prompt from a collection; idempotent',
    auth: 'member',
    limit: 'collection',
    params: CollectedParams,
    answers: noContent,
    handler: ({ viewer, params }) => removeFromCollection({ user_id: viewer.id, ...params }),
  }),
])

export const sharedRoutes: FastifyPluginAsync = async (app) => {
  app.addHook('preHandler', async (_request, reply) => void reply.header('x-robots-tag', 'noindex'))
  addRoutes(app, [
    publicRead('/:key/', {
      summary: 'A collection for whoever has its link; locked prompts without their texts',
      auth: 'optional',
      params: z.object({ key: PlainText }),
      querystring: PageQuery,
      answers: { 200: SharedCollection },
      read: ({ params, query, locale }) => getSharedCollection(params.key, query, locale),
    }),
  ])
}
