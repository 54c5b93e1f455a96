import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { createClientErrorHandler } from '../../../server/http/client-errors.ts'
import { app, get, openApp, renderer, startApp } from '../../support/app.ts'
import { createPrompt } from '../../support/library.ts'
import { answersIn, askRaw, sendRaw } from '../../support/raw-http.ts'

await openApp()

const { slug } = await createPrompt()
const beacon = (payload: Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: paths.api.promptCopy(slug), payload, headers })

describe('a compressed request body', () => {
  const packed = { 'content-encoding': 'br', 'content-type': 'application/json' }

  test('is refused with 400, without being decompressed', async () => {
    const payload = brotliCompressSync(JSON.stringify({ email: 'ana@example.test', password: 'x' }))
    const answer = await app.inject({ method: 'POST', url: paths.api.token, payload, headers: packed })
    expect(answer.statusCode).toBe(400)
  })
  test('is accepted by the beacon route up to its size limit in compressed form', async () => {
    expect((await beacon(brotliCompressSync(Buffer.alloc(1_000_000)), packed)).statusCode).toBe(204)
    expect((await beacon(Buffer.alloc(17_000))).statusCode).toBe(413)
  })
})

describe('a response that is expensive to compress', () => {
  test.runIf(renderer)('is sent in the compressed form that the build made, or uncompressed', async () => {
    const [script = ''] = readdirSync(join('dist', 'client', 'assets')).filter((file) => file.endsWith('.js'))
    for (const [accepted = '', encoding] of [
      ['br', 'br'],
      ['x-gzip', undefined],
    ]) {
      const { headers } = await get(`/assets/${script}`, { headers: { 'accept-encoding': accepted } })
      // Compressed on the fly, so without a content-length.
      expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, expect.any(String)])
    }
    const bundle = await get('/api/docs/static/swagger-ui-bundle.js', { headers: { 'accept-encoding': 'br' } })
    expect([bundle.status, bundle.headers['content-encoding']]).toEqual([200, undefined])
  })

  test('is compressed once and cached, for example the OpenAPI document', async () => {
    const asking = { url: '/api/openapi.json', headers: { 'accept-encoding': 'br' } }
    const [made, cached] = [await app.inject(asking), await app.inject(asking)]
    expect([made.headers['content-encoding'], cached.headers['content-encoding']]).toEqual(['br', 'br'])
    expect(cached.headers['content-length']).toBeDefined()
    expect(app.responseCache.get('en /api/openapi.json')).toBeDefined()
  })
})

describe.runIf(renderer)('a file of the build', () => {
  test('sets no cookie, whatever its query contains', async () => {
    expect((await get('/favicon.svg?lang=es')).headers['set-cookie']).toBeUndefined()
    expect((await get('/library?lang=es')).headers['set-cookie']).toContain('lang=es')
  })
})

describe('an invalid HTTP request', async () => {
  const of = await startApp({ PUBLIC_URL: 'https://library.test' })
  await of.listen({ host: '127.0.0.1', port: 0 })
  const shape = { detail: expect.any(String) }

  test('returns the error body of the API, even for the address of a page', async () => {
    const answer = await askRaw(of, 'GET / HTTP/1.1', ['Host: library.test', 'Host: evil.example'])
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, shape])
    const long = await get(`/library/?q=${'x'.repeat(4_100)}`)
    expect([long.status, long.body]).toEqual([404, shape])
  })

  test.each([
    ['GET / HTTP/9.9', 400],
    ['GET / HTTP/2.0', 400],
    ['GET /', 400],
    ['CONNECT library.test:443 HTTP/1.1\r\nHost: x', 400],
    ['GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip', 400],
    ['GET /api/library/taxonomy/functional/ HTTP/1.1', 400],
    ['GET / HTTP/1.1\r\nX-Not: Host', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}`, 431],
  ])('returns the security headers of other refusals: %#', async (head, status) => {
    const [answer] = await sendRaw(of, `${head}\r\n\r\n`)
    expect(answer?.status).toBe(status)
    expect(JSON.parse(answer?.body ?? '')).toEqual(shape)
    expect(answer?.headers).toMatchObject({
      'x-content-type-options': ['nosniff'],
      'cache-control': ['no-store'],
      'x-frame-options': ['DENY'],
      'permissions-policy': [expect.stringContaining('camera=()')],
      'strict-transport-security': ['max-age=31536000; includeSubDomains'],
    })
  })

  test('with an unknown Expect or Upgrade header is answered without it', async () => {
    for (const header of ['Expect: something', 'Connection: Upgrade\r\nUpgrade: websocket']) {
      const answer = await askRaw(of, 'GET /healthz HTTP/1.1', ['Host: x', header])
      expect(answer).toMatchObject({ status: 200, headers: { 'x-content-type-options': ['nosniff'] } })
    }
  })

  test('that is incomplete returns 408', async () => {
    const socket = new PassThrough()
    createClientErrorHandler({ strictTransport: null })({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
    const [answer] = answersIn(await text(socket))
    expect(answer).toMatchObject({ status: 408, headers: { 'x-frame-options': ['DENY'] } })
  })

  test('has its connection closed after 60 idle seconds', () => {
    expect(of.server.timeout).toBe(60_000)
  })
})
