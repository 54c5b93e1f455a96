import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { closeDatabase, db, isUnavailable, openDatabase, queryRows } from '../../../server/database/db.ts'
import type { Prisma } from '../../../server/database/db.ts'
import { get, openApp, post, renderer, sql, url } from '../../support/app.ts'
import type { TestResponse } from '../../support/app.ts'
import { startDatabaseProxy } from '../../support/postgres/database-proxy.ts'
import { until } from '../../support/postgres/database.ts'
import { createCategory, createPrompt } from '../../support/library.ts'
import { createPerson } from '../../support/people.ts'

await openApp()

const isAway = (promise: Promise<unknown>) => promise.then(() => null, isUnavailable)

const database = await startDatabaseProxy(url)
await closeDatabase()
await openDatabase(database.url, 4)
afterAll(() => database.stop())
beforeEach(async () => {
  database.become('pass')
  await until(async () => !(await isAway(db.$queryRaw`SELECT 1`)))
})

async function createSubjects() {
  const [category, prompt, person] = [await createCategory(), await createPrompt(), await createPerson()]
  return { category, prompt, person }
}

/** A Prisma read, SQL without Prisma, a transaction, a write, and /readyz. */
const requests: [string, (subjects: Awaited<ReturnType<typeof createSubjects>>) => Promise<TestResponse>][] = [
  ['a read', ({ category }) => get(paths.api.category(category.slug))],
  ["a member's read", ({ prompt, person }) => get(paths.api.prompt(prompt.slug), { as: person })],
  ['a password reset', ({ person }) => post(paths.api.passwordReset, { email: person.email })],
  ['a log-in', ({ person }) => post(paths.api.token, { email: person.email, password: 'whatever it was' })],
]
const busy = {
  en: 'The server is busy. Try again in a moment.',
  es: 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
}

async function expectBusy(answers: Promise<TestResponse>[]) {
  for (const { status, headers, body } of await Promise.all(answers)) {
    expect(status).toBe(503)
    expect(headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    expect(body).toEqual({ detail: busy.en, request_id: headers['x-request-id'] })
  }
}

describe.each([
  ['refuses connections', 'refuse'],
  ['starts', { complain: '57P03' }],
  ['has no room for more connections', { complain: '53300' }],
  ['is behind a pooler that cannot reach it', { complain: '08P01' }],
  ['accepts connections and sends nothing', 'silent'],
] as const)('while the database %s', (_what, mode) => {
  test('requests return 503 with Retry-After, and succeed again afterwards', async () => {
    const subjects = await createSubjects()
    database.become(mode)
    const [ready] = await Promise.all([get('/readyz'), expectBusy(requests.map(([, ask]) => ask(subjects)))])
    expect(ready.status).toBe(503)
    expect((await get('/healthz')).status).toBe(200)
    database.become('pass')
    await until(async () => (await get(paths.api.category(subjects.category.slug))).status === 200)
  })
})

const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

const ends = `SELECT pg_terminate_backend(pid) ${waiting}`
const interruptions: [string, () => unknown][] = [
  ['its connection is cut', () => database.cut()],
  ['the database ends its session', () => sql.query(ends)],
  ['the database ends its statement', () => sql.query(ends.replace('terminate', 'cancel'))],
]

describe.each(requests)('%s', (_what, request) => {
  test.each(interruptions)('returns 503 when %s during a statement', async (_how, interrupt) => {
    const subjects = await createSubjects()
    await sql.query('BEGIN; LOCK TABLE category, prompt, "user", session, pgboss.job IN ACCESS EXCLUSIVE MODE')
    try {
      const answer = request(subjects)
      let isAnswered = false
      void answer.then(() => (isAnswered = true))
      // The waiting statement may also belong to a job.
      await until(async () => {
        await sql.query('SELECT pg_stat_clear_snapshot()')
        if ((await sql.query(`SELECT ${waiting}`)).rows.length > 0) await interrupt()
        return isAnswered
      })
      await expectBusy([answer])
    } finally {
      await sql.query('ROLLBACK')
    }
    expect((await request(subjects)).status).toBeLessThan(500)
  })
})

describe.skipIf(!renderer)('a page while the database is away', () => {
  test.each([
    ['en', 'Try again'],
    ['es', 'Reintentar'],
  ])('returns 503 in %s with Retry-After, and is not cached', async (locale, text) => {
    const { category } = await createSubjects()
    const path = `${paths.category(category.slug)}?lang=${locale}`
    database.become('refuse')
    const page = await get(path)
    expect(page.status).toBe(503)
    expect(page.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).toContain(`<html lang="${locale}"`)
    expect(page.text).toContain(text)
    database.become('pass')
    expect((await get(path)).status).toBe(200)
  })

  test('returns 500 without Retry-After if the error is in our SQL', async () => {
    const { category } = await createSubjects()
    await sql.query('ALTER TABLE category_text RENAME TO category_text_away')
    const page = await get(paths.category(category.slug)).finally(() =>
      sql.query('ALTER TABLE category_text_away RENAME TO category_text'),
    )
    expect(page.status).toBe(500)
    expect(page.headers['retry-after']).toBeUndefined()
  })
})

describe('a transaction between two statements', () => {
  test('fails as "database unavailable" if the database ends its session', async () => {
    database.become('pass without ends')
    const ended = db.$transaction(async (transaction) => {
      const [{ pid } = {}] = await transaction.$queryRaw<{ pid?: number }[]>`SELECT pg_backend_pid() AS pid`
      await sql.query('SELECT pg_terminate_backend($1, 5000)', [pid])
      await sleep(100)
      await transaction.$queryRaw`SELECT 1`
    })
    void ended.catch(() => database.cut())
    expect(await isAway(ended)).toBe(true)
  })
})

describe('an error in our code', () => {
  test('does not count as an unavailable database', async () => {
    expect(await isAway(db.$queryRawUnsafe('SELECT $1::int'))).toBe(false)
    expect(await isAway(queryRows({ text: 'SELECT $1::int', values: [] }))).toBe(false)
    expect(await isAway(db.$queryRawUnsafe('SELECT nonsense'))).toBe(false)
    expect(await isAway(queryRows({ text: 'SELECT nonsense', values: [] }))).toBe(false)
    const ended: Prisma.TransactionClient[] = []
    await db.$transaction(async (transaction) => void ended.push(transaction))
    for (const transaction of ended) expect(await isAway(transaction.$queryRaw`SELECT 1`)).toBe(false)
  })

  test('is distinguished from a transaction timeout, which counts as an unavailable database', async () => {
    const slow = db.$transaction((transaction) => transaction.$executeRaw`SELECT pg_sleep(0.3)`, { timeout: 50 })
    expect(await isAway(slow)).toBe(true)
  })

  test('leaves the connection usable', async () => {
    const session = { text: 'SELECT pg_backend_pid()', values: [] }
    const before = await queryRows(session)
    await queryRows({ text: 'SELECT nonsense', values: [] }).catch(() => {})
    expect(await queryRows(session)).toEqual(before)
  })
})

describe('a database connection for requests', () => {
  test('has a statement timeout of 30 seconds', async () => {
    expect(await queryRows({ text: 'SHOW statement_timeout', values: [] })).toEqual([{ statement_timeout: '30s' }])
  })
})
