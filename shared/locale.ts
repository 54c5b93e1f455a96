import * as z from 'zod/mini'

export const locales = ['en', 'es'] as const
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>
export const defaultLocale: Locale = 'en'

export function inLocale(url: string, locale: Locale): string {
  if (locale === defaultLocale) return url
  return `${url}${url.includes('?') ? '&' : '?'}lang=${locale}`
}

export const localeCookie = { name: 'lang', max_age: 31_536_000 } as const

export function findLocale(tag: string | null | undefined): Locale | null {
  const language = tag?.trim().split(/[-_]/)[0]?.toLowerCase()
  return locales.find((locale) => locale === language) ?? null
}

const weightPattern = /^(?:[01]\.?|0?\.\d+|1\.0+)$/

function rangesIn(header: string) {
  return header.split(',').flatMap((part, at) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.map((text) => /^q\s*=\s*(.*)/i.exec(text)?.[1]).find((text) => text !== undefined) ?? '1'
    return weightPattern.test(weight) ? [{ tag, locale: findLocale(tag), weight: Number(weight), at }] : []
  })
}

/** Returns the preferred locale; null if none is named. Weight 0 refuses a language; `*` means all others. */
export function findPreferredLocale(header: string | undefined): Locale | null {
  const ranges = rangesIn(header ?? '')
  const others = ranges.find(({ tag }) => tag === '*')?.weight ?? Number.MIN_VALUE
  const rated = locales.map((locale) => {
    const named = ranges.filter((range) => range.locale === locale).toSorted((a, b) => b.weight - a.weight)
    return named[0] ?? { locale, weight: others, at: Infinity }
  })
  if (rated.every(({ at }) => at === Infinity)) return null
  const accepted = rated.filter(({ weight }) => weight > 0)
  return accepted.toSorted((a, b) => b.weight - a.weight || a.at - b.at)[0]?.locale ?? null
}

export function localeCookieText(locale: Locale, secure: boolean): string {
  return `${localeCookie.name}=${locale}; Max-Age=${localeCookie.max_age}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function findCookieLocale(cookies: string | undefined): Locale | null {
  return findLocale(/(?:^|;\s*)lang=([^;]*)/.exec(cookies ?? '')?.[1])
}
