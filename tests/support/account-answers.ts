import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users.ts'
import { get, patch, post, remove, startApp } from './app.ts'
import type { Asked } from './app.ts'
import { audience, credentialOf, GOOGLE_CERTS_URL, nonce } from './google.ts'
import { lastMailTo } from './mail.ts'
import { createPerson } from './people.ts'

type Cases = Record<string, Asked>
const { api } = paths
const password = 'a long enough secret'
const bad = { as: { token: 'nonsense' } }
let made = 0

const newcomer = () => ({ email: `newcomer-${++made}@example.test`, name: 'New', surname: 'Comer', password })
const tokens = async (): Promise<TokenPair> =>
  (await post(api.mePassword, { new_password: password }, { as: await createPerson() })).body
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
/** Of a visitor's route: with a good body, to which a token that is none changes nothing, and with a bad one. */
const asked = async (status: number, path: string, body: object, wrong: object): Promise<Cases> => ({
  [status]: await post(path, body, bad),
  400: await post(path, wrong),
})
const own = async (status: number, ask: (as?: { token: string }) => Promise<Asked>): Promise<Cases> => ({
  401: await ask(),
  [status]: await ask(await createPerson()),
})

async function googleAnswers(path: string, bring: () => Promise<{ body: object; cookie?: string }>): Promise<Cases> {
  const of = await startApp({ GOOGLE_CLIENT_ID: audience, GOOGLE_CERTS_URL })
  const { body, cookie } = await bring()
  return {
    200: await post(path, body, { of, headers: cookie ? { cookie } : {} }),
    400: await post(path, {}, { of }),
  }
}

const redirect = async (of: Awaited<ReturnType<typeof startApp>>, asking = {}) =>
  post(api.googleFallback, new URLSearchParams({ credential: credentialOf(), g_csrf_token: 'twice' }).toString(), {
    of,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'g_csrf_token=twice' },
    ...asking,
  })

/** How each documented status of the accounts is brought about. */
export function accountAnswers(): Record<string, () => Promise<Cases>> {
  return {
    'POST /api/users/register/': () => asked(201, api.register, newcomer(), {}),
    'POST /api/users/token/': async () => {
      const person = newcomer()
      await post(api.register, person)
      return {
        200: await post(api.token, person),
        400: await post(api.token, {}),
        401: await post(api.token, { ...person, password: 'wrong' }),
      }
    },
    'POST /api/users/token/refresh/': async () => ({
      200: await post(api.tokenRefresh, await tokens()),
      400: await post(api.tokenRefresh, {}),
      401: await post(api.tokenRefresh, { refresh: 'nonsense' }),
    }),
    'POST /api/users/token/revoke/': async () => asked(204, api.tokenRevoke, await tokens(), {}),
    'POST /api/users/password_reset/': () => asked(204, api.passwordReset, { email: 'a@example.test' }, {}),
    'POST /api/users/password_reset/confirm/': async () =>
      asked(204, api.passwordResetConfirm, { token: await resetToken(), password }, { token: '', password }),
    'POST /api/users/confirm_email/': async () =>
      asked(200, api.confirmEmail, { token: await mailedToken() }, { token: '' }),
    'GET /api/users/me/': () => own(200, (as) => get(api.me, { as })),
    'PATCH /api/users/me/': async () => ({
      ...(await own(200, (as) => patch(api.me, { first_name: 'A' }, { as }))),
      400: await patch(api.me, { language: 'fr' }, { as: await createPerson() }),
    }),
    'DELETE /api/users/me/': async () => ({
      ...(await own(204, (as) => remove(api.me, undefined, { as }))),
      400: await remove(api.me, { password: 1 }, { as: await createPerson() }),
    }),
    'POST /api/users/me/password/': async () => ({
      ...(await own(200, (as) => post(api.mePassword, { new_password: password }, { as }))),
      400: await post(api.mePassword, { new_password: '' }, { as: await createPerson() }),
    }),
    'POST /api/users/me/email/': async () => ({
      ...(await own(204, (as) => post(api.meEmail, { email: newcomer().email }, { as }))),
      400: await post(api.meEmail, {}, { as: await createPerson() }),
    }),
    'POST /api/users/me/confirm_email/': () => own(204, (as) => post(api.resendConfirmation, undefined, { as })),
    'GET /api/users/me/export/': () => own(200, (as) => get(api.meExport, { as })),
    'GET /api/users/me/sessions/': () => own(200, (as) => get(api.meSessions, { as })),
    'DELETE /api/users/me/sessions/': () => own(204, (as) => remove(api.meSessions, undefined, { as })),
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
      googleAnswers(api.google, async () => ({ body: { access_token: credentialOf(), nonce } })),
    'POST /api/users/google/code/': () =>
      googleAnswers(api.googleCode, async () => {
        const { headers } = await redirect(await startApp({ GOOGLE_CLIENT_ID: audience, GOOGLE_CERTS_URL }))
        const code = new URL(String(headers.location)).searchParams.get('code')
        return { body: { code }, cookie: String(headers['set-cookie']).split(';')[0] }
      }),
    'POST /api/users/google/fallback/': async () => {
      const of = await startApp({ GOOGLE_CLIENT_ID: audience, GOOGLE_CERTS_URL })
      return { 303: await redirect(of) }
    },
    'GET /api/subscription/status/': () => own(200, (as) => get(api.subscriptionStatus, { as })),
  }
}
