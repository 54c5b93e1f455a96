import { GoogleLink, GoogleLinkConfirmation, GoogleLinkMail, TokenPair } from '#shared/users/schema.ts'
import { noContent, route, routePlugin } from '../http/route.ts'
import { linkGoogleByMail, linkGoogleByPassword, requestGoogleLinkMail } from './google-links.ts'
import { requestContextOf, tokenPair } from './users.routes.ts'

export const googleLinkRoutes = routePlugin([
  route('POST', '/', {
    summary: "Links the account by its password, and signs in; a wrong one doesn't use the link_token up",
    auth: 'none',
    limit: 'sign_in',
    body: GoogleLink,
    answers: { 200: TokenPair },
    problems: [403, 503],
    handler: async (request) =>
      tokenPair(request.server, await linkGoogleByPassword(request.body, requestContextOf(request))),
  }),
  route('POST', '/mail/', {
    summary: "Mails a link to the account's address that links it, within an hour and once",
    auth: 'none',
    limit: 'one_time_token',
    body: GoogleLinkMail,
    answers: noContent,
    problems: [503],
    handler: ({ body, server }) => requestGoogleLinkMail(server.jobs, body.link_token),
  }),
  route('POST', '/confirm/', {
    summary: 'Links the account by the token of that mail, and signs in',
    auth: 'none',
    limit: 'one_time_token',
    body: GoogleLinkConfirmation,
    answers: { 200: TokenPair },
    problems: [403, 503],
    handler: async (request) =>
      tokenPair(request.server, await linkGoogleByMail(request.body.token, requestContextOf(request))),
  }),
])
