import { open, stat } from 'node:fs/promises'
import { listMigrations } from '../database/migration-files.ts'
import { StartProblem } from '../settings/settings.ts'
import { archiveStart, readArchive } from './archive.ts'
import type { ArchiveHeader } from './archive.ts'
import { fileProblem } from './atomic-file.ts'
import { isTableBackedUp } from './jobs-schema.ts'

const dumpStart = Buffer.from('PGDMP')

export type ArchiveFile = { file: string; created_at: string; postgres: string; tables: number; migrations: string[] }

async function readStart(file: string): Promise<Buffer> {
  const cannot = (error: Error) => {
    throw new StartProblem(`${file} cannot be read: ${fileProblem(error)}.`)
  }
  // Refuses a pipe: opening a pipe would wait for its writer.
  if (!(await stat(file).catch(cannot)).isFile()) throw new StartProblem(`${file} is not a file.`)
  const handle = await open(file).catch(cannot)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(archiveStart.length), 0, archiveStart.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

class StopReading extends Error {}

async function readHeader(file: string): Promise<ArchiveFile> {
  let found: ArchiveHeader | undefined
  await readArchive(file, {
    header: async (header) => {
      found = header
      throw new StopReading()
    },
    table: async () => {},
  }).catch((error: unknown) => {
    if (!(error instanceof StopReading)) throw error
  })
  const { created_at = '', postgres = '', migrations = [], tables = [] } = found ?? {}
  const ours = tables.filter(isTableBackedUp)
  if (migrations.length === 0 || !ours.some(({ name }) => name === '_prisma_migrations'))
    throw new StartProblem(`${file} contains no tables of this program: it is a backup of another one.`)
  return { file, created_at, postgres, migrations, tables: ours.length }
}

async function assertBackup(file: string) {
  const start = await readStart(file)
  if (start.equals(archiveStart)) return
  if (start.subarray(0, dumpStart.length).equals(dumpStart))
    throw new StartProblem(
      `${file} was written by pg_dump and contains SQL statements. If you trust it, load it into an empty database with pg_restore --no-owner --exit-on-error --single-transaction.`,
    )
  throw new StartProblem(`${file} is not a backup of this command.`)
}

/** Opens a backup. Throws StartProblem if the file is no backup, or is from a newer release. */
export async function openArchive(file: string): Promise<ArchiveFile> {
  await assertBackup(file)
  const archive = await readHeader(file)
  const known = new Set(await listMigrations())
  const unknown = archive.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new StartProblem(
      `${file} was written by a newer release, with the migration ${unknown[0]}: restore it with that release.`,
    )
  return archive
}
