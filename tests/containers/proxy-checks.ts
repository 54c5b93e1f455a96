import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { until } from '../support/postgres/database.ts'
import { findFreePort } from '../support/site.ts'
import { startCaddy } from './parts.ts'
import { openSite } from './site.ts'

async function startStandIn(name: string) {
  const port = await findFreePort()
  const state = { isReady: true, breaks: false, asset: 404, asked: 0 }
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/readyz') return response.writeHead(state.isReady ? 200 : 503).end()
    state.asked += 1
    if (state.breaks) return response.destroy()
    const status = request.url?.startsWith('/assets/') ? state.asset : state.isReady ? 200 : 503
    return response.writeHead(status, { 'strict-transport-security': 'max-age=9', 'retry-after': '7' }).end(name)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    address: `127.0.0.1:${port}`,
    state,
    close,
    listen: () => once(server.listen(port, '127.0.0.1'), 'listening'),
  }
}

const intervalsMs = 2_500
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Checks the Caddyfile with two replicas in every state. Returns the deviations. */
export async function checkProxy(folder: string): Promise<string[]> {
  const [one, two] = [await startStandIn('one'), await startStandIn('two')]
  const [http, https, events] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const caddy = startCaddy(folder, [one.address, two.address], { http, https, events })
  await until(() => existsSync(caddy.authority))
  const { ask, newAgent } = openSite(https, caddy.authority)
  const problems: string[] = []
  const wants = (what: string, found: unknown, expected: unknown) => {
    if (String(found) !== String(expected)) problems.push(`${what}: ${String(found)} instead of ${String(expected)}`)
  }
  const get = (path: string) => ask(path, { agent: newAgent() })
  // No body: Caddy before 2.8 closes it on a failed connection and cannot repeat it.
  const post = (path: string) => ask(path, { agent: newAgent(), method: 'POST' })
  try {
    await until(() =>
      get('/').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    two.state.asset = 200
    wants('a file of the other release', (await get('/assets/x.js')).text, 'two')
    two.state.asset = 404
    wants('a file of no release', (await get('/assets/x.js')).status, 404)

    one.state.breaks = true
    two.state.breaks = true
    const before = one.state.asked + two.state.asked
    wants('a POST that a replica broke off', (await post('/')).status, 502)
    wants('how often it was sent', one.state.asked + two.state.asked - before, 1)
    two.state.breaks = false
    await sleep(intervalsMs)
    const reads = await Promise.all(Array.from({ length: 8 }, () => get('/')))
    wants(
      'reads that one replica breaks off',
      reads.map(({ text }) => text).filter((text) => text !== 'two'),
      '',
    )
    one.state.breaks = false

    one.state.isReady = false
    await sleep(intervalsMs)
    const drained = await Promise.all(Array.from({ length: 8 }, () => post('/')))
    wants(
      'POSTs while one replica stops',
      drained.map(({ text }) => text).filter((text) => text !== 'two'),
      '',
    )
    two.state.isReady = false
    await sleep(intervalsMs)
    const away = await post('/')
    wants(
      'while no replica is ready',
      [away.status, away.headers['retry-after'], away.headers['strict-transport-security']],
      [503, '7', undefined],
    )

    one.state.isReady = true
    two.state.isReady = true
    await sleep(intervalsMs)
    await one.close()
    await sleep(100)
    const gone = await Promise.all(Array.from({ length: 8 }, () => post('/')))
    wants(
      'POSTs while one replica is gone',
      gone.map(({ text }) => text).filter((text) => text !== 'two'),
      '',
    )
    await two.close()
    const none = await get('/')
    wants('while both are gone', [502, 503].includes(none.status), true)
    await Promise.all([one.listen(), two.listen()])
    await until(() =>
      get('/').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  } finally {
    await caddy.stop()
    await Promise.all([one.close(), two.close()])
  }
  return problems
}
