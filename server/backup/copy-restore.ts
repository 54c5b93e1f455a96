import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { Client } from 'pg'
import { sqlStateOf } from '../database/database-pool.ts'
import { listMigrations, readMigration, statementsOf } from '../database/migration-files.ts'
import type { Migration } from '../database/migration-files.ts'
import { createRecordsTable } from '../database/migration-records.ts'
import { StartProblem } from '../settings/settings.ts'
import { readArchive, drain } from './archive.ts'
import type { ArchiveHeader, ArchiveSequence, ArchiveTable } from './archive.ts'
import { queuesScript, isTableBackedUp, jobsScript, jobsVersionOf, knownJobsVersion } from './jobs-schema.ts'
import {
  columnsOf,
  listAppliedMigrations,
  listDropStatements,
  listSequences,
  listTables,
  qualifiedName,
  prepareForLoad,
} from './catalog.ts'

export type RestoreProgress = (step: string) => void

/** Removes CONCURRENTLY from a statement, since PostgreSQL refuses it in a transaction. */
const withoutConcurrently = (statement: string) =>
  statement.replace(/\b((?:CREATE(?: UNIQUE)?|DROP) INDEX|REINDEX \w+) CONCURRENTLY\b/gi, '$1')

const addedValue = /ALTER TYPE ("\w+") ADD VALUE ('\w+');/g

/** Moves added enum values to CREATE TYPE: before PostgreSQL 17, a transaction cannot use a value it added. */
function withWholeEnums(migrations: Migration[]): Migration[] {
  const added = migrations.flatMap(({ script }) => [...script.matchAll(addedValue)])
  const wholeType = (statement: string, type: string) =>
    [statement, ...added.filter((match) => match[1] === type).map((match) => match[2])].join(', ')
  return migrations.map((migration) => ({
    ...migration,
    script: migration.script.replace(addedValue, '').replace(/CREATE TYPE ("\w+") AS ENUM \([^)]*/g, wholeType),
  }))
}

async function createSchema(client: Client, names: string[]) {
  const requested = new Set(names)
  await client.query(createRecordsTable)
  const listed = (await listMigrations()).filter((name) => requested.has(name))
  for (const migration of withWholeEnums(await Promise.all(listed.map((name) => readMigration(name)))))
    if (!migration.isOutsideTransaction) await client.query(migration.script)
    else for (const statement of statementsOf(migration)) await client.query(withoutConcurrently(statement))
}

async function loadTable(client: Client, table: ArchiveTable, data: AsyncIterable<Buffer>): Promise<void> {
  const name = qualifiedName(client, table)
  const columns = columnsOf(client, table)
  const copy = client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN WITH (FREEZE)`))
  await pipeline(Readable.from(data, { objectMode: false }), copy)
}

const keyOf = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

function assertComplete(file: string, header: ArchiveHeader, tables: ArchiveTable[], sequences: ArchiveSequence[]) {
  const refuse = (what: string) => new StartProblem(`${file} cannot be restored: ${what}.`)
  const archived = new Map(header.tables.map((table) => [keyOf(table), table]))
  const needed = [...tables, ...sequences].filter(({ schema }) => schema === 'public')
  const there = new Set([...archived.keys(), ...header.sequences.map(keyOf)])
  const missing = needed.filter((one) => !there.has(keyOf(one)))
  if (missing.length > 0) throw refuse(`it lacks ${missing.map(({ name }) => name).join(', ')}`)
  if (archived.size < header.tables.length) throw refuse('it has a table twice')
  for (const table of tables) {
    const columns = new Set(archived.get(keyOf(table))?.columns ?? table.columns)
    const lacking = table.columns.find((column) => !columns.has(column))
    if (lacking) throw refuse(`its table ${table.name} lacks the column ${lacking}`)
  }
}

function assertSameMigrations(file: string, migrations: string[], applied: string[]) {
  const other = migrations.find((name) => !applied.includes(name)) ?? applied.find((name) => !migrations.includes(name))
  if (other) throw new StartProblem(`${file} cannot be restored: its records of the migration ${other} do not match.`)
}

export type LoadResult = { tables: number; skipped: string[] }

/** Replaces the contents of the database by an archive, in the open transaction of `client`. */
export async function loadCopyArchive(client: Client, file: string, progress: RestoreProgress): Promise<LoadResult> {
  let step = ''
  const begins = (next: string) => {
    step = next
    progress(next)
  }
  return load(client, file, begins).catch((error: Error) => {
    const isRefused = /^(2[23]|42)...$/.test(sqlStateOf(error) ?? '')
    throw isRefused
      ? new StartProblem(`${file} cannot be restored: PostgreSQL reports while ${step}: ${error.message}.`)
      : error
  })
}

async function load(client: Client, file: string, progress: RestoreProgress): Promise<LoadResult> {
  const loaded: LoadResult = { tables: 0, skipped: [] }
  let known = new Set<string>()
  let knownSequences = new Set<string>()
  let restoreStatements: string[] = []
  // Index builds run alone here, so they may use more memory than the setting for queries allows.
  await client.query(
    `SELECT set_config('maintenance_work_mem', greatest(pg_size_bytes(current_setting('maintenance_work_mem')), 268435456) / 1024 || 'kB', true)`,
  )
  const begin = async (header: ArchiveHeader) => {
    progress('making the tables')
    for (const statement of await listDropStatements(client)) await client.query(statement)
    await createSchema(client, header.migrations)
    if (knownJobsVersion !== null && jobsVersionOf(header) === knownJobsVersion) await client.query(jobsScript)
    const tables = (await listTables(client)).filter(isTableBackedUp)
    known = new Set(tables.map(keyOf))
    const listed = await listSequences(client)
    knownSequences = new Set(listed.map(keyOf))
    assertComplete(file, header, tables, listed)
    restoreStatements = await prepareForLoad(client)
    await client.query(`TRUNCATE ${tables.map((table) => qualifiedName(client, table)).join(', ')}`)
  }
  const { sequences, migrations } = await readArchive(file, {
    header: begin,
    table: async (table, data) => {
      if (!known.has(keyOf(table))) {
        loaded.skipped.push(keyOf(table))
        return drain(data)
      }
      progress(`loading ${table.name}`)
      await loadTable(client, table, data)
      loaded.tables++
    },
  })
  assertSameMigrations(file, migrations, await listAppliedMigrations(client))
  progress('making the queues of jobs')
  if (known.has('pgboss.job_common')) await client.query(queuesScript)
  for (const sequence of sequences.filter((one) => knownSequences.has(keyOf(one)))) {
    progress(`setting ${sequence.name}`)
    const { last_value, is_called } = sequence
    await client.query('SELECT setval($1, $2, $3)', [qualifiedName(client, sequence), last_value, is_called])
  }
  for (const [index, statement] of restoreStatements.entries()) {
    progress(`making keys and indexes: ${index + 1} of ${restoreStatements.length}`)
    await client.query(statement)
  }
  return loaded
}

export async function checkCopyArchive(file: string, progress: RestoreProgress): Promise<void> {
  await readArchive(file, {
    header: async () => {},
    table: (table, data) => {
      progress(`checking ${table.name}`)
      return drain(data)
    },
  })
}
