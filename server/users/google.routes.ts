import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { paths } from '#shared/paths.ts'
import { GoogleCode, GoogleSignIn, TokenPair } from '#shared/users.ts'
import { Refusal } from '../problem.ts'
import type { Settings } from '../settings.ts'
import { codeByGoogle, GoogleSignIns, signInByCode, signInByGoogle } from './google.ts'
import { openFieldRefusals, openRefusals, pairOf } from './users.routes.ts'

const describe = (summary: string) => ({ tags: ['users'], summary, security: [] })
const answers = { response: { 200: TokenPair, ...openFieldRefusals } }

/** What Google posts in its redirect mode: a form, whose g_csrf_token must equal the cookie of that name. */
const Redirected = z.object({ credential: z.string().max(8000), g_csrf_token: z.string().min(1).max(500) })
const cookieOf = (cookies: string | undefined, name: string) =>
  new RegExp(String.raw`(?:^|;\s*)${name}=([^;]+)`).exec(cookies ?? '')?.[1]
const bindingCookie = 'google_binding'

/** Signing in by Google; 503 where no client id is set. */
export const googleRoutes: FastifyPluginAsyncZod<{ settings: Settings }> = async (app, { settings }) => {
  const { GOOGLE_CLIENT_ID: audience, GOOGLE_CERTS_URL, PUBLIC_URL } = settings
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  const cookieEnd = `Path=/api/users/google/; HttpOnly; SameSite=Lax${secure}`
  const google = audience ? new GoogleSignIns(audience, GOOGLE_CERTS_URL) : null
  app.addHook('onRequest', async () => {
    if (!google) throw new Refusal(503, 'users.problem.no_google')
  })
  const check = async (credential: string, nonce: string | null) => {
    if (!google) throw new Refusal(503, 'users.problem.no_google')
    return google.check(credential, nonce)
  }

  app.post(
    '/',
    {
      config: { limit: 'google' },
      schema: { ...describe("Signs in by Google's credential, once each"), body: GoogleSignIn, ...answers },
    },
    async (request) => {
      const { access_token: credential, nonce } = request.body
      const person = await check(credential, nonce)
      const fresh = await signInByGoogle(
        { credential, person, locale: request.locale },
        request.headers['user-agent'] ?? '',
      )
      return pairOf(app, fresh)
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
        ...answers,
      },
    },
    async ({ body: { code }, headers }, reply) => {
      const binding = cookieOf(headers.cookie, bindingCookie) ?? ''
      const fresh = await signInByCode({ code, binding }, headers['user-agent'] ?? '')
      reply.header('set-cookie', `${bindingCookie}=; Max-Age=0; ${cookieEnd}`)
      return pairOf(app, fresh)
    },
  )

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
          response: { 303: z.null(), ...openRefusals },
        },
      },
      async (request, reply) => {
        const lead = (query: string) => reply.redirect(`${PUBLIC_URL}${paths.google}?${query}`, 303)
        const body = Redirected.safeParse(request.body)
        if (!body.success || body.data.g_csrf_token !== cookieOf(request.headers.cookie, 'g_csrf_token'))
          return lead('error=1')
        const { credential } = body.data
        try {
          const person = await check(credential, null)
          const { code, binding } = await codeByGoogle({ credential, person, locale: request.locale })
          reply.header('set-cookie', `${bindingCookie}=${binding}; Max-Age=60; ${cookieEnd}`)
          return await lead(`code=${code}`)
        } catch (error) {
          request.log.warn({ problem: (error as Error).message }, 'a redirect of Google was refused')
          return lead('error=1')
        }
      },
    )
  })
}
