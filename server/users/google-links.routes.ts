import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Problem } from '#shared/problem.ts'
import { GoogleLink, GoogleLinkConfirmation, GoogleLinkMail, TokenPair } from '#shared/users.ts'
import { linkByMail, linkByPassword, requestLinkMail } from './google-links.ts'
import { publicFieldProblemResponses, contextOf, tokenPair } from './users.routes.ts'

const describe = (summary: string) => ({ tags: ['users'], summary, security: [] })

export const googleLinkRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/',
    {
      config: { limit: 'sign_in' },
      schema: {
        ...describe("Links the account by its password, and signs in; a wrong one doesn't use the link_token up"),
        body: GoogleLink,
        response: { 200: TokenPair, ...publicFieldProblemResponses, 403: Problem },
      },
    },
    async (request) => tokenPair(app, await linkByPassword(request.body, contextOf(app, request))),
  )

  app.post(
    '/mail/',
    {
      config: { limit: 'one_time_token' },
      schema: {
        ...describe("Mails a link to the account's address that links it, within an hour and once"),
        body: GoogleLinkMail,
        response: { 204: z.null(), ...publicFieldProblemResponses },
      },
    },
    async ({ body }, reply) => {
      await requestLinkMail(app.jobs, body.link_token)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/confirm/',
    {
      config: { limit: 'one_time_token' },
      schema: {
        ...describe('Links the account by the token of that mail, and signs in'),
        body: GoogleLinkConfirmation,
        response: { 200: TokenPair, ...publicFieldProblemResponses, 403: Problem },
      },
    },
    async (request) => tokenPair(app, await linkByMail(request.body.token, contextOf(app, request))),
  )
}
