import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { reachDatabase } from '../server/reach-database.ts'
import { exportLibrary } from '../server/library/export.ts'
import { parseSettings } from '../server/settings.ts'

/** Writes to the file, or to standard output where none is named. */
export async function run([file]: string[]): Promise<void> {
  if (file === '--help')
    return console.log('Usage: npm run cli -- library export [FILE]\nWithout FILE it writes to standard output.')
  const database = await reachDatabase(parseSettings(process.env))
  try {
    await pipeline(Readable.from(exportLibrary(database.url)), file ? createWriteStream(file) : process.stdout)
  } finally {
    await database.release()
  }
}
