import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { pageQueries } from '#shared/page-queries.ts'
import { notFound, HttpProblem } from '../problem.ts'
import { canonicalPath, maxPathLength } from './canonical-path.ts'
import { apiQuery, pageQuery } from './known-query.ts'
import type { ReadKnownQuery } from './known-query.ts'

export type RequestTarget = {
  url: string
  pathname: string
  search: string
  isApi: boolean
  isDecodable: boolean
  /** Otherwise the API refuses it and pages redirect. */
  isCanonical: boolean
  isVariant: boolean
  lang: Locale | null
  locale: Locale
  cacheKey: string
}

const parsed = Symbol('request target')
type Parsed = IncomingMessage & { [parsed]?: RequestTarget }

export function targetOf(message: IncomingMessage): RequestTarget {
  const target = (message as Parsed)[parsed]
  if (!target) throw new Error('The target of this request was not parsed.')
  return target
}

export const localeOf = ({ raw }: Pick<FastifyRequest, 'raw'>) => targetOf(raw).locale

export const isPage = (pathname: string) => !pathname.startsWith('/api/')

/** Parsed once per variant, at most 200 characters. */
const preferredLocales = new LRUCache<string, Locale>({ max: 1_000 })
function browserLocale({ headers }: IncomingMessage): Locale {
  const header = headers['accept-language']?.slice(0, 200)
  if (!header) return defaultLocale
  let locale = preferredLocales.get(header)
  if (locale === undefined) preferredLocales.set(header, (locale = findPreferredLocale(header) ?? defaultLocale))
  return locale
}

/** Pages: lang, cookie, browser. API: X-Locale, browser. */
function findLocaleOf(message: IncomingMessage, { isApi, lang }: RequestTarget): Locale {
  const { cookie, 'x-locale': chosen } = message.headers
  if (isApi) return (typeof chosen === 'string' ? findLocale(chosen) : null) ?? browserLocale(message)
  return lang ?? (cookie ? findCookieLocale(cookie) : null) ?? browserLocale(message)
}

function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const scheme = url.indexOf('://')
  if (scheme === -1) return `/${url}`
  const rest = url.slice(scheme + 3)
  const path = rest.search(/[/?]/)
  if (path === -1) return '/'
  return rest[path] === '/' ? rest.slice(path) : `/${rest.slice(path)}`
}

const noQuery: ReadKnownQuery = () => ({ query: '', isVariant: false })
const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

export class RequestTargets {
  // Fastify registers the root of a prefix once, without its slash.
  #routes = findMyWay({ maxParamLength: 16_384, ignoreTrailingSlash: true })
  #known = new LRUCache<string, Record<Locale, RequestTarget>>({ max: 1_000 })

  constructor() {
    for (const [route, schema] of Object.entries(pageQueries)) this.#add(route, pageQuery(schema))
  }

  addRoute(route: string, querystring: unknown): void {
    if (!this.#routes.hasRoute('GET', route)) this.#add(route, apiQuery(querystring as z.ZodObject | undefined))
  }

  parse(message: Parsed): RequestTarget {
    if (message[parsed]) return message[parsed]
    const { url = '/', method } = message
    let inLocales = isRead(method) ? this.#known.get(url) : undefined
    if (!inLocales) {
      inLocales = this.#parse(url, isRead(method))
      if (isRead(method) && url.length <= 500) this.#known.set(url, inLocales)
    }
    return (message[parsed] = inLocales[findLocaleOf(message, inLocales.en)])
  }

  #add(route: string, read: ReadKnownQuery) {
    this.#routes.on('GET', route, () => {}, read)
  }

  #parse(sent: string, reads: boolean): Record<Locale, RequestTarget> {
    const url = originForm(sent)
    const mark = url.indexOf('?')
    const [path, search] = mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)]
    const { pathname, isDecodable, isPlain } = canonicalPath(path)
    const isApi = !isPage(pathname)
    const params = new URLSearchParams(search)
    const read = (this.#routes.find('GET', pathname)?.store ?? noQuery) as ReadKnownQuery
    const { query, isVariant } = reads ? read(params) : { query: search, isVariant: false }
    const address = {
      url: pathname + query,
      pathname,
      search,
      isApi,
      isDecodable,
      isCanonical: isApi ? isPlain && isDecodable : pathname === path,
      isVariant,
      lang: isApi ? null : findLocale(params.get('lang')),
    }
    const inLocale = (locale: Locale) => ({ ...address, locale, cacheKey: `${locale} ${address.url}` })
    return { en: inLocale('en'), es: inLocale('es') }
  }
}

/** RFC 9112: a request with several Host headers is invalid. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export const isPlainRequest = (message: IncomingMessage) => targetOf(message).isCanonical && !hasManyHosts(message)

export function redirectWithin(reply: FastifyReply, pathname: string, search: string) {
  const address = (pathname === '/' ? pathname : pathname.replace(/\/$/, '')) + search
  if (address.length > maxPathLength) throw notFound()
  return reply.redirect(address, 301)
}

const metadata = { name: 'request-target', dependencies: ['rate-limits'] }

export const requestTarget = fp<{ targets: RequestTargets }>((app, { targets }, done) => {
  app.addHook('onRoute', ({ url, method, schema }) => {
    if ([method].flat().includes('GET')) targets.addRoute(url, schema?.querystring)
  })
  app.addHook('onRequest', ({ raw, method }, reply, next) => {
    const { isApi, isDecodable, isCanonical, pathname, search } = targetOf(raw)
    if (hasManyHosts(raw) || (isApi && !isDecodable)) return next(new HttpProblem(400, 'problem.bad_request'))
    if (isCanonical) return next()
    if (isApi || !isRead(method)) return next(notFound())
    return redirectWithin(reply, pathname, search)
  })
  done()
}, metadata)
