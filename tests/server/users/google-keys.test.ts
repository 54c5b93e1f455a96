import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { openApp, post, startApp } from '../../support/app.ts'
import { audience, credentialOf, key, localCertsUrl, newKey, nonce, googleKeys } from '../../support/google.ts'

await openApp()

let of: Awaited<ReturnType<typeof startApp>>
beforeEach(async () => {
  Object.assign(googleKeys, { keys: [key.jwk], status: 200, headers: { 'cache-control': 'max-age=600' }, requests: 0 })
  of = await startApp({ GOOGLE_CLIENT_ID: audience })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const signIn = async (credential = credentialOf()) =>
  (await post(paths.api.google, { access_token: credential, nonce }, { of })).status
const unknown = () => credentialOf({}, { header: { kid: 'unknown' } })

describe("Google's signing keys", () => {
  test('are fetched once for concurrent sign-ins', async () => {
    expect(await Promise.all(Array.from({ length: 8 }, () => signIn()))).toEqual(Array(8).fill(200))
    expect(googleKeys.requests).toBe(1)
  })

  test('are fetched without following a redirect', async () => {
    Object.assign(googleKeys, { status: 302, headers: { location: localCertsUrl } })
    expect(await signIn()).toBe(503)
    expect(googleKeys.requests).toBe(1)
  })

  test('stay valid until they expire if Google cannot be reached, even after an unknown key id', async () => {
    expect(await signIn()).toBe(200)
    googleKeys.status = 500
    pass(300)
    expect(await signIn(unknown())).toBe(401)
    expect(googleKeys.requests).toBe(2)
    expect(await Promise.all([signIn(), signIn(unknown()), signIn()])).toEqual([200, 401, 200])
    pass(299)
    expect(await signIn()).toBe(200)
  })

  test('lead to 503 after they expire, until Google can be reached again', async () => {
    expect(await signIn()).toBe(200)
    googleKeys.status = 500
    pass(601)
    expect(await signIn()).toBe(503)
    googleKeys.status = 200
    expect(await signIn()).toBe(200)
  })

  test('are fetched at most once a minute because of unknown key ids', async () => {
    await signIn()
    for (let time = 0; time < 5; time++) expect(await signIn(unknown())).toBe(401)
    expect(googleKeys.requests).toBe(1)
    pass(60)
    expect(await Promise.all(Array.from({ length: 5 }, () => signIn(unknown())))).toEqual(Array(5).fill(401))
    expect(googleKeys.requests).toBe(2)
  })

  test('include new keys of Google before the old keys expire', async () => {
    await signIn()
    const next = newKey('next')
    googleKeys.keys = [key.jwk, next.jwk]
    pass(60)
    expect(await signIn(credentialOf({}, { signer: next }))).toBe(200)
    expect(await signIn()).toBe(200)
    expect(googleKeys.requests).toBe(2)
  })

  test('are dropped when Google no longer lists them', async () => {
    await signIn()
    googleKeys.keys = [newKey('next').jwk]
    pass(601)
    expect(await signIn()).toBe(401)
  })

  test('are fetched earlier if the response has an Age header', async () => {
    Object.assign(googleKeys.headers, { age: '500' })
    await signIn()
    pass(101)
    await signIn()
    expect(googleKeys.requests).toBe(2)
  })

  test('are used even if other keys in the list cannot be parsed', async () => {
    googleKeys.keys = [{ kid: 'odd', kty: 'EC' }, 'nonsense', null, key.jwk]
    expect(await signIn()).toBe(200)
  })

  test.each([[[]], [[{ kid: 'odd', kty: 'EC' }]]])('lead to 503 if no key can be parsed: %j', async (keys) => {
    googleKeys.keys = keys
    expect(await signIn()).toBe(503)
  })
})
