import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AdminParams, InUse } from '#shared/admin-library.ts'
import type { LibraryNoun } from '#shared/admin-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { Problem } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import type { Editable, Edited, Editor } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import type { ItemEdit } from './items.ts'

export type Schema = z.core.$ZodType
/** Of a noun: its schemas and what is done with it. */
type NounRoutes<Item extends object, New, Changes, Query> = {
  /** "a tag", "tags" */
  called: [string, string]
  schemas: { item: Schema; added: Schema; changes: Schema; query: Schema; page: Schema }
  editable: Editable<Item>
  list: (query: Query, locale: Locale) => Promise<object>
  add: (editor: Editor, item: New) => Promise<Edited<Item>>
  change: (edit: ItemEdit, changes: Changes) => Promise<Edited<Item>>
  remove: (edit: ItemEdit) => Promise<void>
  /** Whether something may hang on it, which keeps it from being removed. */
  isHeld?: false
}

export const idOf = ({ params }: FastifyRequest) => AdminParams.parse(params).id
/** Of two languages of the longest prompt. */
const bodyLimit = 2 * 2 ** 20

const editOf = (request: FastifyRequest): ItemEdit => ({
  id: idOf(request),
  if_match: request.headers['if-match'],
  editor: viewerOf(request),
})

/** Of every noun: list, add, get, change, remove. */
export function editRoutes<Item extends object, New, Changes, Query>(
  app: FastifyInstance,
  noun: LibraryNoun,
  { called: [one, many], schemas, isHeld, ...doing }: NounRoutes<Item, New, Changes, Query>,
) {
  const { item, added, changes, query, page } = schemas as Record<keyof typeof schemas, z.ZodType>
  app.get(
    `/${noun}/`,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin(`Lists ${many}`),
        querystring: query,
        response: { 200: page, ...adminProblemResponses },
      },
    },
    async (request) => doing.list(request.query as Query, request.locale),
  )
  app.post(
    `/${noun}/`,
    {
      ...adminRoute,
      bodyLimit,
      schema: { ...describeAdmin(`Adds ${one}`), body: added, response: { 201: item, ...adminProblemResponses } },
    },
    async (request, reply) => sendEdited(reply.code(201), await doing.add(viewerOf(request), request.body as New)),
  )
  app.get(
    `/${noun}/:id/`,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin(`What can be edited of ${one}, with its ETag`),
        params: AdminParams,
        response: { 200: item, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(doing.editable, idOf(request))),
  )
  const { response, ...described } = changeSchema(`Changes ${one}`, item)
  const { 409: _never, ...answers } = response
  app.put(
    `/${noun}/:id/`,
    { ...adminRoute, bodyLimit, schema: { ...described, params: AdminParams, body: changes, response: answers } },
    async (request, reply) => sendEdited(reply, await doing.change(editOf(request), request.body as Changes)),
  )
  const { 200: _item, ...refusals } = response
  const { 200: _changed, ...unheld } = answers
  app.delete(
    `/${noun}/:id/`,
    {
      ...adminRoute,
      schema: {
        ...described,
        summary: isHeld === false ? `Removes ${one} for good` : `Removes ${one} that nothing hangs on, for good`,
        params: AdminParams,
        response: { 204: z.null(), ...(isHeld === false ? unheld : { ...refusals, 409: InUse }) },
      },
    },
    async (request, reply) => {
      await doing.remove(editOf(request))
      return reply.code(204).send(null)
    },
  )
}
