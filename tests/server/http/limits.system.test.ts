import { routesOf } from '../../support/browser/mounted.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import type { LimitName } from '../../../server/limits/limits.ts'
import { LoginThrottle } from '../../../server/limits/login-throttle.ts'
import { consume, createMemoryLimiter, RateLimiter, refundPoint } from '../../../server/limits/rate-limiter.ts'
import { app, get, head, openApp, patch, post, renderer, startApp } from '../../support/app.ts'
import type { TestResponse } from '../../support/app.ts'
import { hashQueue } from '../../../server/users/passwords.ts'
import { cheap_password_hash, createPerson, password, password_hash } from '../../support/people.ts'
import { waitForReadWindow } from '../../support/browser/read-window.ts'

await openApp()

const on = (settings: Record<string, string> = {}) => startApp({ LIMITS: 'on', ...settings })

/** Creates a member with a password; returns the e-mail. */
const createReader = async () => (await createPerson({ password_hash: cheap_password_hash })).email

describe('a rate limit', () => {
  test('returns 429 with the seconds to wait, in the language of the request', async () => {
    const of = await on()
    const ask = (locale: 'en' | 'es') => post(paths.api.passwordReset, { email: 'nobody@example.test' }, { of, locale })
    for (let time = 0; time < limits.reset.points; time++) expect((await ask('en')).status).toBe(204)
    const { status, body, headers } = await ask('es')
    expect(status).toBe(429)
    expect(body).toEqual({
      detail: 'Demasiadas solicitudes. Inténtalo de nuevo más tarde.',
      wait_seconds: expect.any(Number),
      until: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(headers['retry-after']).toBe(String(body.wait_seconds))
    expect(body.wait_seconds).toBeGreaterThan(limits.reset.seconds - 60)
    expect(Math.abs(Date.parse(body.until) - Date.now() - body.wait_seconds * 1000)).toBeLessThan(5_000)
  })

  test('counts each signed-in person separately', async () => {
    const of = await on()
    const [one, other] = [await createPerson(), await createPerson()]
    const ask = (as: { token: string }) => get(paths.api.meExport, { of, as })
    for (let time = 0; time < limits.export.points; time++) expect((await ask(one)).status).toBe(200)
    expect((await ask(one)).status).toBe(429)
    expect((await ask(other)).status).toBe(200)
  })

  test('counts reads from the cache and HEAD requests too', async () => {
    const of = await on()
    await waitForReadWindow()
    const answers = await Promise.all(
      Array.from({ length: limits.read.points + 5 }, (_, at) =>
        at % 2 === 0 ? get(paths.api.functional, { of }) : head(paths.api.functional, { of }),
      ),
    )
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await get('/healthz', { of })).status).toBe(200)
    expect((await get(paths.api.functional, { of, as: await createPerson() })).status).toBe(200)
  })

  test.runIf(renderer)('returns 429 for a page, with a Refresh header to the waiting page', async () => {
    const of = await on({ TRUST_PROXY: 'loopback' })
    const visit = (path: string, locale = 'en', address = '203.0.113.5') =>
      get(path, { of, headers: { 'x-forwarded-for': address, 'accept-language': locale } })
    await waitForReadWindow()
    await Promise.all(Array.from({ length: limits.read.points }, () => visit(paths.api.functional)))
    const refused = await visit(paths.library, 'es')
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'retry-after': expect.stringMatching(/^\d+$/),
        refresh: expect.stringMatching(/^0; url=\/too-many-requests\?wait=\d+&until=\d{4}-[^&]+Z$/),
      },
    })
    expect(refused.text).toContain('Demasiadas solicitudes')
    for (let time = 0; time < 2; time++) expect((await visit('/too-many-requests?wait=3')).status).toBe(200)
    expect((await visit('/favicon.svg')).status).toBe(200)
    expect((await visit('/too-many-requests-x')).status).toBe(429)
    expect((await visit(paths.library, 'en', '203.0.113.6')).status).toBe(200)
  })

  test.runIf(renderer)("does not count the server's own reads for a page", async () => {
    const of = await on({ TRUST_PROXY: 'loopback' })
    await waitForReadWindow()
    await Promise.all(Array.from({ length: limits.read.points + 1 }, () => get(paths.api.functional, { of })))
    expect((await get(paths.api.functional, { of })).status).toBe(429)
    of.responseCache.connect()
    const page = await get(paths.library, { of, headers: { 'x-forwarded-for': '203.0.113.5' } })
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('429')
  })

  test('does not apply with LIMITS=off', async () => {
    const answers = await Promise.all(
      Array.from({ length: limits.reset.points + 3 }, () =>
        post(paths.api.passwordReset, { email: 'nobody@example.test' }, { of: app }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  })
})

const nobody = 'nobody@example.test'
type Asking = NonNullable<Parameters<typeof get>[1]>
const named: [
  Exclude<
    LimitName,
    | 'read'
    | 'signed_in'
    | 'login'
    | 'login_account'
    | 'mailbox'
    | 'reset_mail'
    | 'cancellation_mail'
    | 'cancellation_reason'
  >,
  (asking: Asking) => Promise<TestResponse>,
][] = [
  ['register', (asking) => post(paths.api.register, {}, asking)],
  ['sign_in', (asking) => post(paths.api.token, {}, asking)],
  ['reset', (asking) => post(paths.api.passwordReset, { email: nobody }, asking)],
  ['cancellation_request', (asking) => post(cancellationPaths.api.request, {}, asking)],
  ['one_time_token', (asking) => post(paths.api.confirmEmail, { token: 'x' }, asking)],
  ['one_time_token', (asking) => post(paths.api.passwordResetConfirm, { token: 'x', password }, asking)],
  ['refresh', (asking) => post(paths.api.tokenRefresh, { refresh: 'x' }, asking)],
  ['google', (asking) => post(paths.api.google, {}, asking)],
  ['profile', (asking) => patch(paths.api.me, {}, asking)],
  ['mail', (asking) => post(paths.api.resendConfirmation, undefined, asking)],
  ['export', (asking) => get(paths.api.meExport, asking)],
  ['save', (asking) => post(paths.api.promptSave('none'), undefined, asking)],
  ['rating', (asking) => post(paths.api.promptRating('none'), { value: 5 }, asking)],
  ['collection', (asking) => post(paths.api.collections(), {}, asking)],
  ['payment', (asking) => get(paymentPaths.nextPayment, asking)],
  ['declaration', (asking) => post(cancellationPaths.api.cancellation, {}, asking)],
  ['declaration', (asking) => post(paymentPaths.refund, {}, asking)],
  ['declaration', (asking) => post(paymentPaths.autoRenew, {}, asking)],
  ['beacon', (asking) => post('/api/library/prompts/none/copy/', undefined, asking)],
  ['search', (asking) => get('/api/library/search/?q=', asking)],
]

describe('the rate limits', () => {
  test.each(named)('%s allows as many requests as this table lists', async (name, request) => {
    const of = await on({ GOOGLE_CLIENT_ID: 'some-client' })
    const as = limits[name].by === 'person' ? await createPerson() : undefined
    const answers = []
    for (let time = 0; time <= limits[name].points; time++) answers.push((await request({ of, as })).status === 429)
    expect(answers.slice(0, -1).filter(Boolean)).toEqual([])
    expect(answers.at(-1)).toBe(true)
  })

  test('of cancellations are not used up by other subscription requests', async () => {
    const [of, as] = [await on(), await createPerson()]
    for (let time = 0; time <= limits.payment.points; time++) await get(paymentPaths.nextPayment, { of, as })
    expect((await get(paymentPaths.nextPayment, { of, as })).status).toBe(429)
    const kind = 'withdraw'
    expect((await post(cancellationPaths.api.cancellation, { kind }, { of, as })).status).toBe(202)
  })

  test('exist for every route that writes', () => {
    const writing = routesOf(app).filter(({ method }) => !['GET', 'HEAD'].some((one) => [method].flat().includes(one)))
    const unnamed = writing
      .filter(({ config }) => !config?.limit)
      .map(({ method, url }) => `${[method].flat().join()} ${url}`)
    expect(writing.length).toBeGreaterThan(20)
    // Ending sessions has no limit.
    expect(new Set(unnamed)).toEqual(new Set(['DELETE /api/users/me/sessions/', 'DELETE /api/users/me/sessions/:id/']))
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
  test('is ignored unless a proxy is trusted', async () => {
    expect(await flood(await on(), (time) => `203.0.113.${time}`)).toBe(429)
    expect(await flood(await on({ TRUST_PROXY: '10.0.0.0/8' }), (time) => `203.0.113.${time}`)).toBe(429)
  })

  test('distinguishes clients behind a trusted proxy by the last address that the proxy added', async () => {
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `203.0.113.${time}`)).toBe(204)
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `198.51.100.${time}, 203.0.113.7`)).toBe(429)
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `203.0.113.7:${50_000 + time}`)).toBe(429)
  })

  test("may contain a trusted proxy's address with a port", async () => {
    const of = await on({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8,fd00::/8' })
    expect(await flood(of, (time) => `203.0.113.${time}, 10.0.0.1:4711`)).toBe(204)
    expect(await flood(of, (time) => `198.51.100.${time}, [fd00::1]:4711, ::ffff:a00:1`)).toBe(204)
    expect(await flood(of, (time) => `198.51.100.${time}, 192.0.2.1:4711`)).toBe(429)
  })

  test.each([
    ['mapped in hexadecimal', '::ffff:c633:64'],
    ['of NAT64', '64:ff9b::c633:64'],
  ])('counts each IPv4 address that is %s separately', async (_form, start) => {
    const of = await on({ TRUST_PROXY: 'loopback' })
    expect(await flood(of, (time) => `${start}${time.toString(16).padStart(2, '0')}`)).toBe(204)
    expect(await flood(of, (time) => (time % 2 ? `${start}ff` : '198.51.100.255'))).toBe(429)
  })

  test('counts an IPv6 /64 as one address', async () => {
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `2001:db8:1:2::${time}`)).toBe(429)
    expect(await flood(await on({ TRUST_PROXY: 'loopback' }), (time) => `2001:db8:1:${time}::1`)).toBe(204)
  })
})

