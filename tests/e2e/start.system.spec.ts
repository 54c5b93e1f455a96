import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { describeFailure } from '../../server/database/describe-failure.ts'
import { findAccount } from '../../server/embedded/postgres-programs.ts'
import { parseSettings, StartProblem } from '../../server/settings/settings.ts'
import { until, withClient } from '../support/postgres/database.ts'
import { createDataFolder, findFreePort, processesOf, runServer, serverCommand } from '../support/site.ts'

const folder = createDataFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function settings() {
  return { DATA_DIR: folder, PORT: String(await findFreePort()) }
}
const postgresPid = (of = folder) => Number(readFileSync(join(of, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

const statusAt = (port: string) =>
  fetch(`http://127.0.0.1:${port}/api/library/categories/?free=1`).then(({ status }) => status)

/** Sum of clicks in the folder's database, while no server uses it. */
async function sumOfClicks(): Promise<number> {
  const { startPostgres } = await import('../../server/embedded/postgres.ts')
  const postgres = await startPostgres(join(folder, 'postgres'))
  try {
    return await withClient(postgres.url, async (client) => {
      const { rows } = await client.query('SELECT coalesce(sum(count), 0)::int AS clicks FROM category_clicks')
      return rows[0].clicks
    })
  } finally {
    await postgres.stop()
  }
}

describe('starting and stopping', () => {
  test('SIGTERM stops the database too, and leaves no process or lock file', async () => {
    const server = runServer(await settings())
    await server.ready
    expect(processesOf(folder).length).toBeGreaterThan(2)
    server.process.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    expect(processesOf(folder)).toEqual([])
    expect(existsSync(join(folder, 'server.pid'))).toBe(false)
  })

  test('the signing secret is created once, readable by its owner only', async () => {
    const file = join(folder, 'jwt-secret')
    const secret = readFileSync(file, 'utf8')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const server = runServer(await settings())
    await server.ready
    server.process.kill('SIGINT')
    expect((await server.exited).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(secret)
  })

  test('the data of a killed server are opened by the next server', async () => {
    const killed = runServer(await settings())
    await killed.ready
    killed.process.kill('SIGKILL')
    await killed.exited
    const defaults = await settings()
    const next = runServer(defaults)
    await next.ready
    // An overloaded server returns 503 for a moment.
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${defaults.PORT}/api/library/categories/`)
      if (answer.status === 503) return false
      expect(((await answer.json()) as unknown[]).length).toBe(64)
      return true
    })
    next.process.kill('SIGTERM')
    expect((await next.exited).code).toBe(0)
  })

  test('acknowledged clicks are counted after a stop', async () => {
    const before = await sumOfClicks()
    const first = await settings()
    const server = runServer(first)
    await server.ready
    const click = `http://127.0.0.1:${first.PORT}/api/library/categories/content-marketing/click/`
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(click, { method: 'POST', body: '{}' })))
    // An overloaded server returns 503 and does not count the click.
    const acknowledged = answers.filter(({ status }) => status === 204).length
    expect(acknowledged).toBeGreaterThan(0)
    server.process.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    expect((await sumOfClicks()) - before).toBe(acknowledged)
  })

  test('a start is refused in one sentence while another server uses the data folder', async () => {
    const first = runServer(await settings())
    await first.ready
    const { code, output } = await runServer(await settings()).exited
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      `Another server (process ${first.process.pid}) is using ${folder}: stop it, or set DATA_DIR to another folder.`,
    )
    first.process.kill('SIGTERM')
    await first.exited
  })

  test('a start is refused in one sentence if the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { code, output } = await runServer({ DATA_DIR: folder, PORT: String(port) }).exited
    other.close()
    expect(code).toBe(1)
    expect(output.trim()).toBe(`Port ${port} of 127.0.0.1 is in use: stop the other program, or set PORT.`)
  })

  test.each([
    [{ PORT: 'abc' }, 'The setting PORT (abc) is wrong'],
    [{ DATA_DIR: '/dev/null/none' }, '/dev/null/none cannot be used: not a directory (ENOTDIR)'],
    [{ DATA_DIR: fileURLToPath(import.meta.url) }, 'start.system.spec.ts cannot be used: file already exists (EEXIST)'],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }, 'The database could not be prepared'],
  ])('a start is refused in one sentence with the settings %j', async (wrong, sentence) => {
    const { code, output } = await runServer({ DATA_DIR: folder, ...wrong }).exited
    expect(code).toBe(1)
    expect(output).toContain(sentence)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'The setting TRUST_PROXY (10.0.0.0/99) is wrong'],
    [{ TRUST_PROXY: 'everyone' }, 'The setting TRUST_PROXY (everyone) is wrong'],
    [{ NODE_ENV: 'production' }, 'The setting JWT_SECRET is wrong: must be set if NODE_ENV is production.'],
    [{ SOCIAL_LINKS: 'nowhere' }, 'The setting SOCIAL_LINKS (nowhere) is wrong: must be names and addresses'],
    [{ MAIL_FROM: 'Library' }, 'The setting MAIL_FROM (Library) is wrong: must be an address, or a name'],
    [
      { MAIL_FROM: 'Us <us@gmail.com>' },
      'The setting MAIL_FROM (Us <us@gmail.com>) is wrong: must be an address of your own domain',
    ],
    [{ SMTP_URL: 'http://post' }, 'The setting SMTP_URL is wrong'],
    [{ JWT_SECRET: 'short' }, 'The setting JWT_SECRET is wrong: must have at least 32 characters.'],
    [
      { PAYMENTS: 'sandbox', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'The setting STRIPE_SECRET_KEY is wrong: must be a test key',
    ],
  ])('the invalid settings %j are refused in one sentence', (wrong, sentence) => {
    let reason: unknown
    try {
      parseSettings(wrong)
    } catch (error) {
      reason = error
    }
    expect(reason).toBeInstanceOf(StartProblem)
    const output = String(describeFailure(reason))
    expect(output).toContain(sentence)
    expect(output.split('\n')).toHaveLength(1)
  })

  test.runIf(process.platform === 'linux')('a start is refused in one sentence if the disk is full', async () => {
    const full = createDataFolder()
    // Limits files to 400 KB.
    const command = ['sh', '-c', 'ulimit -f 400 && exec "$@"', 'sh', ...serverCommand]
    const { code, output } = await runServer({ DATA_DIR: full, PORT: '0' }, { command }).exited
    expect(code).toBe(1)
    expect(output).toContain(`A database could not be created in ${full}/postgres: `)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(readdirSync(full)).toEqual(['server.lock'])
    rmSync(full, { recursive: true })
  })

  test('a start is refused in one sentence if the data are of another PostgreSQL version', async () => {
    const file = join(folder, 'postgres/PG_VERSION')
    const version = readFileSync(file, 'utf8')
    writeFileSync(file, '15\n')
    const { code, output } = await runServer(await settings()).exited
    writeFileSync(file, version)
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain('belongs to PostgreSQL 15, which PostgreSQL 18')
    expect(output).toContain(
      `With the release that created it, run "npm run cli -- backup FILE", move ${folder}/postgres away, then run "npm run cli -- restore FILE" with this release.`,
    )
  })
})

