import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { db } from '../database/db.ts'

const folder = fileURLToPath(new URL('../../prisma/content/', import.meta.url))

/** A hash of all files of the starter content. */
export async function readContentVersion(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file.slice(folder.length)}\0`).update(await readFile(file))
  return hash.digest('base64url')
}

/** Whether the database was ever filled, and whether with what this release ships. */
export async function readStarterState(): Promise<{ isFilled: boolean; isCurrent: boolean }> {
  const version = await readContentVersion()
  const versions = await db.starterVersion.findMany({ select: { version: true } })
  return { isFilled: versions.length > 0, isCurrent: versions.some((one) => one.version === version) }
}
