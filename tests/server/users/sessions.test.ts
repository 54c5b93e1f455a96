import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users/schema.ts'
import { db } from '../../../server/database/db.ts'
import { tokenHash } from '../../../server/users/sessions.ts'
import { app, get, openApp, post, sql, startApp } from '../../support/app.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'

await openApp()

async function signIn() {
  const person = await createPerson({ password_hash })
  await db.session.delete({ where: { id: person.session_id } })
  const { body } = await post(paths.api.token, { email: person.email, password })
  return { person, pair: body as TokenPair }
}
const refresh = (token: string, of = app) => post(paths.api.tokenRefresh, { refresh: token }, { of })
const [oldSecret, newSecret] = ['a former secret that servers had', 'a fresh secret that servers get']
const opens = async ({ access }: TokenPair) => (await get(paths.api.me, { as: { token: access } })).status === 200
/** Ages the rotated tokens of a person. */
const age = (user_id: number, seconds: number) =>
  sql.query(
    `UPDATE refresh_token SET rotated_at = rotated_at - $2 * interval '1 second'
      FROM session WHERE session.id = session_id AND user_id = $1`,
    [user_id, seconds],
  )

describe('an access token', () => {
  test('expires after 15 minutes, however often it was used', async () => {
    const { pair } = await signIn()
    expect(await opens(pair)).toBe(true)
    expect(await opens(pair)).toBe(true)
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * 60_000 + 1_000 })
    expect(await opens(pair)).toBe(false)
  })
})

describe('the Authorization header', () => {
  const visitors = ['Basic dmlzaXRvcjpzZWNyZXQ=', 'basic x', 'Digest username="x"', 'Negotiate', 'x', 'Bearerx', '']

  test.each(visitors)('with "%s" returns cached public responses, and 401 for private routes', async (scheme) => {
    const headers = { authorization: scheme }
    app.responseCache.connect()
    for (const path of [paths.api.categories({ use_cases: '0' }), paths.api.plans]) {
      const plain = await get(path)
      const { status, text, headers: answerHeaders } = await get(path, { headers })
      expect({ path, status, text, etag: answerHeaders.etag }).toEqual({
        path,
        status: 200,
        text: plain.text,
        etag: expect.any(String),
      })
    }
    const { status, body } = await get(paths.api.me)
    expect(await get(paths.api.me, { headers })).toMatchObject({ status, body })
    expect(status).toBe(401)
  })

  test('accepts Bearer in any case, with one or more spaces', async () => {
    const { token } = await createPerson()
    for (const authorization of [`bearer ${token}`, `BEARER  ${token}`, `Bearer    ${token}`])
      expect((await get(paths.api.me, { headers: { authorization } })).status).toBe(200)
  })

  test('with an invalid or missing Bearer token returns 401', async () => {
    const { token } = await createPerson()
    for (const authorization of ['Bearer', 'bearer ', 'Bearer x', `Bearer ${token} ${token}`, `Bearer ${token},`])
      for (const path of [paths.api.functional, paths.api.me])
        expect(await get(path, { headers: { authorization } })).toMatchObject({
          status: 401,
          body: { code: 'token_not_valid' },
        })
  })
})

