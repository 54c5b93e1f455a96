import { coldHtml, coldJson } from '../cold.ts'
import { loadCommunity, removeCommunity, sizesOf } from './community-data.ts'
import { coldReads, findCommunityKeys, quietPaths, warmSubjects } from './community-subjects.ts'
import type { CommunityKeys } from './community-subjects.ts'
import { withClient } from '../database.ts'
import type { Database } from '../database.ts'
import { formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import { posting } from '../posting.ts'
import { memoryOf } from '../proc.ts'
import { startProduct } from '../product.ts'
import type { Product } from '../product.ts'
import type { Pace } from '../read.ts'
import { requireProgram } from '../require-program.ts'
import { streams } from '../streams.ts'
import { measureSubject } from '../warm.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const leastWarm = 0.7
const answersPerSecond = { json: 1_500, html: 500 }
/** Time in ms until the server has received the invalidation of its caches. */
const invalidationMs = 500

type Loaded = { database: Database; places: CommunityKeys; product: Product; pace: Pace }

async function warm({ places, product, pace }: Loaded): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const subject of warmSubjects(places)) figures.push(await measureSubject(product, subject, pace, leastWarm))
  return figures
}

function takeFrom<T>(list: T[], each: number) {
  let at = 0
  return (count = Math.min(each, list.length)) => Array.from({ length: count }, () => list[at++ % list.length] as T)
}

async function cold({ database, places, product, pace: { rounds, seconds } }: Loaded): Promise<Figure[]> {
  const beforeAnswers = async () => {
    await withClient(database.url, (client) => client.query(`SELECT invalidate(ARRAY['*'])`))
    await sleep(invalidationMs)
  }
  const options = { database, product, rounds, beforeAnswers }
  const reads = coldReads(places)
  const figures: Figure[] = []
  for (const { what, read, keys, api } of reads)
    figures.push(
      await coldJson(options, {
        what: `JSON: processor time of ${what}, against Fastify and pg alone`,
        read,
        take: takeFrom(keys, seconds * answersPerSecond.json),
        pathOf: api,
      }),
    )
  for (const { what, keys, page } of reads)
    if (page)
      figures.push(
        await coldHtml(options, {
          what: `HTML: processor time of ${what}, against React alone`,
          take: takeFrom(keys.map(page), seconds * answersPerSecond.html),
        }),
      )
  return figures
}

const write = ({ database, places, product, pace }: Loaded) => posting(database.url, product, quietPaths(places), pace)
const watch = ({ database, places, product, pace }: Loaded) => streams(database.url, product, quietPaths(places), pace)

/** Each part has its own server, so that none measures the memory of another. */
export const communityParts: Record<string, { title: string; measure: (loaded: Loaded) => Promise<Figure[]> }> = {
  warm: { title: 'News and forum: cached responses', measure: warm },
  cold: { title: 'News and forum: uncached responses', measure: cold },
  posting: { title: 'News and forum: comments in a thread with 20,000', measure: write },
  streams: { title: 'News and forum: open event streams', measure: watch },
}

type Options = { pace: Pace; only: string | undefined; threads: number }
type Report = (part: string, title: string, figures: Figure[]) => void

export async function community(database: Database, { pace, only, threads }: Options, report: Report): Promise<void> {
  requireProgram('wrk')
  requireProgram('nginx-light', 'nginx')
  const sizes = sizesOf(threads)
  const url = await loadCommunity(database, sizes)
  if (only === 'load') return
  const places = await findCommunityKeys(url)
  for (const [part, { title, measure }] of Object.entries(communityParts)) {
    if (only && only !== part) continue
    console.log(`\nMeasuring: ${title}…`)
    const product = await startProduct(url)
    const figures = await measure({ database: { ...database, url }, places, product, pace })
    figures.push({
      what: 'memory of the server afterwards',
      measured: `${formatInteger(memoryOf(product.pid, 'VmRSS'))} MB`,
    })
    await product.stop()
    report(part, title, figures)
  }
  await removeCommunity(url, sizes)
}
