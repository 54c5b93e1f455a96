import type { FastifyPluginAsync } from 'fastify'
import { Invitation, InvitationLink, InvitedUser } from '#shared/users/invitations.ts'
import { TokenPair } from '#shared/users/schema.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { acceptInvitation, getInvitation, registerInvited } from './accept-invitation.ts'
import { requestContextOf, tokenPair } from './users.routes.ts'

export const invitationRoutes: FastifyPluginAsync = routePlugin([
  route('POST', '/', {
    summary: 'What an invitation is for, by the token of its link; it stays open',
    auth: 'none',
    limit: 'one_time_token',
    body: InvitationLink,
    answers: { 200: Invitation },
    handler: ({ body }) => getInvitation(body.token),
  }),
  route('POST', '/register/', {
    summary: 'Registers whoever was invited, with address and role of the invitation, and signs in',
    auth: 'none',
    limit: 'register',
    body: InvitedUser,
    answers: { 200: TokenPair },
    problems: [409, 503],
    handler: async (request) => {
      const session = await registerInvited(request.body, request.locale, requestContextOf(request))
      return tokenPair(request.server, session)
    },
  }),
  route('POST', '/accept/', {
    summary: 'Accepts an invitation with the account of its address, whose role changes at once',
    auth: 'member',
    limit: 'one_time_token',
    body: InvitationLink,
    answers: noContent,
    problems: [409],
    handler: ({ viewer, body }) => acceptInvitation(viewer.id, body.token),
  }),
])
