import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { inLocale, locales } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { useLocale } from './i18n.tsx'
import { useSite } from './site.ts'

type HeadProps = {
  title: string
  description: string
  /** Canonical address with the query parameters that select content. Default: the path. */
  address?: string
  jsonLd?: object[]
  type?: 'website' | 'article'
  /** Languages of the page, the default language first; default: both. */
  languages?: readonly Locale[]
}

const scriptText = (data: unknown) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)

const encodedPath = (path: string) => new URL(path, location.href).pathname

/** Replaces the address of a moved item by its current address, unless the user has left the page. */
function useCurrentPath(address: string | undefined) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const current = address?.split('?')[0]
  useEffect(() => {
    if (current === undefined || encodedPath(pathname) !== location.pathname) return
    if (encodedPath(current) !== location.pathname) void navigate(current + search + hash, { replace: true })
  }, [current, pathname, search, hash, navigate])
}

export function Head({ title, description, address, jsonLd = [], type = 'website', languages = locales }: HeadProps) {
  const { pathname } = useLocation()
  useCurrentPath(address)
  const locale = useLocale()
  const site = useSite()
  const base = `${site.url}${address ?? pathname}`
  const [original = locale] = languages
  const shown = languages.includes(locale) ? locale : original
  const canonical = inLocale(base, shown)
  const fullTitle = title === site.name ? title : `${title} · ${site.name}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={canonical} />
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={inLocale(base, language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={inLocale(base, original)} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content={shown === 'es' ? 'es_ES' : 'en_US'} />
      {jsonLd.map((data) => (
        <script
          key={scriptText(data)}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptText(data) }}
        />
      ))}
    </>
  )
}

/** Title of a page that search engines must not list. */
export function UnlistedHead({ title }: { title: string }) {
  const site = useSite()
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

export function breadcrumbList(site: { url: string }, steps: { name: string; path: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site.url}${path}`,
    })),
  }
}
