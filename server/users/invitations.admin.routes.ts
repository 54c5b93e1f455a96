import { z } from 'zod'
import { AdminInvitation, InvitationParams, NewInvitation } from '#shared/users/invitations.ts'
import { creatorOf } from '../editing/edit-request.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { canonicalMailboxOf } from '../limits/mailbox.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import {
  getInvitedEmail,
  createInvitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'

/** Counts mails to an invited mailbox, whichever admin sends them. Throws 429 above the limit. */
const limitMails = (rateLimiter: RateLimiter, email: string) =>
  rateLimiter.consume('mail', `invited ${canonicalMailboxOf(email)}`)

export const invitationAdminRoutes = routePlugin([
  route('GET', '/', {
    summary: 'The invitations to help, the latest sent first; who accepted one is a member, and it is gone',
    auth: 'members.read',
    answers: { 200: z.array(AdminInvitation) },
    handler: () => listInvitations(),
  }),
  route('POST', '/', {
    summary: 'Invites an address to help with a role: mails a link that holds for 7 days, and once',
    auth: 'members.write',
    limit: 'invitation',
    acceptsIdempotencyKey: true,
    body: NewInvitation,
    answers: { 201: AdminInvitation },
    handler: (request) => {
      const { body, server } = request
      return createInvitation(server.jobs, creatorOf(request), {
        invitation: body,
        limit: () => limitMails(server.rateLimiter, body.email),
      })
    },
  }),
  route('POST', '/:id/resend/', {
    summary: 'Sends an invitation again, for another 7 days; the former link opens nothing any more',
    auth: 'members.write',
    limit: 'invitation',
    params: InvitationParams,
    answers: { 200: AdminInvitation },
    handler: async ({ viewer, params: { id }, server: { rateLimiter, jobs } }) => {
      await limitMails(rateLimiter, await getInvitedEmail(id))
      return resendInvitation(jobs, viewer, id)
    },
  }),
  route('DELETE', '/:id/', {
    summary: 'Withdraws an invitation: its link opens nothing from then on',
    auth: 'members.write',
    params: InvitationParams,
    answers: noContent,
    handler: ({ viewer, params }) => withdrawInvitation(viewer, params.id),
  }),
])
