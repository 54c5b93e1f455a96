import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { db } from '../../../server/database/db.ts'
import { get, openApp, patch, post, remove, startApp } from '../../support/app.ts'
import { audience, credentialOf, nonce } from '../../support/google.ts'
import { lastMailTo } from '../../support/mail.ts'
import { createPerson, password, password_hash } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'

await openApp()

const of = await startApp({ GOOGLE_CLIENT_ID: audience })
const { api } = paths
let made = 0
/** A member without a password. */
const createGoogler = () => createPerson({ google_sub: `googler-${++made}` })
type Proof = { access_token: string; nonce: string }
const proofOf = async ({ id }: Person, claims = {}): Promise<Proof> => {
  const { google_sub } = await db.user.findUniqueOrThrow({ where: { id } })
  return { access_token: credentialOf({ sub: google_sub, ...claims }), nonce }
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** Actions that need more than an access token. */
const actions: [string, number, (as: Person, google?: Proof) => ReturnType<typeof post>][] = [
  ['set a password', 200, (as, google) => post(api.mePassword, { new_password: password, google }, { of, as })],
  ['change the address', 204, (as, google) => post(api.meEmail, { email: `to-${as.email}`, google }, { of, as })],
  ['erase the account', 204, (as, google) => remove(api.me, { google }, { of, as })],
]
const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60

describe.each(actions)('a member without a password, to %s,', (_what, status, act) => {
  test('gets 400 without a Google credential', async () => {
    const person = await createGoogler()
    expect(await act(person)).toMatchObject({
      status: 400,
      body: { google: [expect.stringContaining('with the Google account you sign in with')] },
    })
    expect((await get(api.me, { as: person })).body).toMatchObject({ email: person.email, has_password: false })
  })

  test('succeeds with a new Google credential', async () => {
    const person = await createGoogler()
    expect((await act(person, await proofOf(person))).status).toBe(status)
  })

  test.each<[string, (person: Person) => Promise<Proof>]>([
    ['of another person', async () => ({ access_token: credentialOf(), nonce })],
    ['signed six minutes ago', (person) => proofOf(person, { iat: minutesAgo(6) })],
    ['for another nonce', async (person) => ({ ...(await proofOf(person)), nonce: 'another' })],
    ['for another site', (person) => proofOf(person, { aud: 'another' })],
    ['that is not a token', async () => ({ access_token: 'nonsense', nonce })],
  ])('gets 400 with a credential %s', async (_which, make) => {
    const person = await createGoogler()
    const answer = await act(person, await make(person))
    expect(answer).toMatchObject({ status: 400, body: { google: [expect.any(String)] } })
    expect((await get(api.me, { as: person })).status).toBe(200)
  })

  test('gets 400 with a credential that was used to sign in', async () => {
    const person = await createGoogler()
    const proof = await proofOf(person)
    expect((await post(api.google, proof, { of })).status).toBe(200)
    expect(await act(person, proof)).toMatchObject({ status: 400, body: { google: [expect.any(String)] } })
  })
})

describe('a Google credential used as a proof', () => {
  test('cannot be used again, neither to sign in nor as a proof', async () => {
    const person = await createGoogler()
    const google = await proofOf(person)
    const change = (email: string) => post(api.meEmail, { email, google }, { of, as: person })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => change(`wanted-${at}@example.test`)))
    expect(statuses(answers)).toEqual([204, 400, 400, 400, 400, 400])
    expect((await post(api.google, google, { of })).status).toBe(401)
  })

  test('stays valid if its request fails for another reason', async () => {
    const person = await createGoogler()
    const google = await proofOf(person)
    const set = (new_password: string) => post(api.mePassword, { new_password, google }, { of, as: person })
    expect(await set('password123')).toMatchObject({ status: 400, body: { new_password: [expect.any(String)] } })
    expect((await set(password)).status).toBe(200)
  })

  test('does not replace the password of a member who has one', async () => {
    const person = await createPerson({ google_sub: `googler-${++made}`, password_hash })
    const google = await proofOf(person)
    expect(await remove(api.me, { google }, { of, as: person })).toMatchObject({
      status: 400,
      body: { password: [expect.any(String)] },
    })
    expect((await remove(api.me, { password }, { of, as: person })).status).toBe(204)
  })
})

describe('a member without a password, on a server without Google', () => {
  test('has to set a password by mail first', async () => {
    const person = await createPerson({ google_sub: `googler-${++made}` })
    const google = await proofOf(person)
    // This server has no Google client id.
    const answer = await post(api.mePassword, { new_password: password, google }, { as: person })
    expect(answer).toMatchObject({ status: 400, body: { google: [expect.any(String)] } })
    await post(api.passwordReset, { email: person.email })
    const { token } = await lastMailTo(person.email)
    expect((await post(api.passwordResetConfirm, { token, password })).status).toBe(204)
    expect((await post(api.token, { email: person.email, password })).status).toBe(200)
  })
})

describe('a request that neither needs nor changes a secret', () => {
  test('works without a proof: export, profile, sign-out everywhere', async () => {
    const person = await createGoogler()
    expect((await get(api.meExport, { of, as: person })).status).toBe(200)
    expect((await patch(api.me, { first_name: 'Ana' }, { of, as: person })).status).toBe(200)
    expect((await remove(api.meSessions, undefined, { of, as: person })).status).toBe(204)
  })
})
