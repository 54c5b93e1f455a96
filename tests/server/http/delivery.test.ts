import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { app, get, openApp, renderer, sql, startApp, url } from '../../support/app.ts'
import { createCover } from '../../support/blog.ts'
import { createCategory, createPrompt, createUseCase } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const category = await createCategory()
const useCase = await createUseCase({ category })
const prompt = await createPrompt({ use_case: useCase, en: { content: 'Ünïcode text. '.repeat(300) } })
const path = paths.api.prompt(prompt.slug)
const media = `/media/${await createCover()}.svg`
const pages = renderer ? [paths.library, paths.prompt(prompt.slug), '/no/such/page'] : []

const ask = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ url: address, headers, method })
type Response = Awaited<ReturnType<typeof ask>>
const decode: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  undefined: (body) => body,
}
const bodyOf = ({ headers, rawPayload }: Response) =>
  decode[String(headers['content-encoding'])]?.(rawPayload).toString()

describe('every response', () => {
  const places = [
    '/healthz',
    '/readyz',
    path,
    paths.api.category('nothing'),
    '/api/nothing',
    `${path}?x=%00`,
    '/api/openapi.json',
    '/api/docs/',
    ...pages,
  ]

  test.each(places)(
    'has a Content-Security-Policy that allows only scripts of the site, and no framing: %s',
    async (address) => {
      const { headers } = await ask(address)
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((rule) => [rule.trim().split(' ')[0], rule.trim()]),
      )
      const isData = address.startsWith('/api/') && address !== '/api/docs/'
      expect(policy.get('default-src')).toBe(`default-src ${isData ? "'none'" : "'self'"}`)
      expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'")
      expect(policy.get('script-src') ?? "script-src 'self'").toMatch(/^script-src 'self'( 'sha256-[^']+')*$/)
      expect(policy.get('object-src') ?? "object-src 'none'").toBe("object-src 'none'")
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['x-frame-options']).toMatch(/DENY|SAMEORIGIN/)
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
    },
  )

  test('has a unique request id, whatever the request contains', async () => {
    const ids = await Promise.all(
      [...places, path].map(
        async (address) =>
          (await ask(address, { 'x-request-id': 'mine', 'request-id': 'mine' })).headers['x-request-id'],
      ),
    )
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has HSTS and upgrade-insecure-requests on an https site', async () => {
    const secure = await startApp({ PUBLIC_URL: 'https://library.test' })
    const { headers } = await secure.inject('/library')
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests')
    await secure.close()
  })
})

test.each(['/reset-password', '/confirm-email', '/oauth/google', '/invitation', '/cancel', '/unsubscribe'])(
  'a page whose address contains a token sends no Referer: %s',
  async (page) => {
    expect((await ask(`${page}?token=x`)).headers['referrer-policy']).toBe('no-referrer')
  },
)

describe('compression', () => {
  test.each<[string | undefined, string | undefined]>([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['nonsense', undefined],
    [undefined, undefined],
  ])('follows Accept-Encoding: %s', async (accepted, encoding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const plain = bodyOf(await ask(path))
    const authorization = `Bearer ${(await createPerson()).token}`
    const fresh = `${path}?${encodeURIComponent(String(accepted))}`
    for (const response of [
      await ask(fresh, headers),
      await ask(fresh, headers),
      await ask(path, { ...headers, authorization }),
    ]) {
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-encoding']).toBe(encoding)
      // A member's response has personal marks at its end.
      expect(JSON.parse(bodyOf(response) ?? '')).toEqual(JSON.parse(plain ?? ''))
    }
    const cached = await ask(fresh, headers)
    expect(cached.headers['content-length']).toBe(String(cached.rawPayload.length))
    expect(String(cached.headers.vary).toLowerCase()).toContain('accept-encoding')
  })

  test('leaves short responses uncompressed', async () => {
    for (let times = 0; times < 2; times++)
      expect(
        (await ask(paths.api.categories(), { 'accept-encoding': 'br' })).headers['content-encoding'],
      ).toBeUndefined()
  })

  test.runIf(renderer)('applies to pages', async () => {
    for (let times = 0; times < 2; times++) {
      const response = await ask(paths.library, { 'accept-encoding': 'br' })
      expect(response.headers['content-encoding']).toBe('br')
      expect(bodyOf(response)).toContain('<!doctype html>')
    }
  })
})

