import { inLocale, locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { bytesOf } from '../cache/response-cache.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { SingleFlight } from '../pages/single-flight.ts'
import { listSitemapFiles, listNames, listPathOf, readSitemapEntries, sitemapTags } from './sitemap-lists.ts'
import type { SitemapListName, SitemapFile } from './sitemap-lists.ts'
import { escapeXml, xmlStart } from './xml.ts'

export const sitemapPath = (name: string) => `/sitemap-${name}.xml`
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const dated = (lastmod: string | null) => (lastmod ? `<lastmod>${lastmod}</lastmod>` : '')

const flights = new SingleFlight<SitemapFile[]>({ most: listNames.length })

/** Returns the files of a list. Each list is cached by itself. */
async function filesOf(cache: ResponseCache, name: SitemapListName): Promise<SitemapFile[]> {
  const key = `sitemap ${name}`
  const cached = cache.get(key)
  if (cached) return JSON.parse(cached.bodies.identity.toString())
  const { version } = cache
  const flight = `${version} ${key}`
  const files = await (flights.find(flight) ?? flights.begin(flight, () => listSitemapFiles(name)))
  const bodies = { identity: bytesOf(JSON.stringify(files)) }
  cache.set(key, { status: 200, tags: sitemapTags(name), etag: '', headers: [], bodies }, version)
  return files
}

const staticPages: { path: string; shows: SitemapListName | null }[] = [
  { path: paths.home, shows: null },
  { path: paths.library, shows: 'categories' },
  { path: paths.pipelines, shows: 'pipelines' },
  { path: paths.blog, shows: 'posts' },
  { path: paths.forum, shows: 'threads' },
  { path: paths.subscription, shows: null },
  { path: paths.accessibility, shows: null },
]
const shownLists = staticPages.flatMap(({ shows }) => shows ?? [])

export const sitemapIndexTags = [...new Set(listNames.flatMap(sitemapTags))]
export const sitemapStaticTags = [...new Set(shownLists.flatMap(sitemapTags))]

const latestOf = (files: SitemapFile[]) =>
  files.reduce<string | null>((latest, { lastmod }) => ((lastmod ?? '') > (latest ?? '') ? lastmod : latest), null)

export async function sitemapIndex(siteUrl: string, cache: ResponseCache): Promise<string> {
  const known = await Promise.all(
    listNames.map(async (list) => (await filesOf(cache, list)).map((file) => ({ list, ...file }))),
  )
  const files = known.flat()
  const pages = latestOf(files.filter(({ list }) => shownLists.includes(list)))
  const named = files.map(({ list, number, lastmod }) => ({ name: `${list}-${number}`, lastmod }))
  const entries = [{ name: 'pages', lastmod: pages }, ...named].map(
    ({ name, lastmod }) => `<sitemap><loc>${escapeXml(siteUrl + sitemapPath(name))}</loc>${dated(lastmod)}</sitemap>\n`,
  )
  return `${xmlStart}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

const start = `${xmlStart}<urlset ${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
const end = '</urlset>\n'

/** XML entries of a page, one for each language. Each entry links to all languages. */
function entriesOf(address: string, lastmod: string | null, written: readonly Locale[]): string {
  const [original = 'en'] = written
  const alternate = (hreflang: string, locale: Locale) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${inLocale(address, locale)}"/>`
  let rest = `</loc>${dated(lastmod)}`
  for (const locale of written) rest += alternate(locale, locale)
  rest += `${alternate('x-default', original)}</url>\n`
  let entries = ''
  for (const locale of written) entries += `<url><loc>${inLocale(address, locale)}${rest}`
  return entries
}

export async function sitemapStaticFile(siteUrl: string, cache: ResponseCache): Promise<string> {
  const entries = staticPages.map(async ({ path, shows }) =>
    entriesOf(escapeXml(siteUrl + path), shows && latestOf(await filesOf(cache, shows)), locales),
  )
  return start + (await Promise.all(entries)).join('') + end
}

const plainSlug = /^[\w.-]+$/ // needs no escaping in a URL

export async function* sitemapListFile(name: SitemapListName, number: number, siteUrl: string): AsyncGenerator<string> {
  const pathOf = listPathOf(name)
  const before = escapeXml(siteUrl + pathOf('x').slice(0, -1))
  let isBegun = false
  for await (const listed of readSitemapEntries(name, number)) {
    let text = isBegun ? '' : start
    isBegun = true
    for (const { slug, lastmod, locales: written } of listed) {
      const address = plainSlug.test(slug) ? before + slug : escapeXml(siteUrl + pathOf(slug))
      text += entriesOf(address, lastmod, written)
    }
    yield text
  }
  yield isBegun ? end : start + end
}
