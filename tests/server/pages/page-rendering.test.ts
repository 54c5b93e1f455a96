import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { limits } from '../../../server/limits/limits.ts'
import { get, openApp, renderer, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { routesOf } from '../../support/browser/mounted.ts'
import { createPerson } from '../../support/people.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { waitForReadWindow } from '../../support/browser/read-window.ts'
import { startRenderCounter } from '../../support/browser/renderer.ts'
import { announced } from '../../support/browser/world.ts'

await openApp()

const category = await createCategory()
const useCase = await createUseCase({ category })
for (let times = 0; times < 3; times++) await createPrompt({ use_case: useCase })
const list = paths.libraryUseCase(useCase.slug)
const { of, rendered, state } = await startRenderCounter()
const limited = await startRenderCounter({ LIMITS: 'on', TRUST_PROXY: 'loopback' })

beforeEach(() => {
  for (const server of [of, limited.of]) server.responseCache.connect()
  rendered.length = limited.rendered.length = 0
})

const visit = (path: string, headers: Record<string, string> = {}) => get(path, { of, headers })
const waitPage = async (wait: string | number) =>
  (await visit(`/too-many-requests?wait=${wait}&until=${Math.random()}`)).text
let addresses = 0
/** Returns requests of a visitor with a new IP address to the rate-limited server. */
function newVisitor() {
  const address = `203.0.113.${++addresses}`
  return (path: string, headers: Record<string, string> = {}) =>
    get(path, { of: limited.of, headers: { 'x-forwarded-for': address, ...headers } })
}
const times = <Result>(count: number, task: (time: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, time) => task(time)))

