import { Agent, createServer, request } from 'node:http'
import type { RequestOptions } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { Draining } from '../../../server/http/draining.ts'
import { createDatabase, until, waitForBlockedLock, withClient } from '../../support/postgres/database.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'
import type { RunningServer } from '../../support/site.ts'

const url = await createDatabase(inject('postgres'))
const running: RunningServer[] = []
afterAll(() => running.forEach((server) => server.process.kill('SIGKILL')))

async function start(settings: Record<string, string> = {}) {
  const port = await findFreePort()
  const server = runServer({
    DATABASE_URL: url,
    DATA_DIR: createDataFolder(),
    JWT_SECRET: 'a secret that only the tests know of',
    PORT: String(port),
    LIMITS: 'off',
    ...settings,
  })
  running.push(server)
  await server.ready
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => void server.process.kill(signal)
  return { port, stop, exited: server.exited }
}

type Answer = { status: number; connection: string | undefined }

function ask(port: number, path: string, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      response
        .resume()
        .once('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }))
    })
    sent.once('error', reject).end()
  })
}

/** Opens a connection for writing raw bytes. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (bytes) => (heard += bytes.toString())).on('error', (error) => (heard += error.message))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { write: (text: string) => socket.write(text), heard: () => heard, closed }
}

const isReady = async (port: number) => (await ask(port, '/readyz', { agent: false })).status === 200
const body = JSON.stringify({ refresh: 'of nobody' })
const head = `POST ${paths.api.tokenRefresh} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`

/** Half the idle time of a kept connection after a stop; a client that is starved for longer may be reset. */
const latestMs = 250

