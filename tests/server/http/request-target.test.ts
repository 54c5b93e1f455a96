import { beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { get, openApp, renderer, startApp } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { askRaw, sendRaw } from '../../support/raw-http.ts'
import type { RawAnswer } from '../../support/raw-http.ts'

await openApp()

const of = await startApp({ GOOGLE_CLIENT_ID: 'promptory.apps.test' })
const prompt = await createPrompt()
beforeAll(async () => {
  await of.listen({ host: '127.0.0.1', port: 0 })
})

const asking = (target: string) => askRaw(of, `GET ${target} HTTP/1.1`)
/** Origin to which a browser would follow a Location. */
const originOf = (location: string) => new URL(location, 'http://library.test/').origin
const policyOf = ({ headers }: RawAnswer) => headers['content-security-policy']?.[0] ?? ''

const hosts = ['evil.example', '%65vil.example', 'evil.example:80']
const shapes = (host: string) => [
  `//${host}/`,
  `//${host}`,
  `///${host}//`,
  String.raw`/\${host}/`.replace('${host}', host),
  String.raw`\\${host}/`.replace('${host}', host),
  `/%5C${host}/`,
  `/%2F${host}/`,
  `/%2f%2f${host}/`,
  `/x/..//${host}/`,
  `/./%2e%2e//${host}/`,
  `/library/%2e%2e/%2e%2e//${host}/`,
  `http://${host}//${host}/`,
  `http://library.test//${host}/`,
  `http://${host}?//${host}/`,
]

describe.runIf(renderer)("an address that looks like another site's", () => {
  test.each(hosts.flatMap(shapes))('redirects to this site only: %s', async (target) => {
    const answer = await asking(target)
    expect([200, 301, 400, 404]).toContain(answer.status)
    const locations = answer.headers.location ?? []
    expect(locations).toHaveLength(answer.status === 301 ? 1 : 0)
    expect(locations.filter((location) => !/^\/(?![/\\])/.test(location))).toEqual([])
    expect(locations.map(originOf)).toEqual(locations.map(() => 'http://library.test'))
  })

  test.each([
    ['/library/', '/library'],
    ['/library/?free=1&utm=x', '/library?free=1&utm=x'],
    ['//library', '/library'],
    ['/x/../library', '/library'],
    [String.raw`/\library`, '/library'],
    ['/%6cibrary', '/library'],
    ['/library/./use-case//x/', '/library/use-case/x'],
    ['/100%', '/100%25'],
    ['http://evil.example/login/', '/login'],
  ])('redirects to the page of this site with that path: %s to %s', async (target, location) => {
    const answer = await asking(target)
    expect([answer.status, answer.headers.location]).toEqual([301, [location]])
    expect(answer.headers['x-content-type-options']).toEqual(['nosniff'])
  })

  test.each(['/library%2Fuse-case', '/x%5Cy', '/%00', '/no;such#page'])(
    'returns 404 if no page of this site has that path: %s',
    async (target) => {
      const first = await asking(target)
      const answer = first.status === 301 ? await asking(first.headers.location?.[0] ?? '') : first
      expect(answer.status).toBe(404)
      expect(answer.body).not.toContain('href="//')
    },
  )
})

describe.runIf(renderer)('a cached page', () => {
  test.each([
    ['//x/login?a', '/login'],
    ['/x/../register?a', '/register'],
    ['/x//../login', '/login'],
    [String.raw`/\/register`, '/register'],
    ['/%6cogin', '/login'],
    ['http://evil.example/login?b', '/login'],
    ['/login#x', '/login'],
    ['/login;x', '/login'],
    ['/login?/../register', '/login'],
    ['/../login', '/login'],
  ])('has its own Content-Security-Policy even if the first request was for %s', async (target, path) => {
    of.responseCache.connect()
    await asking(target)
    for (let times = 0; times < 2; times++) {
      const answer = await asking(path)
      expect(answer.status).toBe(200)
      expect(policyOf(answer)).toContain('accounts.google.com')
      expect(answer.body).toContain('<form')
    }
    expect(policyOf(await asking('/forgot-password'))).not.toContain('google')
  })

  test('stays in its language after requests with an invalid lang parameter', async () => {
    of.responseCache.connect()
    for (const target of ['//library?lang=es', '/library?lang=xx', '/library?%6cang=es#']) await asking(target)
    const { body } = await asking('/library')
    expect(body).toContain('<html lang="en"')
  })
})

describe('the API', () => {
  const path = paths.api.prompt(prompt.slug)

  test('has its usual headers and language for every spelling of a path', async () => {
    for (const spelling of [path.replace('/api/', '/%61pi/'), path.replace('library', 'l%69brary')]) {
      const answer = await asking(spelling)
      expect(answer.status).toBe(200)
      expect(answer.headers['content-security-policy']?.[0]).toBe("default-src 'none';frame-ancestors 'none'")
      const spanish = await askRaw(of, `GET ${spelling}x/ HTTP/1.1`, [
        'Host: library.test',
        'X-Locale: es',
        'Cookie: lang=en',
      ])
      expect([spanish.status, JSON.parse(spanish.body)]).toEqual([404, { detail: 'No hay nada en esta dirección.' }])
    }
  })

  test.each([
    '/api//library/categories/',
    '/x/../api/library/categories/',
    '//api/library/categories/',
    '/api/library/x/../categories/',
    '/api/library%2Fcategories/',
  ])('returns 404 for ambiguous paths: %s', async (target) => {
    const answer = await asking(target)
    expect(answer.status).toBe(404)
    expect(answer.headers.location).toBeUndefined()
  })

  test('returns 400 for a path that cannot be decoded, with the usual headers', async () => {
    const answer = await asking('/api/library/prompts/%E0%A4%A/')
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      { detail: 'Check the address and the body: this request could not be understood.' },
    ])
    for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-request-id'])
      expect(answer.headers[header]).toHaveLength(1)
  })
})

