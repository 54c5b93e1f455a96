import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { paths } from '#shared/paths.ts'
import { Problem } from '#shared/problem.ts'
import { GoogleCode, GoogleSignIn, LinkRequired, TokenPair } from '#shared/users.ts'
import { HttpProblem, FieldProblem } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { codeByGoogle, refusedByGoogle, signInByCode, signInByGoogle } from './google.ts'
import type { GoogleVerifier } from './google-credentials.ts'
import type { LinkRequest } from './google-links.ts'
import { googleLinkRoutes } from './google-links.routes.ts'
import type { IssuedSession } from './sessions.ts'
import { publicFieldProblemResponses, publicProblemResponses, tokenPair } from './users.routes.ts'

const describe = (summary: string) => ({ tags: ['users'], summary, security: [] })
/** 403: the account is blocked. */
const signedInOrLink = { response: { 200: TokenPair, ...publicFieldProblemResponses, 403: Problem, 409: LinkRequired } }

const linkRequired = (link: LinkRequest) =>
  new HttpProblem(409, 'users.problem.link_required', { code: 'link_required', ...link })

/** Google's redirect mode: its g_csrf_token must equal the cookie of that name. */
const RedirectForm = z.object({ credential: z.string().max(8000), g_csrf_token: z.string().min(1).max(500) })
const cookieOf = (cookies: string | undefined, name: string) =>
  new RegExp(String.raw`(?:^|;\s*)${name}=([^;]+)`).exec(cookies ?? '')?.[1]
const bindingCookie = 'google_binding'

export const googleRoutes: FastifyPluginAsyncZod<{ settings: Settings; google: GoogleVerifier | null }> = async (
  app,
  { settings: { PUBLIC_URL }, google },
) => {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  const cookieEnd = `Path=/api/users/google/; HttpOnly; SameSite=Lax${secure}`
  app.addHook('onRequest', async () => {
    if (!google) throw new HttpProblem(503, 'users.problem.no_google')
  })
  const { jobs } = app
  const verify = async (token: string) => {
    const credential = await google?.verify(token)
    if (!credential) throw refusedByGoogle()
    return credential
  }
  const answer = (signedIn: IssuedSession | LinkRequest) => {
    if ('link_token' in signedIn) throw linkRequired(signedIn)
    return tokenPair(app, signedIn)
  }

  app.post(
    '/',
    {
      config: { limit: 'google' },
      schema: {
        ...describe("Signs in by Google's credential, once each"),
        body: GoogleSignIn,
        response: { ...signedInOrLink.response, 401: Problem },
      },
    },
    async ({ body, headers, locale }) => {
      const credential = await verify(body.access_token)
      if (credential.nonce !== body.nonce) throw new FieldProblem('nonce', 'users.problem.google')
      return answer(
        await signInByGoogle({ credential, locale, jobs, siteNames: app.siteNames }, headers['user-agent'] ?? ''),
      )
    },
  )

  app.post(
    '/code/',
    {
      config: { limit: 'google' },
      schema: {
        ...describe(
          'Exchanges the code of the redirect mode, within a minute and once, in the browser that it was given to',
        ),
        body: GoogleCode,
        ...signedInOrLink,
      },
    },
    async ({ body: { code }, headers }, reply) => {
      const binding = cookieOf(headers.cookie, bindingCookie) ?? ''
      const signedIn = await signInByCode({ code, binding }, headers['user-agent'] ?? '')
      reply.header('set-cookie', `${bindingCookie}=; Max-Age=0; ${cookieEnd}`)
      return answer(signedIn)
    },
  )

  await app.register(googleLinkRoutes, { prefix: '/link' })
  await app.register(async (form) => {
    form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, finish) =>
      finish(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    form.post(
      '/fallback/',
      {
        config: { limit: 'google' },
        schema: {
          ...describe("Google's redirect mode: leads to /oauth/google with a code, or with error=1"),
          response: { 303: z.null(), ...publicProblemResponses },
        },
      },
      async (request, reply) => {
        const redirect = (query: string) => reply.redirect(`${PUBLIC_URL}${paths.google}?${query}`, 303)
        const body = RedirectForm.safeParse(request.body)
        if (!body.success || body.data.g_csrf_token !== cookieOf(request.headers.cookie, 'g_csrf_token'))
          return redirect('error=1')
        try {
          const { code, binding } = await codeByGoogle({
            credential: await verify(body.data.credential),
            locale: request.locale,
            jobs,
            siteNames: app.siteNames,
          })
          reply.header('set-cookie', `${bindingCookie}=${binding}; Max-Age=60; ${cookieEnd}`)
          return await redirect(`code=${code}`)
        } catch (error) {
          request.logRefusal(error as Error)
          request.log.warn({ err: error }, 'a redirect of Google was refused')
          return redirect('error=1')
        }
      },
    )
  })
}
