import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { advisoryLockIds } from '../../../server/database/locks.ts'
import { findPostgres } from '../../../server/embedded/postgres.ts'
import { until, withClient } from '../../support/postgres/database.ts'
import { fileOf, ndjson, parents, promptRow } from '../../support/importing.ts'
import { createDataFolder, findFreePort, processesOf, runServer, serverCommand } from '../../support/site.ts'
import type { RunningServer } from '../../support/site.ts'

const folder = createDataFolder()
const port = String(await findFreePort())
const settings = { DATA_DIR: folder, PORT: port }
const started: RunningServer[] = []
function start(command?: string[], args: string[] = []) {
  const running = runServer(settings, command && { command: [...command, ...args] })
  started.push(running)
  return running
}
const cli = (...args: string[]) => start([...serverCommand.slice(0, -1), 'scripts/cli/main.ts'], args)
const fetchApi = async (path: string, init?: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

let server: RunningServer
let early: RunningServer
beforeAll(async () => {
  server = start()
  early = cli('user', 'create', '--email', 'early@example.test')
  await server.ready
})
afterAll(async () => {
  for (const running of started) running.process.kill('SIGTERM')
  await Promise.all(started.map(({ exited }) => exited))
})

describe('a command beside a server on the embedded database', () => {
  test('waits until the server has created the database', async () => {
    expect(await early.exited).toMatchObject({ code: 0 })
  })

  test('adds an account that can sign in at once', async () => {
    const email = 'operator@example.test'
    const { code, output } = await cli('user', 'create', '--email', email, '--role', 'admin', '--json').exited
    const { password, ...created } = JSON.parse(output)
    expect([code, created]).toEqual([0, { email, role: 'admin', dry_run: false }])
    const body = JSON.stringify({ email, password })
    const headers = { 'content-type': 'application/json' }
    expect((await fetchApi(paths.api.token, { method: 'POST', headers, body })).status).toBe(200)
  })

  test('imports prompts that the server finds within a second', async () => {
    const [row, path] = [promptRow('beside'), paths.api.prompt('beside')]
    const open = [{ ...parents[3], required_tier: 0 }, { ...parents[4] }]
    const importContent = async (content: string) => {
      const file = await fileOf(
        ndjson(...parents.slice(0, 3), ...open, { ...row, ...promptRow('beside', { content }) }),
      )
      expect(await cli('library', 'import', file).exited).toMatchObject({ code: 0 })
      await until(async () => (await fetchApi(path)).body.content === content)
    }
    await importContent('A walrus at first')
    await importContent('A heron later on')
    const { body } = await fetchApi(paths.api.promptSearch({ q: 'heron' }))
    expect(body.results).toMatchObject([{ slug: 'beside' }])
  })

  test('leaves the server and the database running', async () => {
    expect((await fetchApi('/readyz')).status).toBe(200)
    expect(readFileSync(join(folder, 'server.pid'), 'utf8')).toBe(String(server.process.pid))
  })

  test('reports in one sentence that the server stopped the database', async () => {
    const database = await findPostgres(join(folder, 'postgres'))
    if (!database) throw new Error('There is no database.')
    const release = Promise.withResolvers<void>()
    const holding = withClient(database.url, async (client) => {
      client.on('error', () => {})
      await client.query(`SELECT pg_advisory_lock(${advisoryLockIds.migrations})`)
      await release.promise
    }).catch(() => {})
    const command = cli('user', 'role', '--email', 'operator@example.test', '--role', 'user')
    await until(() => command.output().includes('waiting until it is done.'))
    server.process.kill('SIGTERM')
    const { code, output } = await command.exited
    expect([code, output.split('\n').slice(1)]).toEqual([
      1,
      ['The database stopped during the command, probably because its server stopped. Run the command again.', ''],
    ])
    release.resolve()
    await holding
    expect((await server.exited).code).toBe(0)
  })
})

test.runIf(process.platform === 'linux')('a server start waits for a command that uses its data folder', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const command = cli('library', 'export', pipe)
  await until(() => processesOf(folder).some((name) => name.includes('postgres')))
  const next = start()
  await until(() => next.output() !== '')
  expect(next.output()).toBe(`A command (process ${command.process.pid}) is using ${folder}: waiting until it ends.\n`)
  const exported = await readFile(pipe, 'utf8')
  expect(await command.exited).toMatchObject({ code: 0 })
  expect(exported).toContain('"slug":"beside"')
  await next.ready
  next.process.kill('SIGTERM')
  await next.exited
  expect(processesOf(folder)).toEqual([])
})
