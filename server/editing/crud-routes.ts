import { z } from 'zod'
import type { ZodMiniType } from 'zod/mini'
import { idParam } from '#shared/fields.ts'
import type { Locale } from '#shared/locale.ts'
import type { AdminPart } from '#shared/users/rights.ts'
import { noContent, route } from '../http/route.ts'
import type { Route } from '../http/route.ts'
import { creatorOf, editRequestOf, sendWithEtag } from './edit-request.ts'
import { getWithEtag } from './edit.ts'
import type { Editable, WithEtag, Editor } from './edit.ts'

type Schema<Value> = z.core.$ZodType<Value>
type Edit = ReturnType<typeof editRequestOf<number>>

export type Crud<Item extends object, State, Changes, List, ListQuery, RemovalQuery> = {
  part: AdminPart // required rights: `<part>.read` and `<part>.write`
  noun: string // noun with article, such as "a question"
  /** Without a text, `noun` is in a general one. */
  summaries: { list: string } & Partial<Record<'add' | 'get' | 'change' | 'remove', string>>
  schemas: { item: ZodMiniType<Item>; state: Schema<State>; changes: Schema<Changes>; list: Schema<List> }
  listQuery?: Schema<ListQuery>
  removal?: {
    querystring?: Schema<RemovalQuery>
    answers?: typeof noContent & Record<number, Schema<unknown>>
    problems?: number[]
  }
  editable: Editable<Item>
  bodyLimit?: number
  list: (query: ListQuery, locale: Locale) => Promise<List>
  add: (editor: Editor, state: State) => Promise<WithEtag<Item>>
  change: (edit: Edit, changes: Changes) => Promise<WithEtag<Item>>
  remove: (edit: Edit, query: RemovalQuery) => Promise<void>
}

const params = z.object({ id: idParam() })

/** Returns the routes that list, add, read, change and remove items of a type. */
export function crudRoutes<Item extends object, State, Changes, List, ListQuery = unknown, RemovalQuery = unknown>(
  path: string,
  crud: Crud<Item, State, Changes, List, ListQuery, RemovalQuery>,
): Route[] {
  const { part, noun, summaries, listQuery, removal, editable, bodyLimit } = crud
  const { item, state, changes, list } = crud.schemas
  const [read, write] = [{ auth: `${part}.read` }, { auth: `${part}.write` }] as const
  const limit = bodyLimit && { bodyLimit }
  return [
    route('GET', path, {
      ...read,
      summary: summaries.list,
      ...(listQuery && { querystring: listQuery }),
      answers: { 200: list },
      handler: ({ query, locale }) => crud.list(query as ListQuery, locale),
    }),
    route('POST', path, {
      ...write,
      ...limit,
      summary: summaries.add ?? `Adds ${noun}`,
      acceptsIdempotencyKey: true,
      body: state,
      answers: { 201: item },
      handler: (request, reply) => sendWithEtag(reply, crud.add(creatorOf(request), request.body as State)),
    }),
    route('GET', `${path}:id/`, {
      ...read,
      summary: summaries.get ?? `What can be edited of ${noun}, with its ETag`,
      params,
      answers: { 200: item },
      handler: (request, reply) => sendWithEtag(reply, getWithEtag(editable, request.params.id)),
    }),
    route('PUT', `${path}:id/`, {
      ...write,
      ...limit,
      summary: summaries.change ?? `Changes ${noun}`,
      params,
      body: changes,
      ifMatch: item,
      answers: { 200: item },
      handler: (request, reply) => sendWithEtag(reply, crud.change(editRequestOf(request), request.body as Changes)),
    }),
    route('DELETE', `${path}:id/`, {
      ...write,
      ...removal,
      summary: summaries.remove ?? `Removes ${noun}`,
      params,
      ifMatch: item,
      answers: removal?.answers ?? noContent,
      handler: (request) => crud.remove(editRequestOf(request), request.query as RemovalQuery),
    }),
  ]
}
