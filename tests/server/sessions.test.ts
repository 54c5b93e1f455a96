import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { TokenPair } from '#shared/users.ts'
import { db } from '../../server/db.ts'
import { hashOf } from '../../server/users/sessions.ts'
import { get, post, sql } from '../support/app.ts'
import { createPerson } from '../support/people.ts'

const password = 'a long enough secret'

/** Somebody who has just signed in. */
async function signIn() {
  const person = await createPerson()
  const { body } = await post(paths.api.mePassword, { new_password: password }, { as: person })
  return { person, pair: body as TokenPair }
}
const refresh = (token: string) => post(paths.api.tokenRefresh, { refresh: token })
const opens = async ({ access }: TokenPair) => (await get(paths.api.me, { as: { token: access } })).status === 200
/** Lets time pass for the tokens of a person that were rotated. */
const age = (user_id: number, seconds: number) =>
  sql.query(
    `UPDATE refresh_token SET rotated_at = rotated_at - $2 * interval '1 second'
      FROM session WHERE session.id = session_id AND user_id = $1`,
    [user_id, seconds],
  )

describe('POST /api/users/token/refresh/', () => {
  test('gives a new pair of the same sign-in, and the former access token counts on', async () => {
    const { person, pair } = await signIn()
    const { status, body } = await refresh(pair.refresh)
    expect(status).toBe(200)
    expect(body.refresh).not.toBe(pair.refresh)
    expect(await opens(body)).toBe(true)
    expect(await opens(pair)).toBe(true)
    expect(await db.session.count({ where: { user_id: person.id } })).toBe(1)
  })

  test('gives each of twenty at once a pair that counts', async () => {
    const { person, pair } = await signIn()
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(pair.refresh)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const pairs = answers.map(({ body }) => body as TokenPair)
    expect(new Set(pairs.map((one) => one.refresh)).size).toBe(20)
    const next = await Promise.all(pairs.map((one) => refresh(one.refresh)))
    expect(next.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await db.session.count({ where: { user_id: person.id } })).toBe(1)
  })

  test('takes a rotated token again within ten seconds', async () => {
    const { person, pair } = await signIn()
    await refresh(pair.refresh)
    await age(person.id, 9)
    expect((await refresh(pair.refresh)).status).toBe(200)
  })

  test('ends the whole sign-in when a token comes back after it was rotated, and no other', async () => {
    const { person, pair } = await signIn()
    const elsewhere = (await post(paths.api.token, { email: person.email, password })).body as TokenPair
    const { body: later } = await refresh(pair.refresh)
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
      where: { hash: hashOf(pair.refresh) },
      data: { expires_at: new Date(Date.now() - 1) },
    })
    expect((await refresh(pair.refresh)).status).toBe(401)
    expect((await refresh(pair.access)).status).toBe(401)
  })

  test('has no token in the database, only hashes', async () => {
    const { pair } = await signIn()
    const { rows } = await sql.query('SELECT hash FROM refresh_token')
    expect(rows.map(({ hash }) => hash)).not.toContain(pair.refresh)
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })
})

describe('POST /api/users/token/revoke/', () => {
  test('ends the sign-in, once and again, and answers alike for nonsense', async () => {
    const { pair } = await signIn()
    for (const token of [pair.refresh, pair.refresh, 'nonsense'])
      expect((await post(paths.api.tokenRevoke, { refresh: token })).status).toBe(204)
    expect(await opens(pair)).toBe(false)
    expect((await refresh(pair.refresh)).status).toBe(401)
  })
})

describe('POST /api/users/me/password/', () => {
  test('asks for the current one of whoever has one', async () => {
    const { pair } = await signIn()
    const as = { token: pair.access }
    const answers = [
      await post(paths.api.mePassword, { new_password: 'another long secret' }, { as }),
      await post(paths.api.mePassword, { current_password: 'wrong', new_password: 'another long secret' }, { as }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { current_password: ['This is not your current password.'] } })
    expect(
      await post(paths.api.mePassword, { current_password: password, new_password: '12345678' }, { as }),
    ).toMatchObject({
      status: 400,
      body: { new_password: [expect.any(String)] },
    })
  })

  test('ends every other sign-in and goes on with the pair that it answers', async () => {
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
