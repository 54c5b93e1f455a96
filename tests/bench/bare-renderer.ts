import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFetcher } from './request.ts'
import { root } from './paths.ts'

/** Baseline: React renders pages whose data is in memory. Returns CPU milliseconds per page not rendered before. */
const [origin = '', file = '', pages = ''] = process.argv.slice(2)
const { preparePage, renderTree } = (await import(
  `${root}dist/server/entry-server.js`
)) as typeof import('../../client/start/entry-server.tsx')
const addresses = readFileSync(file, 'utf8').trim().split('\n')
const site = {
  name: 'Promptory',
  url: origin,
  company: { name: 'A company', address: 'An address', email: 'somebody@example.test' },
  social_links: [],
  pages: [],
  legal_pages: [],
  brand_color: null,
  logo: null,
  card: null,
  legal_dates: { terms: '2025-10-08', privacy: '2025-10-08' },
  live_feed: true,
  asks_confirmed_email: true,
  adds_tax: false,
  takes_codes: false,
  google_client_id: null,
  payments: 'off' as const,
}
const assets = {
  entry: '/assets/entry.js',
  styles: ['/assets/site.css'],
  fonts: [],
  preloads: ['/assets/site.js'],
  images: {},
}

async function prepare(url: string, fetchPath: ReturnType<typeof createFetcher>) {
  const { status, tree } = await preparePage({
    url,
    locale: 'en',
    site,
    assetsFor: () => assets,
    apiFetch: async (path) => {
      const answer = await fetchPath(path)
      return { status: answer.status, body: JSON.parse(answer.body.toString()) }
    },
  })
  if (status !== 200) throw new Error(`${url} answered ${status}.`)
  return tree
}

async function renderNext(): Promise<number> {
  const fetchPath = createFetcher(origin, 8)
  const trees = await Promise.all(addresses.splice(0, Number(pages)).map((url) => prepare(url, fetchPath)))
  const before = process.cpuUsage()
  for (const tree of trees) renderTree(tree)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / trees.length
}

const server = createServer({ keepAliveTimeout: 600_000 }, async (_request, response) =>
  response.end(String(await renderNext())),
)
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`))
