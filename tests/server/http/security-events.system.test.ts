import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { createDatabase, until } from '../../support/postgres/database.ts'
import { createCategory } from '../../support/library.ts'
import { lastMailIn } from '../../support/mail-reading.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'

const url = await createDatabase(inject('postgres'))
const [folder, port] = [createDataFolder(), await findFreePort()]
const server = runServer({
  DATABASE_URL: url,
  DATA_DIR: folder,
  PORT: String(port),
  SEED: 'none',
  LOG_LEVEL: 'trace',
  TRUST_PROXY: 'loopback',
  GOOGLE_CLIENT_ID: 'some-client',
})
await server.ready
await openDatabase(url, 2)
afterAll(async () => {
  await closeDatabase()
  server.process.kill('SIGTERM')
  await server.exited
})

type Line = Record<string, string> & { event?: string }
const lines = () =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
const events = () => lines().filter(({ event }) => event !== undefined)
/** Waits for the newest log line of an event. */
async function lineOf(event: string, address: string): Promise<Line> {
  const found = () => events().findLast((line) => line.event === event && line.address === address)
  await until(() => found() !== undefined)
  return found() as Line
}

const { api } = paths
async function ask(
  path: string,
  body: object | null,
  { address = '203.0.113.1', token = '', method = body ? 'POST' : 'GET' },
) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, id: response.headers.get('x-request-id'), body: text ? JSON.parse(text) : null }
}

/** A person whose fields are recognizable words. */
const createPerson = () => ({
  email: `zoraida-${randomUUID()}@example.test`,
  name: 'Zoraida',
  surname: 'Quintanilla',
  password: `unguessable ${randomUUID()}`,
})
type Person = ReturnType<typeof createPerson>
async function signIn(person: Person) {
  expect((await ask(api.register, person, {})).status).toBe(201)
  return (await ask(api.token, person, {})).body as { access: string; refresh: string }
}