test.each([
  ['register', {}, (at: number) => `2001:db8:1:${at.toString(16)}::1`],
  ['sign_in', {}, (at: number) => `2001:db8:1:${at.toString(16)}::1`],
  ['reset', { email: 'x' }, (at: number) => `192.0.2.${at % 250}`],
] as const)('%s has a limit for networks too, eight times as high', async (name, body, addressOf) => {
  const of = await on({ TRUST_PROXY: 'loopback' })
  const path = { register: paths.api.register, sign_in: paths.api.token, reset: paths.api.passwordReset }[name]
  const ask = async (address: string) => (await post(path, body, { of, headers: from(address) })).status
  const free = limits[name].points * 8
  const statuses = []
  for (let time = 0; time < free + 3; time++) statuses.push(await ask(addressOf(time)))
  expect(statuses.slice(0, free)).not.toContain(429)
  expect(statuses.slice(free)).toEqual([429, 429, 429])
  expect(await ask('203.0.113.200')).not.toBe(429)
})

test('an address beyond its limit does not use up the limit of its network', async () => {
  const of = await on({ TRUST_PROXY: 'loopback' })
  const ask = async (address: string) => (await post(paths.api.register, {}, { of, headers: from(address) })).status
  for (let time = 0; time < limits.register.points * 9; time++) await ask('192.0.2.1')
  expect(await ask('192.0.2.1')).toBe(429)
  expect(await ask('192.0.2.2')).toBe(400)
})

