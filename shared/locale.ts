import * as z from 'zod/mini'

/** The languages of the interface and of the content; English is what everything falls back to. */
export const Locale = z.enum(['en', 'es'])
export type Locale = z.infer<typeof Locale>
export const locales = Locale.options
export const defaultLocale: Locale = 'en'

/** The cookie that remembers the chosen language for a year: its name, and its age in seconds. */
export const localeCookie = { name: 'lang', max_age: 31_536_000 } as const

/** 'es-MX' is es; a language that the site does not speak is null. */
export function findLocale(tag: string | null | undefined): Locale | null {
  const parsed = Locale.safeParse(tag?.trim().split(/[-_]/)[0]?.toLowerCase())
  return parsed.success ? parsed.data : null
}

/** The first language of an Accept-Language header, by its weights, that the site speaks. */
export function findPreferredLocale(header: string | undefined): Locale | null {
  const weighted = (header ?? '').split(',').map((part) => {
    const [tag, ...parameters] = part.split(';')
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
    return { locale: findLocale(tag), weight: weight === undefined ? 1 : Number(weight) }
  })
  const spoken = weighted.filter(({ locale, weight }) => locale && weight > 0)
  return spoken.toSorted((a, b) => b.weight - a.weight)[0]?.locale ?? null
}

/** The value of a Set-Cookie header, or of document.cookie, that keeps the choice. */
export function localeCookieText(locale: Locale, secure: boolean): string {
  return `${localeCookie.name}=${locale}; Max-Age=${localeCookie.max_age}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The language in a Cookie header or document.cookie, if the site speaks it. */
export function findCookieLocale(cookies: string | undefined): Locale | null {
  return findLocale(/(?:^|;\s*)lang=([^;]*)/.exec(cookies ?? '')?.[1])
}