describe('a security event', () => {
  test('is logged with account, address and request id', async () => {
    const person = createPerson()
    await signIn(person)
    const refused = await ask(api.token, { ...person, password: 'wrong' }, { address: '2001:db8:7:8::9' })
    const line = await lineOf('sign_in_failed', '2001:db8:7:8::/64')
    expect(line).toMatchObject({ level: 'warn', reqId: refused.id, user: expect.stringMatching(/^[\w-]{16}$/) })
    await ask(api.token, { ...person, password: 'wrong' }, { address: '198.51.100.1' })
    expect((await lineOf('sign_in_failed', '198.51.100.1')).user).toBe(line.user)
    await ask(api.token, { email: 'nobody@example.test', password: 'wrong' }, { address: '198.51.100.2' })
    expect(await lineOf('sign_in_failed', '198.51.100.2')).not.toHaveProperty('user')
  })

  test('is logged for a pause after failed log-ins, and for a reused refresh token', async () => {
    const person = createPerson()
    const pair = await signIn(person)
    for (let time = 0; time < 8; time++) await ask(api.token, { ...person, password: 'x' }, { address: '198.51.100.3' })
    expect(await lineOf('sign_in_throttled', '198.51.100.3')).toMatchObject({ limit: 'login' })
    const { body: next } = await ask(api.tokenRefresh, { refresh: pair.refresh }, {})
    await ask(api.tokenRefresh, { refresh: next.refresh }, {})
    await db.$executeRawUnsafe(`UPDATE refresh_token SET rotated_at = rotated_at - interval '1 minute'`)
    await ask(api.tokenRefresh, { refresh: pair.refresh }, { address: '198.51.100.4' })
    expect(await lineOf('refresh_reused', '198.51.100.4')).toHaveProperty('user')
  })

  test.each([
    ['token_refused', () => ask(api.me, null, { address: '198.51.100.5', token: 'nonsense' }), '198.51.100.5'],
    [
      'google_refused',
      () => ask(api.google, { access_token: 'x.y.z', nonce: 'n' }, { address: '198.51.100.6' }),
      '198.51.100.6',
    ],
  ])('is logged as %s', async (event, request, address) => {
    await request()
    expect(await lineOf(event, address)).toMatchObject({ level: 'warn' })
  })

  test('is logged for a 403 response', async () => {
    const { slug } = await createCategory({ tier: 1 })
    const { access } = await signIn(createPerson())
    const { status } = await ask(api.category(slug), null, { address: '198.51.100.7', token: access })
    expect(status).toBe(403)
    expect(await lineOf('access_denied', '198.51.100.7')).toHaveProperty('user')
  })

  test('is logged once for an address beyond a rate limit, until the limit ends', async () => {
    for (let time = 0; time < 15; time++)
      await ask(api.passwordReset, { email: 'nobody@example.test' }, { address: '198.51.100.8' })
    expect(await lineOf('rate_limited', '198.51.100.8')).toMatchObject({ limit: 'reset' })
    // Logged after all of them.
    await ask(api.me, null, { address: '198.51.100.9', token: 'nonsense' })
    await lineOf('token_refused', '198.51.100.9')
    expect(
      events().filter(({ event, address }) => event === 'rate_limited' && address === '198.51.100.8'),
    ).toHaveLength(1)
  })

  test('is logged for changes of the account', async () => {
    const person = createPerson()
    const { access } = await signIn(person)
    const password = `${person.password} too`
    const wrong = { current_password: 'wrong', new_password: password }
    await ask(api.mePassword, wrong, { token: access })
    await lineOf('password_refused', '203.0.113.1')
    const right = { current_password: person.password, new_password: password }
    const { body } = await ask(api.mePassword, right, { token: access })
    const { user, level } = await lineOf('password_changed', '203.0.113.1')
    expect(level).toBe('info')
    const route = '/api/users/me/password/'
    const line = lines().findLast(({ msg, route: loggedRoute }) => msg === 'request done' && loggedRoute === route)
    expect(line).toMatchObject({ user, reqId: expect.any(String) })
    await ask(api.meSessions, null, { token: body.access, method: 'DELETE' })
    expect((await lineOf('sessions_ended', '203.0.113.1')).user).toBe(user)
    const again = (await ask(api.token, { ...person, password }, {})).body
    await ask(api.me, { password }, { token: again.access, method: 'DELETE' })
    expect((await lineOf('account_removed', '203.0.113.1')).user).toBe(user)
  })
})

test('no log line contains personal data, even if a database error contains it', async () => {
  const person = createPerson()
  const pair = await signIn(person)
  await ask(api.passwordReset, { email: person.email }, {})
  const { token } = await lastMailIn(folder, person.email, 1)
  await db.$executeRawUnsafe(`ALTER TABLE "user" ADD CONSTRAINT refusing CHECK (last_name <> 'Quintanilla') NOT VALID`)
  const other = createPerson()
  const refused = async () => [
    await ask(api.register, other, {}),
    await ask(api.me, { last_name: 'Quintanilla' }, { token: pair.access, method: 'PATCH' }),
  ]
  const failures = await refused().finally(() => db.$executeRawUnsafe(`ALTER TABLE "user" DROP CONSTRAINT refusing`))
  expect(failures.map(({ status }) => status)).toEqual([500, 500])
  await ask(api.passwordResetConfirm, { token, password: `${person.password} too` }, {})
  await until(() => lines().some(({ msg, reqId }) => msg === 'request failed' && reqId === failures[0]?.id))
  const log = lines()
    .map((line) => JSON.stringify(line))
    .join('\n')
  for (const secret of [
    person.email,
    other.email,
    'zoraida-',
    'Quintanilla',
    'Zoraida',
    person.password,
    other.password,
  ])
    expect(log).not.toContain(secret)
  for (const secret of [pair.access, pair.refresh, token, '$argon2id']) expect(log).not.toContain(secret)
  const line = lines().find(({ msg, reqId }) => msg === 'request failed' && reqId === failures[0]?.id)
  expect(line).toMatchObject({
    err: { type: expect.stringContaining('Prisma'), stack: expect.stringContaining('accounts.ts') },
  })
})
