import type { IncomingMessage } from 'node:http'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** What of a request says which answer is meant. */
export type Asked = Pick<IncomingMessage, 'url' | 'headers'>

/** Whatever is not the API is for people in a browser. */
export const isPage = (url: string) => !url.startsWith('/api/')

/** The language that the address of a page itself asks for. */
export function askedLocale(url: string): Locale | null {
  return url.includes('lang=') && isPage(url) ? findLocale(new URL(url, 'http://site').searchParams.get('lang')) : null
}

/** Accept-Language headers come in few variants: each is read once. */
const preferred = new Map<string, Locale>()
function browserLocale({ headers }: Asked): Locale {
  const header = headers['accept-language']
  if (!header) return defaultLocale
  let locale = preferred.get(header)
  if (locale === undefined) {
    if (preferred.size > 1_000) preferred.clear()
    locale = findPreferredLocale(header) ?? defaultLocale
    preferred.set(header, locale)
  }
  return locale
}

/** A page's language is that of lang, then the cookie, then the browser; the API's that of X-Locale, then the browser. */
export function localeOf(asked: Asked): Locale {
  const { url = '', headers } = asked
  const chosen = headers['x-locale']
  const said = isPage(url)
    ? (askedLocale(url) ?? (headers.cookie ? findCookieLocale(headers.cookie) : null))
    : typeof chosen === 'string'
      ? findLocale(chosen)
      : null
  return said ?? browserLocale(asked)
}

/** The parts of a query that a page looks at; others, as of campaigns, change nothing about it. */
const meaningful = ['q', 'group', 'free', 'model', 'length', 'min_rating', 'order', 'cursor']

/** The address of a page without what does not matter to it, as its language. */
export function pageAddress(url: string): string {
  if (!url.includes('?')) return url
  const { pathname, searchParams } = new URL(url, 'http://site')
  const query = new URLSearchParams(
    meaningful.flatMap((name) =>
      searchParams
        .getAll(name)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  )
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** What a kept answer goes by. */
export function answerKey(asked: Asked): string {
  const { url = '' } = asked
  return `${localeOf(asked)} ${isPage(url) ? pageAddress(url) : url}`
}
