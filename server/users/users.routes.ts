import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import {
  ConfirmedEmail,
  Credentials,
  EmailConfirmation,
  NewUser,
  PasswordReset,
  PasswordResetRequest,
  RefreshRequest,
  Registered,
  TokenPair,
} from '#shared/users.ts'
import { register } from './accounts.ts'
import { confirmEmail, requestReset, resetPassword, signIn } from './credentials.ts'
import type { RequestContext } from './reauthentication.ts'
import { endSessionOf, rotate } from './sessions.ts'
import type { IssuedSession, Secrets } from './sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    siteNames: string[]
  }
}

export const contextOf = (
  { loginThrottle, jobs, siteNames }: FastifyInstance,
  request: FastifyRequest,
): RequestContext => ({
  address: request.ip,
  device: request.headers['user-agent'] ?? '',
  loginThrottle,
  jobs,
  isAborted: () => request.socket.destroyed,
  site: siteNames,
  report: (event, user_id) => request.securityEvent(event, { user_id }),
})
export const tokenPair = (app: FastifyInstance, { user_id, session_id, refresh }: IssuedSession): TokenPair => ({
  access: app.signAccess(user_id, session_id),
  refresh,
})
const describe = (summary: string) => ({ tags: ['users'], summary, security: [] })
export const publicProblemResponses = { 429: RateLimited, 503: Problem }
export const publicFieldProblemResponses = { 400: BadRequest, ...publicProblemResponses }
export const problemResponses = { 401: Problem, ...publicProblemResponses }
export const fieldProblemResponses = { 400: BadRequest, ...problemResponses }

export const userRoutes: FastifyPluginAsyncZod<{ secrets: Secrets }> = async (app, { secrets }) => {
  app.post(
    '/register/',
    {
      config: { limit: 'register' },
      schema: {
        ...describe('Registers an account; it does not sign in'),
        body: NewUser,
        response: { 201: Registered, ...publicFieldProblemResponses },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await register(request.body, request.locale, contextOf(app, request))),
  )

  app.post(
    '/token/',
    {
      config: { limit: 'sign_in' },
      schema: {
        ...describe('Signs in by address and password; 403 for a blocked account'),
        body: Credentials,
        response: { 200: TokenPair, ...fieldProblemResponses, 403: Problem },
      },
    },
    async (request) => tokenPair(app, await signIn(request.body, contextOf(app, request))),
  )

  app.post(
    '/token/refresh/',
    {
      config: { limit: 'refresh' },
      schema: {
        ...describe(
          'A new pair for a refresh token, which is good for one use; the same one again within 10 s is a second tab',
        ),
        body: RefreshRequest,
        response: { 200: TokenPair, ...fieldProblemResponses },
      },
    },
    async (request) => {
      const onReuse = (user_id: number) => request.securityEvent('refresh_reused', { user_id })
      return tokenPair(app, await rotate(request.body.refresh, secrets, onReuse))
    },
  )

  app.post(
    '/token/revoke/',
    {
      config: { limit: 'refresh' },
      schema: {
        ...describe('Signs out: ends the sign-in that the refresh token belongs to'),
        body: RefreshRequest,
        response: { 204: z.null(), ...publicFieldProblemResponses },
      },
    },
    async ({ body }, reply) => {
      await endSessionOf(body.refresh)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/password_reset/',
    {
      config: { limit: 'reset' },
      schema: {
        ...describe('Sends a link to set a new password; answers alike for unknown addresses'),
        body: PasswordResetRequest,
        response: { 204: z.null(), ...publicFieldProblemResponses },
      },
    },
    async ({ body, locale }, reply) => {
      await requestReset(app.jobs, body.email, locale)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/password_reset/confirm/',
    {
      config: { limit: 'one_time_token' },
      schema: {
        ...describe('Sets a new password by the token of the link, once, and ends every sign-in'),
        body: PasswordReset,
        response: { 204: z.null(), ...publicFieldProblemResponses },
      },
    },
    async (request, reply) => {
      await resetPassword(request.body, contextOf(app, request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/confirm_email/',
    {
      config: { limit: 'one_time_token' },
      schema: {
        ...describe(
          'Confirms the address that the link was sent to, or changes to it; once more, it says that this was done',
        ),
        body: EmailConfirmation,
        response: { 200: ConfirmedEmail, ...publicFieldProblemResponses },
      },
    },
    async ({ body }) => confirmEmail(app.jobs, body.token),
  )
}
