import type { FastifyReply } from 'fastify'
import { requestKeyOf } from '../http/route.ts'
import type { MemberRequest } from '../http/route.ts'
import type { WithEtag, Editor } from './edit.ts'

type EditRequest<Id> = { id: Id; if_match: string | undefined; editor: Editor }

export const editRequestOf = <Id>({ params, headers, viewer }: MemberRequest<{ id: Id }>): EditRequest<Id> => ({
  id: params.id,
  if_match: headers['if-match'],
  editor: viewer,
})

export const creatorOf = (request: MemberRequest): Editor => ({
  id: request.viewer.id,
  request_key: requestKeyOf(request),
})

export async function sendWithEtag<Item>(reply: FastifyReply, edited: Promise<WithEtag<Item>>): Promise<Item> {
  const { item, etag } = await edited
  void reply.header('etag', etag)
  return item
}
