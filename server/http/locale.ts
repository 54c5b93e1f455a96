import fp from 'fastify-plugin'
import { defaultLocale, localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { targetOf } from './request-target.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Read by programs, and cached by shared caches: it sets no cookie. */
    isFile?: boolean
  }
  interface FastifyRequest {
    locale: Locale
  }
}

const metadata = { name: 'locale' }

export const locale = fp<{ secure: boolean }>((app, { secure }, done) => {
  app.decorateRequest('locale', defaultLocale)
  app.addHook('onRequest', (request, reply, next) => {
    const target = targetOf(request.raw)
    if (target.lang && !request.routeOptions.config.isFile)
      reply.header('set-cookie', localeCookieText(target.lang, secure))
    request.locale = target.locale
    next()
  })
  done()
}, metadata)
