import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../../server/database/migrations.ts'
import { closeDatabase, openDatabase } from '../../../server/database/db.ts'
import { findOrigin, Replica } from '../../../server/replica/replica.ts'
import { until } from '../../support/postgres/database.ts'
import { hasPgBouncer, startPgBouncer } from '../../support/postgres/pgbouncer.ts'
import { startReplicated } from '../../support/postgres/replica.ts'

const cluster = await startReplicated((url) => migrate(url))
await openDatabase(cluster.url, 5)
afterAll(async () => {
  await closeDatabase()
  await cluster.stop()
})

/** Opens a replica that logs warnings to `words`. */
async function openReplica(url: string, words: string[] = []): Promise<Replica> {
  const log = { warn: (facts: object, text: string) => words.push(`${text}: ${JSON.stringify(facts)}`), info: () => {} }
  const other = new Replica(url, 2, await findOrigin(cluster.url), log)
  other.passed(0n, performance.now())
  return other
}

test('a server that is no replica, or one of another database, is not read', async () => {
  for (const url of [cluster.url, cluster.replicaUrl.replace(/postgres$/, 'template1')]) {
    const words: string[] = []
    const other = await openReplica(url, words)
    await until(() => words.length > 0)
    expect(words[0]).toMatch(/It is (no replica|a replica of another database)/)
    expect(await other.read(() => Promise.resolve('read'))).toBeNull()
    await other.close()
  }
})

const rows = async (other: Replica) =>
  (await other.read((client) => client.query('SELECT pg_is_in_recovery() AS is_replica')))?.result.rows

test.skipIf(!hasPgBouncer())('a replica behind PgBouncer in transaction mode is read', async () => {
  const pooler = await startPgBouncer(cluster.replicaUrl, 'transaction')
  const other = await openReplica(pooler.url)
  await until(async () => (await rows(other)) !== undefined)
  for (const read of await Promise.all([rows(other), rows(other), rows(other)]))
    expect(read).toEqual([{ is_replica: true }])
  await other.close()
  await pooler.stop()
})

test('a replica that was promoted is no longer read', async () => {
  const words: string[] = []
  const other = await openReplica(cluster.replicaUrl, words)
  await until(async () => (await rows(other)) !== undefined)
  await cluster.ask('SELECT pg_promote()')
  await until(async () => {
    other.passed(0n, performance.now())
    return (await rows(other)) === undefined
  })
  await until(() => words.length > 0)
  expect(words).toEqual([
    expect.stringMatching(/^The replica is away.*It is no replica, or was made the main database/),
  ])
  await other.close()
})
