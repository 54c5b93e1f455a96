import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'
import { hasPgBouncer, startPgBouncer } from '../../support/postgres/pgbouncer.ts'
import { createDataFolder, findFreePort, runServer } from '../../support/site.ts'

test('DATABASE_DIRECT_URL without DATABASE_URL is refused, without printing its value', () => {
  const settings = { DATABASE_DIRECT_URL: 'postgresql://somebody:secret@localhost/any' }
  expect(() => parseSettings(settings)).toThrow(
    /^The setting DATABASE_DIRECT_URL is wrong: requires DATABASE_URL, which must be the address of a pooler\.$/,
  )
})

const isThere = hasPgBouncer()
const url = await createDatabase(inject('postgres'))
const transactions = isThere ? await startPgBouncer(url, 'transaction') : null
const statements = isThere ? await startPgBouncer(url, 'statement') : null
const sessions = isThere ? await startPgBouncer(url, 'session') : null
afterAll(async () => {
  await transactions?.stop()
  await statements?.stop()
  await sessions?.stop()
})

async function start(settings: Record<string, string | undefined>) {
  const port = await findFreePort()
  const JWT_SECRET = 'a secret that only the tests know of'
  const defaults = { PORT: String(port), DATA_DIR: createDataFolder(), JWT_SECRET, LIMITS: 'off' }
  const entries = Object.entries({ ...defaults, ...settings })
  const server = runServer(Object.fromEntries(entries.filter((one): one is [string, string] => one[1] !== undefined)))
  onTestFinished(() => void server.process.kill('SIGKILL'))
  const stop = async () => {
    server.process.kill('SIGTERM')
    return server.exited
  }
  return { ...server, stop, at: `http://127.0.0.1:${port}` }
}

const another = (change: (address: URL) => void) => {
  const address = new URL(transactions?.url ?? url)
  change(address)
  return { DATABASE_URL: address.href, DATABASE_DIRECT_URL: url }
}

const read = async <Body>(answer: Promise<Response>) => (await (await answer).json()) as Body

describe.runIf(isThere)('behind a pooler in transaction mode', () => {
  test('every request succeeds, and changes are visible at once', async () => {
    const server = await start({ DATABASE_URL: transactions?.url, DATABASE_DIRECT_URL: url, LOG_LEVEL: 'error' })
    await server.ready
    const ask = (path: string, body?: object, token?: string) =>
      fetch(server.at + path, {
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
    expect((await ask('/readyz')).status).toBe(200)

    const person = { email: 'ada@example.test', password: 'a long enough secret' }
    expect((await ask(paths.api.register, { ...person, name: 'Ada', surname: 'Reader' })).status).toBe(201)
    const { access } = await read<{ access: string }>(ask(paths.api.token, person))
    const categories = await read<{ slug: string }[]>(ask(paths.api.categories()))
    const { results } = await read<{ results: { slug: string }[] }>(
      ask(paths.api.promptSearch({ q: 'list', limit: 20 })),
    )
    const answers = await Promise.all([
      // A unique query string each, so that the responses are not cached.
      ...categories.map(({ slug }, at) => ask(`${paths.api.category(slug)}?n=${at}`)),
      ...results.flatMap(({ slug }, at) => [
        ask(`${paths.api.prompt(slug)}?n=${at}`),
        ask(paths.api.prompt(slug), undefined, access),
        ask(paths.api.promptRating(slug), { value: 4 }, access),
        ask(paths.api.promptSearch({ q: slug }), undefined, access),
        ask(paths.api.collections(), { name: slug }, access),
      ]),
    ])
    expect(answers.length).toBeGreaterThan(50)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])

    const slug = categories[0]?.slug ?? ''
    const nameNow = async () => (await read<{ name: string }>(ask(paths.api.category(slug)))).name
    await nameNow()
    await withClient(url, (client) =>
      client.query(
        `UPDATE category_text SET name = 'Renamed' FROM category WHERE category.id = category_id AND slug = $1`,
        [slug],
      ),
    )
    await until(async () => (await nameNow()) === 'Renamed')
    const { code, output } = await server.stop()
    expect(code).toBe(0)
    expect(output).not.toContain('request failed')
  })

  test.each([
    ['without the address of the database', () => ({ DATABASE_URL: transactions?.url })],
    [
      'with its own address as that of the database',
      () => ({ DATABASE_URL: transactions?.url, DATABASE_DIRECT_URL: transactions?.url }),
    ],
  ])('the server does not start %s, and names the setting', async (_what, settings) => {
    const server = await start(settings())
    const { code, output } = await server.exited
    expect(code).toBe(1)
    expect(output.trim()).toBe(
      'The database is behind a pooler in transaction mode, which does not support LISTEN and locks: set DATABASE_DIRECT_URL to the address of the database itself.',
    )
  })
})

describe.runIf(isThere)('the server does not start', () => {
  const inStatementMode = /^The database is behind a pooler in statement mode, which does not support transactions: .*$/
  const unusable = /^The pooler of DATABASE_URL cannot be used: .*$/
  test.each([
    ['behind a pooler in statement mode', () => ({ DATABASE_URL: statements?.url }), inStatementMode],
    [
      'with requests through a pooler in statement mode',
      () => ({ DATABASE_URL: statements?.url, DATABASE_DIRECT_URL: url }),
      inStatementMode,
    ],
    ['with a wrong password for the pooler', () => another((address) => (address.password = 'wrong')), unusable],
    ['with a port where no pooler is', () => another((address) => (address.port = '1')), unusable],
  ])('%s, and prints the reason in one sentence', async (_what, settings, sentence) => {
    const { code, output } = await (await start(settings())).exited
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(sentence)])
  })
})

describe.runIf(isThere)('behind a pooler in session mode', () => {
  test('the server starts like without a pooler', async () => {
    const server = await start({ DATABASE_URL: sessions?.url })
    await server.ready
    expect((await fetch(`${server.at}/readyz`)).status).toBe(200)
    expect((await server.stop()).code).toBe(0)
  })
})
