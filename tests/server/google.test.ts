import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../server/db.ts'
import { makeToken } from '../../server/users/one-time-tokens.ts'
import { get, post, startApp } from '../support/app.ts'
import { audience, credentialOf, foreignKey, GOOGLE_CERTS_URL, nonce, served } from '../support/google.ts'
import { createPerson } from '../support/people.ts'

const of = await startApp({ GOOGLE_CLIENT_ID: audience, GOOGLE_CERTS_URL })

const signIn = (access_token: string, sent = nonce) =>
  post(paths.api.google, { access_token, nonce: sent }, { of, locale: 'es' })
const whose = async (access: string) => (await get(paths.api.me, { of, as: { token: access } })).body

describe('POST /api/users/google/', () => {
  test('makes an account for somebody new, whose address counts as confirmed', async () => {
    const { status, body } = await signIn(credentialOf())
    expect(status).toBe(200)
    expect(await whose(body.access)).toMatchObject({
      first_name: 'Inés',
      last_name: 'Ríos',
      language: 'es',
      has_password: false,
      is_email_confirmed: true,
    })
  })

  test('knows the person again by the name that Google gives, whatever the address is by then', async () => {
    const claims = { sub: 'stable', email: 'first@gmail.test' }
    const first = await whose((await signIn(credentialOf(claims))).body.access)
    const again = await whose((await signIn(credentialOf({ ...claims, email: 'second@gmail.test' }))).body.access)
    expect(again).toEqual(first)
  })

  test('links a confirmed account of that address, and keeps its password', async () => {
    const person = await createPerson({
      email: 'linked@gmail.test',
      email_confirmed_at: new Date(),
      password_hash: 'kept',
    })
    const { body } = await signIn(credentialOf({ email: 'Linked@gmail.test' }))
    expect(await whose(body.access)).toMatchObject({ username: person.username, has_password: true })
    expect((await get(paths.api.me, { as: person })).status).toBe(200)
  })

  test('takes an account of that address over from whoever never confirmed it', async () => {
    const squatter = await createPerson({ email: 'squatted@gmail.test', password_hash: 'of somebody else' })
    const { body } = await signIn(credentialOf({ email: 'squatted@gmail.test' }))
    expect(await whose(body.access)).toMatchObject({ has_password: false, is_email_confirmed: true })
    expect((await get(paths.api.me, { as: squatter })).status).toBe(401)
  })

  test('leaves such a person no way back in, and no window', async () => {
    const squatter = await createPerson({ email: 'watched@gmail.test', password_hash: 'of somebody else' })
    const { body: list } = await post(paths.api.collections(), { name: 'Bait' }, { as: squatter })
    const { body: shared } = await post(paths.api.collectionShare(list.id), undefined, { as: squatter })
    const link = await makeToken(db, { purpose: 'change_email', user_id: squatter.id, email: 'squatter@example.test' })
    expect((await get(paths.api.sharedCollection(shared.share_key))).status).toBe(200)
    const { body } = await signIn(credentialOf({ email: 'watched@gmail.test' }))
    expect((await post(paths.api.confirmEmail, { token: link })).status).toBe(400)
    expect((await whose(body.access)).email).toBe('watched@gmail.test')
    expect((await get(paths.api.sharedCollection(shared.share_key))).status).toBe(404)
  })

  test('makes one account of many first sign-ins at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        signIn(credentialOf({ sub: 'at once', email: 'at-once@gmail.test', jti: `once ${at}` })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await db.user.count({ where: { google_sub: 'at once' } })).toBe(1)
  })

  test('takes each credential once, also of ten at once', async () => {
    const credential = credentialOf()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(credential)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(400)])
    // The same, its signature written otherwise.
    for (const twin of [`${credential}=`, `${credential}===!!`]) expect((await signIn(twin)).status).toBe(400)
  })

  const past = Math.floor(Date.now() / 1000) - 7200
  test.each<[string, string]>([
    ['another audience', credentialOf({ aud: 'another.apps.googleusercontent.com' })],
    ['no audience', credentialOf({ aud: undefined })],
    ['another issuer', credentialOf({ iss: 'https://evil.test' })],
    ['one that has expired', credentialOf({ iat: past, exp: past + 60 })],
    ['an address that is not verified', credentialOf({ email_verified: false })],
    ['no address', credentialOf({ email: undefined })],
    ['a key of somebody else', credentialOf({}, { signer: foreignKey })],
    ['a key that nobody knows', credentialOf({}, { header: { kid: 'unknown' } })],
    ['no algorithm', credentialOf({}, { header: { alg: 'none' } })],
    ['another algorithm', credentialOf({}, { header: { alg: 'HS256' } })],
    ['no signature', credentialOf().replace(/[^.]+$/, '')],
    ['nonsense', 'nonsense'],
    ['nothing', ''],
  ])('refuses %s', async (_what, credential) => {
    const { status, body } = await signIn(credential)
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: ['access_token'] })
  })

  test.each(['', 'another nonce of 24 chars'])('refuses the nonce %j', async (sent) => {
    const { status, body } = await signIn(credentialOf(), sent)
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: ['nonce'] })
  })

  test('refuses a nonce where the credential has none', async () => {
    expect((await signIn(credentialOf({ nonce: undefined }), 'undefined')).status).toBe(400)
  })

  test('is not there without a client id', async () => {
    expect(await post(paths.api.google, { access_token: credentialOf(), nonce })).toMatchObject({ status: 503 })
  })

  test('says that it is busy when Google’s keys cannot be had, and works again after', async () => {
    const lonely = await startApp({ GOOGLE_CLIENT_ID: audience, GOOGLE_CERTS_URL })
    served.status = 500
    const credential = credentialOf()
    expect(await post(paths.api.google, { access_token: credential, nonce }, { of: lonely })).toMatchObject({
      status: 503,
    })
    served.status = 200
    expect((await post(paths.api.google, { access_token: credential, nonce }, { of: lonely })).status).toBe(200)
  })
})

