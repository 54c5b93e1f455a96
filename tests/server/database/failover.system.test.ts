import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openArchive } from '../../../server/backup/archive-file.ts'
import { backUp } from '../../../server/backup/backup.ts'
import Registry from 'prom-client/lib/registry.js'
import { lookAtStandbys } from '../../../scripts/cli/doctor/standby-checks.ts'
import { restore } from '../../../server/backup/restore.ts'
import { listenForInvalidations } from '../../../server/cache/invalidation-listener.ts'
import { DatabaseClient } from '../../../server/database/database-client.ts'
import { standbyStateQuery } from '../../../server/database/standbys.ts'
import { DatabaseUnavailable } from '../../../server/database/database-pool.ts'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../../server/database/db.ts'
import { createJobs } from '../../../server/jobs.ts'
import type { Jobs } from '../../../server/jobs.ts'
import { parseSettings } from '../../../server/settings/settings.ts'
import { addDatabaseMetrics } from '../../../server/telemetry/database-metrics.ts'
import { createDatabase, until, withClient, urlOfDatabase } from '../../support/postgres/database.ts'
import { hasDebianPostgres } from '../../support/postgres/debian-postgres.ts'
import { migrateUpTo } from '../../support/migrate-up-to.ts'
import { startPrimaryAndStandby } from '../../support/postgres/standby.ts'
import { writeEverywhere } from '../../support/postgres/trigger-writes.ts'

const invalidate = (url: string) => withClient(url, (client) => client.query(`SELECT invalidate(ARRAY['prompt:1'])`))

const portOf = async () => {
  const [row] = await db.$queryRaw<{ port: number }[]>`SELECT inet_server_port() AS port`
  return row?.port
}
const session = async () => (await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid

/** Unlogged tables and sequences, which standbys do not receive. */
const unloggedIn = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relpersistence = 'u' AND relnamespace::regnamespace::text IN ('public', 'pgboss') AND relkind IN ('r', 'S')`,
    )
    return rows.map(({ name }) => name)
  })

test('the only unlogged table is cache_invalidation', async () => {
  const url = await createDatabase(inject('postgres'))
  const jobs = createJobs(url, { runsSchedules: false })
  await jobs.start({ debug: () => {}, error: () => {} })
  await jobs.stop()
  expect(await unloggedIn(url)).toEqual(['cache_invalidation'])
})

/** Value of a metric of the open database; undefined if it is omitted. */
const metric = async (name: string) => {
  const registry = new Registry()
  addDatabaseMetrics(registry)
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`promptory_database_${name} `))
  return line && Number(line.split(' ')[1])
}

const settingsOf = (url: string) => parseSettings({ NODE_ENV: 'test', DATABASE_URL: url })

describe('a database address with several hosts', () => {
  test('is accepted in the form of libpq', () => {
    const url = 'postgresql://me:p%40w@one.test:5433,[::1],two.test/site?target_session_attrs=read-write'
    expect(settingsOf(url).DATABASE_URL).toBe(url)
  })

  test.each(['postgresql://me:hush@one.test:x,two.test/site', 'postgresql://me:hush@one.test,,two.test/site'])(
    'is refused if a part is invalid, without showing the password',
    (url) => {
      expect(() => settingsOf(url)).toThrow(/^The setting DATABASE_URL is wrong: must be an address(?!.*hush)/)
    },
  )

  test.each(['any', 'standby'])('is refused with target_session_attrs=%s', (attributes) => {
    expect(() => settingsOf(`postgresql://one.test,two.test/site?target_session_attrs=${attributes}`)).toThrow(
      'must have target_session_attrs of read-write or primary',
    )
  })
})

