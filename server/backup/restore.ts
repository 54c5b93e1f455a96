import type { Client } from 'pg'
import { assertDatabaseRequirements } from '../database/database-requirements.ts'
import { migrate, acquireMigrationLock } from '../database/migrations.ts'
import { keyIdOf } from '../database/signing-key.ts'
import { StartProblem } from '../settings/settings.ts'
import type { ArchiveFile } from './archive-file.ts'
import { listTables, backedUpSchemas } from './catalog.ts'
import { withBackupClient } from './connection.ts'
import { checkCopyArchive, loadCopyArchive } from './copy-restore.ts'
import type { LoadResult, RestoreProgress } from './copy-restore.ts'

export type RestoreOptions = {
  force: boolean
  dryRun: boolean
  withoutJobs: boolean
  progress: RestoreProgress
  notify: (sentence: string) => void
}
export type RestoreResult = {
  tables: number
  removed: number
  skipped: string[]
  migrated: string[]
  refused: string | null
}

/** True if a server of the site is connected. A server keeps the two named connections open while it runs. */
async function hasRunningServer(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('jobs', 'cache invalidation')`,
  )
  return rows.length > 0
}

const dropJobs = `DO $$ BEGIN
  IF to_regclass('pgboss.job') IS NOT NULL THEN DELETE FROM pgboss.job WHERE state < 'completed'; END IF; END $$`

async function load(client: Client, file: string, { withoutJobs, progress }: RestoreOptions): Promise<LoadResult> {
  await client.query('BEGIN')
  const loaded = await loadCopyArchive(client, file, progress)
  if (withoutJobs) await client.query(dropJobs)
  await client.query('COMMIT')
  return loaded
}

const describeDate = (archive: ArchiveFile) =>
  `${archive.created_at || 'an unknown time'}${archive.postgres && ` from PostgreSQL ${archive.postgres}`}`

export async function restore(url: string, archive: ArchiveFile, options: RestoreOptions): Promise<RestoreResult> {
  const { force, dryRun, notify, progress } = options
  const done = await withBackupClient(url, async (client) => {
    await assertDatabaseRequirements(async (sql) => (await client.query(sql)).rows)
    if (!dryRun) await acquireMigrationLock(client)
    const { length: removed } = await listTables(client)
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
    const where = `the database ${rows[0]?.name}`
    let refused: string | null = null
    if (await hasRunningServer(client))
      refused = 'A server runs on this database: stop every one of them, then restore.'
    else if (removed > 0 && !force)
      refused = `There are ${removed} tables in ${where}: --force removes everything of its schemas ${backedUpSchemas.join(' and ')} first.`
    if (refused && !dryRun) throw new StartProblem(refused)
    const removing = removed > 0 ? `removes ${removed} tables of ${where} and restores` : `restores into ${where}`
    notify(`This ${removing} ${archive.tables} tables of ${describeDate(archive)}.`)
    if (dryRun) {
      await checkCopyArchive(archive.file, progress)
      return { tables: archive.tables, removed, skipped: [], refused }
    }
    const { tables, skipped } = await load(client, archive.file, options)
    progress('counting for the planner')
    await client.query('ANALYZE')
    return { tables, removed, skipped, refused: null }
  })
  if (dryRun) return { ...done, migrated: [] }
  progress('migrating')
  const migrated = await migrate(url).catch((error: Error) => {
    throw new StartProblem(
      `${archive.file} is restored, but its database could not be migrated to this release. ${error.message}`,
    )
  })
  return { ...done, migrated }
}

export const matchesSigningSecrets = (url: string, secrets: string[]): Promise<boolean> =>
  withBackupClient(url, async (client) => {
    const { rows } = await client.query<{ kid: string }>('SELECT kid FROM signing_key')
    const kids = new Set(secrets.map(keyIdOf))
    return rows.length === 0 || rows.some(({ kid }) => kids.has(kid))
  })
