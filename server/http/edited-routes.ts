import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ZodMiniType } from 'zod/mini'
import { idParam } from '#shared/fields.ts'
import { Problem, RateLimited } from '#shared/problem.ts'
import { getEdited } from '../editing/edit.ts'
import type { Change, Editable, Edited, Editor } from '../editing/edit.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from './admin-route.ts'
import { viewerOf } from './viewer.ts'

type Noun<Item extends object, State> = {
  /** "a question" */
  called: string
  summaries: { list: string; add: string }
  schemas: { item: ZodMiniType<Item>; state: ZodMiniType<State> }
  editable: Editable<Item>
  list: () => Promise<Item[]>
  add: (editor: Editor, state: State) => Promise<Edited<Item>>
  change: (given: Change, state: State) => Promise<Edited<Item>>
  remove: (given: Change) => Promise<void>
}

const Params = z.object({ id: idParam() })
const idOf = ({ params }: FastifyRequest) => (params as z.infer<typeof Params>).id
const changeOf = (request: FastifyRequest): Change => ({
  id: idOf(request),
  if_match: request.headers['if-match'],
  editor: viewerOf(request),
})

/** Of what is few enough to be listed whole: list, add, get, change, remove. */
export function editedRoutes<Item extends object, State>(
  app: FastifyInstance,
  path: string,
  { called, summaries, schemas: { item, state }, editable, ...work }: Noun<Item, State>,
) {
  const ofOne = `${path}:id/`
  const { 409: _never, ...changeResponses } = changeSchema('', item).response
  const { 200: _item, ...refusals } = changeResponses
  app.get(
    path,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin(summaries.list),
        response: { 200: z.array(item), 401: Problem, 403: Problem, 429: RateLimited },
      },
    },
    work.list,
  )
  app.post(
    path,
    {
      ...adminRoute,
      schema: { ...describeAdmin(summaries.add), body: state, response: { 201: item, ...adminProblemResponses } },
    },
    async (request, reply) => sendEdited(reply.code(201), await work.add(viewerOf(request), request.body as State)),
  )
  app.get(
    ofOne,
    {
      ...adminRoute,
      schema: {
        ...describeAdmin(`What can be edited of ${called}, with its ETag`),
        params: Params,
        response: { 200: item, ...adminProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => sendEdited(reply, await getEdited(editable, idOf(request))),
  )
  app.put(
    ofOne,
    {
      ...adminRoute,
      schema: {
        ...changeSchema(`Changes ${called}`, item),
        response: changeResponses,
        params: Params,
        body: state,
      },
    },
    async (request, reply) => sendEdited(reply, await work.change(changeOf(request), request.body as State)),
  )
  app.delete(
    ofOne,
    {
      ...adminRoute,
      schema: {
        ...changeSchema(`Removes ${called}`, item),
        params: Params,
        response: { 204: z.null(), ...refusals },
      },
    },
    async (request, reply) => {
      await work.remove(changeOf(request))
      return reply.code(204).send(null)
    },
  )
}
