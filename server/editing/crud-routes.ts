import { z } from 'zod'
import type { ZodMiniType } from 'zod/mini'
import { idParam } from '#shared/fields.ts'
import type { AdminPart } from '#shared/users/rights.ts'
import { noContent, route } from '../http/route.ts'
import type { Route } from '../http/route.ts'
import { creatorOf, editRequestOf, sendWithEtag } from './edit-request.ts'
import { getWithEtag } from './edit.ts'
import type { EditableChange, Editable, WithEtag, Editor } from './edit.ts'

type EditedType<Item extends object, State> = {
  part: AdminPart // required rights: `<part>.read` and `<part>.write`
  noun: string // noun with article, such as "a question"
  summaries: { list: string; add: string }
  schemas: { item: ZodMiniType<Item>; state: ZodMiniType<State>; listed?: ZodMiniType<Item> }
  editable: Editable<Item>
  bodyLimit?: number
  list: () => Promise<Item[]>
  add: (editor: Editor, state: State) => Promise<WithEtag<Item>>
  change: (edit: EditableChange & { editor: Editor }, state: State) => Promise<WithEtag<Item>>
  remove: (edit: EditableChange) => Promise<void>
}

const params = z.object({ id: idParam() })

/** CRUD routes for entities that are few enough to list without paging. */
export const crudRoutes = <Item extends object, State>(
  path: string,
  {
    part,
    noun: called,
    summaries,
    schemas: { item, state, listed = item },
    editable,
    bodyLimit,
    ...actions
  }: EditedType<Item, State>,
): Route[] => [
  route('GET', path, {
    summary: summaries.list,
    auth: `${part}.read`,
    answers: { 200: z.array(listed) },
    handler: () => actions.list(),
  }),
  route('POST', path, {
    summary: summaries.add,
    auth: `${part}.write`,
    ...(bodyLimit && { bodyLimit }),
    acceptsIdempotencyKey: true,
    body: state,
    answers: { 201: item },
    handler: (request, reply) => sendWithEtag(reply, actions.add(creatorOf(request), request.body as State)),
  }),
  route('GET', `${path}:id/`, {
    summary: `What can be edited of ${called}, with its ETag`,
    auth: `${part}.read`,
    params,
    answers: { 200: item },
    handler: (request, reply) => sendWithEtag(reply, getWithEtag(editable, request.params.id)),
  }),
  route('PUT', `${path}:id/`, {
    summary: `Changes ${called}`,
    auth: `${part}.write`,
    params,
    ...(bodyLimit && { bodyLimit }),
    body: state,
    ifMatch: item,
    answers: { 200: item },
    handler: (request, reply) => sendWithEtag(reply, actions.change(editRequestOf(request), request.body as State)),
  }),
  route('DELETE', `${path}:id/`, {
    summary: `Removes ${called}`,
    auth: `${part}.write`,
    params,
    ifMatch: item,
    answers: noContent,
    handler: (request) => actions.remove(editRequestOf(request)),
  }),
]