describe.skipIf(!hasDebianPostgres())('a promoted standby', () => {
  let pair: Awaited<ReturnType<typeof startPrimaryAndStandby>>
  beforeAll(async () => {
    pair = await startPrimaryAndStandby()
  })
  afterAll(() => pair.stop())

  test('accepts every write, even if an earlier release created an unlogged sequence', async () => {
    await migrateUpTo(pair.first.url, '20261123150000_starter_content')
    await invalidate(pair.first.url)
    await pair.caughtUp()
    await pair.first.kill()
    await pair.second.promote()
    await expect(invalidate(pair.second.url)).rejects.toThrow('bad magic number in sequence')
    expect(await migrate(pair.second.url)).toContain('20261124050000_logged_sequence')
    await invalidate(pair.second.url)
  })
})

test.skipIf(!hasDebianPostgres())(
  'a promoted standby accepts writes to every table with triggers, even after a restore',
  async () => {
    const pair = await startPrimaryAndStandby()
    const folder = mkdtempSync(join(tmpdir(), 'failover-'))
    onTestFinished(async () => {
      rmSync(folder, { recursive: true })
      await pair.stop()
    })
    await migrate(pair.first.url)
    const file = join(folder, 'site.backup')
    await backUp(pair.first.url, file, { dryRun: false, progress: () => {} })
    await withClient(pair.first.url, (client) => client.query(`CREATE DATABASE restored TEMPLATE template0`))
    const options = { force: false, dryRun: false, withoutJobs: false, progress: () => {}, notify: () => {} }
    await restore(urlOfDatabase(pair.first.url, 'restored'), await openArchive(file), options)
    await pair.caughtUp()
    await pair.first.kill()
    await pair.second.promote()
    for (const database of ['postgres', 'restored']) {
      const url = urlOfDatabase(pair.second.url, database)
      expect(await unloggedIn(url)).toEqual(['cache_invalidation'])
      const { tables, problems } = await withClient(url, writeEverywhere)
      expect(problems).toEqual(['ledger_entry: The ledger is only added to: UPDATE is refused.'])
      expect(tables).toContain('prompt')
    }
  },
)

