import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { collapseRepeatedEntries } from '../../../server/log-repeats.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'

type Line = Record<string, unknown>

async function start(settings: Record<string, string>) {
  const [url, port] = [await createDatabase(inject('postgres')), await findFreePort()]
  const data = { DATABASE_URL: url, DATA_DIR: createDataFolder(), PORT: String(port), LIMITS: 'off' }
  const server = runServer({ ...data, ...settings })
  await server.ready
  const lines = () =>
    server
      .output()
      .split('\n')
      .flatMap((text) => (text.startsWith('{') ? [JSON.parse(text) as Line] : []))
  const sql = (statement: string) => withClient(url, (client) => client.query(statement))
  return {
    sql,
    /** Sends a request while a table is missing. */
    without: async (table: string, ask: () => Promise<Response>) => {
      await sql(`ALTER TABLE "${table}" RENAME TO away`)
      return ask().finally(() => sql(`ALTER TABLE away RENAME TO "${table}"`))
    },
    ask: (path: string, body?: object) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    output: server.output,
    lines,
    /** The first log line with these fields. */
    line: async (facts: Line) => {
      const found = () => lines().find((line) => Object.entries(facts).every(([name, value]) => line[name] === value))
      await until(() => found() !== undefined)
      return found()
    },
    stop: async () => {
      server.process.kill('SIGTERM')
      await server.exited
    },
  }
}

const [quiet, telling] = await Promise.all([start({ LOG_LEVEL: 'info' }), start({ LOG_LEVEL: 'debug' })])
afterAll(() => Promise.all([quiet.stop(), telling.stop()]))
const number = expect.any(Number)

describe('a failed request', () => {
  const person = { email: 'somebody-private@example.test', password: 'a private password' }

  beforeAll(async () => {
    for (const { without, ask, sql } of [quiet, telling]) {
      await without('user', () => ask(`${paths.api.token}?token=private-token`, person))
      // PostgreSQL's message about a violated constraint contains the row.
      await sql(`ALTER TABLE "user" ADD CHECK (email NOT LIKE '%private%')`)
      await ask(paths.api.register, { ...person, name: 'Private', surname: 'private' })
    }
  })

  test.each([quiet, telling])(
    'is logged in one line with method, route, status, time and id',
    async ({ line, lines, ask, without }) => {
      expect(await line({ msg: 'request failed' })).toEqual({
        level: 'error',
        time: expect.any(String),
        reqId: expect.any(String),
        method: 'POST',
        route: '/api/users/token/',
        status: 500,
        ms: number,
        err: {
          type: 'PrismaClientKnownRequestError',
          message: expect.stringMatching(/^P\d+$/),
          stack: expect.stringContaining('at '),
          // PostgreSQL's error code, without its message.
          cause: expect.objectContaining({ cause: { type: expect.any(String), message: '42P01', stack: '' } }),
        },
        msg: 'request failed',
      })
      expect(lines().filter(({ route, level }) => route === '/api/users/token/' && level === 'error')).toHaveLength(1)
      const failed = await without('effective_category', () => ask(paths.api.category('private-slug')))
      expect(await line({ reqId: failed.headers.get('x-request-id') })).toMatchObject({
        route: '/api/library/categories/:slug/',
        status: 500,
      })
    },
  )

  test.each([quiet, telling])('is logged without personal data', async ({ line, output }) => {
    await line({ route: '/api/users/register/', status: 500 })
    expect(output()).not.toMatch(/private/i)
  })
})

describe('a refused request', () => {
  test('is logged with LOG_LEVEL=debug only', async () => {
    for (const server of [quiet, telling]) await server.ask(paths.api.category('no-such-private-slug'))
    expect(await telling.line({ status: 404 })).toMatchObject({
      level: 'debug',
      method: 'GET',
      route: '/api/library/categories/:slug/',
      ms: number,
      msg: 'request done',
    })
    expect(quiet.lines().filter(({ level }) => level !== 'error' && level !== 'info')).toEqual([])
    expect(quiet.lines().filter(({ status }) => status === 404)).toEqual([])
  })
})

describe('LOG_LEVEL=debug', () => {
  test('logs the duration of each statement', async () => {
    await telling.ask(paths.api.functional)
    const { statement, ms } = (await telling.line({ msg: 'statement' })) ?? {}
    expect(statement).toMatch(/^[A-Z]+ \S/)
    expect(ms).toEqual(number)
  })

  test('logs cache misses, stores, hits and drops', async () => {
    await telling.ask(paths.api.plans)
    await telling.ask(paths.api.plans)
    for (const cache of ['miss', 'set', 'hit']) expect(await telling.line({ cache })).toMatchObject({ level: 'debug' })
    await telling.sql(`UPDATE category_text SET name = 'Renamed'`)
    expect((await telling.line({ cache: 'drop' }))?.tags).toEqual(expect.arrayContaining([expect.any(String)]))
  })

  test('logs completed jobs', async () => {
    await telling.ask(paths.api.passwordReset, { email: 'nobody-private@example.test' })
    expect(await telling.line({ msg: 'A job completed', job: 'user_mail' })).toMatchObject({ attempt: 1, ms: number })
    expect(telling.output()).not.toContain('private')
  })
})

test('repeated failures are logged once, then counted in one line', async () => {
  const written: object[] = []
  const write = collapseRepeatedEntries((facts, text) => void written.push({ ...facts, text }), 50)
  for (let time = 0; time < 5; time++) write('away', { time }, 'request failed')
  write('full', { time: 5 }, 'request failed')
  expect(written).toEqual([
    { time: 0, text: 'request failed' },
    { time: 5, text: 'request failed' },
  ])
  await until(() => written.length === 3)
  expect(written[2]).toEqual({ kind: 'away', repeated: 4, seconds: 0.05, text: 'request failed: the same again' })
  write('away', { time: 6 }, 'request failed')
  expect(written[3]).toEqual({ time: 6, text: 'request failed' })
})

test('failures of /readyz are logged in one line, but not while the server is stopping', async () => {
  const server = await start({ LOG_LEVEL: 'info', DRAIN_SECONDS: '10' })
  const failures = () => server.lines().filter(({ msg }) => msg === 'request failed')
  await server.sql('ALTER SEQUENCE cache_invalidation_id_seq RENAME TO away')
  for (let time = 0; time < 4; time++) expect((await server.ask('/readyz')).status).toBe(503)
  await until(() => failures().length > 0)
  await server.sql('ALTER SEQUENCE away RENAME TO cache_invalidation_id_seq')
  expect((await server.ask('/readyz')).status).toBe(200)
  const stopped = server.stop()
  await until(async () => (await server.ask('/readyz')).status === 503)
  await server.ask('/readyz')
  await stopped
  expect(failures()).toMatchObject([{ route: '/readyz', status: 503, reqId: expect.any(String) }])
})
