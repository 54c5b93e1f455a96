import { findCookieLocale, localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { accessToken, authorizedFetch } from './session.ts'

/** Timeout in ms for storing the language, including a token refresh. */
const saveTimeoutMs = 2_000

function storeLocale(locale: Locale): boolean {
  document.cookie = localeCookieText(locale, location.protocol === 'https:')
  return findCookieLocale(document.cookie) === locale
}

async function saveLanguage(language: Locale) {
  if (accessToken() === null) return
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ language })
  await Promise.race([
    authorizedFetch(paths.api.me, { method: 'PATCH', keepalive: true, headers, body }).catch(() => {}),
    new Promise((resolve) => void setTimeout(resolve, saveTimeoutMs)),
  ])
}

export type PageAddress = { pathname: string; search: string }

export function addressInLanguage(locale: Locale, { pathname, search }: PageAddress): string {
  const query = new URLSearchParams(search)
  query.set('lang', locale)
  return `${pathname}?${query}`
}

/** Stores the language, unless the address names one, and loads the page in it. The address may lack a mail's token. */
export async function switchLanguage(locale: Locale, page: PageAddress): Promise<void> {
  const href = addressInLanguage(locale, page) + location.hash
  const isNamed = new URLSearchParams(location.search).has('lang')
  if (!isNamed) await saveLanguage(locale)
  if (!isNamed && location.search === page.search && storeLocale(locale)) location.reload()
  else location.assign(href)
}
