import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Client } from 'pg'
import { listMigrations, readMigration, statementsOf } from '../database/migration-files.ts'
import type { Migration } from '../database/migration-files.ts'
import { createRecords } from '../database/migration-records.ts'
import { readArchive, skip } from './archive.ts'
import type { ArchiveHeader, ArchiveTable } from './archive.ts'
import { createQueues, isBackedUp, jobsScript, jobsVersionOf, knownJobsVersion } from './jobs-schema.ts'
import { columnsOf, listDrops, listTables, qualifiedName, prepareForLoad } from './catalog.ts'

export type RestoreProgress = (step: string) => void

/** What is not allowed in a transaction is not needed on tables without rows. */
const inTransaction = (statement: string) =>
  statement.replace(/\b((?:CREATE(?: UNIQUE)?|DROP) INDEX|REINDEX \w+) CONCURRENTLY\b/gi, '$1')

const addedValue = /ALTER TYPE ("\w+") ADD VALUE ('\w+');/g

/** PostgreSQL before 17 uses no value that the same transaction has added: a type begins with all that it ever gets. */
function withWholeEnums(migrations: Migration[]): Migration[] {
  const added = migrations.flatMap(({ script }) => [...script.matchAll(addedValue)])
  const wholeType = (statement: string, type: string) =>
    [statement, ...added.filter((match) => match[1] === type).map((match) => match[2])].join(', ')
  return migrations.map((migration) => ({
    ...migration,
    script: migration.script.replace(addedValue, '').replace(/CREATE TYPE ("\w+") AS ENUM \([^)]*/g, wholeType),
  }))
}

/** The tables as these migrations leave them. */
async function createSchema(client: Client, names: string[]) {
  const requested = new Set(names)
  await client.query(createRecords)
  const listed = (await listMigrations()).filter((name) => requested.has(name))
  for (const migration of withWholeEnums(await Promise.all(listed.map((name) => readMigration(name)))))
    if (!migration.isOutsideTransaction) await client.query(migration.script)
    else for (const statement of statementsOf(migration)) await client.query(inTransaction(statement))
}

async function loadTable(client: Client, table: ArchiveTable, data: AsyncIterable<Buffer>): Promise<number> {
  const name = qualifiedName(client, table)
  const columns = columnsOf(client, table)
  const stream = client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN WITH (FREEZE)`))
  await pipeline(Readable.from(data, { objectMode: false }), stream)
  return stream.rowCount
}

const keyOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

export type Loaded = { tables: number; rows: number; skipped: string[] }

/** In the client's open transaction: removes what is there, makes the tables of the archive, and fills them. */
export async function loadCopyArchive(client: Client, file: string, progress: RestoreProgress): Promise<Loaded> {
  const loaded: Loaded = { tables: 0, rows: 0, skipped: [] }
  let known = new Set<string>()
  let putBack: string[] = []
  // Indexes of whole tables are made at once, by nobody else: more memory than a query's is worth it.
  await client.query(
    `SELECT set_config('maintenance_work_mem', greatest(pg_size_bytes(current_setting('maintenance_work_mem')), 268435456) / 1024 || 'kB', true)`,
  )
  const begin = async (header: ArchiveHeader) => {
    progress('making the tables')
    for (const statement of await listDrops(client)) await client.query(statement)
    await createSchema(client, header.migrations)
    // Jobs of another version are left out: their tables would be other ones.
    if (knownJobsVersion !== null && jobsVersionOf(header) === knownJobsVersion) await client.query(jobsScript)
    const tables = (await listTables(client)).filter(isBackedUp)
    known = new Set(tables.map(keyOf))
    putBack = await prepareForLoad(client)
    await client.query(`TRUNCATE ${tables.map((table) => qualifiedName(client, table)).join(', ')}`)
  }
  const { sequences } = await readArchive(file, {
    header: begin,
    table: async (table, data) => {
      if (!known.has(keyOf(table))) {
        loaded.skipped.push(keyOf(table))
        return skip(data)
      }
      progress(`loading ${table.name}`)
      const rows = await loadTable(client, table, data)
      loaded.tables++
      loaded.rows += rows
      return rows
    },
  })
  if (known.has('pgboss.job_common')) await client.query(createQueues)
  for (const { schema, name, last_value, is_called } of sequences)
    await client.query('SELECT setval(to_regclass($1), $2, $3)', [
      qualifiedName(client, { schema, name }),
      last_value,
      is_called,
    ])
  for (const [index, statement] of putBack.entries()) {
    progress(`making keys and indexes: ${index + 1} of ${putBack.length}`)
    await client.query(statement)
  }
  return loaded
}

/** Reads all of it, and writes nothing. */
export async function checkCopyArchive(file: string, progress: RestoreProgress): Promise<void> {
  await readArchive(file, {
    header: async () => {},
    table: (table, data) => {
      progress(`checking ${table.name}`)
      return skip(data)
    },
  })
}
