import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { DatabaseClient } from './database-client.ts'
import { sqlStateOf, startTimeoutMs } from './database-pool.ts'
import { assertDatabaseRequirements } from './database-requirements.ts'
import { describeFailure } from './describe-failure.ts'
import { advisoryLockIds } from './locks.ts'
import { matchesChecksum, listMigrations, migrationsFolder, readMigration, statementsOf } from './migration-files.ts'
import type { Migration } from './migration-files.ts'
import {
  createRecordsTable,
  isScriptApplied,
  recordsQuery,
  recordStarted,
  recordFinished,
} from './migration-records.ts'
import type { MigrationRecord } from './migration-records.ts'
import { StartProblem } from '../settings/settings.ts'

const lockPollMs = 100

export async function acquireMigrationLock(client: Client): Promise<void> {
  // Without this setting, the lock of a killed server lasts until its migration writes to the connection.
  await client.query(`SET client_connection_check_interval = '1s'`).catch(() => {})
  // Polls instead of waiting: CREATE INDEX CONCURRENTLY would wait for a statement that waits for a lock.
  for (let isLogged = false; ; isLogged = true) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [advisoryLockIds.migrations])
    if (rows[0].locked) return
    if (!isLogged) console.warn('Another server is preparing the database: waiting until it is done.')
    await sleep(lockPollMs)
  }
}

async function applyInTransaction(client: Client, migration: Migration, isThere: boolean) {
  await client.query('BEGIN')
  try {
    if (!isThere) await client.query(migration.script)
    await recordFinished(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function applyByStatement(client: Client, migration: Migration) {
  await recordStarted(client, migration)
  for (const statement of statementsOf(migration)) await client.query(statement)
  await recordFinished(client, migration)
}

async function apply(client: Client, migration: Migration, unfinished?: MigrationRecord) {
  try {
    if (migration.isOutsideTransaction) await applyByStatement(client, migration)
    else
      await applyInTransaction(
        client,
        migration,
        unfinished !== undefined && (await isScriptApplied(client, migration, unfinished)),
      )
  } catch (error) {
    if (error instanceof StartProblem) throw error
    throw new StartProblem(`The migration ${migration.name} failed: ${(error as Error).message}.`)
  }
}

function warnOfDifferences(records: MigrationRecord[], migrations: Migration[]) {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { migration_name, checksum } of records) {
    const migration = known.get(migration_name)
    if (!migration)
      console.error(`The database is newer than this server: it has the unknown migration ${migration_name}.`)
    else if (!matchesChecksum(migration, checksum))
      console.error(`The migration ${migration_name} was edited after it had been applied; the edit has no effect.`)
  }
}

async function applyPending(client: Client, folder: URL): Promise<string[]> {
  const { rows: records } = await client.query<MigrationRecord>(recordsQuery)
  const migrations = await Promise.all((await listMigrations(folder)).map((name) => readMigration(name, folder)))
  const finished = records.filter(({ finished_at }) => finished_at !== null)
  warnOfDifferences(finished, migrations)
  const done = new Set(finished.map(({ migration_name }) => migration_name))
  const recordByName = new Map(records.map((record) => [record.migration_name, record]))
  const pending = migrations.filter(({ name }) => !done.has(name))
  for (const migration of pending) await apply(client, migration, recordByName.get(migration.name))
  return pending.map(({ name }) => name)
}

/** Returns the names of the applied migrations. Concurrent servers take turns. Throws StartProblem. */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  try {
    const client = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: startTimeoutMs,
      application_name: 'migrations',
    })
    client.on('error', () => {})
    await client.connect()
    try {
      await acquireMigrationLock(client)
      await assertDatabaseRequirements(async (sql) => (await client.query(sql)).rows)
      await client.query(createRecordsTable)
      return await applyPending(client, folder)
    } finally {
      await client.end()
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error
    const description = describeFailure(error)
    const { message, code } = error as NodeJS.ErrnoException
    throw new StartProblem(
      `The database could not be prepared: ${typeof description === 'string' ? description : message || code}`,
    )
  }
}

const undefinedTableState = '42P01'

export async function listPendingMigrations(query: (sql: string) => Promise<{ migration_name: string }[]>) {
  const applied = await query(
    `SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  ).catch((error: unknown) => {
    if (sqlStateOf(error) === undefinedTableState) return []
    throw error
  })
  const done = new Set(applied.map((row) => row.migration_name))
  return (await listMigrations()).filter((name) => !done.has(name))
}