describe('a response shared by all readers', () => {
  const shared = [
    path,
    paths.api.categories(),
    paths.api.functional,
    paths.api.useCasePrompts(useCase.slug),
    ...pages.slice(0, 2),
  ]

  test.each(shared)('has an ETag, and returns 304 for it: %s', async (address) => {
    for (let times = 0; times < 2; times++) {
      const { headers, statusCode } = await ask(address)
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('no-cache')
      for (const known of [headers.etag, `"other", ${headers.etag}`, '*']) {
        const again = await ask(address, { 'if-none-match': String(known) })
        expect([again.statusCode, again.body]).toEqual([304, ''])
        expect(again.headers).toMatchObject({
          etag: headers.etag,
          'cache-control': 'no-cache',
          vary: expect.any(String),
        })
      }
      expect((await ask(address, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    }
  })

  const files = ['/sitemap.xml', '/sitemap-prompts-1.xml', '/blog/rss.xml', '/manifest.webmanifest', media]
  test.each([...shared, ...files])(
    'returns 304 to GET and HEAD for each form of its ETag, cached or not: %s',
    async (address) => {
      const etag = String((await ask(address)).headers.etag)
      const strong = etag.replace(/^W\//, '')
      for (const known of [etag, strong, `W/${strong}`, `W/"other" , ${etag}`, '*'])
        for (const method of ['GET', 'HEAD'] as const) {
          app.responseCache.connect()
          for (const encoding of ['identity', 'br', 'br']) {
            const headers = { 'if-none-match': known, 'accept-encoding': encoding }
            const { statusCode, body, headers: sent } = await ask(address, headers, method)
            expect([known, method, statusCode, body, sent.etag]).toEqual([known, method, 304, '', etag])
            expect(sent['content-length']).toBeUndefined()
          }
        }
      for (const unknown of ['"other"', strong.slice(1, -1), '"*"', ''])
        expect((await ask(address, { 'if-none-match': unknown })).statusCode).toBe(200)
    },
  )

  const ofEach = new Set(['date', 'x-request-id', 'transfer-encoding', 'connection'])
  test.each([...shared, ...files, ...pages.slice(2), '/healthz', '/robots.txt', paths.api.prompt('nothing')])(
    'has the same headers without a body for HEAD: %s',
    async (address) => {
      const [got, head] = await Promise.all(
        (['GET', 'HEAD'] as const).map(async (method) => {
          app.responseCache.connect()
          const { statusCode, headers, body } = await ask(address, {}, method)
          const named = Object.entries(headers).filter(([name]) => !ofEach.has(name))
          return { statusCode, headers: Object.fromEntries(named), body }
        }),
      )
      expect(head).toEqual({ ...got, body: '' })
    },
  )

  test('returns 304 even if it is not cached yet', async () => {
    const { etag } = (await ask(path)).headers
    const again = await ask(`${path}?not-kept-yet`, { 'if-none-match': String(etag), 'accept-encoding': 'br' })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('has a Vary header with every request header that it depends on', async () => {
    const vary = String((await ask(path)).headers.vary).toLowerCase()
    for (const header of ['accept-encoding', 'accept-language', 'x-locale', 'authorization'])
      expect(vary).toContain(header)
  })

  test('has a different ETag in another language, and after a change', async () => {
    const address = paths.api.category(category.slug)
    const etagIn = async (locale: 'en' | 'es') => (await get(address, { locale })).headers.etag
    const before = await etagIn('en')
    await sql.query(`INSERT INTO category_text VALUES ($1, 'es', 'Nombre', '')`, [category.id])
    await expect.poll(() => etagIn('es')).not.toBe(before)
    expect(await etagIn('en')).toBe(before)
  })

  test('that is a refusal never returns 304', async () => {
    const locked = paths.api.prompt((await createPrompt({ tier: 1 })).slug)
    for (let times = 0; times < 2; times++) expect((await ask(locked, { 'if-none-match': '*' })).statusCode).toBe(403)
    expect((await ask(paths.api.prompt('nothing'), { 'if-none-match': '*' })).statusCode).toBe(404)
  })

  test('returns the same headers to HEAD as to GET', async () => {
    for (const address of [path, `${path}?head-first`, paths.api.categories(), ...pages.slice(0, 1)])
      for (let times = 0; times < 2; times++) {
        const [head, whole] = [await ask(address, {}, 'HEAD'), await ask(address)]
        expect([head.statusCode, head.body]).toEqual([200, ''])
        for (const header of ['content-type', 'etag', 'cache-control', 'content-length', 'vary'])
          expect(head.headers[header]).toBe(whole.headers[header])
      }
    expect((await ask(paths.api.prompt('nothing'), {}, 'HEAD')).statusCode).toBe(404)
    expect((await ask(path, { 'accept-encoding': 'br' }, 'HEAD')).headers['content-encoding']).toBe('br')
  })
})

describe('a response for one person', () => {
  test('has no-store and no ETag', async () => {
    const { headers } = await get(path, { as: await createPerson() })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.etag).toBeUndefined()
  })
})

describe('health checks', () => {
  test('return 200 from /healthz while the process runs', async () => {
    expect(await get('/healthz')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
      headers: { 'cache-control': 'no-store' },
    })
  })

  test('return 503 from /readyz while a migration is pending', async () => {
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    const { rows } = await sql.query(
      'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING *',
    )
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { status: 'unavailable' } })
    expect((await get('/healthz')).status).toBe(200)
    const names = Object.keys(rows[0])
    await sql.query(
      `INSERT INTO _prisma_migrations (${names.join(', ')}) VALUES (${names.map((_name, at) => `$${at + 1}`).join(', ')})`,
      Object.values(rows[0]),
    )
    expect((await get('/readyz')).status).toBe(200)
    expect(await migrate(url)).toEqual([])
  })
})