/** Client routes with parameters, filled with made-up values. */
const madeUp = [...readFileSync('client/start/routes.tsx', 'utf8').matchAll(/page\('([^']*[:*][^']*)'/g)].map(
  ([, route = '']) => route.replace(/:\w+|\*/, 'made-up'),
)

describe.runIf(renderer)('a response to a made-up address', () => {
  test.each(madeUp)('evicts no main page from the cache: %s', async (path) => {
    expect(madeUp.length).toBeGreaterThan(6)
    const { status } = await visit(path)
    const cached = of.responseCache.get(`en ${path}`)
    expect([200, 404]).toContain(status)
    expect(cached === undefined || cached.isUnbounded).toBe(true)
  })

  test('is stored apart from main responses for every GET route with made-up parameters', async () => {
    await announced(of)
    const set = vi.spyOn(of.responseCache, 'set')
    onTestFinished(() => set.mockRestore())
    for (const { url, schema } of routesOf(of).filter(({ method }) => method === 'GET')) {
      if (/[:*]/.test(url)) for (const value of ['made-up', '99']) await visit(url.replaceAll(/:\w+|\*/g, value))
      const { shape = {} } = (schema?.querystring ?? {}) as { shape?: object }
      if (!/[:*]|event/.test(url))
        for (const name of [...Object.keys(shape), 'unknown'])
          await visit(`${url}?${new URLSearchParams({ [name]: 'made-up' })}`)
    }
    const cachedKeys = set.mock.calls.filter(([, { isUnbounded: isVariant }]) => !isVariant).map(([key]) => key)
    expect(cachedKeys.filter((key) => /made-up|99/.test(key))).toEqual([])
    expect(cachedKeys.length).toBeGreaterThan(5)
  })
})

describe.runIf(renderer)('a page with a query', () => {
  test('is served from the cached page without the query if the parameters are unknown', async () => {
    await announced(of)
    const { headers } = await visit(paths.library)
    const unknown = [
      'utm_source=x',
      'q=',
      'q=%20',
      'q=%00',
      `q=${'x'.repeat(201)}`,
      'free=0',
      'free=yes',
      'group=a%2Fb',
      'order=x',
      'model=x',
      '&=&&',
      '%',
    ]
    for (const query of unknown) expect((await visit(`${paths.library}?${query}`)).headers.etag).toBe(headers.etag)
    for (const query of [
      'order=latest',
      'order=x',
      'min_rating=4.2',
      'length=unknown',
      'model=%20',
      'cursor=a.b',
      'q=x',
      'limit=3',
    ])
      await visit(`${list}?${query}`)
    for (const path of ['/', '/login', paths.terms, paths.prompt('none')])
      await visit(`${path}?q=x&token=${Math.random()}`)
    expect(rendered).toEqual([paths.library, list, '/', '/login', paths.terms, paths.prompt('none')])
  })

  test('is rendered once for each value of known parameters, in any order', async () => {
    for (const query of ['free=1&q=title', 'q=title&utm=x&free=1', 'q=%20title%20&free=1&q=other&free=0'])
      expect((await visit(`${paths.library}?${query}`)).text).toContain('value="title"')
    await visit(`${list}?order=rating_asc&min_rating=4.5`)
    expect(rendered).toEqual([`${paths.library}?q=title&free=1`, `${list}?min_rating=4.5&order=rating_asc`])
  })

  test('evicts neither a main page nor a main API response from the cache', async () => {
    await announced(of)
    const main = ['/', '/login', paths.library, list, paths.api.categories({ use_cases: '0' }), paths.api.functional]
    for (const path of main) await visit(path)
    const cached = main.map((path) => of.responseCache.get(`en ${path}`))
    expect(cached).not.toContain(undefined)
    const queries = 300
    for (let round = 0; round < queries; round += 30)
      await times(30, (time) => visit(`${paths.library}?q=${round + time}`))
    expect(main.map((path) => of.responseCache.get(`en ${path}`))).toEqual(cached)
    expect(of.responseCache.get(`en ${paths.library}?q=0`)).toBeUndefined()
    expect(of.responseCache.get(`en ${paths.library}?q=${queries - 1}`)?.isUnbounded).toBe(true)
    expect(cached.map((answer) => answer?.isUnbounded)).toEqual(cached.map(() => false))
  })

  test('/too-many-requests shows the seconds to wait, rounded to a few values', async () => {
    expect(await waitPage(7)).toMatch(/Please wait (<!-- -->)?7/)
    expect(await waitPage(37)).toMatch(/Please wait (<!-- -->)?37/)
    expect(await waitPage(61)).toMatch(/Please wait (<!-- -->)?90/)
    expect(await waitPage(3600)).toMatch(/Please wait (<!-- -->)?3,600/)
    for (const wait of ['', '-1', 'x']) expect(await waitPage(wait)).toContain('You can continue now.')
    await times(300, (time) => waitPage(time * 12))
    expect(rendered.length).toBeLessThan(35)
  })
})

describe('an API response', () => {
  test('is cached once for all queries with unknown parameters', async () => {
    await announced(of)
    const path = paths.api.categories({ free: '1' })
    await visit(path)
    const cached = of.responseCache.get(`en ${path}`)
    expect(cached).toBeDefined()
    for (const query of ['free=1&utm=x', '__proto__=y&free=1', 'limit=3&free=1&cursor=x']) {
      expect((await visit(`/api/library/categories/?${query}`)).headers.etag).toBe(cached?.etag)
      expect(of.responseCache.get(`en /api/library/categories/?${query}`)).toBeUndefined()
    }
    expect(of.responseCache.get(`en ${path}`)).toBe(cached)
    expect((await visit('/api/library/categories/?free=1&free=1')).status).toBe(400)
    expect((await visit('/api/library/categories/?free=2')).status).toBe(400)
  })
})

describe.runIf(renderer)('a request with an invalid token', () => {
  test("is served the visitor's cached page", async () => {
    await visit(paths.library)
    for (const authorization of ['x', 'Bearer x.y.z', `Bearer ${(await createPerson()).token}`])
      expect((await visit(paths.library, { authorization })).headers['cache-control']).toBe('no-cache')
    expect(rendered).toEqual([paths.library])
  })

  test("is limited like a visitor's", async () => {
    const visitor = newVisitor()
    const read = (authorization?: string) => visitor(paths.api.functional, authorization ? { authorization } : {})
    const half = limits.read.points / 2
    const forged = `Bearer ${(await createPerson()).token.slice(0, -2)}xx`
    const member = `Bearer ${(await createPerson()).token}`
    await waitForReadWindow()
    expect((await times(half, () => read())).every(({ status }) => status === 200)).toBe(true)
    expect((await times(half, () => read(forged))).every(({ status }) => status === 401)).toBe(true)
    for (const authorization of [undefined, 'x', forged]) expect((await read(authorization)).status).toBe(429)
    expect((await read(member)).status).toBe(200)
  })
})

describe.runIf(renderer)('uncached pages', () => {
  test.each([
    ['that do not exist', (time: number) => `/no/such/page-${time}`],
    ['with a query', (time: number) => `${paths.library}?q=${time}`],
  ])('%s are limited by IP address with 429, unlike cached pages', async (_what, path) => {
    const [visitor, other] = [newVisitor(), newVisitor()]
    await other(paths.library)
    await waitForReadWindow()
    const few = await times(limits.render.points, (time) => visitor(path(time), { authorization: 'x' }))
    expect(few.filter(({ status }) => status === 429)).toEqual([])
    // Cached last, since pages with queries share a small part of the cache.
    await other('/too-many-requests?wait=60')
    const refused = await visitor(path(-1))
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'retry-after': expect.stringMatching(/^\d+$/),
        refresh: expect.stringContaining('/too-many-requests?wait='),
      },
    })
    expect((await visitor(paths.library)).status).toBe(200)
    expect((await visitor('/too-many-requests?wait=60&until=x')).status).toBe(200)
    const unkept = await visitor('/too-many-requests?wait=45')
    expect(unkept).toMatchObject({ status: 429, headers: { refresh: expect.stringMatching(/^\d+; url=/) } })
    expect(unkept.headers.refresh).not.toMatch(/^0;/)
    expect((await other(path(-1))).status).not.toBe(429)
  })
})

