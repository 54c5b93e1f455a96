import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '#shared/paths.ts'
import { createFetcher } from './request.ts'
import type { Database } from './database.ts'
import { onExit } from './cleanups.ts'
import { formatDecimal, median } from './figures.ts'
import type { Figure } from './figures.ts'
import { bench, folder } from './paths.ts'
import { cpuSeconds, cpuSecondsOfTree } from './proc.ts'
import type { Product } from './product.ts'
import { waitForLine, startProgram } from './programs.ts'
import type { Pace } from './read.ts'
import type { Keys, ReadName } from './statements.ts'
import { someSlugs } from './data/subjects.ts'

/** Number of requests per second of a round, and of pages that React alone renders per round. */
const answersPerSecond = 1_500
const renderings = 300
const connections = 32

type Cost = { application: number; database: number }
type Server = { origin: string; pid: number }
type ColdOptions = {
  database: Database
  product: Product
  rounds: number
  beforeAnswers?: () => Promise<unknown>
}

const sum = ({ application, database }: Cost) => application + database
const medianOf = (costs: Cost[], part: (cost: Cost) => number) => formatDecimal(median(costs.map(part)))
const describeCosts = (costs: Cost[]) =>
  `${medianOf(costs, sum)} ms: ${medianOf(costs, ({ application }) => application)} application, ${medianOf(costs, ({ database }) => database)} database`

async function measure(database: Database, { origin, pid }: Server, list: string[]): Promise<Cost> {
  const fetchPath = createFetcher(origin, connections)
  const left = [...list]
  const before = { application: cpuSeconds(pid), database: cpuSecondsOfTree(database.pid) }
  const askOn = async () => {
    for (let path = left.pop(); path; path = left.pop()) {
      const { status } = await fetchPath(path)
      if (status !== 200) throw new Error(`${path} answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: connections }, askOn))
  return {
    application: (1000 * (cpuSeconds(pid) - before.application)) / list.length,
    database: (1000 * (cpuSecondsOfTree(database.pid) - before.database)) / list.length,
  }
}

/** The first round is a warm-up. */
function compare(what: string, [, ...costs]: Cost[], [, ...floors]: number[], floor: string): Figure {
  const ratio = (part: (cost: Cost) => number) => median(costs.map((cost, round) => part(cost) / (floors[round] ?? 0)))
  const measured = `${formatDecimal(ratio(sum))} times (${describeCosts(costs)})`
  return { what, required: '≤ 2 times', measured, floor, passed: ratio(sum) <= 2 }
}

type ColdRead = { what: string; read: ReadName; take: (count?: number) => Keys[]; pathOf: (keys: Keys) => string }

export async function coldJson(
  { database, product, rounds, beforeAnswers }: ColdOptions,
  { what, read, take, pathOf }: ColdRead,
): Promise<Figure> {
  const floor = startProgram(bench('bare-reads.ts'), [database.url, read, ...(take(1)[0] ?? [])], {})
  const [, origin = ''] = await waitForLine(floor, /ready at (\S+)/)
  const costs = { floor: [] as Cost[], product: [] as Cost[] }
  for (let round = 0; round <= rounds; round++) {
    const list = take().map((keys) => `/${keys.map(encodeURIComponent).join('/')}`)
    costs.floor.push(await measure(database, { origin, pid: floor.pid }, list))
    await beforeAnswers?.()
    costs.product.push(await measure(database, product, take().map(pathOf)))
  }
  await floor.stop()
  return compare(what, costs.product, costs.floor.map(sum), describeCosts(costs.floor.slice(1)))
}

export async function coldHtml(
  { database, product, rounds, beforeAnswers }: ColdOptions,
  { what, take }: { what: string; take: (count?: number) => string[] },
): Promise<Figure> {
  const file = join(folder, 'pages.txt')
  const remove = onExit(() => rm(file, { force: true }))
  await writeFile(file, take((rounds + 2) * renderings).join('\n'))
  const floor = startProgram(bench('bare-renderer.ts'), [product.origin, file, String(renderings)], {})
  const [, origin = ''] = await waitForLine(floor, /ready at (\S+)/)
  await remove()
  const fetchFloor = createFetcher(origin, 1)
  const costs = { floor: [] as number[], product: [] as Cost[] }
  for (let round = 0; round <= rounds; round++) {
    costs.floor.push(Number((await fetchFloor('/')).body))
    await beforeAnswers?.()
    costs.product.push(await measure(database, product, take()))
  }
  await floor.stop()
  return compare(what, costs.product, costs.floor, `${formatDecimal(median(costs.floor.slice(1)))} ms`)
}

/** Uncached responses: CPU time of application and database, compared with the baselines. */
export async function cold(database: Database, product: Product, { rounds, seconds }: Pace): Promise<Figure[]> {
  const slices = 3 * (rounds + 1)
  const others = 1 + (rounds + 2) * renderings
  const slugs = await someSlugs(database.url, slices * seconds * answersPerSecond + others)
  const each = Math.floor((slugs.length - others) / slices)
  const take = (count = each) => slugs.splice(0, count)
  const options = { database, product, rounds }
  return [
    await coldJson(options, {
      what: 'JSON: processor time of a different prompt each time, against Fastify and pg alone',
      read: 'prompt',
      take: (count) => take(count).map((slug) => [slug]),
      pathOf: ([slug = '']) => paths.api.prompt(slug),
    }),
    await coldHtml(options, {
      what: 'HTML: processor time of a different prompt each time, against React alone',
      take: (count) => take(count).map(paths.prompt),
    }),
  ]
}
