import type { Locale } from '#shared/locale.ts'
import type { Announcement, Site } from '#shared/site/schema.ts'
import { cacheTags as allTags } from '../cache/cache-tags.ts'
import { sharedBodyOf } from '../cache/response-cache.ts'
import type { SharedBody } from '../cache/response-cache.ts'
import type { PublicReads } from '../cache/public-reads.ts'
import type { Assets } from './assets.ts'

type AssetsFor = (page: string | null, locale: Locale) => Assets

/** What the built entry-server offers: it fetches what a page shows and renders it. */
export type PageRenderer = {
  /** The scripts that stand in every page's head, to the letter: the only ones that may run from a page itself. */
  inlineScripts: string[]
  /** The patterns of all pages, as in /library/prompt/:slug. */
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

/** A page for all who ask for it now; `cacheTags` is null where it may not be cached. */
export type RenderedPage = { status: number; body: SharedBody; cacheTags: string[] | null }

/** What is set of the site, as it is now. */
export type PageSite = {
  site: Site
  styles: { path: string; ground: [string, string] } | null
  announcements: readonly Announcement[]
}
type PageOptions = { url: string; locale: Locale; current: PageSite; reads: PublicReads; assetsFor: AssetsFor }

/** With the stylesheet of the site's own look. */
const withStyles = (assetsFor: AssetsFor, styles: PageSite['styles']): AssetsFor =>
  styles
    ? (page, locale) => {
        const assets = assetsFor(page, locale)
        return { ...assets, styles: [...assets.styles, styles.path], ground: styles.ground }
      }
    : assetsFor

/** Renders a page of public reads; it may be cached where all of them may, under the tags of all. */
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
    // What a page could not be made of is a failure of ours, unless the database is away.
    status: status === 503 && !isBusy ? 500 : status,
    body: sharedBodyOf(html),
    cacheTags: isCacheable && status === 200 ? [...tags] : null,
  }
}
