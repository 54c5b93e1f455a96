import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { BadRequest, Problem, RateLimited } from '#shared/problem.ts'
import {
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
import { endSessionOf, rotate } from './sessions.ts'
import type { Fresh } from './sessions.ts'

export const originOf = ({ throttle }: FastifyInstance, { ip, headers, socket }: FastifyRequest) => ({
  address: ip,
  device: headers['user-agent'] ?? '',
  throttle,
  isGone: () => socket.destroyed,
})
export const pairOf = (app: FastifyInstance, { user_id, session_id, refresh }: Fresh): TokenPair => ({
  access: app.signAccess(user_id, session_id),
  refresh,
})
const describe = (summary: string) => ({ tags: ['users'], summary, security: [] })
/** What can be refused anywhere, and where fields can be wrong too. */
export const openRefusals = { 429: RateLimited, 503: Problem }
export const openFieldRefusals = { 400: BadRequest, ...openRefusals }
/** The same of what a token is needed for. */
export const refusals = { 401: Problem, ...openRefusals }
export const fieldRefusals = { 400: BadRequest, ...refusals }

/** What a visitor does to become, or to prove to be, somebody. */
export const userRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/register/',
    {
      config: { limit: 'register' },
      schema: {
        ...describe('Makes an account; signing in is a step of its own'),
        body: NewUser,
        response: { 201: Registered, ...openFieldRefusals },
      },
    },
    async ({ body, locale }, reply) => reply.code(201).send(await register(body, locale)),
  )

  app.post(
    '/token/',
    {
      config: { limit: 'sign_in' },
      schema: {
        ...describe('Signs in by address and password'),
        body: Credentials,
        response: { 200: TokenPair, ...fieldRefusals },
      },
    },
    async (request) => pairOf(app, await signIn(request.body, originOf(app, request))),
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
        response: { 200: TokenPair, ...fieldRefusals },
      },
    },
    async ({ body }) => pairOf(app, await rotate(body.refresh)),
  )

  app.post(
    '/token/revoke/',
    {
      config: { limit: 'refresh' },
      schema: {
        ...describe('Signs out: ends the sign-in that the refresh token belongs to'),
        body: RefreshRequest,
        response: { 204: z.null(), ...openFieldRefusals },
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
        response: { 204: z.null(), ...openFieldRefusals },
      },
    },
    async ({ body, locale }, reply) => {
      // Answers alike: the mailbox that was asked for too often has got its mails.
      if (!(await app.counters.isOver('mailbox', body.email.trim().toLowerCase())))
        await requestReset(body.email, locale)
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
        response: { 204: z.null(), ...openFieldRefusals },
      },
    },
    async ({ body }, reply) => {
      await resetPassword(body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/confirm_email/',
    {
      config: { limit: 'one_time_token' },
      schema: {
        ...describe('Confirms the address that the link was sent to, or changes to it'),
        body: EmailConfirmation,
        response: { 200: z.object({ email: z.string() }), ...openFieldRefusals },
      },
    },
    async ({ body }) => confirmEmail(body.token),
  )
}
