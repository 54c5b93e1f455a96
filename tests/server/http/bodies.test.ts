import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApp, post, startApp } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'

await openApp()

/** Starts a server with a route that returns the JSON it received. */
async function startEcho() {
  const echo = await startApp()
  echo.post('/api/echo/', { schema: { body: z.unknown(), response: { 200: z.unknown() } } }, async ({ body }) => ({
    body,
  }))
  return echo
}

const app = await startEcho()
const send = (payload: string | undefined, type?: string, locale: 'en' | 'es' = 'en') =>
  post('/api/echo/', payload, { of: app, locale, headers: { ...(type && { 'content-type': type }) } })
const json = (payload: string) => send(payload, 'application/json')
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const listOf = (values: number) => JSON.stringify(Array<string>(values).fill(',a,'))

describe('a POST route that expects JSON', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'accepts JSON as %s',
    async (type) => {
      expect(await send('{"a":[1,"é"]}', type)).toMatchObject({ status: 200, body: { body: { a: [1, 'é'] } } })
    },
  )

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonp',
    'nonsense',
    undefined,
  ])('refuses other content types with 415: %s', async (type) => {
    const wrong = { detail: 'Send the body as JSON, with the content type application/json.' }
    expect(await send('{"a":1}', type)).toMatchObject({ status: 415, body: wrong })
    expect((await send('{"a":1}', type, 'es')).body).toEqual({
      detail: 'Envía el cuerpo como JSON, con el tipo de contenido application/json.',
    })
  })

  test.each(['{', ' ', '{"a":1}x', "{'a':1}", '[1,]', 'NaN'])(
    'refuses invalid JSON with 400: "%s"',
    async (payload) => {
      expect(await json(payload)).toMatchObject({
        status: 400,
        body: { detail: 'Send valid JSON: this body is not valid.' },
      })
    },
  )

  test('accepts an empty body with any content type as null', async () => {
    expect(await json('')).toMatchObject({ status: 200, body: { body: null } })
  })

  test('accepts 32 levels of nesting, and refuses 33', async () => {
    expect((await json(nested(32))).status).toBe(200)
    expect(await json(nested(33))).toMatchObject({
      status: 400,
      body: { detail: 'Nest the JSON at most 32 levels deep.' },
    })
    expect((await json('{"a":'.repeat(33) + '1' + '}'.repeat(33))).status).toBe(400)
    expect((await json(nested(100_000))).status).toBe(400)
    expect((await json(`[${'[],'.repeat(500)}[]]`)).status).toBe(200)
  })

  test('accepts 2,000 values, and refuses more', async () => {
    expect((await json(listOf(2_000))).status).toBe(200)
    expect(await json(listOf(2_001))).toMatchObject({
      status: 400,
      body: { detail: 'Send at most 2,000 values in the JSON.' },
    })
    expect((await json(`{${'"a":1,'.repeat(2_000)}"a":1}`)).status).toBe(400)
  })

  test('does not count brackets within strings as nesting', async () => {
    const text = `${'['.repeat(40)}"\\${'{'.repeat(40)}`
    expect(await json(JSON.stringify({ text, after: [text] }))).toMatchObject({
      status: 200,
      body: { body: { text, after: [text] } },
    })
    expect((await json(JSON.stringify(['\\', JSON.parse(nested(32))]))).status).toBe(400)
  })

  test.each([
    '{"__proto__":{"admin":true}}',
    '{"a":[{"__proto__":1}]}',
    '{"constructor":{"prototype":{"admin":true}}}',
    String.raw`{"\u005f_proto__":{}}`,
  ])('refuses keys that change prototypes with 400: %s', async (payload) => {
    expect(await json(payload)).toMatchObject({
      status: 400,
      body: { detail: 'Send valid JSON: this body is not valid.' },
    })
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('accepts 256 KiB, and refuses more with 413', async () => {
    const full = JSON.stringify('x'.repeat(256 * 1024 - 2))
    expect((await json(full)).status).toBe(200)
    expect(await json(`${full} `)).toMatchObject({
      status: 413,
      body: { detail: 'Send less at once: this body is too large.' },
    })
  })
})

/** Response to an incomplete request, until the connection closes. */
async function sendHalf(port: number, half: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(half)
  // Keeps sending, but too slowly.
  const dripping = setInterval(() => socket.write(' '), 100)
  await closed
  clearInterval(dripping)
  return answer
}

describe('a request that never completes', () => {
  test('is cut off after 15 seconds at most', async () => {
    const slow = await startEcho()
    expect(slow.server).toMatchObject({ requestTimeout: 15_000, headersTimeout: 10_000 })
    slow.server.requestTimeout = 400
    slow.server.headersTimeout = 300
    await slow.listen({ host: '127.0.0.1', port: 0 })
    const { port } = slow.server.address() as AddressInfo
    const head = 'POST /api/echo/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n'
    const [body, headers] = await Promise.all([sendHalf(port, `${head}\r\n[`), sendHalf(port, `${head}X-A: `)])
    expect(body).toMatch(/^(HTTP\/1\.1 408|$)/)
    expect(headers).toMatch(/^HTTP\/1\.1 408/)
    await slow.close()
  })
})

describe('a server that closes', () => {
  test('answers requests in flight, and accepts no new ones', async () => {
    const stopping = await startApp()
    const [arrived, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    stopping.get('/slow', { schema: { response: { 200: z.string() } } }, async () => {
      arrived.resolve()
      await gate.promise
      return 'done'
    })
    const origin = await stopping.listen({ host: '127.0.0.1', port: 0 })
    const inFlight = fetch(`${origin}/slow`)
    await arrived.promise
    const closed = stopping.close()
    await until(() => !stopping.server.listening)
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed')
    gate.resolve()
    const answer = await inFlight
    expect([answer.status, await answer.text()]).toEqual([200, 'done'])
    await closed
  })

  test('does not wait for idle connections', async () => {
    const stopping = await startApp()
    // Neither side closes an idle connection.
    stopping.server.keepAliveTimeout = 0
    await stopping.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    expect(socket.destroyed).toBe(false)
    await stopping.close()
  })
})
