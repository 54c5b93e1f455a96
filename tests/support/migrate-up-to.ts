import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listMigrations } from '../../server/database/migration-files.ts'
import { migrate } from '../../server/database/migrations.ts'

export async function migrateUpTo(url: string, last: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'former-'))
  for (const name of await listMigrations())
    if (name <= last) cpSync(join('prisma/migrations', name), join(folder, name), { recursive: true })
  await migrate(url, pathToFileURL(`${folder}/`))
  rmSync(folder, { recursive: true })
}