const redirected = (body: Record<string, string>, cookie = 'g_csrf_token=twice') =>
  post(paths.api.googleFallback, new URLSearchParams(body).toString(), {
    of,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  })

describe('POST /api/users/google/fallback/', () => {
  test('leads to the site with a code that is good once, and never with a token', async () => {
    const { status, headers } = await redirected({ credential: credentialOf(), g_csrf_token: 'twice' })
    const address = new URL(String(headers.location))
    expect({ status, path: address.pathname, names: [...address.searchParams.keys()] }).toEqual({
      status: 303,
      path: paths.google,
      names: ['code'],
    })
    expect(address.origin).toBe('http://library.test')
    const code = address.searchParams.get('code')
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(
      /^google_binding=[\w-]{43}; Max-Age=60; Path=\/api\/users\/google\/; HttpOnly; SameSite=Lax$/,
    )
    // Whoever is led to somebody else's address is not signed in as them.
    const otherBrowser = { of, headers: { cookie: `google_binding=${'x'.repeat(43)}` } }
    expect((await post(paths.api.googleCode, { code }, { of })).status).toBe(400)
    expect((await post(paths.api.googleCode, { code }, otherBrowser)).status).toBe(400)
    const sameBrowser = { of, headers: { cookie: `another=1; ${cookie.split(';')[0]}` } }
    const { status: exchanged, body } = await post(paths.api.googleCode, { code }, sameBrowser)
    expect(exchanged).toBe(200)
    expect((await whose(body.access)).first_name).toBe('Inés')
    expect(await post(paths.api.googleCode, { code }, sameBrowser)).toMatchObject({
      status: 400,
      body: { code: [expect.any(String)] },
    })
  })

  test('refuses a form whose token is not the cookie’s', async () => {
    for (const [body, cookie] of [
      [{ credential: credentialOf(), g_csrf_token: 'once' }, 'g_csrf_token=twice'],
      [{ credential: credentialOf(), g_csrf_token: 'twice' }, ''],
      [{ credential: credentialOf(), g_csrf_token: '' }, 'g_csrf_token='],
      [{ credential: 'nonsense', g_csrf_token: 'twice' }, 'g_csrf_token=twice'],
    ] as const) {
      const { status, headers } = await redirected(body, cookie)
      expect({ status, location: headers.location }).toEqual({
        status: 303,
        location: `http://library.test${paths.google}?error=1`,
      })
    }
  })
})
