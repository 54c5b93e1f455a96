import { Client } from 'pg'
import type { QueryConfig } from 'pg'
import { paths } from '#shared/paths.ts'
import { closeDatabase, openDatabase } from '../../server/db.ts'
import { openPrompt } from '../../server/library/prompts.ts'
import { newAsker } from './asking.ts'
import { withClient } from './database.ts'
import type { Database } from './database.ts'
import { decimal, median } from './figures.ts'
import type { Figure } from './figures.ts'
import type { Product } from './product.ts'
import { someSlugs } from './subjects.ts'

const rounds = 2_000
type Statement = { text: string; values: unknown[] }

/** The statement that the product sends for a prompt, as it is heard on its way. */
async function statementOf(url: string, slug: string): Promise<Statement> {
  const heard: Statement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to its client below
  const { query } = Client.prototype
  Client.prototype.query = function (this: Client, ...given: Parameters<typeof query>) {
    heard.push(given[0] as unknown as Statement)
    return query.apply(this, given)
  } as typeof query
  await openDatabase(url, 1)
  await openPrompt(slug, 'en', 0)
  await closeDatabase()
  Client.prototype.query = query
  const found = heard.find(({ values }) => values?.includes(slug))
  if (!found) throw new Error('The statement of a prompt was not heard.')
  return { text: found.text, values: found.values }
}

/** One prompt by its slug over HTTP, one at a time, against pg running the same statement, taking turns. */
export async function lookup({ url }: Database, { origin }: Product): Promise<Figure[]> {
  const slugs = (await someSlugs(url, 500_000)).slice(-rounds)
  const [example = ''] = slugs
  const { text, values } = await statementOf(url, example)
  const valuesFor = (slug: string) => values.map((value) => (value === example ? slug : value))
  const ask = newAsker(origin, 1)
  const times = { product: [] as number[], parsed: [] as number[], prepared: [] as number[] }
  await withClient(url, async (client) => {
    const timed = async (list: number[], query: QueryConfig) => {
      const begun = performance.now()
      await client.query(query)
      list.push(performance.now() - begun)
    }
    for (const slug of slugs) {
      times.product.push((await ask(paths.api.prompt(slug))).milliseconds)
      await timed(times.parsed, { text, values: valuesFor(slug) })
      await timed(times.prepared, { name: 'prompt', text, values: valuesFor(slug) })
    }
  })
  const against = (what: string, list: number[]) => ({
    what: `a prompt over HTTP against ${what}`,
    measured: `${decimal(median(times.product) / median(list))} times (median ${decimal(median(times.product))} ms)`,
    floor: `${decimal(median(list))} ms`,
  })
  return [
    against('pg with the same statement', times.parsed),
    against('pg with the same statement, prepared', times.prepared),
  ]
}
