import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export const migrationsFolder = new URL('../../prisma/migrations/', import.meta.url)

export type Migration = {
  name: string
  script: string
  checksum: string
  /** True if the script begins with `-- not in a transaction`, as for CREATE INDEX CONCURRENTLY. */
  isOutsideTransaction: boolean
}

const outsideTransactionPattern = /^-- not in a transaction\s*\n/

const checksumOf = (script: string) => createHash('sha256').update(script).digest('hex')

export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
}

export async function readMigration(name: string, folder = migrationsFolder): Promise<Migration> {
  const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8')
  return { name, script, checksum: checksumOf(script), isOutsideTransaction: outsideTransactionPattern.test(script) }
}

export function matchesChecksum({ script }: Migration, checksum: string): boolean {
  const lines = script.replaceAll('\r\n', '\n')
  return [script, lines, lines.replaceAll('\n', '\r\n')].some((text) => checksumOf(text) === checksum)
}

export const statementsOf = ({ script }: Migration) => script.split(/(?<=;)[ \t]*\r?\n/).filter((text) => text.trim())