describe('the embedded database', () => {
  const odd = join(createDataFolder(), `it's "odd" $HOME \`id\` %41 \\ ${'long '.repeat(30)}`)
  afterAll(() => rmSync(join(odd, '..'), { recursive: true, force: true }))

  test('is restarted when it is killed, in a folder with special characters', async () => {
    mkdirSync(odd)
    const port = String(await findFreePort())
    const server = runServer({ DATA_DIR: odd, PORT: port })
    await server.ready
    const former = postgresPid(odd)
    process.kill(former, 'SIGKILL')
    await until(() => server.output().includes('The embedded PostgreSQL is available again.'))
    expect(postgresPid(odd)).not.toBe(former)
    await until(async () => (await statusAt(port)) === 200)
    server.process.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    expect(processesOf(odd)).toEqual([])
  })

  test.each([
    ['whatever process has the number of a killed one', true],
    ['after one that could not write its number', false],
  ])('is started %s, with its password file inside or beside its folder', async (_what, isOutside) => {
    if (isOutside) renameSync(join(odd, 'postgres/password'), join(odd, 'postgres.password'))
    const other = spawn('sleep', ['60'], findAccount())
    const lines = [other.pid, join(odd, 'postgres'), 1, 1, '', '127.0.0.1', '', 'ready', '']
    writeFileSync(join(odd, 'postgres/postmaster.pid'), isOutside ? lines.join('\n') : '')
    const server = runServer({ DATA_DIR: odd, PORT: '0' })
    await server.ready
    server.process.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
    other.kill()
  })

  test('stops the server with the reason if it cannot be restarted', async () => {
    const server = runServer({ DATA_DIR: odd, PORT: '0' })
    await server.ready
    const pid = postgresPid(odd)
    renameSync(join(odd, 'postgres/global'), join(odd, 'postgres/lost'))
    process.kill(pid, 'SIGKILL')
    const { code, output } = await server.exited
    renameSync(join(odd, 'postgres/lost'), join(odd, 'postgres/global'))
    expect(code).toBe(1)
    expect(output).toContain('The embedded PostgreSQL did not start: ')
    expect(output).not.toMatch(/\n\s+at /)
    expect(processesOf(odd)).toEqual([])
  })

  test('is moved aside if it is incomplete, and refused if it is complete but lacks its password', async () => {
    const [cluster, password] = [join(odd, 'postgres'), join(odd, 'postgres/password')]
    rmSync(join(odd, 'postgres.password'))
    const refused = await runServer({ DATA_DIR: odd, PORT: '0' }).exited
    expect(refused.output.trim()).toBe(`The password of the database is missing: ${password} cannot be read.`)
    rmSync(join(cluster, 'log'))
    const server = runServer({ DATA_DIR: odd, PORT: '0' })
    await server.ready
    expect(server.output()).toContain(
      `The database in ${cluster} is incomplete: it was moved to ${cluster}.unfinished-`,
    )
    server.process.kill('SIGTERM')
    await server.exited
  })
})
