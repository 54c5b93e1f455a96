import { Readable } from 'node:stream'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import {
  AccountRemoval,
  EmailChange,
  Me,
  MeChanges,
  PasswordChange,
  SessionPage,
  TokenPair,
} from '#shared/users/schema.ts'
import { addRoutes, noContent, route } from '../http/route.ts'
import { changeMe, getMe } from './accounts.ts'
import { changePassword, requestEmailChange, resendConfirmation } from './credentials.ts'
import { exportAccount } from './export.ts'
import type { GoogleVerifier } from './google-credentials.ts'
import { removeAccount } from './removal.ts'
import type { CancelSubscription } from './removal.ts'
import { endSession, endAllSessions, listSessions } from './sessions.ts'
import { requestContextOf, tokenPair } from './users.routes.ts'

type Options = { google: GoogleVerifier | null; cancelSubscription: CancelSubscription }

const profile = [
  route('GET', '/', {
    summary: 'The signed-in person',
    auth: 'member',
    answers: { 200: Me },
    problems: [503],
    handler: ({ viewer }) => getMe(viewer.id),
  }),
  route('PATCH', '/', {
    summary: 'Changes what is given',
    auth: 'member',
    limit: 'profile',
    body: MeChanges,
    answers: { 200: Me },
    problems: [503],
    handler: ({ viewer, body, server }) => changeMe(viewer.id, body, server.siteNames),
  }),
]

const credentials = ({ google, cancelSubscription }: Options) => [
  route('DELETE', '/', {
    summary: 'Deletes the account, for its password, or a fresh credential of Google where there is none',
    auth: 'member',
    limit: 'profile',
    body: z.nullish(AccountRemoval),
    answers: noContent,
    problems: [409, 503],
    handler: (request) =>
      removeAccount(request.viewer.id, request.body ?? {}, {
        ...requestContextOf(request),
        google,
        cancelSubscription,
      }),
  }),
  route('POST', '/password/', {
    summary: 'Sets or changes the password; every other sign-in ends, this one goes on with the new pair',
    auth: 'member',
    limit: 'profile',
    body: PasswordChange,
    answers: { 200: TokenPair },
    problems: [503],
    handler: async (request) => {
      const context = { ...requestContextOf(request), google }
      return tokenPair(request.server, await changePassword(request.viewer.id, request.body, context))
    },
  }),
  route('POST', '/email/', {
    summary: 'Sends a link to the new address, which takes effect once it is opened',
    auth: 'member',
    limit: 'mail',
    body: EmailChange,
    answers: noContent,
    problems: [503],
    handler: (request) => requestEmailChange(request.viewer.id, request.body, { ...requestContextOf(request), google }),
  }),
]

const mailAndExport = [
  route('POST', '/confirm_email/', {
    summary: 'Sends the confirmation of the address again',
    auth: 'member',
    limit: 'mail',
    answers: noContent,
    problems: [503],
    handler: ({ viewer, server }) => resendConfirmation(server.jobs, viewer.id),
  }),
  route('GET', '/export/', {
    summary: 'Exports all data of the person',
    auth: 'member',
    limit: 'export',
    answers: { 200: z.record(z.string(), z.unknown()) },
    problems: [503],
    handler: async ({ viewer }, reply) => {
      reply.header('content-disposition', 'attachment; filename="data.json"')
      return reply.type('application/json; charset=utf-8').send(Readable.from(await exportAccount(viewer)))
    },
  }),
]

const sessions = [
  route('GET', '/sessions/', {
    summary: 'The sessions of the person, the latest used first',
    auth: 'member',
    answers: { 200: SessionPage },
    problems: [503],
    handler: ({ viewer }) => listSessions(viewer.id, viewer.session_id),
  }),
  route('DELETE', '/sessions/', {
    summary: 'Signs out everywhere, here too',
    auth: 'member',
    answers: noContent,
    problems: [503],
    handler: async (request) => {
      await endAllSessions(request.viewer.id)
      request.securityEvent('sessions_ended')
    },
  }),
  route('DELETE', '/sessions/:id/', {
    summary: 'Ends one session',
    auth: 'member',
    params: z.object({ id: z.uuid() }),
    answers: noContent,
    problems: [503],
    handler: ({ viewer, params }) => endSession(viewer.id, params.id),
  }),
]

export const meRoutes: FastifyPluginAsync<Options> = async (app, options) =>
  addRoutes(app, [...profile, ...credentials(options), ...mailAndExport, ...sessions])