describe('POST /api/users/token/refresh/', () => {
  test('returns a new pair of tokens of the same session, and the former access token stays valid', async () => {
    const { person, pair } = await signIn()
    const { status, body } = await refresh(pair.refresh)
    expect(status).toBe(200)
    expect(body.refresh).not.toBe(pair.refresh)
    expect(await opens(body)).toBe(true)
    expect(await opens(pair)).toBe(true)
    expect(await db.session.count({ where: { user_id: person.id } })).toBe(1)
  })

  test('returns the same next token to twenty concurrent requests on two servers', async () => {
    const { person, pair } = await signIn()
    const servers = [app, await startApp()]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => refresh(pair.refresh, servers[at % 2])))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const pairs = answers.map(({ body }) => body as TokenPair)
    expect(new Set(pairs.map((one) => one.refresh)).size).toBe(1)
    expect(await Promise.all(pairs.map(opens))).toEqual(Array(20).fill(true))
    expect(await db.session.count({ where: { user_id: person.id } })).toBe(1)
    expect(await db.refreshToken.count({ where: { session: { user_id: person.id } } })).toBe(2)
  })

  test('ends the session if two clients use one refresh token, and one of them uses an old token', async () => {
    const { person, pair } = await signIn()
    const [mine, theirs] = [(await refresh(pair.refresh)).body, (await refresh(pair.refresh)).body]
    const { body: next } = await refresh(theirs.refresh)
    expect((await refresh(next.refresh)).status).toBe(200)
    await age(person.id, 11)
    expect((await refresh(mine.refresh)).status).toBe(401)
    expect(await db.session.count({ where: { user_id: person.id } })).toBe(0)
  })

  test('returns the same next token on servers with the old and the new signing secret', async () => {
    const [before, after] = [await startApp({}, [oldSecret]), await startApp({}, [newSecret, oldSecret])]
    const { pair } = await signIn()
    const first = await refresh(pair.refresh, before)
    expect((await refresh(pair.refresh, after)).body.refresh).toBe(first.body.refresh)
    const next = await refresh(first.body.refresh, after)
    expect(next.status).toBe(200)
    // A server without the new secret returns 503 and keeps the session.
    expect((await refresh(first.body.refresh, before)).status).toBe(503)
    expect((await refresh(next.body.refresh, before)).status).toBe(200)
  })

  test('extends the session up to ninety days after the log-in', async () => {
    const { person, pair } = await signIn()
    const begin = (days: number) =>
      sql.query(`UPDATE session SET created_at = now() - $2 * interval '1 day' WHERE user_id = $1`, [person.id, days])
    await begin(80)
    const { body } = await refresh(pair.refresh)
    const { expires_at } = await db.refreshToken.findUniqueOrThrow({ where: { hash: tokenHash(body.refresh) } })
    const days = (expires_at.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(9.9)
    expect(days).toBeLessThanOrEqual(10)
    await begin(90)
    expect(await refresh(body.refresh)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect(await opens(body)).toBe(false)
  })

  test('accepts a rotated token again within ten seconds', async () => {
    const { person, pair } = await signIn()
    await refresh(pair.refresh)
    await age(person.id, 9)
    expect((await refresh(pair.refresh)).status).toBe(200)
  })

  test('accepts a rotated token again if its successor was never used', async () => {
    const { person, pair } = await signIn()
    const lost = await refresh(pair.refresh)
    await age(person.id, 3_600)
    const { status, body } = await refresh(pair.refresh)
    expect(status).toBe(200)
    expect(body.refresh).toBe(lost.body.refresh)
    expect((await refresh(body.refresh)).status).toBe(200)
  })

  test('ends only this session if a token is reused after its successor was used', async () => {
    const { person, pair } = await signIn()
    const elsewhere = (await post(paths.api.token, { email: person.email, password })).body as TokenPair
    const { body: successor } = await refresh(pair.refresh)
    const { body: later } = await refresh(successor.refresh)
    await age(person.id, 11)
    expect(await refresh(pair.refresh)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
    expect((await refresh(later.refresh)).status).toBe(401)
    expect(await opens(later)).toBe(false)
    expect(await opens(elsewhere)).toBe(true)
    expect((await refresh(elsewhere.refresh)).status).toBe(200)
  })

  test.each(['', 'nonsense', 'x'.repeat(1000)])('refuses %j', async (token) => {
    expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  })

  test('refuses an expired token, and an access token', async () => {
    const { pair } = await signIn()
    await db.refreshToken.update({
      where: { hash: tokenHash(pair.refresh) },
      data: { expires_at: new Date(Date.now() - 1) },
    })
    expect((await refresh(pair.refresh)).status).toBe(401)
    expect((await refresh(pair.access)).status).toBe(401)
  })

  test('stores hashes of tokens only', async () => {
    const { pair } = await signIn()
    const { rows } = await sql.query('SELECT hash FROM refresh_token')
    expect(rows.map(({ hash }) => hash)).not.toContain(pair.refresh)
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })
})

describe('POST /api/users/token/revoke/', () => {
  test('ends the session, and returns 204 even for a repeated or unknown token', async () => {
    const { pair } = await signIn()
    for (const token of [pair.refresh, pair.refresh, 'nonsense'])
      expect((await post(paths.api.tokenRevoke, { refresh: token })).status).toBe(204)
    expect(await opens(pair)).toBe(false)
    expect((await refresh(pair.refresh)).status).toBe(401)
  })
})

describe('POST /api/users/me/password/', () => {
  test('requires the current password of a member who has one', async () => {
    const { pair } = await signIn()
    const as = { token: pair.access }
    const answers = [
      await post(paths.api.mePassword, { new_password: 'another long secret' }, { as }),
      await post(paths.api.mePassword, { current_password: 'wrong', new_password: 'another long secret' }, { as }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 400,
        body: { current_password: ['This is not your current password. Try again.'] },
      })
    expect(
      await post(paths.api.mePassword, { current_password: password, new_password: '12345678' }, { as }),
    ).toMatchObject({
      status: 400,
      body: { new_password: [expect.any(String)] },
    })
  })

  test('ends every other session, and returns a new pair', async () => {
    const { person, pair } = await signIn()
    const elsewhere = (await post(paths.api.token, { email: person.email, password })).body as TokenPair
    const changed = await post(
      paths.api.mePassword,
      { current_password: password, new_password: 'another long secret' },
      { as: { token: pair.access } },
    )
    expect(await opens(changed.body)).toBe(true)
    expect(await opens(pair)).toBe(false)
    expect(await opens(elsewhere)).toBe(false)
    expect((await post(paths.api.token, { email: person.email, password })).status).toBe(401)
    expect((await post(paths.api.token, { email: person.email, password: 'another long secret' })).status).toBe(200)
  })
})
