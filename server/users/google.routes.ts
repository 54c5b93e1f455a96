import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { paths } from '#shared/paths.ts'
import { GoogleCode, GoogleSignIn, LinkRequired, TokenPair } from '#shared/users/schema.ts'
import { addRoutes, route } from '../http/route.ts'
import { HttpProblem, FieldProblem } from '../problem.ts'
import type { Settings } from '../settings/settings.ts'
import { createGoogleCode, googleRefusedProblem, signInByGoogleCode, signInByGoogle } from './google.ts'
import type { GoogleVerifier } from './google-credentials.ts'
import type { GoogleLinkRequest } from './google-links.ts'
import { googleLinkRoutes } from './google-links.routes.ts'
import type { IssuedSession } from './sessions.ts'
import { tokenPair } from './users.routes.ts'

const linkRequired = (link: GoogleLinkRequest) =>
  new HttpProblem(409, 'users.problem.link_required', { code: 'link_required', ...link })

/** Form that Google posts in redirect mode. `g_csrf_token` must equal the cookie of that name. */
const RedirectForm = z.object({ credential: z.string().max(8000), g_csrf_token: z.string().min(1).max(500) })
const cookieOf = (cookies: string | undefined, name: string) =>
  new RegExp(String.raw`(?:^|;\s*)${name}=([^;]+)`).exec(cookies ?? '')?.[1]
const bindingCookie = 'google_binding'

type Options = { settings: Settings; google: GoogleVerifier | null }
type Credential = NonNullable<Awaited<ReturnType<GoogleVerifier['verify']>>>
type Verify = (token: string) => Promise<Credential>
type Cookie = (value: string, maxAge: number) => string

function tokenPairOrProblem(app: FastifyInstance, signedIn: IssuedSession | GoogleLinkRequest) {
  if ('link_token' in signedIn) throw linkRequired(signedIn)
  return tokenPair(app, signedIn)
}

const signIns = (verify: Verify, cookie: Cookie) => [
  route('POST', '/', {
    summary: "Signs in by Google's credential, once each",
    auth: 'none',
    limit: 'google',
    body: GoogleSignIn,
    answers: { 200: TokenPair, 409: LinkRequired },
    problems: [401, 403, 503],
    handler: async ({ body, headers, locale, server }) => {
      const credential = await verify(body.access_token)
      if (credential.nonce !== body.nonce) throw new FieldProblem('nonce', 'users.problem.google')
      const { jobs, siteNames } = server
      return tokenPairOrProblem(
        server,
        await signInByGoogle({ credential, locale, jobs, siteNames }, headers['user-agent'] ?? ''),
      )
    },
  }),
  route('POST', '/code/', {
    summary: 'Exchanges the code of the redirect mode, within a minute and once, in the browser that it was given to',
    auth: 'none',
    limit: 'google',
    body: GoogleCode,
    answers: { 200: TokenPair, 409: LinkRequired },
    problems: [403, 503],
    handler: async ({ body: { code }, headers, server }, reply) => {
      const binding = cookieOf(headers.cookie, bindingCookie) ?? ''
      const signedIn = await signInByGoogleCode({ code, binding }, headers['user-agent'] ?? '')
      reply.header('set-cookie', cookie('', 0))
      return tokenPairOrProblem(server, signedIn)
    },
  }),
]

const fallback = (verify: Verify, cookie: Cookie, public_url: string) =>
  route('POST', '/fallback/', {
    summary: "Google's redirect mode: leads to /oauth/google with a code, or with error=1",
    auth: 'none',
    limit: 'google',
    answers: { 303: z.null() },
    problems: [503],
    handler: async (request, reply) => {
      const redirect = (query: string) => reply.redirect(`${public_url}${paths.google}?${query}`, 303)
      const body = RedirectForm.safeParse(request.body)
      if (!body.success || body.data.g_csrf_token !== cookieOf(request.headers.cookie, 'g_csrf_token'))
        return redirect('error=1')
      try {
        const { jobs, siteNames } = request.server
        const credential = await verify(body.data.credential)
        const { code, binding } = await createGoogleCode({ credential, locale: request.locale, jobs, siteNames })
        reply.header('set-cookie', cookie(binding, 60))
        return await redirect(`code=${code}`)
      } catch (error) {
        request.logRefusal(error as Error)
        request.log.warn({ err: error }, 'a redirect from Google was refused')
        return redirect('error=1')
      }
    },
  })

export const googleRoutes: FastifyPluginAsync<Options> = async (app, { settings: { PUBLIC_URL }, google }) => {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  const cookie: Cookie = (value, maxAge) =>
    `${bindingCookie}=${value}; Max-Age=${maxAge}; Path=/api/users/google/; HttpOnly; SameSite=Lax${secure}`
  const verify: Verify = async (token) => {
    const credential = await google?.verify(token)
    if (!credential) throw googleRefusedProblem()
    return credential
  }
  app.addHook('onRequest', async () => {
    if (!google) throw new HttpProblem(503, 'users.problem.no_google')
  })
  addRoutes(app, signIns(verify, cookie))
  await app.register(googleLinkRoutes, { prefix: '/link' })
  await app.register(async (form) => {
    form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, finish) =>
      finish(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    addRoutes(form, [fallback(verify, cookie, PUBLIC_URL)])
  })
}
