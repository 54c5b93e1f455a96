import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { databaseUrl, db } from '../database/db.ts'
import { StartProblem } from '../settings/settings.ts'

const folder = new URL('../../prisma/content/library/', import.meta.url)
/** File with categories, use cases, models and tags. It comes first, pipelines and sets come last. */
const taxonomy = 'taxonomy.ndjson'
const last = ['pipelines.ndjson', 'sets.ndjson']

export async function listStarterFiles(): Promise<string[]> {
  const names = (await readdir(folder)).toSorted()
  const others = names.filter((name) => name !== taxonomy && !last.includes(name))
  return [taxonomy, ...others, ...names.filter((name) => last.includes(name))].map((name) =>
    fileURLToPath(new URL(name, folder)),
  )
}

const problemIn = (file: string, reason: string, row: unknown) =>
  new StartProblem(`The starter content in ${file} is wrong: ${reason} (${JSON.stringify(row).slice(0, 200)}).`)

/** Adds the starter library. Returns the number of prompts. A lock serializes servers that start at once. */
export async function addStarterLibrary(): Promise<number> {
  if (await db.prompt.findFirst({ select: { id: true } })) return 0
  // Loaded on demand: a server with content never needs these modules.
  const [{ importLibrary }, { readNdjson }] = await Promise.all([import('./import.ts'), import('./import-sources.ts')])
  let file = ''
  async function* readFiles() {
    for (file of await listStarterFiles()) yield* readNdjson(file)
  }
  const { added } = await importLibrary({
    url: databaseUrl,
    rows: readFiles(),
    waitForLock: true,
    // Atomic, since a library with a single prompt counts as filled.
    atomic: true,
    reject: ({ row, reason }) => Promise.reject(problemIn(file, reason, row)),
  })
  return added
}
