import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  CollectedPlace,
  Collection,
  CollectionChanges,
  CollectionList,
  CollectionListQuery,
  maxCollectionItems,
  maxCollections,
  NewCollection,
  SharedCollection,
  ShareKey,
} from '#shared/collections.ts'
import { idParam } from '#shared/fields.ts'
import { LockedPrompt, PlainText } from '#shared/library.ts'
import { ListedPromptPage } from '#shared/marks.ts'
import { PageQuery } from '#shared/page.ts'
import { BadRequest, Problem } from '#shared/problem.ts'
import { publicRead } from '../cache/public-reads.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { collectPrompt, listCollected, moveCollected, openShared, uncollectPrompt } from './collected.ts'
import {
  addCollection,
  changeCollection,
  getCollection,
  listCollections,
  removeCollection,
  shareCollection,
  unshareCollection,
} from './collections.ts'
import { personal, personalProblemResponses } from './marks.routes.ts'

const CollectionParams = z.object({ id: idParam() })
const CollectedParams = CollectionParams.extend({ slug: PlainText })
/** Somebody else's collection is none. */
const problemResponses = { ...personalProblemResponses, 404: Problem }

export const collectionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/',
    {
      onRequest: signedIn,
      schema: {
        ...personal("One's collections in order; where a prompt is named, each says whether it holds it"),
        querystring: CollectionListQuery,
        response: { 200: CollectionList, ...personalProblemResponses },
      },
    },
    async (request) => ({ results: await listCollections(viewerOf(request).id, request.query.prompt) }),
  )

  app.post(
    '/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal(`Creates a collection, last in order; a person has at most ${maxCollections}`),
        body: NewCollection,
        response: { 201: Collection, ...personalProblemResponses, 409: Problem },
      },
    },
    async (request, reply) => reply.code(201).send(await addCollection(viewerOf(request).id, request.body.name)),
  )

  app.patch(
    '/:id/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal('Renames a collection or moves it; those from its new position on move on'),
        params: CollectionParams,
        body: CollectionChanges,
        response: { 200: Collection, ...problemResponses },
      },
    },
    async (request) => changeCollection(viewerOf(request).id, request.params.id, request.body),
  )

  app.delete(
    '/:id/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal('Removes a collection, its link too; its prompts stay saved where they are'),
        params: CollectionParams,
        response: { 204: z.null(), ...problemResponses },
      },
    },
    async (request, reply) => {
      await removeCollection(viewerOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/:id/share/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal('Shares a collection by a secret link; answers the key of the link'),
        params: CollectionParams,
        response: { 200: ShareKey, ...problemResponses },
      },
    },
    async (request) => ({ share_key: await shareCollection(viewerOf(request).id, request.params.id) }),
  )

  app.delete(
    '/:id/share/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal("Ends a collection's link; a new one will differ"),
        params: CollectionParams,
        response: { 204: z.null(), ...problemResponses },
      },
    },
    async (request, reply) => {
      await unshareCollection(viewerOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/:id/prompts/',
    {
      onRequest: signedIn,
      schema: {
        ...personal('The prompts of a collection in its order; locked ones without their texts'),
        params: CollectionParams,
        querystring: PageQuery,
        response: { 200: ListedPromptPage, ...problemResponses },
      },
    },
    async (request) => listCollected(viewerOf(request).id, request.params.id, request.query, request.locale),
  )

  app.put(
    '/:id/prompts/:slug/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal(
          `Puts a prompt last into a collection, which holds at most ${maxCollectionItems}; one that is in it keeps its position`,
        ),
        params: CollectedParams,
        response: { 200: Collection, ...problemResponses, 403: LockedPrompt, 409: Problem },
      },
    },
    async (request) => {
      const { id, slug } = request.params
      const viewer = viewerOf(request)
      await collectPrompt(id, slug, { viewer, locale: request.locale })
      return getCollection(viewer.id, id)
    },
  )

  app.patch(
    '/:id/prompts/:slug/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal('Moves a prompt within a collection; those from its new position on move on'),
        params: CollectedParams,
        body: CollectedPlace,
        response: { 204: z.null(), ...problemResponses },
      },
    },
    async (request, reply) => {
      await moveCollected({ user_id: viewerOf(request).id, ...request.params }, request.body.position)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/:id/prompts/:slug/',
    {
      onRequest: signedIn,
      config: { limit: 'collection' },
      schema: {
        ...personal('Removes a prompt from a collection; idempotent'),
        params: CollectedParams,
        response: { 204: z.null(), ...problemResponses },
      },
    },
    async (request, reply) => {
      await uncollectPrompt({ user_id: viewerOf(request).id, ...request.params })
      return reply.code(204).send(null)
    },
  )
}

export const sharedRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('preHandler', async (_request, reply) => void reply.header('x-robots-tag', 'noindex'))
  publicRead(app, '/:key/', {
    schema: {
      tags: ['library'],
      summary: 'A collection for whoever has its link; locked prompts without their texts',
      security: [{}, { bearer: [] }],
      params: z.object({ key: PlainText }),
      querystring: PageQuery,
      response: { 200: SharedCollection, 400: BadRequest, 401: Problem, 404: Problem },
    },
    read: ({ params, query, locale }) => openShared(params.key, query, locale),
  })
}
