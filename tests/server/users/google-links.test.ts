import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, remove, sql, startApp } from '../../support/app.ts'
import { audience, credentialOf, nonce } from '../../support/google.ts'
import { lastMailTo } from '../../support/mail.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'

await openApp()

const google = { GOOGLE_CLIENT_ID: audience }
const of = await startApp(google)
const { api } = paths
let made = 0

/** A member with a password and an e-mail that Google does not manage. */
async function createOwner({ isConfirmed = true } = {}) {
  const email = `owner-${++made}@lapsed.test`
  return createPerson({ email, password_hash, email_confirmed_at: isConfirmed ? new Date() : null })
}
const claim = (email: string, claims = {}) =>
  post(api.google, { access_token: credentialOf({ email, ...claims }), nonce }, { of })
const link = (link_token: string, secret = password) => post(api.googleLink, { link_token, password: secret }, { of })
const mail = (link_token: string, app = of) => post(api.googleLinkMail, { link_token }, { of: app })
const confirm = (token: string) => post(api.googleLinkConfirm, { token }, { of })
const whose = async (access: string) => (await get(api.me, { of, as: { token: access } })).body
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
/** Token for the page that asks for a proof. */
const startLink = async (email: string, claims = {}): Promise<string> => (await claim(email, claims)).body.link_token
/** Token of the mailed link. */
async function mailedLink(email: string, claims = {}) {
  await mail(await startLink(email, claims))
  return (await lastMailTo(email)).token
}

describe('an account with an e-mail that Google does not manage', () => {
  test('returns 409 with a link token until the owner of the account has linked Google', async () => {
    const { email, id } = await createOwner()
    const access_token = credentialOf({ email: email.toUpperCase() })
    const { status, body } = await post(api.google, { access_token, nonce }, { of })
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        code: 'link_required',
        detail: expect.stringContaining('already an account'),
        link_token: expect.stringMatching(/^[\w-]{43}$/),
        email,
      },
    })
    expect(await db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ google_sub: null, password_hash })
    expect(await db.session.count({ where: { user_id: id } })).toBe(1)
    const { rows } = await sql.query(
      `SELECT count(*)::int FROM one_time_token WHERE one_time_token::text LIKE '%' || $1 || '%'`,
      [body.link_token],
    )
    expect(rows[0].count).toBe(0)
    expect((await post(api.google, { access_token, nonce }, { of })).status).toBe(401)
  })

  test('returns 409 even if its e-mail is not confirmed', async () => {
    const owner = await createOwner({ isConfirmed: false })
    expect((await claim(owner.email)).status).toBe(409)
    expect((await get(api.me, { as: owner })).status).toBe(200)
  })

  test('created by a Google sign-in gets a confirmation mail', async () => {
    const email = `new-${++made}@lapsed.test`
    const { body } = await claim(email)
    expect(await whose(body.access)).toMatchObject({ email, is_email_confirmed: false })
    expect((await lastMailTo(email)).link).toContain('/confirm-email?token=')
    expect((await claim(email, { sub: 'another' })).status).toBe(409)
  })

  test('loses its unconfirmed Google link when its password is reset', async () => {
    const email = `reset-${++made}@lapsed.test`
    const claims = { sub: `sub of ${email}` }
    expect((await claim(email, claims)).status).toBe(200)
    await lastMailTo(email)
    await post(api.passwordReset, { email })
    const { token } = await lastMailTo(email, { after: 1 })
    expect((await post(api.passwordResetConfirm, { token, password: 'chosen by the reader' })).status).toBe(204)
    expect((await claim(email, claims)).status).toBe(409)
  })

  test('refuses other Google accounts once it is linked', async () => {
    const { email } = await createOwner()
    await link(await startLink(email))
    expect((await claim(email, { sub: 'another person' })).status).toBe(401)
  })
})

