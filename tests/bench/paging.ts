import type { PromptPage } from '#shared/library/schema.ts'
import { paths } from '#shared/paths.ts'
import { createFetcher } from './request.ts'
import { withClient } from './database.ts'
import type { Database } from './database.ts'
import { formatDecimal, median, formatInteger } from './figures.ts'
import type { Figure } from './figures.ts'
import { bigUseCase } from './data/generate.ts'
import type { Product } from './product.ts'

const limit = 50
const compared = 50

type Fetcher = ReturnType<typeof createFetcher>

async function followToTheEnd(fetchPath: Fetcher) {
  const addresses: string[] = []
  const seen = new Set<number>()
  let shown = 0
  let next: string | null = paths.api.useCasePrompts(bigUseCase, { limit })
  while (next) {
    addresses.push(next)
    const page: PromptPage = JSON.parse((await fetchPath(next)).body.toString())
    for (const { id } of page.results) seen.add(id)
    shown += page.results.length
    next = page.next
  }
  return { addresses, seen, shown }
}

async function timeAnew(fetchPath: Fetcher, first: string[], last: string[]) {
  const times = { first: [] as number[], last: [] as number[] }
  const anew = (address: string) => fetchPath(address.replace(`limit=${limit}`, `limit=${limit - 1}`))
  for (const [index, address] of first.entries()) {
    times.first.push((await anew(address)).milliseconds)
    times.last.push((await anew(last[index] ?? '')).milliseconds)
  }
  return times
}

export async function paging({ url }: Database, { origin }: Product): Promise<Figure[]> {
  const fetchPath = createFetcher(origin, 1)
  const expected = await withClient(url, async (client) =>
    Number(
      (
        await client.query(
          'SELECT count(*) FROM prompt JOIN use_case ON use_case.id = use_case_id WHERE use_case.slug = $1',
          [bigUseCase],
        )
      ).rows[0].count,
    ),
  )
  const { addresses, seen, shown } = await followToTheEnd(fetchPath)
  const full = addresses.slice(0, -1)
  const { first, last } = await timeAnew(fetchPath, full.slice(0, compared), full.slice(-compared))
  const ratio = median(last) / median(first)
  return [
    {
      what: `prompts of a use case, ${formatInteger(addresses.length)} pages to the end`,
      required: `${formatInteger(expected)}, each once`,
      measured: `${formatInteger(shown)} rows, ${formatInteger(seen.size)} of them different`,
      passed: seen.size === expected && shown === expected,
    },
    {
      what: `time of the last ${compared} pages against the first ${compared}`,
      required: '≤ 1.5',
      measured: `${formatDecimal(ratio)} (median ${formatDecimal(median(last))} ms)`,
      floor: `${formatDecimal(median(first))} ms`,
      passed: ratio <= 1.5,
    },
  ]
}
