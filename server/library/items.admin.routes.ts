import type { z } from 'zod/mini'
import { AdminParams, InUse } from '#shared/admin/library.ts'
import type { LibraryNoun } from '#shared/admin/paths.ts'
import type { Locale } from '#shared/locale.ts'
import { creatorOf, editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { getWithEtag } from '../editing/edit.ts'
import type { Editable, WithEtag, Editor } from '../editing/edit.ts'
import { noContent, route } from '../http/route.ts'
import type { Route } from '../http/route.ts'
import type { ItemEdit } from './items.ts'

type Schema<Item> = z.core.$ZodType<Item>
type NounRoutes<Item extends object, Page, New, Changes, Query> = {
  nouns: [string, string] // singular with article and plural: "a tag", "tags"
  schemas: {
    item: z.ZodMiniType<Item>
    added: Schema<New>
    changes: Schema<Changes>
    query: Schema<Query>
    page: Schema<Page>
  }
  editable: Editable<Item>
  list: (query: Query, locale: Locale) => Promise<Page>
  add: (editor: Editor, item: New) => Promise<WithEtag<Item>>
  change: (edit: ItemEdit, changes: Changes) => Promise<WithEtag<Item>>
  remove: (edit: ItemEdit) => Promise<void>
  canBeInUse?: false // false: nothing can refer to the item, so its removal has no 409
}

const bodyLimit = 2 * 2 ** 20 // both languages of the longest prompt

export const libraryItemRoutes = <Item extends object, Page, New, Changes, Query>(
  noun: LibraryNoun,
  { nouns: [one, many], schemas, canBeInUse: isHeld, ...actions }: NounRoutes<Item, Page, New, Changes, Query>,
): Route[] => [
  route('GET', `/${noun}/`, {
    summary: `Lists ${many}`,
    auth: 'library.read',
    querystring: schemas.query,
    answers: { 200: schemas.page },
    handler: ({ query, locale }) => actions.list(query as Query, locale),
  }),
  route('POST', `/${noun}/`, {
    summary: `Adds ${one}`,
    auth: 'library.write',
    bodyLimit,
    acceptsIdempotencyKey: true,
    body: schemas.added,
    answers: { 201: schemas.item },
    handler: (request, reply) => sendWithEtag(reply, actions.add(creatorOf(request), request.body as New)),
  }),
  route('GET', `/${noun}/:id/`, {
    summary: `What can be edited of ${one}, with its ETag`,
    auth: 'library.read',
    params: AdminParams,
    answers: { 200: schemas.item },
    handler: ({ params }, reply) => sendWithEtag(reply, getWithEtag(actions.editable, params.id)),
  }),
  route('PUT', `/${noun}/:id/`, {
    summary: `Changes ${one}`,
    auth: 'library.write',
    bodyLimit,
    params: AdminParams,
    body: schemas.changes,
    ifMatch: schemas.item,
    answers: { 200: schemas.item },
    handler: (request, reply) => sendWithEtag(reply, actions.change(editRequestOf(request), request.body as Changes)),
  }),
  route('DELETE', `/${noun}/:id/`, {
    summary: isHeld === false ? `Removes ${one} for good` : `Removes ${one} that nothing hangs on, for good`,
    auth: 'library.write',
    params: AdminParams,
    ifMatch: schemas.item,
    answers: isHeld === false ? noContent : { ...noContent, 409: InUse },
    handler: (request) => actions.remove(editRequestOf(request)),
  }),
]
