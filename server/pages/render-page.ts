import type { Locale } from '#shared/locale.ts'
import type { Announcement, Site } from '#shared/site/schema.ts'
import { cacheTags as allTags } from '../cache/cache-tags.ts'
import { cachedBodyOf } from '../cache/response-cache.ts'
import type { SharedBody } from '../cache/response-cache.ts'
import type { PublicReads } from '../cache/public-reads.ts'
import type { BuiltAssets } from './assets.ts'

type AssetsFor = (page: string | null, locale: Locale) => BuiltAssets

export type PageRenderer = {
  inlineScripts: string[] // exact text: the content security policy allows their hashes
  pagePaths: string[]
  render: (page: {
    url: string
    locale: Locale
    site: Site
    announcements: readonly Announcement[]
    apiFetch: (path: string) => Promise<{ status: number; body: unknown }>
    assetsFor: AssetsFor
  }) => Promise<{ status: number; html: string }>
}

export type RenderedPage = { status: number; body: SharedBody; cacheTags: string[] | null }

export type PageSite = {
  site: Site
  styles: { path: string; ground: [string, string] } | null
  announcements: readonly Announcement[]
}
type PageOptions = { url: string; locale: Locale; current: PageSite; reads: PublicReads; assetsFor: AssetsFor }

const withStyles = (assetsFor: AssetsFor, styles: PageSite['styles']): AssetsFor =>
  styles
    ? (page, locale) => {
        const assets = assetsFor(page, locale)
        return { ...assets, styles: [...assets.styles, styles.path], ground: styles.ground }
      }
    : assetsFor

/** Renders a page. It can be cached if all its reads can. */
export async function renderPage(renderer: PageRenderer, page: PageOptions): Promise<RenderedPage> {
  const { url, locale, current, reads } = page
  const site = { ...current.site }
  const { announcements } = current
  const assetsFor = withStyles(page.assetsFor, current.styles)
  const tags = new Set<string>([allTags.site])
  let isCacheable = true
  let isBusy = false
  const apiFetch = async (path: string) => {
    const { status, body, cacheTags } = await reads.answer(path, locale)
    for (const tag of cacheTags ?? []) tags.add(tag)
    isCacheable &&= cacheTags !== null
    isBusy ||= status === 503
    return { status, body }
  }
  const { status, html } = await renderer.render({ url, locale, site, announcements, apiFetch, assetsFor })
  return {
    // A page with failed data is a 500, or a 503 if the database is unavailable.
    status: status === 503 && !isBusy ? 500 : status,
    body: cachedBodyOf(html),
    cacheTags: isCacheable && status === 200 ? [...tags] : null,
  }
}