const rate = { points: 1, seconds: 3600 }
test('the counts of one limit are not evicted by the keys of another limit', async () => {
  const register = createMemoryLimiter('register', rate)
  const search = createMemoryLimiter('search', rate)
  await consume(register, 'somebody')
  for (let at = 0; at < 60_000; at++) await consume(search, `${at}`)
  expect(await consume(register, 'somebody')).toBeGreaterThan(0)
})

test('a process stores the last ten thousand keys of a limit', async () => {
  const limiter = createMemoryLimiter('search', rate)
  for (let at = 0; at <= 10_000; at++) await consume(limiter, `${at}`)
  expect(await limiter.get('0')).toBeNull()
  expect(await limiter.get('1')).toMatchObject({ consumedPoints: 1 })
  await consume(limiter, '1')
  await consume(limiter, 'one more')
  expect(await limiter.get('1')).toMatchObject({ consumedPoints: 2 })
  expect(await limiter.get('2')).toBeNull()
})

test('refunding a count that has expired adds nothing', async () => {
  const limiter = createMemoryLimiter('search', rate)
  await refundPoint(limiter, 'somebody')
  expect(await consume(limiter, 'somebody')).toBe(0)
  expect(await consume(limiter, 'somebody')).toBeGreaterThan(0)
})

const from = (address: string) => ({ 'x-forwarded-for': address })
const begin = () => on({ TRUST_PROXY: 'loopback' })
type App = Awaited<ReturnType<typeof on>>
const logIn = (of: App, email: string, secret: string, address = '203.0.113.9') =>
  post(paths.api.token, { email, password: secret }, { of, headers: from(address) })