const inSeconds = (left: number) => new Date(Date.now() + left * 1_000).toISOString()
const redirectOf = async (query: string) => (await visit(`/too-many-requests?${query}`)).headers.location

describe.runIf(renderer)('GET /subscription/success and /subscription/cancel', () => {
  test.each(['success', 'cancel'])('redirect to /subscription with stripe=%s and session_id', async (outcome) => {
    const { status, headers } = await visit(`/subscription/${outcome}?session_id=cs_1`)
    expect([status, headers.location]).toEqual([302, `/subscription?stripe=${outcome}&session_id=cs_1`])
    const without = await visit(`/subscription/${outcome}`)
    expect(without.headers.location).toBe(`/subscription?stripe=${outcome}`)
  })
})

describe.runIf(renderer)('GET /too-many-requests', () => {
  test("redirects until=<time> to the seconds that are left, by the server's clock", async () => {
    for (const cached of ['', 'wait=30']) expect(await redirectOf(cached)).toBeUndefined()
    expect(await redirectOf(`until=${inSeconds(30)}`)).toMatch(/\?wait=(29|30)$/)
    expect(await redirectOf(`until=${inSeconds(-30)}`)).toMatch(/\?wait=0$/)
    expect(await redirectOf(`until=${inSeconds(1e6)}`)).toMatch(/\?wait=86400$/)
  })

  test('redirects a reload to the seconds that are left if their number has changed', async () => {
    expect(await redirectOf(`wait=30&until=${inSeconds(10)}`)).toMatch(/\?wait=(9|10)$/)
    expect(await redirectOf(`wait=30&until=${inSeconds(29)}`)).toBeUndefined()
    expect(await redirectOf('wait=7&until=2999-01-01T00:00:00.000Z')).toBeUndefined()
  })

  test.each(['1e300', '99999', '86401'])('renders a wait of more than a day as one day: %s', async (wait) => {
    expect(await waitPage(wait)).toMatch(/Please wait (<!-- -->)?86,400/)
  })
})

describe.runIf(renderer)('a page requested many times at once', () => {
  test.each([paths.library, '/no/such/page'])('is rendered once: %s', async (path) => {
    const answers = await times(200, () => visit(path, { 'accept-encoding': 'br' }))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([path === paths.library ? 200 : 404]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(rendered).toEqual([path])
  })

  test('is rendered once for 3,000 requests on one connection', async () => {
    await of.listen({ host: '127.0.0.1', port: 0 })
    const request = 'GET / HTTP/1.1\r\nHost: library.test\r\nAccept-Encoding: br\r\n'
    const answers = await sendRaw(of, `${Array(3_000).fill(request).join('\r\n')}Connection: close\r\n\r\n`)
    expect(answers).toHaveLength(3_000)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(rendered).toEqual(['/'])
  })

  test('is rendered again for requests after a change', async () => {
    await announced(of)
    const { resolve, promise } = Promise.withResolvers<void>()
    state.held = promise
    const before = visit(paths.category(category.slug))
    await until(() => rendered.length === 1)
    await sql.query(`UPDATE category_text SET name = 'Changed meanwhile' WHERE category_id = $1`, [category.id])
    await announced(of)
    const after = visit(paths.category(category.slug))
    await until(() => rendered.length === 2)
    resolve()
    expect((await before).status).toBe(200)
    expect((await after).text).toContain('Changed meanwhile')
  })

  test('is refused with 503 while a hundred other pages are being rendered', async () => {
    const { resolve, promise } = Promise.withResolvers<void>()
    state.held = promise
    const begun = times(100, (time) => visit(`/no/such/page-${time}`))
    await until(() => rendered.length === 100)
    expect(await visit('/no/such/page-one-more')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    const joined = visit('/no/such/page-0')
    resolve()
    expect(new Set((await begun).map(({ status }) => status))).toEqual(new Set([404]))
    expect((await joined).status).toBe(404)
    expect((await visit('/no/such/page-one-more')).status).toBe(404)
  })

  test('is rendered again at the next request after a failure', async () => {
    state.held = Promise.reject(new Error('out of luck'))
    state.held.catch(() => {})
    const failed = await times(5, () => visit('/'))
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500]))
    state.held = Promise.resolve()
    expect((await visit('/')).status).toBe(200)
    expect(rendered).toEqual(['/', '/'])
  })
})
