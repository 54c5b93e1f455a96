import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users/schema.ts'
import { db } from '../../../server/database/db.ts'
import { get, patch, post, remove, startApp } from '../app.ts'
import type { TestResponse } from '../app.ts'
import { audience, credentialOf, nonce } from '../google.ts'
import { lastMailTo } from '../mail.ts'
import { createPerson, password, password_hash } from '../people.ts'

type Cases = Record<string, TestResponse>
const { api } = paths
const bad = { as: { token: 'nonsense' } }
let made = 0

const newcomer = () => ({ email: `newcomer-${++made}@example.test`, name: 'New', surname: 'Comer', password })
const tokens = async (): Promise<TokenPair> =>
  (await post(api.token, { email: (await createPerson({ password_hash })).email, password })).body
const mailedToken = async () => {
  const person = newcomer()
  await post(api.register, person)
  return (await lastMailTo(person.email)).token
}
const resetToken = async () => {
  const { email } = await createPerson()
  await post(api.passwordReset, { email })
  return (await lastMailTo(email)).token
}
/** Cases of a public route: a valid body with an invalid token, which is ignored, and an invalid body. */
const visitorCases = async (status: number, path: string, body: object, wrong: object): Promise<Cases> => ({
  [status]: await post(path, body, bad),
  400: await post(path, wrong),
})
const memberCases = async (status: number, ask: (as?: { token: string }) => Promise<TestResponse>): Promise<Cases> => ({
  401: await ask(),
  [status]: await ask(await createPerson({ password_hash })),
})

type Brought = { body: object; cookie?: string | undefined }
async function googleAnswers(
  path: string,
  status: number,
  bring: () => Promise<Brought>,
  others: Record<string, () => Promise<Brought>> = {},
): Promise<Cases> {
  const send = async ({ body, cookie }: Brought) =>
    post(path, body, { of: await startGoogle(), headers: cookie ? { cookie } : {} })
  const cases: Cases = { [status]: await send(await bring()), 400: await send({ body: {} }) }
  for (const [other, make] of Object.entries(others)) cases[other] = await send(await make())
  return cases
}
const startGoogle = () => startApp({ GOOGLE_CLIENT_ID: audience })
const blocked_at = new Date()
const blockedEmail = async (changes = {}) => (await createPerson({ ...changes, blocked_at })).email
const blockedAtGoogle = async () => {
  const sub = `blocked-${++made}`
  return { sub, email: await blockedEmail({ google_sub: sub }) }
}
const block = (email: string) => db.user.update({ where: { email }, data: { blocked_at }, select: { id: true } })
/** Credential of a user whose account Google does not open without proof. */
const unlinked = async () => ({
  email: (await createPerson({ email: `owner-${++made}@lapsed.test`, password_hash })).email,
})
const signInBody = (claims = {}) => ({ access_token: credentialOf(claims), nonce })
const startLink = async () => {
  const claims = await unlinked()
  const { body } = await post(api.google, signInBody(claims), { of: await startGoogle() })
  return { ...claims, link_token: body.link_token as string }
}
const mailedLink = async () => {
  const { email, link_token } = await startLink()
  await post(api.googleLinkMail, { link_token }, { of: await startGoogle() })
  return { email, body: { token: (await lastMailTo(email)).token } }
}
const codeOf = async (claims = {}): Promise<Brought> => {
  const { headers } = await redirect(await startGoogle(), claims)
  const code = new URL(String(headers.location)).searchParams.get('code')
  return { body: { code }, cookie: String(headers['set-cookie']).split(';')[0] }
}

const redirect = async (of: Awaited<ReturnType<typeof startApp>>, claims = {}) =>
  post(
    api.googleFallback,
    new URLSearchParams({ credential: credentialOf(claims), g_csrf_token: 'twice' }).toString(),
    {
      of,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'g_csrf_token=twice' },
    },
  )

async function removingLastAdmin() {
  const role = 'admin'
  const admins = await db.user.findMany({ where: { role }, select: { id: true } })
  await db.user.updateMany({ where: { role }, data: { role: 'user' } })
  const answer = await remove(api.me, { password }, { as: await createPerson({ role, password_hash }) })
  await db.user.updateMany({ where: { id: { in: admins.map(({ id }) => id) } }, data: { role } })
  return answer
}