describe('a server that receives a stop signal', () => {
  test('with DRAIN_SECONDS answers every request of 64 clients behind a load balancer', async () => {
    const { port, stop, exited } = await start({ DRAIN_SECONDS: '5' })
    const clients = { areStopped: false, areDraining: false }
    const failures: string[] = []
    const served = { before: 0, after: 0 }
    const client = async (_: unknown, at: number) => {
      // Half of the clients keep their connection; half request cached responses, half query the database.
      const agent = at % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : (false as const)
      for (let n = 0; !clients.areStopped; n++) {
        const path = at % 4 < 2 ? paths.api.categories() : paths.api.promptSearch({ q: `list ${at} ${n}` })
        const { status } = await ask(port, path, { agent }).catch((error: Error) => ({ status: error.message }))
        if (status === 200) served[clients.areDraining ? 'after' : 'before'] += 1
        else failures.push(`${status}`)
      }
      if (agent) agent.destroy()
    }
    const working = Array.from({ length: 64 }, client)
    await until(() => served.before > 200)
    clients.areDraining = true
    const stoppedAt = performance.now()
    stop()
    await until(async () => !(await isReady(port)))
    clients.areStopped = true
    await Promise.all(working)
    // On a starved machine the balancer may miss the change of /readyz.
    const isInTime = performance.now() - stoppedAt < 4_000
    expect(isInTime ? failures : []).toEqual([])
    expect(served.after).toBeGreaterThan(0)
    expect((await exited).code).toBe(0)
  })

  test('without DRAIN_SECONDS answers every request of 64 keep-alive clients', async () => {
    const { port, stop, exited } = await start()
    const failures: string[] = []
    let served = 0
    const client = async (_: unknown, at: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = 0, connection: string | undefined; connection !== 'close'; n++) {
        const answering = ask(port, paths.api.promptSearch({ q: `list ${at} ${n}` }), { agent })
        const answer = await answering.catch((error: Error) => ({ status: error.message, connection: 'close' }))
        if (answer.status === 200) served += 1
        else failures.push(String(answer.status))
        connection = answer.connection
      }
      agent.destroy()
    }
    const working = Array.from({ length: 64 }, client)
    await until(() => served > 200)
    const pauses = monitorEventLoopDelay()
    pauses.enable()
    stop()
    await Promise.all(working)
    pauses.disable()
    const areLate = pauses.max / 1e6 > latestMs
    expect(areLate ? [] : failures).toEqual([])
    expect((await exited).code).toBe(0)
  })

  test('completes a slow response that was requested before the signal, and closes its connection', async () => {
    const { port, stop, exited } = await start()
    await withClient(url, async (client) => {
      await client.query('BEGIN; LOCK TABLE prompt')
      const answering = ask(port, paths.api.promptSearch({ q: 'list' }), { agent: new Agent({ keepAlive: true }) })
      await waitForBlockedLock(url)
      stop()
      await until(() =>
        isReady(port).then(
          () => false,
          () => true,
        ),
      )
      await client.query('ROLLBACK')
      expect((await answering).connection).toBe('close')
    })
    expect((await exited).code).toBe(0)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'without DRAIN_SECONDS, on %s, answers each request that has begun to arrive',
    async (signal) => {
      const { port, stop, exited } = await start()
      const begun = await Promise.all(Array.from({ length: 64 }, () => open(port)))
      for (const { write } of begun) write(`${head}Expect: 100-continue\r\n\r\n`)
      await until(() => begun.every(({ heard }) => heard().includes('100 Continue')))
      const [silent, reused] = [await open(port), await open(port)]
      reused.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n')
      await until(() => reused.heard().includes('200 OK'))
      stop(signal)
      stop(signal)
      // A kept connection may send one more request, and so may a silent one.
      reused.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n')
      silent.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n')
      await until(() => reused.heard().split('200 OK').length === 3 && silent.heard().includes('200 OK'))
      for (const { write } of begun) write(body)
      await Promise.all([...begun, reused, silent].map(({ closed }) => closed))
      expect(begun.map(({ heard }) => heard()).filter((heard) => !heard.includes('HTTP/1.1 401'))).toEqual([])
      expect((await exited).code).toBe(0)
    },
  )

  // These tests mostly wait, so they run concurrently.
  test.concurrent('with DRAIN_SECONDS returns 503 from /readyz, and closes each connection after its response', async () => {
    const { port, stop, exited } = await start({ DRAIN_SECONDS: '10' })
    const agent = new Agent({ keepAlive: true })
    expect((await ask(port, paths.api.plans, { agent })).connection).toBe('keep-alive')
    stop()
    await until(async () => !(await isReady(port)))
    // Cached responses, other responses, and errors.
    for (const path of [paths.api.plans, paths.api.me, '/healthz', '/api/nothing'])
      expect(await ask(port, path, { agent })).toMatchObject({ connection: 'close', status: expect.any(Number) })
    expect((await ask(port, paths.api.plans, { agent: false })).status).toBe(200)
    expect((await exited).code).toBe(0)
  })

  test.concurrent('does not wait for idle and silent connections', async () => {
    const { port, stop, exited } = await start()
    const [silent, reused] = [await open(port), await open(port)]
    reused.write('GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n')
    await until(() => reused.heard().includes('200 OK'))
    stop()
    await Promise.all([silent.closed, reused.closed])
    expect((await exited).code).toBe(0)
  })

  test.concurrent('returns 408 to a request that never arrives completely, and exits', async () => {
    const { port, stop, exited } = await start()
    const half = await open(port)
    // The head arrived with the request before it.
    half.write(`GET /healthz HTTP/1.1\r\nHost: site\r\n\r\n${head}`)
    await until(() => half.heard().includes('200 OK'))
    stop()
    await half.closed
    expect(half.heard()).toContain('408')
    expect((await exited).code).toBe(0)
  })

  test.concurrent('cuts off a response that never ends, and exits', async () => {
    const draining = new Draining(200)
    const server = createServer(() => {})
    draining.watch(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const answering = ask((server.address() as AddressInfo).port, '/').catch((error: Error) => error.message)
    await new Promise((resolve) => server.once('request', resolve))
    await draining.drain(0)
    expect(await answering).toBe('socket hang up')
  })
})