describe('sign-ins from one office', () => {
  // The time of a hundred password hashes depends on the machine.
  test('succeed for a hundred people at the same time', async () => {
    const of = await begin()
    const people = await Promise.all(Array.from({ length: 100 }, () => createPerson({ password_hash })))
    const answers = await Promise.all(people.map(({ email }) => logIn(of, email, password)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe('guesses of a password', () => {
  afterEach(() => void vi.useRealTimers())

  test('are delayed after five failures, longer each time', async () => {
    const [of, email] = [await begin(), await createReader()]
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    for (let time = 0; time < 5; time++) expect((await logIn(of, email, 'wrong')).status).toBe(401)
    expect((await logIn(of, email, 'wrong')).status).toBe(401)
    const paused = await logIn(of, email, password)
    expect(paused).toMatchObject({ status: 429, body: { wait_seconds: 1 } })
    vi.advanceTimersByTime(1_050)
    expect((await logIn(of, email, 'wrong')).status).toBe(401)
    expect(await logIn(of, email, password)).toMatchObject({ status: 429, body: { wait_seconds: 2 } })
    expect((await logIn(of, email, password, '198.51.100.4')).status).toBe(200)
  })

  test('lead to pauses of up to 15 minutes, which end after an hour without a guess', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    const throttle = new LoginThrottle(new RateLimiter(createMemoryLimiter), createMemoryLimiter)
    const guess = () =>
      throttle.begin({ address: '203.0.113.9', email: 'reader@example.test' }).then(
        () => 0,
        (refused) => refused.extensions.wait_seconds as number,
      )
    const waits: number[] = []
    const guessAfterPause = async () => {
      waits.push(await guess())
      vi.advanceTimersByTime((waits.at(-1) ?? 0) * 1000)
      waits.push(await guess())
    }
    for (let time = 0; time < 6; time++) waits.push(await guess())
    for (let time = 0; time < 12; time++) await guessAfterPause()
    vi.advanceTimersByTime((900 + 3_599) * 1000)
    waits.push(await guess())
    await guessAfterPause()
    vi.advanceTimersByTime((900 + 3_600) * 1000)
    for (let time = 0; time < 7; time++) waits.push(await guess())
    const free = '0 0 0 0 0 0'
    const doubling = '1 0 2 0 4 0 8 0 16 0 32 0 64 0 128 0 256 0 512 0 900 0 900 0'
    expect(waits.join(' ')).toBe(`${free} ${doubling} 0 900 0 ${free} 1`)
  })

  test('are reset by a successful log-in', async () => {
    const [of, email] = [await begin(), await createReader()]
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 4; time++) expect((await logIn(of, email, 'wrong')).status).toBe(401)
      expect((await logIn(of, email, password)).status).toBe(200)
    }
  })

  test('are limited to six if forty are sent concurrently', async () => {
    const [of, email] = [await begin(), await createReader()]
    const answers = await Promise.all(Array.from({ length: 40 }, () => logIn(of, email, 'wrong')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
    expect(answers.every(({ status }) => [401, 429].includes(status))).toBe(true)
  })

  test('for many accounts are limited per address', async () => {
    const of = await begin()
    const answers = []
    for (let time = 0; time <= limits.login.points; time++)
      answers.push(await logIn(of, time % 10 > 0 ? await createReader() : `nobody-${time}@example.test`, 'wrong'))
    expect(answers.slice(0, -1).every(({ status }) => status === 401)).toBe(true)
    expect(answers.at(-1)?.status).toBe(429)
  })

  test('for many accounts are limited per network', async () => {
    const { loginThrottle } = await begin()
    const tries = limits.login.points * 8
    const guess = (at: number) =>
      loginThrottle.begin({ address: `2001:db8:1:${at.toString(16)}::1`, email: `${at}@example.test` })
    for (let at = 0; at < tries; at++) await guess(at)
    await expect(guess(tries)).rejects.toMatchObject({ status: 429 })
    await (await loginThrottle.begin({ address: '2001:db8:2::1', email: '1@example.test' })).succeeded()
  })

  test('for one account from many addresses are limited to one from each address before a pause', async () => {
    const [of, email] = [await begin(), await createReader()]
    for (let time = 0; time < limits.login_account.points; time++) await of.rateLimiter.isOver('login_account', email)
    expect((await logIn(of, email, 'wrong', '198.51.100.1')).status).toBe(401)
    expect(await logIn(of, email, 'wrong', '198.51.100.1')).toMatchObject({ status: 429, body: { wait_seconds: 60 } })
    expect((await logIn(of, email, password, '198.51.100.2')).status).toBe(200)
  })

  test('are not counted if the server is too busy to check them', async () => {
    const [of, email] = [await begin(), await createReader()]
    const crowd = Promise.withResolvers<void>()
    const waiting = Promise.allSettled(
      Array.from({ length: 210 }, (_, at) =>
        hashQueue.run({ address: `198.${at}.100.1`, isAborted: () => false }, () => crowd.promise),
      ),
    )
    const unseen = await logIn(of, email, 'wrong')
    crowd.resolve()
    await waiting
    expect(unseen).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    for (let time = 0; time < 6; time++) expect((await logIn(of, email, 'wrong')).status).toBe(401)
    expect((await logIn(of, email, 'wrong')).status).toBe(429)
  })
})
