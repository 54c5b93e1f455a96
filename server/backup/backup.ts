import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StartProblem } from '../settings/settings.ts'
import { writeAtomically } from './atomic-file.ts'
import { withSession } from './connection.ts'
import { describeContents, writeCopyArchive } from './copy-backup.ts'
import type { BackupProgress } from './copy-backup.ts'
import { writeDump } from './pg-dump.ts'
import { findPgPrograms } from './pg-programs.ts'
import type { PgPrograms } from './pg-programs.ts'

/** `pg_dump` is its custom format, `copy` our own; `auto` takes the first where the programs are there. */
export type BackupFormat = 'auto' | 'pg_dump' | 'copy'
export type BackupOptions = { format: BackupFormat; dryRun: boolean; progress: BackupProgress }
export type Backup = {
  format: 'pg_dump' | 'copy'
  /** Of the tables where nothing was written, else of the file. */
  bytes: number
  tables: number
  migrations: number
  /** Whether the queued jobs are in it. */
  has_jobs: boolean
}

async function findPrograms(url: string, format: BackupFormat): Promise<PgPrograms | null> {
  if (format === 'copy') return null
  const major = await withSession(url, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `SELECT current_setting('server_version_num')::int AS number`,
    )
    return Math.floor((rows[0]?.number ?? 0) / 10_000)
  })
  const programs = await findPgPrograms(major)
  if (!programs && format === 'pg_dump')
    throw new StartProblem(
      `There is no pg_dump of PostgreSQL ${major} or newer, with pg_restore and psql, in PATH or PGBIN: leave --format out.`,
    )
  return programs
}

/** Of one moment, beside whatever runs on the database. Throws StartProblem. */
export async function backUp(url: string, file: string, { format, dryRun, progress }: BackupOptions): Promise<Backup> {
  const programs = await findPrograms(url, format)
  const { header, tables, isWithoutJobs } = await describeContents(url)
  const facts = {
    format: programs ? ('pg_dump' as const) : ('copy' as const),
    tables: header.tables.length,
    migrations: header.migrations.length,
    has_jobs: programs !== null || !isWithoutJobs,
  }
  if (dryRun) return { ...facts, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) }
  const bytes = await writeAtomically(file, async (path) => {
    if (programs) await writeDump(programs, url, path)
    else await writeCopyArchive(url, path, progress)
  })
  return { ...facts, bytes }
}

/** Bytes that are free where the file would be; null where nobody says. */
export const freeSpaceOf = (file: string): Promise<number | null> =>
  statfs(dirname(resolve(file))).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
