import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { limits } from '../../server/limits.ts'
import { app, get, post, renderer, startApp } from '../support/app.ts'
import { createPerson } from '../support/people.ts'

const on = (settings: Record<string, string> = {}) => startApp({ LIMITS: 'on', ...settings })
let made = 0
const password = 'a long enough secret'

/** Somebody with this password. */
async function createReader() {
  const person = await createPerson()
  await post(paths.api.mePassword, { new_password: password }, { as: person })
  return person.email
}

describe('what is limited', () => {
  test('answers 429 with how long to wait and until when, in the language of the asker', async () => {
    const of = await on()
    const ask = (locale: 'en' | 'es') => post(paths.api.passwordReset, { email: 'nobody@example.test' }, { of, locale })
    for (let time = 0; time < limits.reset.points; time++) expect((await ask('en')).status).toBe(204)
    const { status, body, headers } = await ask('es')
    expect(status).toBe(429)
    expect(body).toEqual({
      detail: 'Demasiadas peticiones. Inténtalo de nuevo más tarde.',
      wait_seconds: expect.any(Number),
      until: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(headers['retry-after']).toBe(String(body.wait_seconds))
    expect(body.wait_seconds).toBeGreaterThan(limits.reset.seconds - 60)
    expect(Math.abs(Date.parse(body.until) - Date.now() - body.wait_seconds * 1000)).toBeLessThan(5_000)
  })

  test('is counted for each signed-in person alone', async () => {
    const of = await on()
    const [one, other] = [await createPerson(), await createPerson()]
    const ask = (as: { token: string }) => get(paths.api.meExport, { of, as })
    for (let time = 0; time < limits.export.points; time++) expect((await ask(one)).status).toBe(200)
    expect((await ask(one)).status).toBe(429)
    expect((await ask(other)).status).toBe(200)
  })

  test.runIf(renderer)(
    'counts reads that sit in memory too; a page leads to the one that waits, which is free',
    async () => {
      const of = await on()
      const path = paths.api.functional
      const answers = await Promise.all(Array.from({ length: limits.read.points + 5 }, () => get(path, { of })))
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
      expect(await get(paths.library, { of })).toMatchObject({
        status: 303,
        headers: {
          location: expect.stringMatching(/^\/too-many-requests\?wait=\d+$/),
          'retry-after': expect.any(String),
        },
      })
      expect((await get('/too-many-requests?wait=3', { of })).status).toBe(200)
      expect((await get('/healthz', { of })).status).toBe(200)
      expect((await get(path, { of, as: await createPerson() })).status).toBe(200)
    },
  )

  test('is nothing where LIMITS is off', async () => {
    const answers = await Promise.all(
      Array.from({ length: limits.reset.points + 3 }, () =>
        post(paths.api.passwordReset, { email: 'nobody@example.test' }, { of: app }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  })
})

const flood = async (of: Awaited<ReturnType<typeof on>>, forwarded: (time: number) => string) => {
  const statuses = []
  for (let time = 0; time <= limits.reset.points; time++) {
    const headers = { 'x-forwarded-for': forwarded(time) }
    statuses.push((await post(paths.api.passwordReset, { email: 'nobody@example.test' }, { of, headers })).status)
  }
  return statuses.at(-1)
}

describe('X-Forwarded-For', () => {
  test('counts for nothing unless a proxy is trusted', async () => {
    expect(await flood(await on(), (time) => `203.0.113.${time}`)).toBe(429)
    expect(await flood(await on({ TRUST_PROXY: '10.0.0.0/8' }), (time) => `203.0.113.${time}`)).toBe(429)
  })

  test('tells addresses apart behind a trusted proxy, but only what the proxy said itself', async () => {
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `203.0.113.${time}`)).toBe(204)
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `198.51.100.${time}, 203.0.113.7`)).toBe(429)
  })

  test('takes a /64 for one address', async () => {
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `2001:db8:1:2::${time}`)).toBe(429)
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `2001:db8:1:${time}::1`)).toBe(204)
  })
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const begin = () => on({ TRUST_PROXY: 'loopback' })
type App = Awaited<ReturnType<typeof on>>
const logIn = (of: App, email: string, secret: string, address = '203.0.113.9') =>
  post(paths.api.token, { email, password: secret }, { of, headers: from(address) })

describe('guessing a password', () => {
  beforeEach(() => void made++)

  test('is slowed after five failures, longer each time, and only from there', async () => {
    const [of, email] = [await begin(), await createReader()]
    for (let time = 0; time < 5; time++) expect((await logIn(of, email, 'wrong')).status).toBe(401)
    expect((await logIn(of, email, 'wrong')).status).toBe(401)
    const paused = await logIn(of, email, password)
    expect(paused).toMatchObject({ status: 429, body: { wait_seconds: 1 } })
    await new Promise((resolve) => void setTimeout(resolve, 1_050))
    expect((await logIn(of, email, 'wrong')).status).toBe(401)
    expect(await logIn(of, email, password)).toMatchObject({ status: 429, body: { wait_seconds: 2 } })
    expect((await logIn(of, email, password, '198.51.100.4')).status).toBe(200)
  })

  test('is forgotten after a success', async () => {
    const [of, email] = [await begin(), await createReader()]
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 4; time++) expect((await logIn(of, email, 'wrong')).status).toBe(401)
      expect((await logIn(of, email, password)).status).toBe(200)
    }
  })

  test('gains nothing by forty at once', async () => {
    const [of, email] = [await begin(), await createReader()]
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(of, email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
    expect(answers.every(({ status }) => [401, 429].includes(status))).toBe(true)
  })

  test('over many accounts is limited by the address', async () => {
    const of = await begin()
    const answers = []
    for (let time = 0; time <= limits.login.points; time++)
      answers.push(await logIn(of, `nobody-${made}-${time}@example.test`, 'wrong'))
    expect(answers.slice(0, -1).every(({ status }) => status === 401)).toBe(true)
    expect(answers.at(-1)?.status).toBe(429)
  })
})
