import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { databaseUrl, db } from '../database/db.ts'
import { StartProblem } from '../settings/settings.ts'

const folder = new URL('../../prisma/content/library/', import.meta.url)
/** What the files of the categories name comes first, and what names their prompts last. */
const taxonomy = 'taxonomy.ndjson'
const last = ['pipelines.ndjson', 'sets.ndjson']

/** Paths, in the order that an import needs them: a file for each category. */
export async function listStarterFiles(): Promise<string[]> {
  const names = (await readdir(folder)).toSorted()
  const others = names.filter((name) => name !== taxonomy && !last.includes(name))
  return [taxonomy, ...others, ...names.filter((name) => last.includes(name))].map((name) =>
    fileURLToPath(new URL(name, folder)),
  )
}

const problemIn = (file: string, reason: string, row: unknown) =>
  new StartProblem(`The starter content in ${file} is wrong: ${reason} (${JSON.stringify(row).slice(0, 200)}).`)

/** Returns how many prompts were added. Servers that start at once wait for each other. */
export async function addStarterLibrary(): Promise<number> {
  if (await db.prompt.findFirst({ select: { id: true } })) return 0
  // A server that has its content never loads the import.
  const [{ importLibrary }, { readNdjson }] = await Promise.all([import('./import.ts'), import('./import-sources.ts')])
  let file = ''
  async function* readFiles() {
    for (file of await listStarterFiles()) yield* readNdjson(file)
  }
  const { added } = await importLibrary({
    url: databaseUrl,
    rows: readFiles(),
    wait: true,
    // A library with one prompt counts as filled, so a kill must leave none or all.
    atomic: true,
    reject: ({ row, reason }) => Promise.reject(problemIn(file, reason, row)),
  })
  return added
}
