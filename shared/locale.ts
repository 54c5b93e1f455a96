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

export function findPreferredLocale(header: string | undefined): Locale | null {
  const weighted = (header ?? '').split(',').map((part) => {
    const [tag, ...parameters] = part.split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
    return { locale: findLocale(tag), weight: weight === undefined ? 1 : Number(weight) }
  })
  const spoken = weighted.filter(({ locale, weight }) => locale && weight > 0)
  return spoken.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? null
}

export function localeCookieText(locale: Locale, secure: boolean): string {
  return `${localeCookie.name}=${locale}; Max-Age=${localeCookie.max_age}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function findCookieLocale(cookies: string | undefined): Locale | null {
  return findLocale(/(?:^|;\s*)lang=([^;]*)/.exec(cookies ?? '')?.[1])
}
