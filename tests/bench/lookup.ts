import type { QueryConfig } from 'pg'
import { paths } from '#shared/paths.ts'
import { createFetcher } from './request.ts'
import { withClient } from './database.ts'
import type { Database } from './database.ts'
import { formatDecimal, median } from './figures.ts'
import type { Figure } from './figures.ts'
import type { Product } from './product.ts'
import { statementOf } from './statements.ts'
import { someSlugs } from './data/subjects.ts'

const rounds = 2_000
/** Reads one prompt by slug at a time over HTTP, and the same statement with pg, in turns. */
export async function lookup({ url }: Database, { origin }: Product): Promise<Figure[]> {
  const slugs = (await someSlugs(url, 500_000)).slice(-rounds)
  const [example = ''] = slugs
  const { text, valuesFor } = await statementOf(url, 'prompt', [example])
  const fetchPath = createFetcher(origin, 1)
  const times = { product: [] as number[], parsed: [] as number[], prepared: [] as number[] }
  await withClient(url, async (client) => {
    const timed = async (list: number[], query: QueryConfig) => {
      const startedAt = performance.now()
      await client.query(query)
      list.push(performance.now() - startedAt)
    }
    for (const slug of slugs) {
      times.product.push((await fetchPath(paths.api.prompt(slug))).milliseconds)
      await timed(times.parsed, { text, values: valuesFor([slug]) })
      await timed(times.prepared, { name: 'prompt', text, values: valuesFor([slug]) })
    }
  })
  const against = (what: string, list: number[]) => ({
    what: `time of a prompt over HTTP against ${what}`,
    measured: `${formatDecimal(median(times.product) / median(list))} times (median ${formatDecimal(median(times.product))} ms)`,
    floor: `${formatDecimal(median(list))} ms`,
  })
  return [
    against('pg with the same statement', times.parsed),
    against('pg with the same statement, prepared', times.prepared),
  ]
}
