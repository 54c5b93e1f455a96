import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { AccountRemoval, EmailChange, Me, MeChanges, PasswordChange, SessionPage, TokenPair } from '#shared/users.ts'
import { db } from '../db.ts'
import { signedIn, viewerOf } from '../plugins/viewer.ts'
import { changeMe, getMe } from './accounts.ts'
import { changePassword, removeMe, requestEmailChange } from './credentials.ts'
import { exportMe } from './export.ts'
import { endSession, endSessions, listSessions } from './sessions.ts'
import { queueMail } from './users.jobs.ts'
import { fieldRefusals, originOf, pairOf, refusals } from './users.routes.ts'

const describe = (summary: string) => ({ tags: ['users'], summary, security: [{ bearer: [] }] })

/** What a signed-in person sees and does about the own account. */
export const meRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', signedIn)

  app.get(
    '/',
    { schema: { ...describe('The signed-in person'), response: { 200: Me, ...refusals } } },
    async (request) => getMe(viewerOf(request).id),
  )

  app.patch(
    '/',
    {
      config: { limit: 'profile' },
      schema: { ...describe('Changes what is given'), body: MeChanges, response: { 200: Me, ...fieldRefusals } },
    },
    async (request) => changeMe(viewerOf(request).id, request.body),
  )

  app.delete(
    '/',
    {
      config: { limit: 'profile' },
      schema: {
        ...describe('Erases the account; the password is asked of who has one'),
        body: z.nullish(AccountRemoval),
        response: { 204: z.null(), ...fieldRefusals },
      },
    },
    async (request, reply) => {
      await removeMe(viewerOf(request).id, request.body?.password, originOf(app, request))
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
        response: { 200: TokenPair, ...fieldRefusals },
      },
    },
    async (request) => pairOf(app, await changePassword(viewerOf(request).id, request.body, originOf(app, request))),
  )

  app.post(
    '/email/',
    {
      config: { limit: 'mail' },
      schema: {
        ...describe('Sends a link to the new address, which takes effect once it is opened'),
        body: EmailChange,
        response: { 204: z.null(), ...fieldRefusals },
      },
    },
    async (request, reply) => {
      const isTold = async () => !(await app.counters.isOver('mailbox', request.body.email))
      await requestEmailChange(viewerOf(request).id, request.body, originOf(app, request), isTold)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/confirm_email/',
    {
      config: { limit: 'mail' },
      schema: { ...describe('Sends the confirmation of the address again'), response: { 204: z.null(), ...refusals } },
    },
    async (request, reply) => {
      const user_id = viewerOf(request).id
      await db.$transaction((transaction) => queueMail(transaction, { kind: 'welcome', user_id }))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/export/',
    {
      config: { limit: 'export' },
      schema: {
        ...describe('All that the site keeps of the person'),
        response: { 200: z.record(z.string(), z.unknown()), ...refusals },
      },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="data.json"')
      return exportMe(viewerOf(request).id)
    },
  )

  app.get(
    '/sessions/',
    {
      schema: {
        ...describe('Where the person is signed in, the latest used first'),
        response: { 200: SessionPage, ...refusals },
      },
    },
    async (request) => {
      const { id, session_id } = viewerOf(request)
      return listSessions(id, session_id)
    },
  )

  app.delete(
    '/sessions/',
    { schema: { ...describe('Signs out everywhere, here too'), response: { 204: z.null(), ...refusals } } },
    async (request, reply) => {
      await db.$transaction((transaction) => endSessions(transaction, viewerOf(request).id))
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/sessions/:id/',
    {
      schema: {
        ...describe('Signs out there'),
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null(), ...fieldRefusals, 404: Problem },
      },
    },
    async (request, reply) => {
      await endSession(viewerOf(request).id, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
