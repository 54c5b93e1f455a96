import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, post, sql, startApp } from '../../support/app.ts'
import { lastMailTo, mailsTo } from '../../support/mail.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

let made = 0
const password = 'a long enough secret'
const { passwordReset, passwordResetConfirm, confirmEmail, meEmail } = paths.api

async function register(locale: 'en' | 'es' = 'en') {
  const email = `reader-${++made}@example.test`
  await post(paths.api.register, { email, name: 'Rea', surname: 'Der', password }, { locale })
  return email
}
const logIn = (email: string, secret = password) => post(paths.api.token, { email, password: secret })
const me = async (access: string) => (await get(paths.api.me, { as: { token: access } })).body

describe('confirming an e-mail', () => {
  test('succeeds once with the link of the welcome mail, and stores only a hash of its token', async () => {
    const email = await register('es')
    const { link, token, subject } = await lastMailTo(email)
    expect(link).toBe(`http://library.test/confirm-email?token=${token}`)
    expect(subject).not.toBe('')
    const { rows } = await sql.query(
      `SELECT count(*) FROM one_time_token WHERE one_time_token::text LIKE '%' || $1 || '%'`,
      [token],
    )
    expect(rows[0].count).toBe('0')
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(confirmEmail, { token })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const again = { email, was_confirmed: true }
    expect(answers.map(({ body }) => body).toSorted((a, b) => a.was_confirmed - b.was_confirmed)).toEqual([
      { email, was_confirmed: false },
      ...Array.from({ length: 4 }, () => again),
    ])
    await db.oneTimeToken.updateMany({ where: { email }, data: { expires_at: new Date() } })
    expect((await post(confirmEmail, { token })).status).toBe(400)
    const { body } = await logIn(email)
    expect(await me(body.access)).toMatchObject({ is_email_confirmed: true })
  })

  test('can be requested again, which leaves only the newest link valid', async () => {
    const email = await register()
    const first = await lastMailTo(email)
    const { body } = await logIn(email)
    expect((await post(paths.api.resendConfirmation, undefined, { as: { token: body.access } })).status).toBe(204)
    const second = await lastMailTo(email, { after: 1 })
    expect(await post(confirmEmail, { token: first.token })).toMatchObject({
      status: 400,
      body: { token: [expect.any(String)] },
    })
    const { token } = second
    expect(await post(confirmEmail, { token })).toMatchObject({ status: 200, body: { email, was_confirmed: false } })
    expect((await post(confirmEmail, { token: first.token })).status).toBe(400)
  })
})

describe('a password reset', () => {
  test('returns 204 for an unknown e-mail too, and sends it no mail', async () => {
    const email = await register()
    await lastMailTo(email)
    const answers = [
      await post(passwordReset, { email }),
      await post(passwordReset, { email: `nobody-${made}@example.test` }),
      await post(passwordReset, { email: 'not even an address' }),
    ]
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 204, text: '' })),
    )
    await lastMailTo(email, { after: 1 })
    expect(mailsTo(`nobody-${made}@example.test`)).toEqual([])
  })

  test('sets the password once, ends every session, mails the person, and confirms the e-mail', async () => {
    const email = await register()
    await lastMailTo(email)
    const { body: before } = await logIn(email)
    await post(passwordReset, { email: email.toUpperCase() })
    const { link, token } = await lastMailTo(email, { after: 1 })
    expect(link).toBe(`http://library.test/reset-password?token=${token}`)
    const reset = (secret: string) => post(passwordResetConfirm, { token, password: secret })
    const tries = await Promise.all(Array.from({ length: 4 }, () => reset('another long secret')))
    expect(tries.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect((await get(paths.api.me, { as: { token: before.access } })).status).toBe(401)
    expect((await logIn(email)).status).toBe(401)
    const { body } = await logIn(email, 'another long secret')
    expect(await me(body.access)).toMatchObject({ is_email_confirmed: true })
    expect((await lastMailTo(email, { after: 2 })).token).toBe('')
    expect(mailsTo(email)).toHaveLength(3)
  })

  test('can be repeated for some minutes with the same password, but not with another', async () => {
    const email = await register()
    await post(passwordReset, { email })
    const { token } = await lastMailTo(email, { after: 1 })
    const reset = (secret: string) => post(passwordResetConfirm, { token, password: secret })
    expect((await reset('another long secret')).status).toBe(204)
    const { body: signedIn } = await logIn(email, 'another long secret')
    expect((await reset('another long secret')).status).toBe(204)
    expect((await get(paths.api.me, { as: { token: signedIn.access } })).status).toBe(200)
    const refused = { status: 400, body: { token: ['The link has expired. Request a new one.'] } }
    expect(await reset('a third long secret')).toMatchObject(refused)
    await db.oneTimeToken.updateMany({ where: { user: { email } }, data: { expires_at: new Date(0) } })
    expect(await reset('another long secret')).toMatchObject(refused)
    expect((await logIn(email, 'another long secret')).status).toBe(200)
  })

  test('with a used link counts wrong passwords towards the log-in limit', async () => {
    const on = await startApp({ LIMITS: 'on' })
    const email = await register()
    await post(passwordReset, { email })
    const { token } = await lastMailTo(email, { after: 1 })
    await post(passwordResetConfirm, { token, password: 'another long secret' })
    const guess = () => post(passwordResetConfirm, { token, password: 'a guess of somebody' }, { of: on })
    for (let time = 0; time < 6; time++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  })

  test("of an unconfirmed account ends the former user's share links", async () => {
    const email = await register()
    await lastMailTo(email)
    const as = { token: (await logIn(email)).body.access }
    const { body: list } = await post(paths.api.collections(), { name: 'Bait' }, { as })
    const { body: shared } = await post(paths.api.collectionShare(list.id), undefined, { as })
    expect((await get(paths.api.sharedCollection(shared.share_key))).status).toBe(200)
    await post(passwordReset, { email })
    const { token } = await lastMailTo(email, { after: 1 })
    await post(passwordResetConfirm, { token, password: 'another long secret' })
    expect((await get(paths.api.sharedCollection(shared.share_key))).status).toBe(404)
    expect((await logIn(email, 'another long secret')).status).toBe(200)
  })

  test('with a weak password returns 400 with the reason, and keeps the link valid', async () => {
    const email = await register()
    await post(passwordReset, { email })
    const { token } = await lastMailTo(email, { after: 1 })
    for (const secret of ['short', 'x'.repeat(129), 'password123', email])
      expect(await post(passwordResetConfirm, { token, password: secret })).toMatchObject({
        status: 400,
        body: { new_password: [expect.any(String)] },
      })
    expect((await post(passwordResetConfirm, { token, password: 'another long secret' })).status).toBe(204)
  })

  test('refuses a link that is unknown, expired, replaced or for another purpose', async () => {
    const email = await register()
    const { token: ofConfirmation } = await lastMailTo(email)
    await post(passwordReset, { email })
    const { token: replaced } = await lastMailTo(email, { after: 1 })
    await post(passwordReset, { email })
    const { token: expired } = await lastMailTo(email, { after: 2 })
    await db.oneTimeToken.updateMany({
      where: { purpose: 'reset_password', user: { email } },
      data: { expires_at: new Date(0) },
    })
    for (const token of ['', 'nonsense', ofConfirmation, replaced, expired])
      expect(await post(passwordResetConfirm, { token, password })).toMatchObject({
        status: 400,
        body: { token: ['The link has expired. Request a new one.'] },
      })
  })
})

