import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { createToken } from '../../../server/mail/one-time-tokens.ts'
import { get, openApp, post, startApp } from '../../support/app.ts'
import { audience, credentialOf, foreignKey, nonce } from '../../support/google.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const of = await startApp({ GOOGLE_CLIENT_ID: audience })

const signIn = (access_token: string, sent = nonce) =>
  post(paths.api.google, { access_token, nonce: sent }, { of, locale: 'es' })
const whose = async (access: string) => (await get(paths.api.me, { of, as: { token: access } })).body

describe('POST /api/users/google/', () => {
  test('creates an account with a confirmed e-mail', async () => {
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

  test('stores names in NFC', async () => {
    const claims = { sub: 'decomposed', email: 'decomposed@gmail.com', given_name: 'Inés'.normalize('NFD') }
    expect(await whose((await signIn(credentialOf(claims))).body.access)).toMatchObject({ first_name: 'Inés' })
  })

  test('stores names as one line', async () => {
    const claims = {
      sub: 'turned',
      email: 'turned@gmail.com',
      given_name: '\u202egnp.\u2028exe\u200f',
      family_name: '\ufeff',
    }
    expect(await whose((await signIn(credentialOf(claims))).body.access)).toMatchObject({
      first_name: 'gnp. exe',
      last_name: '',
    })
  })

  test("finds the account by Google's subject id after the e-mail has changed", async () => {
    const claims = { sub: 'stable', email: 'first@gmail.com' }
    const first = await whose((await signIn(credentialOf(claims))).body.access)
    const again = await whose((await signIn(credentialOf({ ...claims, email: 'second@gmail.com' }))).body.access)
    expect(again).toEqual(first)
  })

  test('links a confirmed account with that e-mail, keeps its password, and ends other sessions', async () => {
    const person = await createPerson({
      email: 'linked@gmail.com',
      email_confirmed_at: new Date(),
      password_hash: 'kept',
    })
    const { body } = await signIn(credentialOf({ email: 'Linked@gmail.com' }))
    expect(await whose(body.access)).toMatchObject({ username: person.username, has_password: true })
    expect((await get(paths.api.me, { as: person })).status).toBe(401)
  })

  test.each([
    ['a domain that Google runs for its owner', 'ana@company.test', { hd: 'company.test' }],
    ['the other name of Gmail', 'ana@googlemail.com', {}],
  ])('links an account without asking for a proof at %s', async (_what, email, claims) => {
    const person = await createPerson({ email, email_confirmed_at: new Date() })
    const { body } = await signIn(credentialOf({ email, ...claims }))
    expect((await whose(body.access)).username).toBe(person.username)
  })

  test('takes over an unconfirmed account with that e-mail, and drops its password and sessions', async () => {
    const squatter = await createPerson({ email: 'squatted@gmail.com', password_hash: 'of somebody else' })
    const { body } = await signIn(credentialOf({ email: 'squatted@gmail.com' }))
    expect(await whose(body.access)).toMatchObject({ has_password: false, is_email_confirmed: true })
    expect((await get(paths.api.me, { as: squatter })).status).toBe(401)
  })

  test('takes over an unconfirmed account that another Google user created with the e-mail', async () => {
    const email = 'lapsed@workspace.test'
    const { body: first } = await signIn(credentialOf({ email, sub: 'former owner' }))
    expect((await whose(first.access)).is_email_confirmed).toBe(false)
    const { body } = await signIn(credentialOf({ email, hd: 'workspace.test', sub: 'owner' }))
    expect(await whose(body.access)).toMatchObject({ email, is_email_confirmed: true })
    expect((await get(paths.api.me, { as: { token: first.access } })).status).toBe(401)
    expect((await signIn(credentialOf({ email, sub: 'former owner' }))).status).toBe(401)
  })

  test("ends the former user's pending links and shared collections on takeover", async () => {
    const squatter = await createPerson({ email: 'watched@gmail.com', password_hash: 'of somebody else' })
    const { body: list } = await post(paths.api.collections(), { name: 'Bait' }, { as: squatter })
    const { body: shared } = await post(paths.api.collectionShare(list.id), undefined, { as: squatter })
    const link = await createToken(db, {
      purpose: 'change_email',
      user_id: squatter.id,
      email: 'squatter@example.test',
    })
    expect((await get(paths.api.sharedCollection(shared.share_key))).status).toBe(200)
    const { body } = await signIn(credentialOf({ email: 'watched@gmail.com' }))
    expect((await post(paths.api.confirmEmail, { token: link })).status).toBe(400)
    expect((await whose(body.access)).email).toBe('watched@gmail.com')
    expect((await get(paths.api.sharedCollection(shared.share_key))).status).toBe(404)
  })

  test('creates one account for eight concurrent first sign-ins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        signIn(credentialOf({ sub: 'at once', email: 'at-once@gmail.com', jti: `once ${at}` })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await db.user.count({ where: { google_sub: 'at once' } })).toBe(1)
  })

  test('accepts each credential once, even with concurrent requests', async () => {
    const credential = credentialOf()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(credential)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(401)])
    // This credential has another encoding of its signature.
    for (const twin of [`${credential}=`, `${credential}===!!`]) expect((await signIn(twin)).status).toBe(401)
  })

  const now = Math.floor(Date.now() / 1000)
  const nested = (depth: number): unknown => (depth === 0 ? 'gmail.com' : [nested(depth - 1)])
  test.each<[string, string]>([
    ['another audience', credentialOf({ aud: 'another.apps.googleusercontent.com' })],
    ['several audiences', credentialOf({ aud: [audience] })],
    ['no audience', credentialOf({ aud: undefined })],
    ['another issuer', credentialOf({ iss: 'https://evil.test' })],
    ['several issuers', credentialOf({ iss: ['https://accounts.google.com'] })],
    ['one that has expired', credentialOf({ iat: now - 7200, exp: now - 7140 })],
    ['one that is good for years', credentialOf({ exp: now + 99_999_999 })],
    ['times in text', credentialOf({ iat: String(now), exp: String(now + 3600) })],
    ['times that are lists', credentialOf({ iat: [now], exp: [now + 3600] })],
    ['no times', credentialOf({ iat: undefined, exp: undefined })],
    ['no name for the person', credentialOf({ sub: undefined })],
    ['an empty subject', credentialOf({ sub: '' })],
    ['a subject of 300 characters', credentialOf({ sub: 's'.repeat(300) })],
    ['a subject with a NUL', credentialOf({ sub: 'a\0b' })],
    ['a number as a subject', credentialOf({ sub: 12 })],
    ['email_verified false', credentialOf({ email_verified: false })],
    ['email_verified as the text "false"', credentialOf({ email_verified: 'false' })],
    ['email_verified as a number', credentialOf({ email_verified: 1 })],
    ['no address', credentialOf({ email: undefined })],
    ['a number as an address', credentialOf({ email: 12 })],
    ['a list of addresses', credentialOf({ email: ['a@gmail.com', 'b@gmail.com'] })],
    ['an object as a domain', credentialOf({ hd: { name: 'gmail.com' } })],
    ['a domain nested deep', credentialOf({ hd: nested(2_000) })],
    ['an object as a first name', credentialOf({ given_name: {} })],
    ['the signature of another key', credentialOf({}, { signer: foreignKey })],
    ['an unknown key id', credentialOf({}, { header: { kid: 'unknown' } })],
    ['the key id toString', credentialOf({}, { header: { kid: 'toString' } })],
    ['a key id of 5,000 characters', credentialOf({}, { header: { kid: 'k'.repeat(5_000) } })],
    ['a list of key ids', credentialOf({}, { header: { kid: ['ours'] } })],
    ['no key id', credentialOf({}, { header: { kid: undefined } })],
    ['no algorithm', credentialOf({}, { header: { alg: 'none' } })],
    ['another algorithm', credentialOf({}, { header: { alg: 'HS256' } })],
    ['a critical extension', credentialOf({}, { header: { crit: ['b64'], b64: true } })],
    ['no signature', credentialOf().replace(/[^.]+$/, '')],
    ['nonsense', 'nonsense'],
    ['nothing', ''],
  ])('refuses a credential with %s', async (_what, credential) => {
    expect(await signIn(credential)).toMatchObject({
      status: 401,
      body: { code: 'google_refused', detail: 'Google no ha confirmado que eres tú. Inténtalo de nuevo.' },
    })
  })

  test('accepts email_verified as the text "true"', async () => {
    expect((await signIn(credentialOf({ email_verified: 'true' }))).status).toBe(200)
  })

  test.each([{}, { access_token: 1, nonce }, { access_token: 'x'.repeat(8001), nonce }])(
    'names the field access_token if the credential is missing or invalid',
    async (body) => {
      const answer = await post(paths.api.google, body, { of })
      expect(answer).toMatchObject({ status: 400, body: { access_token: [expect.any(String)] } })
    },
  )

  test.each(['', 'another nonce of 24 chars'])('refuses the nonce %j', async (sent) => {
    const { status, body } = await signIn(credentialOf(), sent)
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: ['nonce'] })
  })

  test('refuses a nonce if the credential has none', async () => {
    expect((await signIn(credentialOf({ nonce: undefined }), 'undefined')).status).toBe(400)
  })

  test('returns 503 without a client id', async () => {
    expect(await post(paths.api.google, { access_token: credentialOf(), nonce })).toMatchObject({
      status: 503,
      body: { request_id: expect.any(String) },
    })
  })
})