describe.skipIf(!hasDebianPostgres())('a server whose database fails over to its standby', () => {
  let pair: Awaited<ReturnType<typeof startPrimaryAndStandby>>
  let jobs: Jobs
  let stopListening: () => Promise<void>
  const heard: string[] = []
  const done: string[] = []
  const errors: unknown[] = []
  let connections = 0
  beforeAll(async () => {
    pair = await startPrimaryAndStandby()
    await migrate(pair.url)
    await openDatabase(pair.url, 3)
    stopListening = listenForInvalidations(pair.url, {
      onInvalidate: (tags) => void heard.push(...tags),
      onConnected: () => void connections++,
      onDisconnected: () => {},
    })
    jobs = createJobs(pair.url, { runsSchedules: false })
    await jobs.start({ debug: () => {}, error: (facts) => void errors.push(facts) })
    await jobs.startWorkers<{ name: string }>('note', async ({ data }) => void done.push(data.name))
  })
  afterAll(async () => {
    await jobs.stop()
    await stopListening()
    await closeDatabase()
    await pair.stop()
  })

  const write = (name: string) =>
    db.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT invalidate(ARRAY[${name}])`
      await jobs.enqueue(transaction, 'note', { name })
    })
  const isWritten = async (name: string) => {
    try {
      await write(name)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseUnavailable)
      return false
    }
  }
  const worksAt = async (port: number, name: string) => {
    await until(() => isWritten(name))
    // Another pooled connection may still be open to the stopped server.
    await until(async () => (await portOf().catch(() => null)) === port)
    await until(() => heard.includes(name) && done.includes(name))
    return done.filter((one) => one === name).length
  }

  const examine = async (url = pair.first.url, address = pair.url) => {
    const client = new DatabaseClient({ connectionString: url })
    await client.connect()
    return lookAtStandbys(client, address).finally(() => client.end())
  }
  const setStandbyNames = (change: string) =>
    withClient(pair.first.url, async (client) => {
      await client.query(`ALTER SYSTEM ${change}`)
      await client.query('SELECT pg_reload_conf()')
    })

  test('reports its standbys and their lag in a metric and a check', async () => {
    await until(async () => (await metric('standby_lag_bytes')) === 0)
    expect([await metric('standbys'), await metric('standbys_expected')]).toEqual([1, 1])
    expect(await examine()).toMatchObject({ state: 'ok', detail: '1 connected, 0 MiB behind.' })
    await withClient(pair.second.url, (client) => client.query('SELECT pg_wal_replay_pause()'))
    await withClient(pair.first.url, (client) =>
      client.query(`SELECT pg_logical_emit_message(true, '', repeat('x', 1048576)) FROM generate_series(1, 70)`),
    )
    expect(await metric('standby_lag_bytes')).toBeGreaterThan(64 * 2 ** 20)
    expect(await examine()).toMatchObject({ state: 'warning', detail: expect.stringMatching(/^1 connected, 7\d MiB/) })
    await withClient(pair.second.url, (client) => client.query('SELECT pg_wal_replay_resume()'))
    await withClient(pair.first.url, (client) => client.query(`CREATE ROLE plain LOGIN PASSWORD 'plain'`))
    const asPlain = new URL(pair.first.url)
    Object.assign(asPlain, { username: 'plain', password: 'plain' })
    expect(await examine(asPlain.href)).toMatchObject({
      state: 'warning',
      mend: expect.stringContaining('GRANT pg_monitor'),
    })
  })

  test('reports a missing standby and commits that wait for it in a metric and a check', async () => {
    await pair.second.stop()
    await until(async () => (await metric('standbys')) === 0)
    expect(await metric('standbys_expected')).toBe(1)
    expect(await examine()).toMatchObject({
      state: 'failure',
      detail: '0 of the 1 standbys in DATABASE_URL are connected.',
    })
    expect(await examine(pair.first.url, pair.first.url)).toMatchObject({
      state: 'ok',
      detail: 'There is no standby, and DATABASE_URL names none.',
    })
    // The next sequence values are logged already, so nextval does not wait.
    await withClient(pair.first.url, (client) =>
      client.query(`SELECT setval('cache_invalidation_id_seq', 1000), nextval('cache_invalidation_id_seq')`),
    )
    await setStandbyNames(`SET synchronous_standby_names = '*'`)
    const waiting = withClient(pair.first.url, (client) => client.query('SELECT pg_current_xact_id()'))
    expect(await examine(pair.first.url, pair.first.url)).toMatchObject({
      state: 'failure',
      detail: expect.stringContaining('Commits wait for a missing standby'),
    })
    await until(() =>
      withClient(pair.first.url, async (client) => (await client.query(standbyStateQuery)).rows[0].is_waiting),
    )
    expect(await metric('writable')).toBe(0)
    await pair.second.start()
    await waiting
    await until(async () => (await metric('writable')) === 1 && (await examine()).state === 'ok')
    await setStandbyNames('RESET synchronous_standby_names')
  })

  test('writes, listens and runs jobs on the current primary, after each of two failovers', async () => {
    await worksAt(pair.first.port, 'one')
    await pair.caughtUp()
    await pair.first.stop()
    await expect(write('lost')).rejects.toThrow(DatabaseUnavailable)
    await pair.second.promote()
    await worksAt(pair.second.port, 'two')
    // The former primary has no unreplayed writes, so it can follow.
    await pair.followSecond()
    await worksAt(pair.second.port, 'three')
    expect(done).not.toContain('lost')
  })

  test('uses the last promoted primary if a former primary returns as a primary too', async () => {
    await pair.first.promote()
    await pair.second.stop()
    await worksAt(pair.first.port, 'four')
    await pair.second.start()
    await pair.first.stop()
    await pair.first.start()
    expect(await worksAt(pair.first.port, 'five')).toBeGreaterThan(0)
  })

  test('closes a connection whose database no longer accepts writes', async () => {
    const readOnly = (isOn: boolean) =>
      withClient(pair.first.url, async (client) => {
        await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
        await client.query('SELECT pg_reload_conf()')
      })
    await pair.second.stop()
    const before = await session()
    await readOnly(true)
    await until(async () => !(await isWritten('six')))
    await readOnly(false)
    await until(() => isWritten('seven'))
    expect(await session()).not.toBe(before)
  })
})
