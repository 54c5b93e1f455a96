import { fileURLToPath } from 'node:url'
import { db, databaseUrl } from '../db.ts'
import { StartProblem } from '../settings.ts'
import { importLibrary } from './import.ts'
import { readNdjson } from './import-sources.ts'

const file = fileURLToPath(new URL('../../prisma/content/library.ndjson', import.meta.url))

/** Fills a library that has nothing in it with the starter content; answers how many prompts that were. */
export async function addStarterLibrary(): Promise<number> {
  if (await db.category.findFirst({ select: { id: true } })) return 0
  const { added } = await importLibrary({
    url: databaseUrl,
    rows: readNdjson(file),
    reject: ({ line, reason }) => Promise.reject(new StartProblem(`Line ${line} of the starter content is wrong: ${reason}.`)),
  })
  return added
}
