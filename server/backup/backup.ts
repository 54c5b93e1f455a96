import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { writeAtomically } from './atomic-file.ts'
import { readBackupContents, writeCopyArchive } from './copy-backup.ts'
import type { BackupProgress } from './copy-backup.ts'

export type BackupOptions = { dryRun: boolean; progress: BackupProgress }
export type Backup = {
  bytes: number
  tables: number
  migrations: number
  has_jobs: boolean
}

/** Backs up one snapshot of the database. The site may be running. Throws StartProblem. */
export async function backUp(url: string, file: string, { dryRun, progress }: BackupOptions): Promise<Backup> {
  const { header, tables, isWithoutJobs } = await readBackupContents(url)
  const facts = {
    tables: header.tables.length,
    migrations: header.migrations.length,
    has_jobs: !isWithoutJobs,
  }
  if (dryRun) return { ...facts, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0) }
  const bytes = await writeAtomically(file, async (path) => void (await writeCopyArchive(url, path, progress)))
  return { ...facts, bytes }
}

export const freeSpaceOf = (file: string): Promise<number | null> =>
  statfs(dirname(resolve(file))).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
