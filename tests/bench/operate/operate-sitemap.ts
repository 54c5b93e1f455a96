import { get } from 'node:http'
import { migrate } from '../../../server/database/migrations.ts'
import { idsPerFile } from '../../../server/seo/sitemap-lists.ts'
import { withClient, withScratch } from '../database.ts'
import type { Database } from '../database.ts'
import { formatDecimal, median, formatInteger } from '../figures.ts'
import type { Figure } from '../figures.ts'
import type { OperateOptions } from './operate.ts'
import { memoryOf } from '../proc.ts'
import { startProduct } from '../product.ts'
import type { Product } from '../product.ts'

const rounds = 15
const atOnce = 8

/** The sitemap reads no texts of prompts, so they are short. */
async function load(url: string, prompts: number) {
  await migrate(url)
  await withClient(url, async (client) => {
    await client.query(`INSERT INTO functional_group (slug, model_ids) VALUES ('group', '{}')`)
    await client.query(`INSERT INTO category (slug, functional_group_id) VALUES ('category', 1)`)
    await client.query(
      `INSERT INTO use_case (slug, category_id) SELECT 'use-case-' || n, 1 FROM generate_series(0, 9999) AS n`,
    )
    await client.query(
      `INSERT INTO prompt (slug, use_case_id, model_ids, tag_ids, updated_at)
       SELECT 'a-title-of-six-or-seven-words-with-' || substr(md5(n::text), 1, 12) || '-' || n, 1 + n % 10000, '{1,2}', '{1,2,3}',
              timestamptz '2026-01-01' + n * interval '13 seconds' FROM generate_series(1, $1::int) AS n`,
      [prompts],
    )
    await client.query('VACUUM ANALYZE')
  })
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await task()
  return performance.now() - startedAt
}

type Fetched = { status: number; bytes: number; addresses: number }

function fetchFile(url: string, encoding = 'identity'): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const fetched = { status: response.statusCode ?? 0, bytes: 0, addresses: 0 }
      response.on('data', (bytes: Buffer) => void (fetched.bytes += bytes.length))
      response.on('end', () => resolve(fetched))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

const countAddresses = async (url: string) => (await (await fetch(url)).text()).split('<loc>').length - 1

/** Peak memory during `task`, above the memory before. */
async function growth({ pid }: Product, task: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid, 'VmRSS')
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid, 'VmRSS'))), 5)
  await task()
  clearInterval(watch)
  return most - before
}

async function measureFile(url: string, origin: string, files: number): Promise<Figure[]> {
  const times: Record<'statement' | 'plain' | 'br' | 'gzip', number[]> = { statement: [], plain: [], br: [], gzip: [] }
  let bytes = 0
  await withClient(url, async (client) => {
    for (let round = 0; round < rounds; round++) {
      const file = 1 + (round % files)
      const address = `${origin}/sitemap-prompts-${file}.xml`
      const values = [(file - 1) * idsPerFile, file * idsPerFile]
      const text = 'SELECT slug, updated_at FROM prompt WHERE id > $1 AND id <= $2 ORDER BY id'
      times.statement.push(await timed(() => client.query({ name: 'file', text, values })))
      times.plain.push(await timed(async () => ({ bytes } = await fetchFile(address))))
      times.br.push(await timed(() => fetchFile(address, 'br')))
      times.gzip.push(await timed(() => fetchFile(address, 'gzip')))
    }
  })
  const statement = median(times.statement)
  const describeMs = (ms: number) => `${formatDecimal(ms, 0)} ms, ${formatDecimal(ms / statement)} ×`
  const addresses = await countAddresses(`${origin}/sitemap-prompts-1.xml`)
  return [
    {
      what: `time of a file of ${formatInteger(addresses)} addresses, ${formatInteger(bytes / 1e6)} MB`,
      required: '≤ 2 × the statement alone',
      measured: describeMs(median(times.plain)),
      floor: `${formatDecimal(statement, 0)} ms: its rows, by one statement`,
      passed: median(times.plain) <= 2 * statement,
    },
    { what: 'time of the same file with Brotli', measured: describeMs(median(times.br)) },
    { what: 'time of the same file with gzip', measured: describeMs(median(times.gzip)) },
  ]
}

/** The server has sent one file before, so that the heap's initial growth is excluded. */
async function measureMemory(product: Product, files: number): Promise<Figure[]> {
  const all = (encoding: string) => () =>
    Promise.all(
      Array.from({ length: atOnce }, (_, at) =>
        fetchFile(`${product.origin}/sitemap-prompts-${1 + (at % files)}.xml`, encoding),
      ),
    )
  await fetchFile(`${product.origin}/sitemap-prompts-1.xml`)
  const grown = Math.max(await growth(product, all('identity')), await growth(product, all('br')))
  return [
    {
      what: `increase of the server's memory while ${atOnce} files are requested at once`,
      required: '< 30 MB',
      measured: `${formatDecimal(grown, 1)} MB`,
      passed: grown < 30,
    },
  ]
}

async function measureIndex(origin: string, prompts: number): Promise<Figure> {
  const ms = await timed(() => fetchFile(`${origin}/sitemap.xml`))
  return {
    what: `time of the sitemap index of ${formatInteger(prompts)} prompts, uncached`,
    measured: `${formatDecimal(ms, 0)} ms`,
  }
}

export function sitemap({ url: cluster }: Database, { prompts }: OperateOptions): Promise<Figure[]> {
  return withScratch(cluster, 'operate_sitemap', async (url) => {
    await load(url, prompts)
    const product = await startProduct(url, { SEED: 'none' })
    const files = Math.ceil(prompts / idsPerFile)
    const index = await measureIndex(product.origin, prompts)
    const memory = await measureMemory(product, files)
    const figures = await measureFile(url, product.origin, files)
    await product.stop()
    return [...figures, ...memory, index]
  })
}
