import { fileURLToPath } from 'node:url'
import { databaseUrl, db } from '../db.ts'
import { StartProblem } from '../settings.ts'

const file = fileURLToPath(new URL('../../prisma/content/library.ndjson', import.meta.url))

/** Returns how many prompts were added. Servers that start at once wait for each other. */
export async function addStarterLibrary(): Promise<number> {
  if (await db.prompt.findFirst({ select: { id: true } })) return 0
  // A server that has its content never loads the import.
  const [{ importLibrary }, { readNdjson }] = await Promise.all([import('./import.ts'), import('./import-sources.ts')])
  const { added } = await importLibrary({
    url: databaseUrl,
    rows: readNdjson(file),
    wait: true,
    // A library with one prompt counts as filled, so a kill must leave none or all.
    atomic: true,
    reject: ({ line, reason }) =>
      Promise.reject(new StartProblem(`Line ${line} of the starter content is wrong: ${reason}.`)),
  })
  return added
}
