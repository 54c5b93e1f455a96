import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { listenForInvalidations } from '../../../server/cache/invalidation-listener.ts'
import { startDatabaseProxy } from '../../support/postgres/database-proxy.ts'
import { createDatabase, until, withClient } from '../../support/postgres/database.ts'

const postgres = inject('postgres')
const url = await createDatabase(postgres)
const sql = new Client({ connectionString: url })
await sql.connect()
// Removes the invalidations of the migrations.
await sql.query('DELETE FROM cache_invalidation')
afterAll(() => sql.end())

let named = 0
const newTag = () => `tag:${++named}`
const invalidate = (...tags: string[]) => sql.query('SELECT invalidate($1)', [tags])

/** Listens for invalidations; `payloads` are in order of arrival. */
async function listen(at = url) {
  const payloads: string[][] = []
  const connected = Promise.withResolvers<void>()
  let isConnected = false
  const stop = listenForInvalidations(at, {
    onInvalidate: (tags) => payloads.push(tags),
    onConnected: () => ((isConnected = true), connected.resolve()),
    onDisconnected: () => (isConnected = false),
  })
  onTestFinished(stop)
  await connected.promise
  return { payloads, tags: () => payloads.flat(), isConnected: () => isConnected }
}

/** Listening sessions with their last statement, and whether they hold the announcer's lock. */
const sessions = async () =>
  (
    await sql.query<{ pid: number; query: string; announces: boolean }>(
      `SELECT pid, query, EXISTS (SELECT FROM pg_locks WHERE pg_locks.pid = pg_stat_activity.pid AND locktype = 'advisory' AND granted) AS announces
         FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'cache invalidation'`,
    )
  ).rows

const isAnnouncing = (query: string) => query.includes('DELETE FROM cache_invalidation')

/** Starts an announcer in a separate process. */
async function startAnnouncer() {
  const script = `import('./server/cache/invalidation.ts').then(({ listenForInvalidations }) =>
    listenForInvalidations(process.argv[1], { onInvalidate() {}, onConnected() {}, onDisconnected() {} }))`
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script, url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  await until(async () => (await sessions()).some(({ announces }) => announces))
  return child
}

describe('an invalidation', () => {
  test('reaches every server once, within a second after its commit', async () => {
    const [one, other] = [await listen(), await listen()]
    const [before, tag, after] = [newTag(), newTag(), newTag()]
    const both = (expected: string) => until(() => [one, other].every(({ tags }) => tags().includes(expected)))
    await sql.query('BEGIN')
    await invalidate(tag)
    await withClient(url, (client) => client.query('SELECT invalidate($1)', [[before]]))
    await both(before)
    await sql.query('COMMIT')
    await both(tag)
    await invalidate(after)
    await both(after)
    for (const { tags } of [one, other]) expect(tags()).toEqual([before, tag, after])
  })

  test('in a rolled-back transaction reaches no server', async () => {
    const [server, tag] = [await listen(), newTag()]
    await sql.query('BEGIN')
    await invalidate('tag:rolled back')
    await sql.query('ROLLBACK')
    await invalidate(tag)
    await until(() => server.tags().includes(tag))
    expect(server.tags()).toEqual([tag])
  })

  test('with many tags is split into several notifications, and with too many clears the whole cache', async () => {
    const server = await listen()
    const tags = Array.from({ length: 5_000 }, newTag)
    await invalidate(...tags)
    await until(() => server.tags().length >= tags.length)
    expect(server.tags().toSorted()).toEqual(tags.toSorted())
    const { length } = server.payloads
    expect(length).toBeLessThan(20)
    await sql.query(`SELECT invalidate(array_agg('tag:' || n)) FROM generate_series(1, 60000) AS n`)
    await until(() => server.payloads.at(-1)?.[0] === '*')
    expect(server.payloads).toHaveLength(length + 1)
  })
})

describe('the servers of one database', () => {
  test('elect one announcer', async () => {
    await Promise.all([listen(), listen(), listen()])
    // Sessions of earlier tests may still be closing.
    await until(async () => {
      const now = await sessions()
      const announcing = now.filter(({ announces, query }) => announces && isAnnouncing(query))
      return announcing.length === 1 && now.filter(({ query }) => query.includes('pg_try_advisory_lock')).length === 2
    })
    const announcers = new Set<number>()
    for (let look = 0; look < 20; look++) {
      for (const { pid, query, announces } of await sessions())
        if (announces || isAnnouncing(query)) announcers.add(pid)
      await sleep(20)
    }
    expect(announcers.size).toBe(1)
  })

  test('receive within a second the invalidations that a killed announcer did not send', async () => {
    const announcer = await startAnnouncer()
    const [server, left, later] = [await listen(), newTag(), newTag()]
    announcer.kill('SIGSTOP')
    await invalidate(left)
    announcer.kill('SIGKILL')
    await until(() => server.tags().includes(left))
    await invalidate(later)
    await until(() => server.tags().includes(later))
    expect(server.tags()).toEqual([left, later])
  })

  test('replace an announcer that hangs', async () => {
    const announcer = await startAnnouncer()
    const [server, tag] = [await listen(), newTag()]
    announcer.kill('SIGSTOP')
    await invalidate(tag)
    await until(() => server.tags().includes(tag))
    expect(announcer.exitCode).toBeNull()
  })

  test('clear their caches while the announcer is blocked in a statement', async () => {
    const [announcer, other, tag] = [await startAnnouncer(), await listen(), newTag()]
    await sql.query(`SELECT invalidate($1, now() + interval '300 ms')`, [[tag]])
    const blocking = new Client({ connectionString: url })
    await blocking.connect()
    onTestFinished(() => blocking.end())
    await blocking.query('BEGIN')
    await blocking.query('SELECT FROM cache_invalidation FOR UPDATE')
    await until(() => !other.isConnected())
    expect(announcer.exitCode).toBeNull()
    await blocking.query('ROLLBACK')
    await until(async () => {
      await invalidate(tag)
      return other.tags().includes(tag)
    })
  })

  test('reconnect after three seconds without a message from the database, but not when they are busy', async () => {
    const proxy = await startDatabaseProxy(url)
    onTestFinished(async () => void (await proxy.stop()))
    const server = await listen(proxy.url)
    let hasLost = false
    const watch = setInterval(() => (hasLost ||= !server.isConnected()), 1)
    // Blocks the event loop for longer than the timeout of the listener.
    const busyUntil = performance.now() + 3_500
    while (performance.now() < busyUntil);
    const tag = newTag()
    await invalidate(tag)
    await until(() => server.tags().includes(tag))
    clearInterval(watch)
    expect(hasLost).toBe(false)
    proxy.hush()
    await until(() => !server.isConnected())
    await until(server.isConnected)
  })
})
