import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale, localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the address is for people in a browser. */
    isPage: boolean
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

const browserLocale = ({ headers }: FastifyRequest) => preferredLocale(headers['accept-language']) ?? defaultLocale

/** The language that a call of the API asks for by its headers. */
export function headerLocale(request: FastifyRequest): Locale {
  const chosen = request.headers['x-locale']
  return findLocale(typeof chosen === 'string' ? chosen : null) ?? browserLocale(request)
}

function localeFor(request: FastifyRequest): Locale {
  if (!request.isPage) return headerLocale(request)
  return request.askedLocale ?? findCookieLocale(request.headers.cookie) ?? browserLocale(request)
}

export const locale = fp<{ secure: boolean }>((app, { secure }, done) => {
  app.decorateRequest('isPage', false)
  app.decorateRequest('locale', defaultLocale)
  app.decorateRequest('askedLocale', null)
  app.addHook('onRequest', (request, reply, next) => {
    request.isPage = request.routeOptions.config.page === true
    if (request.isPage && request.url.includes('lang=')) {
      request.askedLocale = findLocale(new URL(request.url, 'http://site').searchParams.get('lang'))
      if (request.askedLocale) reply.header('set-cookie', localeCookieText(request.askedLocale, secure))
    }
    request.locale = localeFor(request)
    next()
  })
  done()
})
