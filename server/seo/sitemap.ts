import { inLocale } from '#shared/locale.ts'
import { listFiles, listNames, readFile, staticPages } from './sitemap-lists.ts'
import type { Listed, ListName } from './sitemap-lists.ts'
import { escapeXml, xmlStart } from './xml.ts'

export const sitemapPath = (name: string) => `/sitemap-${name}.xml`
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export async function sitemapIndex(siteUrl: string): Promise<string> {
  const files = await Promise.all(
    listNames.map(async (name) => (await listFiles(name)).map((number) => `${name}-${number}`)),
  )
  const entries = ['pages', ...files.flat()].map(
    (name) => `<sitemap><loc>${escapeXml(siteUrl + sitemapPath(name))}</loc></sitemap>\n`,
  )
  return `${xmlStart}<sitemapindex ${namespace}>\n${entries.join('')}</sitemapindex>\n`
}

/** Each language has an entry, and each entry names them all. */
function entriesOf({ path, locales, lastmod }: Listed, siteUrl: string): string {
  const urls = locales.map((locale) => ({ locale, url: escapeXml(inLocale(siteUrl + path, locale)) }))
  const alternates = [...urls, ...urls.slice(0, 1).map(({ url }) => ({ locale: 'x-default', url }))].map(
    ({ locale, url }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${url}"/>`,
  )
  const changed = lastmod ? `<lastmod>${lastmod.toISOString()}</lastmod>` : ''
  return urls.map(({ url }) => `<url><loc>${url}</loc>${changed}${alternates.join('')}</url>\n`).join('')
}

async function* write(pages: AsyncIterable<Listed[]> | Iterable<Listed[]>, siteUrl: string): AsyncGenerator<string> {
  let isBegun = false
  for await (const listed of pages) {
    if (!isBegun) yield `${xmlStart}<urlset ${namespace} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`
    isBegun = true
    yield listed.map((one) => entriesOf(one, siteUrl)).join('')
  }
  if (isBegun) yield '</urlset>\n'
}

/** Yields nothing for a file that has no addresses: the protocol knows none such. */
export function sitemapFile(name: string, siteUrl: string): AsyncGenerator<string> {
  if (name === 'pages') return write([staticPages], siteUrl)
  const [, list, number] = /^(.+)-(\d+)$/.exec(name) ?? []
  return write(readFile(list as ListName, Number(number)), siteUrl)
}
