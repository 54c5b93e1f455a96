import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeAtomically } from './atomic-file.ts'
import { describeContents, writeCopyArchive } from './copy-backup.ts'
import type { BackupProgress } from './copy-backup.ts'

export type BackupOptions = { dryRun: boolean; progress: BackupProgress }
export type Backup = {
  /** Of the tables where nothing was written, else of the file. */
  bytes: number
  tables: number
  migrations: number
  /** Whether the queued jobs are in it. */
  has_jobs: boolean
}

/** Of one moment, beside whatever runs on the database. Throws StartProblem. */
export async function backUp(url: string, file: string, { dryRun, progress }: BackupOptions): Promise<Backup> {
  const { header, tables, isWithoutJobs } = await describeContents(url)
  const facts = {
    tables: header.tables.length,
    migrations: header.migrations.length,
    has_jobs: !isWithoutJobs,
  }
  if (dryRun) return { ...facts, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) }
  const bytes = await writeAtomically(file, async (path) => void (await writeCopyArchive(url, path, progress)))
  return { ...facts, bytes }
}

/** Bytes that are free where the file would be; null where nobody says. */
export const freeSpaceOf = (file: string): Promise<number | null> =>
  statfs(dirname(resolve(file))).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
