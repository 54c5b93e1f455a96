import { z } from 'zod'
import {
  BlockChange,
  AdminMember,
  MemberChanges,
  MemberFileQuery,
  MemberOverview,
  MemberPage,
  MemberParams,
  MemberQuery,
  MemberSessionPage,
  MemberSessionParams,
} from '#shared/admin/members.ts'
import { addExportAuditEntry } from '../editing/audit.ts'
import { editRequestOf, sendWithEtag } from '../editing/edit-request.ts'
import { sendCsv } from '../http/downloads.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { membersCsv } from './members-csv.ts'
import { readMemberOverview } from './member-overview.ts'
import { endMemberSession, endMemberSessions, listMemberSessions, resendMemberConfirmation } from './member-sessions.ts'
import { changeBlock, changeMember, getMember } from './member.ts'
import { listMembers } from './members.ts'

export const memberRoutes = routePlugin([
  route('GET', '/', {
    summary: 'Members, the newest first: by name, username, address or id, role, tier and state',
    auth: 'members.read',
    querystring: MemberQuery,
    answers: { 200: MemberPage },
    handler: ({ query }) => listMembers(query),
  }),
  route('GET', '/export/', {
    summary: 'All of them as CSV, with tier and until when; an entry of the audit log',
    auth: 'members.read',
    limit: 'search',
    querystring: MemberFileQuery,
    answers: { 200: z.any() },
    handler: async ({ viewer, query: { separator, ...filters } }, reply) => {
      await addExportAuditEntry(viewer.id, 'members', filters)
      return sendCsv(reply, 'members.csv', membersCsv(filters, separator))
    },
  }),
  route('GET', '/:id/', {
    summary: 'A member, with what can be changed of them',
    auth: 'members.read',
    params: MemberParams,
    answers: { 200: AdminMember },
    handler: ({ params }, reply) => sendWithEtag(reply, getMember(params.id)),
  }),
  route('GET', '/:id/overview/', {
    summary: 'Tier, subscription, payments and texts of a member',
    auth: 'members.read',
    params: MemberParams,
    answers: { 200: MemberOverview },
    handler: ({ params, locale }) => readMemberOverview(params.id, locale),
  }),
  route('PUT', '/:id/', {
    summary: 'Changes the role of a member, and the tier that they have without paying',
    auth: 'members.write',
    params: MemberParams,
    body: MemberChanges,
    ifMatch: AdminMember,
    answers: { 200: AdminMember },
    problems: [409],
    handler: (request, reply) => sendWithEtag(reply, changeMember(editRequestOf(request), request.body)),
  }),
  route('PUT', '/:id/block/', {
    summary: 'Blocks a member, with their texts shown or hidden, or takes that back',
    auth: 'members.write',
    params: MemberParams,
    body: BlockChange,
    ifMatch: AdminMember,
    answers: { 200: AdminMember },
    problems: [409],
    handler: (request, reply) => sendWithEtag(reply, changeBlock(editRequestOf(request), request.body)),
  }),
  route('GET', '/:id/sessions/', {
    summary: 'Where a member is signed in, the latest used first',
    auth: 'members.read',
    params: MemberParams,
    answers: { 200: MemberSessionPage },
    handler: ({ params }) => listMemberSessions(params.id),
  }),
  route('DELETE', '/:id/sessions/', {
    summary: 'Signs a member out everywhere',
    auth: 'members.write',
    params: MemberParams,
    answers: noContent,
    handler: ({ viewer, params }) => endMemberSessions(viewer, params.id),
  }),
  route('DELETE', '/:id/sessions/:session_id/', {
    summary: 'Ends one sign-in of a member',
    auth: 'members.write',
    params: MemberSessionParams,
    answers: noContent,
    handler: ({ viewer, params }) => endMemberSession(viewer, params.id, params.session_id),
  }),
  route('POST', '/:id/confirmation/', {
    summary: 'Sends the confirmation of the address to a member again',
    auth: 'members.write',
    params: MemberParams,
    answers: noContent,
    problems: [409],
    handler: async ({ viewer, params: { id }, server }) => {
      // The mail counts towards the limit of mails that the member requests.
      await server.rateLimiter.consume('mail', `person ${id}`)
      await resendMemberConfirmation(server.jobs, viewer, id)
    },
  }),
])
