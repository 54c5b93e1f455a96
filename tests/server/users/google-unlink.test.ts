import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, post, startApp } from '../../support/app.ts'
import { audience, credentialOf, nonce } from '../../support/google.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'

await openApp()

const of = await startApp({ GOOGLE_CLIENT_ID: audience })
const { api } = paths
const fresh = 'chosen by the reader'
let made = 0

type Claims = { sub: string; email: string }
const newClaims = (): Claims => ({ sub: `unlink-${++made}`, email: `unlink-${made}@gmail.com` })
const proofOf = (claims: Claims) => ({ access_token: credentialOf(claims), nonce })
const google = (claims: Claims) => post(api.google, proofOf(claims), { of, locale: 'es' })
const whose = async (access: string) => (await get(api.me, { of, as: { token: access } })).body

async function reset(email: string) {
  const after = mailsTo(email).length
  await post(api.passwordReset, { email })
  const { token } = await lastMailTo(email, { after })
  expect((await post(api.passwordResetConfirm, { token, password: fresh })).status).toBe(204)
}

/** Changes the e-mail of an account that uses Google, and confirms it. */
async function moveTo(email: string, claims: Claims, access: string) {
  await post(api.meEmail, { email, google: proofOf(claims) }, { of, as: { token: access } })
  expect((await post(api.confirmEmail, { token: (await lastMailTo(email)).token })).status).toBe(200)
}

describe('a password reset', () => {
  test('unlinks the Google account', async () => {
    const claims = newClaims()
    const { email } = await createPerson({
      email: `mine-${made}@example.test`,
      email_confirmed_at: new Date(),
      google_sub: claims.sub,
    })
    expect((await whose((await google(claims)).body.access)).email).toBe(email)
    await reset(email)
    expect((await whose((await google(claims)).body.access)).email).toBe(claims.email)
  })

  test('allows Google to link again without a proof if Google manages the e-mail', async () => {
    const claims = newClaims()
    const { username } = await whose((await google(claims)).body.access)
    await reset(claims.email)
    expect(await whose((await google(claims)).body.access)).toMatchObject({ username, has_password: true })
    expect((await post(api.token, { email: claims.email, password: fresh })).status).toBe(200)
  })
})

describe('a change of the e-mail', () => {
  test('unlinks the Google account of the former e-mail', async () => {
    const [claims, email] = [newClaims(), `moved-${made}@example.test`]
    const { body } = await google(claims)
    await moveTo(email, claims, body.access)
    expect(await whose(body.access)).toMatchObject({ email })
    expect((await whose((await google(claims)).body.access)).email).toBe(claims.email)
  })

  test('allows Google sign-ins with the new e-mail if Google manages it', async () => {
    const [claims, next] = [newClaims(), newClaims()]
    const { body } = await google(claims)
    const { username } = await whose(body.access)
    await moveTo(next.email, claims, body.access)
    expect((await whose((await google(next)).body.access)).username).toBe(username)
  })
})

describe('linking an account with Google', () => {
  test.each([
    ['en', 'A Google account was linked to your Promptory account', 'Hello Ann,'],
    ['es', 'Se ha vinculado una cuenta de Google a tu cuenta de Promptory', 'Hola, Ann:'],
  ] as const)('mails the owner and ends other sessions: %s', async (language, subject, greeting) => {
    const claims = newClaims()
    const stranger = await createPerson({
      email: claims.email,
      email_confirmed_at: new Date(),
      password_hash,
      first_name: 'Ann',
      language,
    })
    const { body } = await google(claims)
    expect((await whose(body.access)).username).toBe(stranger.username)
    expect((await get(api.me, { as: stranger })).status).toBe(401)
    const mail = await lastMailTo(claims.email)
    expect(mail.subject).toBe(subject)
    for (const part of [greeting, 'http://library.test/forgot-password']) expect(mail.text).toContain(part)
  })

  test('with its password mails the owner and keeps other sessions', async () => {
    const claims = { ...newClaims(), email: `owner-${made}@lapsed.test` }
    const owner = await createPerson({ email: claims.email, password_hash, email_confirmed_at: new Date() })
    const { link_token } = (await google(claims)).body
    expect((await post(api.googleLink, { link_token, password }, { of })).status).toBe(200)
    expect((await lastMailTo(claims.email)).subject).toContain('A Google account was linked')
    expect((await get(api.me, { as: owner })).status).toBe(200)
  })
})
