import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { AccountRemoval, EmailChange, Me, MeChanges, PasswordChange, SessionPage, TokenPair } from '#shared/users.ts'
import { db } from '../db.ts'
import { signedIn, viewerOf } from '../http/viewer.ts'
import { changeMe, getMe } from './accounts.ts'
import { changePassword, requestEmailChange } from './credentials.ts'
import { exportMe } from './export.ts'
import type { GoogleVerifier } from './google-credentials.ts'
import { removeMe } from './removal.ts'
import type { CancelSubscription } from './removal.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'
import { queueMail } from './users.jobs.ts'
import { fieldProblemResponses, contextOf, tokenPair, problemResponses } from './users.routes.ts'

const describe = (summary: string) => ({ tags: ['users'], summary, security: [{ bearer: [] }] })

type Options = { google: GoogleVerifier | null; cancelSubscription: CancelSubscription }

export const meRoutes: FastifyPluginAsyncZod<Options> = async (app, { google, cancelSubscription }) => {
  app.addHook('onRequest', signedIn)
  const reauthenticationContextOf = (request: FastifyRequest) => ({ ...contextOf(app, request), google })

  app.get(
    '/',
    { schema: { ...describe('The signed-in person'), response: { 200: Me, ...problemResponses } } },
    async (request) => getMe(viewerOf(request).id),
  )

  app.patch(
    '/',
    {
      config: { limit: 'profile' },
      schema: {
        ...describe('Changes what is given'),
        body: MeChanges,
        response: { 200: Me, ...fieldProblemResponses },
      },
    },
    async (request) => changeMe(viewerOf(request).id, request.body, app.siteNames),
  )

  app.delete(
    '/',
    {
      config: { limit: 'profile' },
      schema: {
        ...describe('Deletes the account, for its password, or a fresh credential of Google where there is none'),
        body: z.nullish(AccountRemoval),
        response: { 204: z.null(), ...fieldProblemResponses, 409: Problem, 503: Problem },
      },
    },
    async (request, reply) => {
      await removeMe(viewerOf(request).id, request.body ?? {}, {
        ...reauthenticationContextOf(request),
        cancelSubscription,
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/password/',
    {
      config: { limit: 'profile' },
      schema: {
        ...describe('Sets or changes the password; every other sign-in ends, this one goes on with the new pair'),
        body: PasswordChange,
        response: { 200: TokenPair, ...fieldProblemResponses },
      },
    },
    async (request) =>
      tokenPair(app, await changePassword(viewerOf(request).id, request.body, reauthenticationContextOf(request))),
  )

  app.post(
    '/email/',
    {
      config: { limit: 'mail' },
      schema: {
        ...describe('Sends a link to the new address, which takes effect once it is opened'),
        body: EmailChange,
        response: { 204: z.null(), ...fieldProblemResponses },
      },
    },
    async (request, reply) => {
      await requestEmailChange(viewerOf(request).id, request.body, reauthenticationContextOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/confirm_email/',
    {
      config: { limit: 'mail' },
      schema: {
        ...describe('Sends the confirmation of the address again'),
        response: { 204: z.null(), ...problemResponses },
      },
    },
    async (request, reply) => {
      const user_id = viewerOf(request).id
      await db.$transaction((transaction) => queueMail(app.jobs, transaction, { kind: 'welcome', user_id }))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/export/',
    {
      config: { limit: 'export' },
      schema: {
        ...describe('Exports all data of the person'),
        response: { 200: z.record(z.string(), z.unknown()), ...problemResponses },
      },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="data.json"')
      return exportMe(viewerOf(request))
    },
  )

  app.get(
    '/sessions/',
    {
      schema: {
        ...describe('The sessions of the person, the latest used first'),
        response: { 200: SessionPage, ...problemResponses },
      },
    },
    async (request) => {
      const { id, session_id } = viewerOf(request)
      return listSessions(id, session_id)
    },
  )

  app.delete(
    '/sessions/',
    { schema: { ...describe('Signs out everywhere, here too'), response: { 204: z.null(), ...problemResponses } } },
    async (request, reply) => {
      await db.$transaction((transaction) => endSessions(transaction, viewerOf(request).id))
      request.securityEvent('sessions_ended')
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/sessions/:id/',
    {
      schema: {
        ...describe('Ends one session'),
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null(), ...fieldProblemResponses, 404: Problem },
      },
    },
    async (request, reply) => {
      await endSession(viewerOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
