import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, patch, post, remove, sql } from '../../support/app.ts'
import { createPrompt, createUseCase } from '../../support/library.ts'
import { lastMailTo } from '../../support/mail.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'

await openApp()

let made = 0
const fresh = () => ({
  email: `somebody-${++made}@example.test`,
  name: 'Ana María',
  surname: 'Pérez',
  password: 'a long enough secret',
})
const { register, token } = paths.api
const logIn = (email: string, secret: string) => post(token, { email, password: secret })

describe('POST /api/users/register/', () => {
  test('creates an account with a username made from the name, without signing in', async () => {
    const person = fresh()
    const { status, body } = await post(register, person)
    expect({ status, body }).toEqual({ status: 201, body: { username: body.username, email: person.email } })
    expect(body.username).toMatch(/^ana-maría-pérez/)
    const user = await db.user.findUniqueOrThrow({ where: { email: person.email }, include: { access: true } })
    expect(user).toMatchObject({
      first_name: 'Ana María',
      last_name: 'Pérez',
      role: 'user',
      access: [],
      email_confirmed_at: null,
      avatar_color: '#4c2fa2',
      language: 'en',
    })
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('gives people with the same name different usernames', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(register, { ...fresh(), name: 'Same', surname: 'Name' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ body }) => body.username)).size).toBe(8)
  })

  test('refuses an e-mail that is taken, in any case, even with concurrent requests', async () => {
    const person = fresh()
    const others = Array.from({ length: 10 }, (_, at) => ({ ...person, password: `another secret of ${at}` }))
    const answers = await Promise.all(others.map((other) => post(register, other)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const again = await post(register, { ...person, email: ` ${person.email.toUpperCase()} ` }, { locale: 'es' })
    expect(again).toMatchObject({
      status: 400,
      body: { email: ['Ya existe una cuenta con esta dirección. Inicia sesión en ella o usa otra dirección.'] },
    })
    expect(await db.user.count({ where: { email: person.email } })).toBe(1)
  })

  test('returns the first response again for the same data, for ten minutes', async () => {
    const person = fresh()
    const answers = await Promise.all(Array.from({ length: 3 }, () => post(register, person)))
    const first = { status: 201, body: { username: expect.any(String), email: person.email } }
    expect(answers).toMatchObject([first, first, first])
    expect(new Set(answers.map(({ body }) => body.username)).size).toBe(1)
    const { id } = await db.user.findUniqueOrThrow({ where: { email: person.email } })
    const mails = await sql.query(`SELECT FROM pgboss.job WHERE name = 'user_mail' AND data->>'user_id' = $1`, [
      `${id}`,
    ])
    expect(mails.rowCount).toBe(1)
    for (const changes of [{ password: 'quite another secret' }, { name: 'Other' }])
      expect((await post(register, { ...person, ...changes })).status).toBe(400)
    await db.user.update({ where: { id }, data: { created_at: new Date(Date.now() - 601_000) } })
    expect((await post(register, person)).status).toBe(400)
  })

  test.each([
    ['a&b@example.test', 'a&b@example.test'],
    ["a!'b/c=d@example.test", "a!'b/c=d@example.test"],
    ['ivan@xn--h1alffa9f.xn--p1ai', 'ivan@xn--h1alffa9f.xn--p1ai'],
    ['Usuario@exámple.es', 'usuario@xn--exmple-qta.es'],
  ])('accepts %s, stores %s, and finds the account by either form', async (typed, stored) => {
    const person = { ...fresh(), email: typed }
    expect(await post(register, person)).toMatchObject({ status: 201, body: { email: stored } })
    expect((await lastMailTo(stored)).link).toContain('/confirm-email?token=')
    expect((await logIn(typed, person.password)).status).toBe(200)
    expect((await logIn(stored.toUpperCase(), person.password)).status).toBe(200)
    expect((await post(register, { ...fresh(), email: stored, name: 'Other' })).status).toBe(400)
    await post(paths.api.passwordReset, { email: typed })
    expect((await lastMailTo(stored, { after: 1 })).link).toContain('/reset-password?token=')
  })

  test.each([
    ['email', { email: `${'a'.repeat(65)}@example.test` }],
    ['email', { email: `a@${'b'.repeat(64)}.test` }],
    ['email', { email: 'nobody' }],
    ['email', { email: 'a@example.test\r\nBcc: b@example.test' }],
    ['name', { name: 'Ana\r\nBcc: b@example.test' }],
    ['name', { name: ' ' }],
    ['surname', { surname: 'x'.repeat(61) }],
    ['surname', { surname: 'half \ud800' }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { password: 'password123' }],
  ])('names the invalid field with 400: %s', async (field, wrong) => {
    const { status, body } = await post(register, { ...fresh(), ...wrong })
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: [field] })
  })

  test('refuses the e-mail as a password', async () => {
    const person = fresh()
    expect(await post(register, { ...person, password: person.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { password: [expect.any(String)] },
    })
  })
})