export function accountAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'POST /api/users/register/': () => visitorCases(201, api.register, newcomer(), {}),
    'POST /api/users/token/': async () => {
      const person = newcomer()
      await post(api.register, person)
      return {
        200: await post(api.token, person),
        400: await post(api.token, {}),
        401: await post(api.token, { ...person, password: 'wrong' }),
        403: await post(api.token, { email: await blockedEmail({ password_hash }), password }),
      }
    },
    'POST /api/users/token/refresh/': async () => ({
      200: await post(api.tokenRefresh, await tokens()),
      400: await post(api.tokenRefresh, {}),
      401: await post(api.tokenRefresh, { refresh: 'nonsense' }),
    }),
    'POST /api/users/token/revoke/': async () => visitorCases(204, api.tokenRevoke, await tokens(), {}),
    'POST /api/users/password_reset/': () => visitorCases(204, api.passwordReset, { email: 'a@example.test' }, {}),
    'POST /api/users/password_reset/confirm/': async () =>
      visitorCases(204, api.passwordResetConfirm, { token: await resetToken(), password }, { token: '', password }),
    'POST /api/users/confirm_email/': async () =>
      visitorCases(200, api.confirmEmail, { token: await mailedToken() }, { token: '' }),
    'GET /api/users/me/': () => memberCases(200, (as) => get(api.me, { as })),
    'PATCH /api/users/me/': async () => ({
      ...(await memberCases(200, (as) => patch(api.me, { first_name: 'A' }, { as }))),
      400: await patch(api.me, { language: 'fr' }, { as: await createPerson() }),
    }),
    'DELETE /api/users/me/': async () => ({
      ...(await memberCases(204, (as) => remove(api.me, { password }, { as }))),
      400: await remove(api.me, { password: 1 }, { as: await createPerson() }),
      409: await removingLastAdmin(),
    }),
    'POST /api/users/me/password/': async () => ({
      ...(await memberCases(200, (as) =>
        post(api.mePassword, { current_password: password, new_password: password }, { as }),
      )),
      400: await post(api.mePassword, { new_password: '' }, { as: await createPerson() }),
    }),
    'POST /api/users/me/email/': async () => ({
      ...(await memberCases(204, (as) => post(api.meEmail, { email: newcomer().email, password }, { as }))),
      400: await post(api.meEmail, {}, { as: await createPerson() }),
    }),
    'POST /api/users/me/confirm_email/': () =>
      memberCases(204, (as) => post(api.resendConfirmation, undefined, { as })),
    'GET /api/users/me/export/': () => memberCases(200, (as) => get(api.meExport, { as })),
    'GET /api/users/me/sessions/': () => memberCases(200, (as) => get(api.meSessions, { as })),
    'DELETE /api/users/me/sessions/': () => memberCases(204, (as) => remove(api.meSessions, undefined, { as })),
    'DELETE /api/users/me/sessions/{id}/': async () => {
      const [as, other] = [await createPerson(), await createPerson()]
      return {
        400: await remove(api.meSession('x'), undefined, { as }),
        401: await remove(api.meSession(as.session_id)),
        404: await remove(api.meSession(other.session_id), undefined, { as }),
        204: await remove(api.meSession(as.session_id), undefined, { as }),
      }
    },
    'POST /api/users/google/': () =>
      googleAnswers(api.google, 200, async () => ({ body: signInBody() }), {
        401: async () => ({ body: signInBody({ sub: '' }) }),
        403: async () => ({ body: signInBody(await blockedAtGoogle()) }),
        409: async () => ({ body: signInBody(await unlinked()) }),
      }),
    'POST /api/users/google/code/': () =>
      googleAnswers(api.googleCode, 200, codeOf, {
        403: async () => codeOf(await blockedAtGoogle()),
        409: async () => codeOf(await unlinked()),
      }),
    'POST /api/users/google/link/': () =>
      googleAnswers(api.googleLink, 200, async () => ({ body: { ...(await startLink()), password } }), {
        403: async () => {
          const link = await startLink()
          await block(link.email)
          return { body: { ...link, password } }
        },
      }),
    'POST /api/users/google/link/mail/': () =>
      googleAnswers(api.googleLinkMail, 204, async () => ({ body: await startLink() })),
    'POST /api/users/google/link/confirm/': () =>
      googleAnswers(api.googleLinkConfirm, 200, mailedLink, {
        403: async () => {
          const { email, body } = await mailedLink()
          await block(email)
          return { body }
        },
      }),
    'POST /api/users/google/fallback/': async () => {
      return { 303: await redirect(await startGoogle()) }
    },
    'GET /api/subscription/status/': () => memberCases(200, (as) => get(api.subscriptionStatus, { as })),
  }
}