describe('changing the e-mail', () => {
  test('takes effect when the new e-mail is confirmed, and mails the old e-mail', async () => {
    const email = await register()
    const changed = `changed-${made}@example.test`
    const { body } = await logIn(email)
    const as = { token: body.access }
    expect((await post(meEmail, { email: changed.toUpperCase(), password }, { as })).status).toBe(204)
    expect(await me(body.access)).toMatchObject({ email })
    const welcome = await lastMailTo(email)
    expect((await post(confirmEmail, { token: welcome.token })).status).toBe(200)
    const { token } = await lastMailTo(changed)
    expect(await post(confirmEmail, { token })).toMatchObject({ body: { email: changed, was_confirmed: false } })
    expect(await post(confirmEmail, { token })).toMatchObject({ body: { email: changed, was_confirmed: true } })
    // A token for the former e-mail does not confirm this one.
    expect((await post(confirmEmail, { token: welcome.token })).status).toBe(400)
    expect(await me(body.access)).toMatchObject({ email: changed, is_email_confirmed: true })
    expect((await lastMailTo(email, { after: 1 })).text).toContain('no longer uses')
    expect((await logIn(email)).status).toBe(401)
    expect((await logIn(changed)).status).toBe(200)
  })

  test('requires the password, and refuses an e-mail that another account has at its confirmation', async () => {
    const [email, occupied] = [await register(), await register()]
    const newEmail = `wanted-${made}@example.test`
    const { body } = await logIn(email)
    const as = { token: body.access }
    expect(await post(meEmail, { email: newEmail, password: 'wrong' }, { as })).toMatchObject({
      status: 400,
      body: { password: [expect.any(String)] },
    })
    expect(await post(meEmail, { email: occupied, password }, { as })).toMatchObject({
      status: 400,
      body: { email: [expect.any(String)] },
    })
    await post(meEmail, { email: newEmail, password }, { as })
    const { token } = await lastMailTo(newEmail)
    await createPerson({ email: newEmail })
    expect(await post(confirmEmail, { token })).toMatchObject({ status: 400, body: { token: [expect.any(String)] } })
    expect(await me(body.access)).toMatchObject({ email })
  })

  test('invalidates every link that was sent to the old e-mail', async () => {
    const email = await register()
    const changed = `moved-${made}@example.test`
    const { body } = await logIn(email)
    await post(passwordReset, { email })
    const { token: reset } = await lastMailTo(email, { after: 1 })
    await post(meEmail, { email: changed, password }, { as: { token: body.access } })
    await post(confirmEmail, { token: (await lastMailTo(changed)).token })
    expect((await post(passwordResetConfirm, { token: reset, password: 'another long secret' })).status).toBe(400)
  })
})

const hashedNow = async (id: number) => (await db.user.findUniqueOrThrow({ where: { id } })).password_hash

describe('a password hashed with weaker parameters', () => {
  const weak = { memoryCost: 4096, timeCost: 1, parallelism: 1 }

  test('is hashed again at the next sign-in with the right password', async () => {
    const { id, email } = await createPerson({ password_hash: await hash(password, weak) })
    expect((await logIn(email, 'not the secret')).status).toBe(401)
    expect(await hashedNow(id)).toMatch(/m=4096,/)
    const answers = await Promise.all(Array.from({ length: 4 }, () => logIn(email)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const renewed = await hashedNow(id)
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(email)).status).toBe(200)
    expect(await hashedNow(id)).toBe(renewed)
  })
})