describe('an invalid body', () => {
  const headers = { 'content-type': 'application/json' }
  test.each([
    ['of 2 MB', JSON.stringify({ email: 'x'.repeat(2_000_000) }), headers, 413],
    ['nested 10,000 deep', '['.repeat(10_000) + ']'.repeat(10_000), headers, 400],
    ['cut short', '{"email":', headers, 400],
    ['of another type', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['of plain text', '{}', { 'content-type': 'text/plain' }, 415],
  ])('is refused by every account route: one %s', async (_what, body, sent, status) => {
    const as = await createPerson()
    const { api } = paths
    for (const path of [
      api.register,
      api.token,
      api.tokenRefresh,
      api.passwordReset,
      api.passwordResetConfirm,
      api.google,
    ])
      expect((await post(path, body, { headers: sent })).status).toBe(path === api.google ? 503 : status)
    for (const path of [api.mePassword, api.meEmail])
      expect((await post(path, body, { as, headers: sent })).status).toBe(status)
  })
})

describe('POST /api/users/token/', () => {
  test('signs in with the e-mail in any case', async () => {
    const person = fresh()
    await post(register, person)
    const { status, body } = await logIn(person.email.toUpperCase(), person.password)
    expect(status).toBe(200)
    expect(await get(paths.api.me, { as: { token: body.access } })).toMatchObject({
      status: 200,
      body: {
        email: person.email,
        first_name: 'Ana María',
        has_password: true,
        is_email_confirmed: false,
        language: 'en',
      },
    })
  })

  test('returns the same 401 for a wrong password, an unknown e-mail, and an account without a password', async () => {
    const person = fresh()
    await post(register, person)
    const withoutPassword = await createPerson()
    const answers = [
      await logIn(person.email, 'not the secret'),
      await logIn('unknown@example.test', 'not the secret'),
      await logIn('not even an address', 'not the secret'),
      await logIn(withoutPassword.email, ''),
    ]
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({
        status: 401,
        body: { detail: 'Wrong email or password. Try again.', code: 'wrong_credentials' },
      })
  })

  test('keeps at most fifty sessions of a member', async () => {
    const person = await createPerson({ password_hash })
    const { email } = person
    await db.session.createMany({
      data: Array.from({ length: 60 }, () => ({ user_id: person.id, device: '', last_used_at: new Date(0) })),
    })
    const { body } = await logIn(email, password)
    const sessions = await get(paths.api.meSessions, { as: { token: body.access } })
    expect(sessions.body.results).toHaveLength(50)
    expect(sessions.body.results[0]).toMatchObject({ is_current: true })
  })
})

describe('PATCH /api/users/me/', () => {
  test('changes the fields in the body, and no others', async () => {
    const person = await createPerson()
    const changes = {
      username: `Ñandú_${made}`,
      avatar_color: '#ABCDEF',
      language: 'es',
      first_name: 'Zoë',
      last_name: '',
    }
    const changed = await patch(paths.api.me, changes, { as: person })
    expect(changed).toMatchObject({ status: 200, body: { ...changes, avatar_color: '#abcdef', email: person.email } })
    expect(await patch(paths.api.me, { language: 'en' }, { as: person })).toMatchObject({
      body: { ...changes, avatar_color: '#abcdef', language: 'en' },
    })
  })

  test('refuses a username that is taken, in any case, even with concurrent requests', async () => {
    const username = `Wanted-${Date.now()}`
    const people = await Promise.all(Array.from({ length: 10 }, () => createPerson()))
    const answers = await Promise.all(
      people.map((person, at) =>
        patch(paths.api.me, { username: at % 2 ? username : username.toUpperCase() }, { as: person }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect({ status, body }).toEqual({
        status: 400,
        body: { username: ['This username is taken. Choose another one.'] },
      })
  })

  test.each([
    ['username', 'ab'],
    ['username', 'with space'],
    ['username', 'x'.repeat(31)],
    ['avatar_color', 'red'],
    ['language', 'fr'],
    ['first_name', 'a\nb'],
  ])('names the invalid field with 400: %s', async (field, wrong) => {
    const { status, body } = await patch(paths.api.me, { [field]: wrong }, { as: await createPerson() })
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 400, fields: [field] })
  })

  test.each([
    ['en', { username: 'Use 3 to 30 letters, numbers, _ or -.', avatar_color: 'Choose a color, such as #4c2fa2.' }],
    ['es', { username: 'Usa de 3 a 30 letras, números, _ o -.', avatar_color: 'Elige un color, como #4c2fa2.' }],
  ] as const)('describes invalid fields in the language %s', async (locale, expected) => {
    const wrong = { username: 'a b', avatar_color: 'red' }
    const { body } = await patch(paths.api.me, wrong, { as: await createPerson(), locale })
    expect(body).toEqual({ username: [expected.username], avatar_color: [expected.avatar_color] })
  })

  test('never changes a role or a tier', async () => {
    const person = await createPerson()
    expect((await patch(paths.api.me, { role: 'admin', tier: 9 }, { as: person })).status).toBe(200)
    const stored = await db.user.findUniqueOrThrow({ where: { id: person.id }, include: { access: true } })
    expect(stored).toMatchObject({ role: 'user', access: [] })
  })
})

describe("one's own account", () => {
  test('refuses a visitor on every route with 401', async () => {
    const { me, meExport, meSessions, mePassword, meEmail } = paths.api
    const answers = [
      await get(me),
      await get(meExport),
      await get(meSessions),
      await patch(me, {}),
      await remove(me),
      await post(mePassword, 'not even JSON'),
      await post(meEmail, {}),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  })

  test('is exported completely', async () => {
    const person = await createPerson({ tier: 1, google_sub: 'as Google says' })
    const { body: list } = await post(paths.api.collections(), { name: 'Mine' }, { as: person })
    const { body: shared } = await post(paths.api.collectionShare(list.id), undefined, { as: person })
    const { status, body, headers } = await get(paths.api.meExport, { as: person })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('attachment')
    expect(body).toMatchObject({
      account: { email: person.email, tier: 1, google_sub: 'as Google says', email_confirmed_at: null },
      access: [{ source: 'granted', tier: 1, expires_at: null }],
      links: [],
      sign_ins: [{ device: 'Test' }],
      ratings: [],
      saved_prompts: [],
      saved_news: [],
      collections: [{ name: 'Mine', share_key: shared.share_key, prompts: [] }],
    })
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2/)
  })

  test('is erased only with its password', async () => {
    const person = await createPerson({ password_hash })
    const { body } = await logIn(person.email, password)
    const as = { token: body.access }
    expect(await remove(paths.api.me, { password: 'wrong' }, { as })).toMatchObject({
      status: 400,
      body: { password: ['This is not your current password. Try again.'] },
    })
    expect((await remove(paths.api.me, { password }, { as })).status).toBe(204)
    expect(await db.user.findUnique({ where: { id: person.id } })).toBe(null)
    expect((await get(paths.api.me, { as })).status).toBe(401)
  })

  test('can be erased concurrently with others that rated the same prompts, whose averages are updated', async () => {
    const useCase = await createUseCase({})
    const prompts = await Promise.all(Array.from({ length: 12 }, () => createPrompt({ use_case: useCase })))
    const people = await Promise.all(Array.from({ length: 8 }, () => createPerson({ password_hash })))
    for (const [at, { id: user_id }] of people.entries())
      for (const { id: prompt_id } of at % 2 ? prompts : prompts.toReversed())
        await db.rating.create({ data: { prompt_id, user_id, value: 3 } })
    const answers = await Promise.all(people.map((as) => remove(paths.api.me, { password }, { as })))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 204))
    const left = await db.prompt.findMany({
      where: { use_case_id: useCase.id },
      select: { rating_count: true, rating_avg: true },
    })
    expect(left).toEqual(prompts.map(() => ({ rating_count: 0, rating_avg: null })))
  })

  test('has sessions that can be ended one by one, or all together', async () => {
    const [person, other] = [await createPerson(), await createPerson()]
    const second = await db.session.create({ data: { user_id: person.id, device: 'Phone' } })
    const list = await get(paths.api.meSessions, { as: person })
    expect(
      list.body.results.map(({ device, is_current }: { device: string; is_current: boolean }) => [device, is_current]),
    ).toEqual(
      expect.arrayContaining([
        ['Test', true],
        ['Phone', false],
      ]),
    )
    expect((await remove(paths.api.meSession(other.session_id), undefined, { as: person })).status).toBe(404)
    expect((await remove(paths.api.meSession(second.id), undefined, { as: person })).status).toBe(204)
    expect((await remove(paths.api.meSessions, undefined, { as: person })).status).toBe(204)
    expect((await get(paths.api.me, { as: person })).status).toBe(401)
    expect((await get(paths.api.me, { as: other })).status).toBe(200)
  })
})