const redirected = (body: Record<string, string>, cookie = 'g_csrf_token=twice', by = of) =>
  post(paths.api.googleFallback, new URLSearchParams(body).toString(), {
    of: by,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  })

describe('POST /api/users/google/fallback/', () => {
  test('sets a Secure cookie on an https site', async () => {
    const by = await startApp({ PUBLIC_URL: 'https://library.test', GOOGLE_CLIENT_ID: audience })
    const { headers } = await redirected({ credential: credentialOf(), g_csrf_token: 'twice' }, undefined, by)
    expect(String(headers['set-cookie'])).toMatch(/^google_binding=.*; HttpOnly; SameSite=Lax; Secure$/)
  })

  test('redirects with a code that one browser can exchange within a minute', async () => {
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
    // A redirect opened in another browser does not sign in.
    const otherBrowser = { of, headers: { cookie: `google_binding=${'x'.repeat(43)}` } }
    expect((await post(paths.api.googleCode, { code }, { of })).status).toBe(400)
    expect((await post(paths.api.googleCode, { code }, otherBrowser)).status).toBe(400)
    const sameBrowser = { of, headers: { cookie: `another=1; ${cookie.split(';')[0]}` } }
    const { status: exchanged, body } = await post(paths.api.googleCode, { code }, sameBrowser)
    expect(exchanged).toBe(200)
    expect((await whose(body.access)).first_name).toBe('Inés')
    // A retry after a lost response.
    const again = await post(paths.api.googleCode, { code }, sameBrowser)
    expect(await whose(again.body.access)).toEqual(await whose(body.access))
    expect((await post(paths.api.googleCode, { code }, otherBrowser)).status).toBe(400)
    await db.oneTimeToken.updateMany({ where: { purpose: 'google' }, data: { expires_at: new Date(0) } })
    expect(await post(paths.api.googleCode, { code }, sameBrowser)).toMatchObject({
      status: 400,
      body: { code: [expect.any(String)] },
    })
  })

  test('refuses a form whose CSRF token differs from the cookie', async () => {
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
