import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  BlockChange,
  Member,
  MemberChanges,
  MemberOverview,
  MemberPage,
  MemberParams,
  MemberQuery,
  MemberSessionPage,
  MemberSessionParams,
} from '#shared/members.ts'
import { Problem } from '#shared/problem.ts'
import { adminProblemResponses, adminRoute, changeSchema, describeAdmin, sendEdited } from '../http/admin-route.ts'
import { viewerOf } from '../http/viewer.ts'
import { readMemberOverview } from './member-overview.ts'
import { endMemberSession, endMemberSessions, listMemberSessions, resendConfirmation } from './member-sessions.ts'
import { changeBlock, changeMember, getMember } from './member.ts'
import { listMembers } from './members.ts'

const ofMember = { params: MemberParams }
const reading = <Item extends z.core.$ZodType>(summary: string, item: Item) => ({
  ...describeAdmin(summary),
  ...ofMember,
  response: { 200: item, ...adminProblemResponses, 404: Problem },
})
const deed = (summary: string) => ({
  ...describeAdmin(summary),
  response: { 204: z.null(), ...adminProblemResponses, 404: Problem },
})

export const memberRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/',
    {
      ...adminRoute,
      schema: {
        ...describeAdmin('Members, the newest first: by name, username, address or id, role, tier and state'),
        querystring: MemberQuery,
        response: { 200: MemberPage, ...adminProblemResponses },
      },
    },
    async (request) => listMembers(request.query),
  )
  app.get(
    '/:id/',
    { ...adminRoute, schema: reading('A member, with what can be changed of them', Member) },
    async (request, reply) => sendEdited(reply, await getMember(request.params.id)),
  )
  app.get(
    '/:id/overview/',
    { ...adminRoute, schema: reading('Tier, subscription, payments and texts of a member', MemberOverview) },
    async (request) => readMemberOverview(request.params.id, request.locale),
  )
  app.put(
    '/:id/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Changes the role of a member, and the tier that they have without paying', Member),
        ...ofMember,
        body: MemberChanges,
      },
    },
    async (request, reply) => {
      const change = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changeMember(change, request.body))
    },
  )
  app.put(
    '/:id/block/',
    {
      ...adminRoute,
      schema: {
        ...changeSchema('Blocks a member, with their texts shown or hidden, or takes that back', Member),
        ...ofMember,
        body: BlockChange,
      },
    },
    async (request, reply) => {
      const change = { id: request.params.id, if_match: request.headers['if-match'], editor: viewerOf(request) }
      return sendEdited(reply, await changeBlock(change, request.body))
    },
  )
  app.get(
    '/:id/sessions/',
    { ...adminRoute, schema: reading('Where a member is signed in, the latest used first', MemberSessionPage) },
    async (request) => listMemberSessions(request.params.id),
  )
  app.delete(
    '/:id/sessions/',
    { ...adminRoute, schema: { ...deed('Signs a member out everywhere'), ...ofMember } },
    async (request, reply) => {
      await endMemberSessions(viewerOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/:id/sessions/:session_id/',
    { ...adminRoute, schema: { ...deed('Ends one sign-in of a member'), params: MemberSessionParams } },
    async (request, reply) => {
      const { id, session_id } = request.params
      await endMemberSession(viewerOf(request), id, session_id)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/:id/confirmation/',
    {
      ...adminRoute,
      schema: {
        ...deed('Sends the confirmation of the address to a member again'),
        ...ofMember,
        response: { 204: z.null(), ...adminProblemResponses, 404: Problem, 409: Problem },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      // As if they had asked for it themselves.
      await app.rateLimiter.consume('mail', `person ${id}`)
      await resendConfirmation(app.jobs, viewerOf(request), id)
      return reply.code(204).send(null)
    },
  )
}
