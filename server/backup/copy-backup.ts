import { to as copyTo } from 'pg-copy-streams'
import type { Client } from 'pg'
import { StartProblem } from '../settings/settings.ts'
import { writeArchive } from './archive.ts'
import type { ArchiveHeader, OpenTable } from './archive.ts'
import { columnsOf, listAppliedMigrations, listSequences, listTables, qualifiedName } from './catalog.ts'
import type { SizedTable } from './catalog.ts'
import { withBackupClient } from './connection.ts'
import { findJobsVersion, isTableBackedUp } from './jobs-schema.ts'

export type BackupProgress = (table: string, share: number) => void
export type BackupContents = { header: ArchiveHeader; tables: SizedTable[]; isWithoutJobs: boolean }

async function readContents(client: Client): Promise<BackupContents> {
  const all = await listTables(client)
  if (!all.some(({ name }) => name === '_prisma_migrations'))
    throw new StartProblem('There is nothing to back up: the database has no tables of this program.')
  const { version, isForeign } = await findJobsVersion(client)
  const tables = all.filter((table) => isTableBackedUp(table) && (version !== null || table.schema === 'public'))
  const sequences = (await listSequences(client)).filter(({ schema }) => version !== null || schema === 'public')
  const [server] = (await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)).rows
  const migrations = await listAppliedMigrations(client)
  return {
    header: {
      format: 2,
      created_at: new Date().toISOString(),
      postgres: server?.version ?? '',
      migrations,
      jobs_version: version,
      tables: tables.map(({ schema, name, columns }) => ({ schema, name, columns })),
      sequences,
    },
    tables,
    isWithoutJobs: isForeign,
  }
}

async function withSnapshot<Result>(
  url: string,
  callback: (client: Client, contents: BackupContents) => Promise<Result>,
) {
  return withBackupClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const names = (await listTables(client)).map((table) => qualifiedName(client, table))
    if (names.length > 0) await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
    const result = await callback(client, await readContents(client))
    await client.query('COMMIT')
    return result
  })
}

export const readBackupContents = (url: string) => withSnapshot(url, async (_client, contents) => contents)

export function writeCopyArchive(url: string, path: string, progress: BackupProgress): Promise<BackupContents> {
  return withSnapshot(url, async (client, contents) => {
    const total = contents.tables.reduce((sum, { bytes }) => sum + bytes, 0)
    let done = 0
    const open: OpenTable = (table) => {
      progress(table.name, done / total)
      done += contents.tables.find(({ schema, name }) => schema === table.schema && name === table.name)?.bytes ?? 0
      return client.query(copyTo(`COPY ${qualifiedName(client, table)} (${columnsOf(client, table)}) TO STDOUT`))
    }
    await writeArchive(path, contents.header, open)
    return contents
  })
}
