import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { environmentOf } from '../../server/backup/pg-programs.ts'
import { listenForInvalidations } from '../../server/cache/invalidation.ts'
import { DatabaseUnavailable } from '../../server/database/database-pool.ts'
import { migrate } from '../../server/database/migrations.ts'
import { closeDatabase, db, openDatabase } from '../../server/db.ts'
import { createJobs } from '../../server/jobs.ts'
import type { Jobs } from '../../server/jobs.ts'
import { parseSettings } from '../../server/settings/settings.ts'
import { createDatabase, until, withClient } from '../support/database.ts'
import { hasDebianPostgres } from '../support/debian-postgres.ts'
import { migrateUpTo } from '../support/former-release.ts'
import { startPrimaryAndStandby } from '../support/standby.ts'

const invalidate = (url: string) => withClient(url, (client) => client.query(`SELECT invalidate(ARRAY['prompt:1'])`))

const portOf = async () => {
  const [row] = await db.$queryRaw<{ port: number }[]>`SELECT inet_server_port() AS port`
  return row?.port
}
const session = async () => (await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid

test('nothing but the notes of what changed is outside of the log that standbys read', async () => {
  const url = await createDatabase(inject('postgres'))
  const jobs = createJobs(url, { runsSchedules: false })
  await jobs.start({ debug: () => {}, error: () => {} })
  await jobs.stop()
  const unlogged = `SELECT oid::regclass::text AS name FROM pg_class
    WHERE relpersistence = 'u' AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
      AND relkind IN ('r', 'S') ORDER BY 1`
  const rows = await withClient(url, async (client) => (await client.query(unlogged)).rows)
  expect(rows).toEqual([{ name: 'cache_invalidation' }])
})

const settingsOf = (url: string, name = 'DATABASE_URL') =>
  parseSettings({ NODE_ENV: 'test', DATABASE_URL: 'postgresql://a.test/site', [name]: url })

describe('a database address with several hosts', () => {
  test('is taken as libpq writes it', () => {
    const url = 'postgresql://me:p%40w@one.test:5433,[::1],two.test/site?target_session_attrs=read-write'
    expect(settingsOf(url).DATABASE_URL).toBe(url)
    expect(environmentOf(url)).toMatchObject({
      PGHOST: 'one.test,::1,two.test',
      PGPORT: '5433,,',
      PGPASSWORD: 'p@w',
      PGDATABASE: 'site',
      PGTARGETSESSIONATTRS: 'read-write',
    })
  })

  test.each(['postgresql://me:hush@one.test:x,two.test/site', 'postgresql://me:hush@one.test,,two.test/site'])(
    'is refused where a part of it is none, without its password',
    (url) => {
      expect(() => settingsOf(url)).toThrow(/^The setting DATABASE_URL is wrong: must be an address(?!.*hush)/)
    },
  )

  test('is refused with attributes that no host is chosen by', () => {
    expect(() => settingsOf('postgresql://one.test,two.test/site?target_session_attrs=any')).toThrow(
      'must have target_session_attrs of read-write, primary or standby',
    )
  })
})

describe.skipIf(!hasDebianPostgres())('a standby that is promoted', () => {
  let pair: Awaited<ReturnType<typeof startPrimaryAndStandby>>
  beforeAll(async () => {
    pair = await startPrimaryAndStandby()
  })
  afterAll(() => pair.stop())

  test('takes every write, also where a former release left it a sequence that it cannot read', async () => {
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

describe.skipIf(!hasDebianPostgres())('a server whose database changes places with its standby', () => {
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
    // Another connection of the pool may still lead to the one that is gone.
    await until(async () => (await portOf().catch(() => null)) === port)
    await until(() => heard.includes(name) && done.includes(name))
    return done.filter((one) => one === name).length
  }

  test('writes, hears and works at whichever takes writes, there and back', async () => {
    await worksAt(pair.first.port, 'one')
    await pair.caughtUp()
    await pair.first.stop()
    await expect(write('lost')).rejects.toThrow(DatabaseUnavailable)
    await pair.second.promote()
    await worksAt(pair.second.port, 'two')
    // What it had and the other one replayed: it may follow.
    await pair.followSecond()
    await worksAt(pair.second.port, 'three')
    expect(done).not.toContain('lost')
  })

  test('goes to the one that was promoted last where a former primary comes back as one', async () => {
    await pair.first.promote()
    await pair.second.stop()
    await worksAt(pair.first.port, 'four')
    await pair.second.start()
    await pair.first.stop()
    await pair.first.start()
    expect(await worksAt(pair.first.port, 'five')).toBeGreaterThan(0)
  })

  test('drops a connection whose database takes no writes any more', async () => {
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