describe('an unusual request line or Host header', () => {
  const path = paths.api.functional

  test('with two Host headers or none returns 400', async () => {
    for (let times = 0; times < 2; times++) {
      const twice = await askRaw(of, `GET ${path} HTTP/1.1`, ['Host: library.test', 'hOST: evil.example'])
      expect(twice.status).toBe(400)
      expect(twice.headers['x-content-type-options']).toEqual(['nosniff'])
      expect((await askRaw(of, `GET ${path} HTTP/1.1`, [])).status).toBe(400)
      expect((await asking(path)).status).toBe(200)
    }
  })

  test('of HTTP/1.0 needs no Host header', async () => {
    expect((await askRaw(of, `GET ${path} HTTP/1.0`, [])).status).toBe(200)
  })

  test('with the target * returns 404', async () => {
    expect((await askRaw(of, 'OPTIONS * HTTP/1.1')).status).toBe(404)
    expect((await askRaw(of, 'GET * HTTP/1.1')).status).toBe(404)
  })

  test('with a target in absolute form is answered by its path', async () => {
    const [absolute, plain] = [await asking(`http://evil.example${path}`), await asking(path)]
    expect([absolute.status, absolute.body]).toEqual([200, plain.body])
  })

  test('is answered in order if requests are pipelined', async () => {
    const lines = [path, '/api/no', path].map((target) => `GET ${target} HTTP/1.1\r\nHost: library.test\r\n`)
    expect((await sendRaw(of, `${lines.join('\r\n')}Connection: close\r\n\r\n`)).map(({ status }) => status)).toEqual([
      200, 404, 200,
    ])
  })
})

describe('Vary', () => {
  test('names each header once', async () => {
    const long = await createPrompt({ en: { content: 'A long text. '.repeat(300) } })
    for (const path of [paths.api.prompt(long.slug), ...(renderer ? [paths.prompt(long.slug), '/no-such-page'] : [])])
      for (const method of ['GET', 'HEAD', 'GET'] as const) {
        const { headers } = await of.inject({ method, url: path, headers: { 'accept-encoding': 'br' } })
        const names = String(headers.vary).toLowerCase().split(/, */)
        expect(names).toContain('accept-encoding')
        expect(names).toHaveLength(new Set(names).size)
      }
  })
})

describe('HSTS', () => {
  test.each([
    [{}, 'max-age=31536000; includeSubDomains'],
    [{ HSTS_SUBDOMAINS: 'off' }, 'max-age=31536000'],
  ])('has includeSubDomains unless the setting HSTS_SUBDOMAINS is off: %j', async (settings, policy) => {
    const secure = await startApp({ PUBLIC_URL: 'https://library.test', ...settings })
    expect((await get('/healthz', { of: secure })).headers['strict-transport-security']).toBe(policy)
    await secure.close()
  })
})
