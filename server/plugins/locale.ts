import fp from 'fastify-plugin'
import { defaultLocale, localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { askedLocale, localeOf } from './asked.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language to answer in. */
    locale: Locale
  }
}

/** Settles the language of each request, and remembers one that an address asks for. */
export const locale = fp<{ secure: boolean }>((app, { secure }, done) => {
  app.decorateRequest('locale', defaultLocale)
  app.addHook('onRequest', (request, reply, next) => {
    const asked = askedLocale(request.url)
    if (asked) reply.header('set-cookie', localeCookieText(asked, secure))
    request.locale = localeOf(request)
    next()
  })
  done()
})
