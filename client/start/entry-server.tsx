import type { QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { Locale } from '#shared/locale.ts'
import type { Announcement, Site } from '#shared/site/schema.ts'
import { inLocale } from '#shared/locale.ts'
import { ApiProblem, connectApi } from '../app/api.ts'
import type { ApiFetch } from '../app/api.ts'
import { AnnouncementBanner, announcementScript, SandboxBanner } from './document/banners.tsx'
import { App, createQueryClient } from './app.tsx'
import type { PageOutcome } from './app.tsx'
import { Document, headScript } from './document/document.tsx'
import type { Assets, PageData } from './document/document.tsx'
import type { HydratedQuery } from '../app/reset-queries.ts'
import { LocaleProvider } from '../app/i18n.tsx'
import { OpenGraphImage } from '../app/open-graph/open-graph.tsx'
import type { PageImage } from '../app/open-graph/open-graph.tsx'
import { findRoute, pageRoutes } from './routes.tsx'
import { SiteRoot } from '../app/site-root.tsx'

export const inlineScripts = [headScript, announcementScript]
export const pagePaths = pageRoutes.map(({ path }) => path)

await Promise.all(pageRoutes.map((route) => route.fetchModule()))

export type PageRequest = {
  url: string
  locale: Locale
  site: Site
  announcements?: readonly Announcement[]
  apiFetch: ApiFetch
  assetsFor: (page: string | null, locale: Locale) => Assets
}

function knownQueries(client: QueryClient): HydratedQuery[] {
  const queries = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  return queries.map(({ queryKey, state }) => ({ key: queryKey, data: state.data as object }))
}

function createServerClient({ apiFetch }: Pick<PageRequest, 'apiFetch'>): QueryClient {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  connectApi(client, apiFetch)
  return client
}

type LoadedPage = { outcome: PageOutcome; file: string | null; image: PageImage | null }

/** Loads the data of a page. `file` is null for a page that is not found or has failed. */
async function loadPage(
  { url, locale, site }: Pick<PageRequest, 'url' | 'locale' | 'site'>,
  client: QueryClient,
): Promise<LoadedPage> {
  const { pathname, searchParams: search } = new URL(url, 'http://site')
  const found = findRoute(pathname)
  if (!found) return { outcome: 'not_found', file: null, image: null }
  const { params, route } = found
  const { load, imageOf } = await route.fetchModule()
  const query = client.fetchQuery.bind(client)
  const outcome = await Promise.resolve(load?.({ params, search, locale, client, site, query })).then(
    () => 'page' as const,
    (error) => (error instanceof ApiProblem && error.status < 500 ? 'not_found' : 'failed'),
  )
  if (outcome !== 'page') return { outcome, file: null, image: null }
  return { outcome, file: route.file, image: imageOf?.({ params, client }) ?? null }
}

/** Runs the loader of a page, whose reads pass through `apiFetch`. */
export async function loadData(page: Pick<PageRequest, 'url' | 'locale' | 'site' | 'apiFetch'>): Promise<PageOutcome> {
  const client = createServerClient(page)
  return (await loadPage(page, client)).outcome
}

function Banners({ site, announcements = [], locale }: Pick<PageRequest, 'site' | 'announcements' | 'locale'>) {
  const inLanguage = announcements.filter(({ text_en, text_es }) => (locale === 'es' ? text_es : text_en) !== '')
  return (
    <LocaleProvider value={locale}>
      {site.payments === 'sandbox' && <SandboxBanner />}
      {inLanguage.map((announcement) => (
        <AnnouncementBanner key={announcement.id} announcement={announcement} locale={locale} />
      ))}
    </LocaleProvider>
  )
}

export async function preparePage(page: PageRequest): Promise<{ status: number; tree: ReactElement }> {
  const { url, locale, site, assetsFor } = page
  const client = createServerClient(page)
  const { outcome, file, image } = await loadPage(page, client)
  const assets = assetsFor(file, locale)
  const data: PageData = { site, locale, outcome, assets, queries: outcome === 'page' ? knownQueries(client) : [] }
  const { pathname } = new URL(url, 'http://site')
  const head = (
    <LocaleProvider value={locale}>
      <DocumentIcons locale={locale} />
      <OpenGraphImage pathname={pathname} site={site} isFound={outcome === 'page'} image={image} />
    </LocaleProvider>
  )
  const tree = (
    <Document
      locale={locale}
      assets={assets}
      data={JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}
      head={head}
      banner={<Banners {...page} />}
    >
      <SiteRoot locale={locale}>
        <StaticRouter location={url}>
          <App client={client} site={site} locale={locale} outcome={outcome} />
        </StaticRouter>
      </SiteRoot>
    </Document>
  )
  return { status: { page: 200, not_found: 404, failed: 503 }[outcome], tree }
}

export const renderTree = (tree: ReactElement) => `<!doctype html>${renderToString(tree)}`

export async function render(page: PageRequest): Promise<{ status: number; html: string }> {
  const { status, tree } = await preparePage(page)
  return { status, html: renderTree(tree) }
}

/** Icons from tests/pictures/icons.ts. They are in the server's page only, since browsers read them once. */
export const DocumentIcons = ({ locale }: { locale: Locale }) => (
  <>
    <link rel="icon" href="/favicon.ico" sizes="32x32" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    <link rel="manifest" href={inLocale('/manifest.webmanifest', locale)} />
  </>
)
