import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
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
} from '#shared/users/schema.ts'
import { addRoutes, noContent, route } from '../http/route.ts'
import { registerAccount } from './accounts.ts'
import { confirmEmail, requestPasswordReset, resetPassword, signIn } from './credentials.ts'
import type { RequestContext } from './reauthentication.ts'
import { endSessionByToken, rotateRefreshToken } from './sessions.ts'
import type { IssuedSession, SigningSecrets } from './sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    siteNames: string[]
  }
}

export function requestContextOf(request: FastifyRequest): RequestContext {
  const { loginThrottle, jobs, siteNames } = request.server
  return {
    address: request.ip,
    device: request.headers['user-agent'] ?? '',
    loginThrottle,
    jobs,
    isAborted: () => request.socket.destroyed,
    site: siteNames,
    report: (event, user_id) => request.securityEvent(event, { user_id }),
  }
}
export const tokenPair = (app: FastifyInstance, { user_id, session_id, refresh }: IssuedSession): TokenPair => ({
  access: app.signAccess(user_id, session_id),
  refresh,
})

const signInRoutes = (secrets: SigningSecrets) => [
  route('POST', '/register/', {
    summary: 'Registers an account; it does not sign in. The same again within ten minutes answers the same',
    auth: 'none',
    limit: 'register',
    body: NewUser,
    answers: { 201: Registered },
    problems: [503],
    handler: (request) => registerAccount(request.body, request.locale, requestContextOf(request)),
  }),
  route('POST', '/token/', {
    summary: 'Signs in by address and password; 403 for a blocked account',
    auth: 'none',
    limit: 'sign_in',
    body: Credentials,
    answers: { 200: TokenPair },
    problems: [401, 403, 503],
    handler: async (request) => tokenPair(request.server, await signIn(request.body, requestContextOf(request))),
  }),
  route('POST', '/token/refresh/', {
    summary:
      'A new pair for a refresh token, which is good for one use; the same one again within 10 s, or as long as the new one was not used, answers the same pair',
    auth: 'none',
    limit: 'refresh',
    body: RefreshRequest,
    answers: { 200: TokenPair },
    problems: [401, 503],
    handler: async (request) => {
      const onReuse = (user_id: number) => request.securityEvent('refresh_reused', { user_id })
      return tokenPair(request.server, await rotateRefreshToken(request.body.refresh, secrets, onReuse))
    },
  }),
  route('POST', '/token/revoke/', {
    summary: 'Signs out: ends the sign-in that the refresh token belongs to',
    auth: 'none',
    limit: 'refresh',
    body: RefreshRequest,
    answers: noContent,
    problems: [503],
    handler: ({ body }) => endSessionByToken(body.refresh),
  }),
]

const mailRoutes = [
  route('POST', '/password_reset/', {
    summary: 'Sends a link to set a new password; answers alike for unknown addresses',
    auth: 'none',
    limit: 'reset',
    body: PasswordResetRequest,
    answers: noContent,
    problems: [503],
    handler: ({ body, server }) => requestPasswordReset(server.jobs, body.email),
  }),
  route('POST', '/password_reset/confirm/', {
    summary:
      'Sets a new password by the token of the link, once, and ends every sign-in; the same again within ten minutes is done already',
    auth: 'none',
    limit: 'one_time_token',
    body: PasswordReset,
    answers: noContent,
    problems: [503],
    handler: (request) => resetPassword(request.body, requestContextOf(request)),
  }),
  route('POST', '/confirm_email/', {
    summary: 'Confirms the address that the link was sent to, or changes to it; once more, it says that this was done',
    auth: 'none',
    limit: 'one_time_token',
    body: EmailConfirmation,
    answers: { 200: ConfirmedEmail },
    problems: [503],
    handler: ({ body, server }) => confirmEmail(server.jobs, body.token),
  }),
]

export const userRoutes: FastifyPluginAsync<{ secrets: SigningSecrets }> = async (app, { secrets }) =>
  addRoutes(app, [...signInRoutes(secrets), ...mailRoutes])
