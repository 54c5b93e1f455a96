import { open } from 'node:fs/promises'
import { listMigrations } from '../database/migration-files.ts'
import { StartProblem } from '../settings/settings.ts'
import { archiveStart, readArchive } from './archive.ts'
import type { ArchiveHeader } from './archive.ts'
import { fileProblem } from './atomic-file.ts'
import { checkCopyArchive } from './copy-restore.ts'
import type { RestoreProgress } from './copy-restore.ts'
import { checkDump, describeDump } from './pg-dump.ts'
import { findPgPrograms } from './pg-programs.ts'
import type { PgPrograms } from './pg-programs.ts'

const dumpStart = Buffer.from('PGDMP')

type Facts = { file: string; created_at: string; postgres: string; tables: number; migrations: string[] }
export type ArchiveFile = Facts & ({ format: 'copy' } | { format: 'pg_dump'; programs: PgPrograms; list: string })

async function readStart(file: string): Promise<Buffer> {
  const cannot = (error: Error) => {
    throw new StartProblem(`${file} cannot be read: ${fileProblem(error)}.`)
  }
  const handle = await open(file).catch(cannot)
  try {
    if (!(await handle.stat()).isFile()) throw new StartProblem(`${file} is not a file.`)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(archiveStart.length), 0, archiveStart.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

class Enough extends Error {}

/** The header alone is read. */
async function describeCopy(file: string): Promise<Facts> {
  let found: ArchiveHeader | undefined
  await readArchive(file, {
    header: async (header) => {
      found = header
      throw new Enough()
    },
    table: async () => null,
  }).catch((error: unknown) => {
    if (!(error instanceof Enough)) throw error
  })
  const { created_at = '', postgres = '', migrations = [], tables = [] } = found ?? {}
  return { file, created_at, postgres, migrations, tables: tables.length }
}

async function describe(file: string): Promise<ArchiveFile> {
  const start = await readStart(file)
  if (start.equals(archiveStart)) return { ...(await describeCopy(file)), format: 'copy' }
  if (!start.subarray(0, dumpStart.length).equals(dumpStart))
    throw new StartProblem(
      `${file} is no backup: it was neither written by this command nor by pg_dump --format=custom.`,
    )
  const programs = await findPgPrograms(0)
  if (!programs)
    throw new StartProblem(
      `${file} was written by pg_dump, and there is no pg_restore in PATH or PGBIN: install PostgreSQL's client programs.`,
    )
  return { file, ...(await describeDump(programs, file)), format: 'pg_dump', programs }
}

/** Throws StartProblem where it is no backup, or one of a newer program. */
export async function openArchive(file: string): Promise<ArchiveFile> {
  const archive = await describe(file)
  if (archive.migrations.length === 0)
    throw new StartProblem(`${file} has no tables of this program: it is a backup of something else.`)
  const known = new Set(await listMigrations())
  const unknown = archive.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartProblem(
      `${file} is of a newer version of this program, which has the migration ${unknown[0]}: restore it with that version.`,
    )
  return archive
}

/** Reads all of it. Throws StartProblem where it is damaged. */
export const checkArchive = (archive: ArchiveFile, progress: RestoreProgress): Promise<void> =>
  archive.format === 'copy' ? checkCopyArchive(archive.file, progress) : checkDump(archive.programs, archive.file)
