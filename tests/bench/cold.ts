import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '#shared/paths.ts'
import { newAsker } from './asking.ts'
import type { Database } from './database.ts'
import { onEnd } from './endings.ts'
import { decimal, whole } from './figures.ts'
import type { Figure } from './figures.ts'
import { folder } from './places.ts'
import { processorTime, processorTimeOfTree } from './proc.ts'
import type { Product } from './product.ts'
import type { Pace } from './read.ts'
import { someSlugs } from './subjects.ts'
import { wrk } from './wrk.ts'

/** More than a second of cold answers can take, whatever the machine. */
const mostPerSecond = 6_000

type Way = { what: string; required: number; path: (slug: string) => string }
const ways: Way[] = [
  { what: 'JSON: a different prompt each time', required: 3, path: paths.api.prompt },
  { what: 'HTML: a different prompt each time', required: 6, path: paths.prompt },
]

async function withPaths<T>(list: string[], work: (file: string) => Promise<T>): Promise<T> {
  const file = join(folder, 'paths.txt')
  const remove = onEnd(() => rm(file, { force: true }))
  await writeFile(file, `${list.join('\n')}\n`)
  return work(file).finally(remove)
}

async function measureWay(
  database: Database,
  product: Product,
  { what, required, path }: Way,
  slugs: string[],
  seconds: number,
): Promise<Figure> {
  const warming = Math.floor(slugs.length / 6)
  const { status } = await newAsker(product.origin, 1)(path(slugs[0] ?? ''))
  const limit = `≤ ${required} ms of processor`
  if (status !== 200)
    return { what, required: limit, measured: `not measured: ${path('…')} answered ${status}`, met: false }
  const asking = { url: product.origin, connections: 32 }
  await withPaths(slugs.slice(1, warming).map(path), (pathsFile) => wrk({ ...asking, seconds, pathsFile }))
  return withPaths(slugs.slice(warming).map(path), async (pathsFile) => {
    const before = { application: processorTime(product.pid), database: processorTimeOfTree(database.pid) }
    const { requests, rate } = await wrk({ ...asking, seconds: 15 * seconds, pathsFile })
    if (requests >= slugs.length - warming)
      throw new Error(`${requests} requests were more than there were slugs: ask for fewer seconds.`)
    const application = (1000 * (processorTime(product.pid) - before.application)) / requests
    const ofDatabase = (1000 * (processorTimeOfTree(database.pid) - before.database)) / requests
    const measured = `${decimal(application + ofDatabase)} ms: ${decimal(application)} application, ${decimal(ofDatabase)} database`
    return {
      what,
      required: limit,
      measured: `${measured} (${whole(requests)} prompts, ${whole(rate)}/s)`,
      met: application + ofDatabase <= required,
    }
  })
}

/** Answers that are made anew: processor time per request of the application and the whole of PostgreSQL. */
export async function cold(database: Database, product: Product, { seconds }: Pace): Promise<Figure[]> {
  const slugs = await someSlugs(database.url, ways.length * 16 * seconds * mostPerSecond)
  const each = Math.floor(slugs.length / ways.length)
  const figures: Figure[] = []
  for (const [place, way] of ways.entries())
    figures.push(await measureWay(database, product, way, slugs.slice(place * each, (place + 1) * each), seconds))
  return figures
}