describe('POST /api/users/google/link/', () => {
  test('links the account with its password, and signs in', async () => {
    const owner = await createOwner({ isConfirmed: false })
    const claims = { sub: `sub of ${owner.email}` }
    const { status, body } = await link(await startLink(owner.email, claims))
    expect(status).toBe(200)
    // The password does not prove the e-mail.
    expect(await whose(body.access)).toMatchObject({ has_password: true, is_email_confirmed: false })
    expect((await get(api.me, { as: owner })).status).toBe(200)
    const again = await claim('moved@gmail.com', claims)
    expect((await whose(again.body.access)).username).toBe(owner.username)
  })

  test('returns 400 for a wrong password, and keeps the link token valid', async () => {
    const token = await startLink((await createOwner()).email)
    expect(await link(token, 'wrong')).toMatchObject({
      status: 400,
      body: { password: ['This is not your current password. Try again.'] },
    })
    expect(statuses(await Promise.all(Array.from({ length: 4 }, () => link(token))))).toEqual([200, 200, 200, 200])
    expect((await link(token, 'wrong')).status).toBe(400)
    expect((await mail(token)).status).toBe(400)
  })

  test('limits wrong passwords like a log-in', async () => {
    const on = await startApp({ ...google, LIMITS: 'on' })
    const { email } = await createOwner()
    const link_token = await startLink(email)
    const guess = () => post(api.googleLink, { link_token, password: 'wrong' }, { of: on })
    for (let time = 0; time < 6; time++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
    expect((await post(api.token, { email, password }, { of: on })).status).toBe(429)
  })

  test('refuses an account without a password', async () => {
    const { email } = await createPerson({ email: `without-${++made}@lapsed.test` })
    const link_token = await startLink(email)
    for (const secret of ['', password]) expect((await link(link_token, secret)).status).toBe(400)
  })

  test('refuses a token that is unknown, replaced, expired, or older than a sign-out everywhere', async () => {
    const owner = await createOwner()
    const [replaced, ended] = [await startLink(owner.email), await startLink(owner.email)]
    await remove(api.meSessions, undefined, { as: owner })
    const expired = await startLink(owner.email)
    await db.oneTimeToken.updateMany({
      where: { purpose: 'google_link', user_id: owner.id },
      data: { expires_at: new Date(0) },
    })
    for (const token of ['', 'nonsense', replaced, ended, expired])
      for (const answer of [await link(token), await mail(token)])
        expect(answer).toMatchObject({ status: 400, body: { link_token: [expect.any(String)] } })
  })

  test('refuses a Google account that was linked to another account meanwhile', async () => {
    const [one, other] = [await createOwner(), await createOwner()]
    const claims = { sub: 'one person, two addresses' }
    const tokens = [await startLink(one.email, claims), await startLink(other.email, claims)] as const
    expect((await link(tokens[0])).status).toBe(200)
    expect(await link(tokens[1])).toMatchObject({ status: 400, body: { link_token: [expect.any(String)] } })
  })
})

describe('POST /api/users/google/link/mail/', () => {
  test("mails a link in the member's language, which links once and ends other sessions", async () => {
    const owner = await createOwner()
    await db.user.update({ where: { id: owner.id }, data: { language: 'es' } })
    const link_token = await startLink(owner.email)
    expect((await mail(link_token)).status).toBe(204)
    const { link: address, token, subject } = await lastMailTo(owner.email)
    expect(address).toBe(`http://library.test/oauth/google?token=${token}`)
    expect(subject).toBe('¿Vincular Google con tu cuenta de Promptory?')
    // The mailed token is invalid for the page, and vice versa.
    expect(statuses([await link(token), await confirm(link_token)])).toEqual([400, 400])
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token)))
    expect(statuses(answers)).toEqual([200, 200, 200, 200])
    for (const { body } of answers)
      expect(await whose(body.access)).toMatchObject({ username: owner.username, has_password: true })
    expect(await db.session.count({ where: { user_id: owner.id } })).toBe(4)
    expect((await get(api.me, { as: owner })).status).toBe(401)
    // The token of the other tab is invalid now.
    expect((await link(link_token)).status).toBe(400)
  })

  test('accepts the mailed link again for some minutes if the account is still linked', async () => {
    const [unlinked, late] = [await createOwner(), await createOwner()]
    const tokens = [await mailedLink(unlinked.email), await mailedLink(late.email)]
    for (const token of tokens) expect((await confirm(token)).status).toBe(200)
    await db.user.update({ where: { id: unlinked.id }, data: { google_sub: null } })
    await db.oneTimeToken.updateMany({ where: { user_id: late.id }, data: { expires_at: new Date(0) } })
    for (const token of tokens) expect((await confirm(token)).status).toBe(400)
  })

  test('removes the password and the sessions of an unconfirmed account when its mailbox owner links it', async () => {
    const squatter = await createOwner({ isConfirmed: false })
    const { body } = await confirm(await mailedLink(squatter.email))
    expect(await whose(body.access)).toMatchObject({ has_password: false, is_email_confirmed: true })
    expect((await get(api.me, { as: squatter })).status).toBe(401)
    expect((await post(api.token, { email: squatter.email, password })).status).toBe(401)
  })

  test('links nothing after a sign-out everywhere or a change of the e-mail', async () => {
    const [ended, moved] = [await createOwner(), await createOwner()]
    const tokens = [await mailedLink(ended.email), await mailedLink(moved.email)]
    await remove(api.meSessions, undefined, { as: ended })
    await db.user.update({ where: { id: moved.id }, data: { email: `moved-${moved.email}` } })
    for (const token of [...tokens, '', 'nonsense'])
      expect(await confirm(token)).toMatchObject({ status: 400, body: { token: [expect.any(String)] } })
  })
})

describe('a Google sign-in in redirect mode', () => {
  test('returns link_required only to the browser that began the sign-in', async () => {
    const { email, username } = await createOwner()
    const { headers } = await post(
      api.googleFallback,
      new URLSearchParams({ credential: credentialOf({ email }), g_csrf_token: 'twice' }).toString(),
      { of, headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'g_csrf_token=twice' } },
    )
    const code = new URL(String(headers.location)).searchParams.get('code')
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    expect((await post(api.googleCode, { code }, { of })).status).toBe(400)
    const answer = await post(api.googleCode, { code }, { of, headers: { cookie } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'link_required', email } })
    // A retry after a lost response: the newest link token counts.
    const again = await post(api.googleCode, { code }, { of, headers: { cookie } })
    expect(again).toMatchObject({ status: 409, body: { code: 'link_required', email } })
    const { body } = await link(again.body.link_token)
    expect((await whose(body.access)).username).toBe(username)
  })
})
