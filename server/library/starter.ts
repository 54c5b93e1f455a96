import { fileURLToPath } from 'node:url'
import { databaseUrl, db } from '../db.ts'
import { StartProblem } from '../settings.ts'

const file = fileURLToPath(new URL('../../prisma/content/library.ndjson', import.meta.url))

/**
 * Fills a library without a prompt with the starter content; answers how many prompts that were. Servers that start at
 * once take turns, and one that was killed halfway is made good by the next start.
 */
export async function addStarterLibrary(): Promise<number> {
  if (await db.prompt.findFirst({ select: { id: true } })) return 0
  // Loaded here alone: a server that has its content never needs the import.
  const [{ importLibrary }, { readNdjson }] = await Promise.all([import('./import.ts'), import('./import-sources.ts')])
  const { added } = await importLibrary({
    url: databaseUrl,
    rows: readNdjson(file),
    wait: true,
    reject: ({ line, reason }) =>
      Promise.reject(new StartProblem(`Line ${line} of the starter content is wrong: ${reason}.`)),
  })
  return added
}
