import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from '../../../server/database/database-pool.ts'
import { db } from '../../../server/database/db.ts'
import { describeFailure } from '../../../server/database/describe-failure.ts'
import { createJobs } from '../../../server/jobs.ts'
import { openApp, sql, url } from '../../support/app.ts'
import { startDatabaseProxy } from '../../support/postgres/database-proxy.ts'
import { findFreePort } from '../../support/site.ts'

await openApp()

const database = await startDatabaseProxy(url)
afterAll(() => database.stop())
const log = { debug: () => {}, error: () => {} }

async function describeEndOf(task: () => unknown) {
  try {
    await task()
  } catch (error) {
    return describeFailure(error)
  }
  throw new Error('It did not fail.')
}
const query = () => createPool(database.url, 1, true).query('SELECT 1')

describe('an error that an operator can fix is described in one sentence', () => {
  test.each<[string, () => unknown, string | RegExp]>([
    [
      'a missing file',
      () => readFile('/none'),
      '/none cannot be used: no such file or directory (ENOENT). Check its owner and the disk, or set DATA_DIR.',
    ],
    [
      'a missing password',
      () => {
        throw new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
      },
      'The database requires a password, and DATABASE_URL contains none.',
    ],
    [
      'a full disk',
      () => writeFile('/dev/full', 'more'),
      'The system call write failed: no space left on device (ENOSPC). Check its owner and the disk, or set DATA_DIR.',
    ],
    [
      'a refused port',
      async () => once(connect(await findFreePort(), '127.0.0.1'), 'connect'),
      /^127\.0\.0\.1:\d+ cannot be reached: connection refused \(ECONNREFUSED\)\.$/,
    ],
    ['a wrong option', () => parseArgs({ args: ['--frob'] }), /^Unknown option '--frob'/],
    [
      'a database without room',
      () => (database.become({ complain: '53100' }), query()),
      'The database reports: Not now (53100).',
    ],
    [
      'a wrong password',
      () => (database.become({ complain: '28P01' }), query()),
      'The database reports: Not now (28P01).',
    ],
    [
      'a database that stops while the jobs start',
      () => (database.become('refuse'), createJobs(database.url).start(log)),
      /^The database is unavailable: .*\.$|cannot be reached: .*\.$/,
    ],
    [
      'a missing right',
      () => sql.query('SET ROLE pg_monitor; SELECT * FROM prompt'),
      /^The database reports: permission/,
    ],
  ])('for %s', async (_what, task, sentence) => {
    const description = await describeEndOf(task)
    await sql.query('RESET ROLE')
    expect(typeof description).toBe('string')
    expect(description).toMatch(sentence)
  })
})

describe('an error in our code keeps its stack', () => {
  test.each<[string, () => unknown]>([
    ['in TypeScript', () => (undefined as never as { a: { b: 1 } }).a.b],
    ['in SQL', () => db.$queryRawUnsafe('SELECT nonsense')],
    ['in SQL without Prisma', () => sql.query('SELECT nonsense')],
  ])('for a bug %s', async (_what, task) => {
    expect(await describeEndOf(task)).toBeInstanceOf(Error)
  })
})
