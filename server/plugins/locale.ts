import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale, localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language to answer in. */
    locale: Locale
    /** The language that the address itself asks for, by its lang parameter. */
    askedLocale: Locale | null
  }
  interface FastifyContextConfig {
    /** An address for people in a browser: its language comes from lang, the cookie, then the browser. */
    page?: boolean
  }
}

/** Accept-Language headers come in few variants: each is read once. */
const preferred = new Map<string, Locale | null>()
function preferredLocale(header: string | undefined): Locale | null {
  if (!header) return null
  let locale = preferred.get(header)
  if (locale === undefined) {
    if (preferred.size > 1_000) preferred.clear()
    locale = findPreferredLocale(header)
    preferred.set(header, locale)
  }
  return locale
}

function localeFor(request: FastifyRequest): Locale {
  const { headers } = request
  const browser = () => preferredLocale(headers['accept-language']) ?? defaultLocale
  if (request.routeOptions.config.page) return request.askedLocale ?? findCookieLocale(headers.cookie) ?? browser()
  const chosen = headers['x-locale']
  return findLocale(typeof chosen === 'string' ? chosen : null) ?? browser()
}

export const locale = fp<{ secure: boolean }>((app, { secure }, done) => {
  app.decorateRequest('locale', defaultLocale)
  app.decorateRequest('askedLocale', null)
  app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.config.page && request.url.includes('lang=')) {
      request.askedLocale = findLocale(new URL(request.url, 'http://site').searchParams.get('lang'))
      if (request.askedLocale) reply.header('set-cookie', localeCookieText(request.askedLocale, secure))
    }
    request.locale = localeFor(request)
    next()
  })
  done()
})
