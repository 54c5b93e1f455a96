import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import findMyWay from 'find-my-way'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { defaultLocale, findCookieLocale, findLocale, findPreferredLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { pageQueries, unboundedPages } from '#shared/page-queries.ts'
import { readQuery } from '#shared/query-params.ts'
import type { QuerySchema } from '#shared/query-params.ts'

export type RequestTarget = {
  url: string
  pathname: string
  search: string
  isApi: boolean
  isDecodable: boolean
  /** False: the API refuses the request, and pages redirect to `pathname`. */
  isCanonical: boolean
  isUnbounded: boolean
  /** Pattern of the page, such as `/library/:slug`. Null for other paths. */
  page: string | null
  lang: Locale | null
  locale: Locale
  cacheKey: string
}

type CanonicalPath = {
  /** Path with exactly one slash at its start, since browsers read `//host` as a host. */
  pathname: string
  isDecodable: boolean
  isPlain: boolean
}

function isDecodableText(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isAmbiguous = (name: string) => name === '' || name === '.' || name === '..' || /[/\\]/.test(name)

export const maxPathLength = 4_000

function canonicalPath(path: string): CanonicalPath {
  // Decodes the path as a whole: one exception for each segment would take many times as long.
  const isDecodable = isDecodableText(path)
  // Refuses long paths that cannot be decoded, since find-my-way is slow with many percent signs.
  if (!isDecodable && path.length > maxPathLength)
    return { pathname: path.startsWith('/api/') ? '/api/%25' : '/%25', isDecodable, isPlain: false }
  const parts = path.split(/[/\\]/).slice(1)
  const endsInSlash = parts.at(-1) === ''
  if (endsInSlash) parts.pop()
  const decoded = isDecodable ? parts.map(decodeURIComponent) : parts
  const names: string[] = []
  for (const name of decoded) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(encodeURIComponent(name))
  }
  return {
    pathname: `/${names.join('/')}${endsInSlash && names.length > 0 ? '/' : ''}`,
    isDecodable,
    isPlain: !path.includes('\\') && !decoded.some(isAmbiguous),
  }
}

const withoutSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))
const isSlug = (part: string) => /^:(?:\w+_)?slug$/.test(part)
const lowerCase = (name: string) =>
  name.replaceAll(/%..|[A-Z]/g, (text) => (text.length > 1 ? text : text.toLowerCase()))

/** Returns the canonical spelling of a page path: words and slugs in lower case, keys and ids as they are. */
function canonicalSpelling(page: string | null, pathname: string): string {
  if (page === null) return pathname
  const names = pathname.split('/')
  const parts = page.split('/').flatMap((part, at) => {
    if (part === '*') return names.slice(at)
    if (!part.startsWith(':')) return part
    return isSlug(part) ? lowerCase(names[at] ?? '') : (names[at] ?? '')
  })
  return parts.join('/')
}

/** Canonical query. `isUnbounded`: the number of such queries has no limit. */
type CanonicalQuery = { query: string; isUnbounded: boolean }
type ReadCanonicalQuery = (search: URLSearchParams) => CanonicalQuery

const write = (entries: string[][]) => (entries.length > 0 ? `?${new URLSearchParams(entries)}` : '')

type Field = { def: { type: string; innerType?: Field } }
function isUnboundedField({ def }: Field): boolean {
  return def.innerType ? isUnboundedField(def.innerType) : def.type !== 'enum'
}

function apiQuery(schema: z.ZodObject | undefined): ReadCanonicalQuery {
  const fields = Object.entries(schema?.shape ?? {})
  return (search) => {
    const present = fields.filter(([name]) => search.has(name))
    return {
      query: write(present.flatMap(([name]) => search.getAll(name).map((value) => [name, value]))),
      isUnbounded: present.some(([, field]) => isUnboundedField(field)),
    }
  }
}

const pageQuery =
  (schema: QuerySchema): ReadCanonicalQuery =>
  (search) => {
    const known = Object.entries(readQuery(schema, search)).filter((entry) => entry[1] !== undefined) as string[][]
    return { query: write(known), isUnbounded: known.length > 0 }
  }

const parsed = Symbol('request target')
type Parsed = IncomingMessage & { [parsed]?: RequestTarget }

export function requestTargetOf(message: IncomingMessage): RequestTarget {
  const target = (message as Parsed)[parsed]
  if (!target) throw new Error('The target of this request was not parsed.')
  return target
}

const preferredLocales = new LRUCache<string, Locale>({ max: 1_000 })
function browserLocale({ headers }: IncomingMessage): Locale {
  const sent = headers['accept-language']
  const header = sent && sent.length > 200 ? sent.slice(0, sent.lastIndexOf(',', 200)).slice(0, 200) : sent
  if (!header) return defaultLocale
  let locale = preferredLocales.get(header)
  if (locale === undefined) preferredLocales.set(header, (locale = findPreferredLocale(header) ?? defaultLocale))
  return locale
}

/** Returns the locale. Pages: lang, cookie, Accept-Language. API: X-Locale, Accept-Language. */
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

const noQuery: ReadCanonicalQuery = () => ({ query: '', isUnbounded: false })
export const isReadMethod = (method: string | undefined) => method === 'GET' || method === 'HEAD'

/** Returns the token after `Bearer`. Undefined for other schemes, which may be of a proxy. */
export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | undefined => {
  const [scheme = '', token = ''] = /^(\S+)\s*(.*)/.exec(authorization ?? '')?.slice(1) ?? []
  return scheme.toLowerCase() === 'bearer' ? token : undefined
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]
type Route = { route: string; read: ReadCanonicalQuery }

export class RequestTargets {
  // Fastify registers the root of a prefix once, without a trailing slash.
  #routes = findMyWay({ maxParamLength: 16_384, ignoreTrailingSlash: true })
  #pages = findMyWay({ maxParamLength: 16_384, caseSensitive: false })
  #known = new LRUCache<string, Record<Locale, RequestTarget>>({ max: 1_000 })

  constructor(pagePaths: readonly string[] = []) {
    for (const page of pagePaths) this.#pages.on('GET', page, () => {}, page)
    for (const page of pagePaths) if (page.endsWith('/*')) this.#pages.on('GET', page.slice(0, -2), () => {}, page)
    for (const [route, schema] of Object.entries(pageQueries)) this.#add('GET', route, pageQuery(schema))
    for (const route of unboundedPages) this.#add('GET', route, () => ({ query: '', isUnbounded: true }))
  }

  addRoute(name: string, route: string, querystring: unknown): void {
    const method = methods.find((one) => one === name)
    if (!method || route.endsWith('/*') || this.#routes.hasRoute(method, withoutSlash(route))) return
    this.#add(method, route, apiQuery(querystring as z.ZodObject | undefined))
  }

  methodsOf(pathname: string): string[] {
    const isPage = this.#findPage(pathname) !== null
    return methods.filter((method) => {
      const found = this.#find(method, pathname)
      return (isPage && isReadMethod(method)) || (found && (pathname.endsWith('/') || !found.route.endsWith('/')))
    })
  }

  parse(message: Parsed): RequestTarget {
    if (message[parsed]) return message[parsed]
    const { url = '/', method } = message
    let inLocales = isReadMethod(method) ? this.#known.get(url) : undefined
    if (!inLocales) {
      inLocales = this.#parse(url, isReadMethod(method))
      if (isReadMethod(method) && url.length <= 500) this.#known.set(url, inLocales)
    }
    return (message[parsed] = inLocales[findLocaleOf(message, inLocales.en)])
  }

  #add(method: Method, route: string, read: ReadCanonicalQuery) {
    this.#routes.on(method, withoutSlash(route), () => {}, { route, read })
  }

  #find = (method: Method, pathname: string) => this.#routes.find(method, pathname)?.store as Route | undefined

  #findPage = (pathname: string) => (this.#pages.find('GET', pathname)?.store ?? null) as string | null

  #parse(sent: string, reads: boolean): Record<Locale, RequestTarget> {
    const url = originForm(sent)
    const mark = url.indexOf('?')
    const [path, search] = mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark)]
    const { pathname: plain, isDecodable, isPlain } = canonicalPath(path)
    const isApi = /^\/api\//i.test(plain)
    const page = isApi ? null : this.#findPage(withoutSlash(plain))
    const pathname = isApi ? plain : canonicalSpelling(page, withoutSlash(plain))
    const params = new URLSearchParams(search)
    const { read } = this.#find('GET', pathname) ?? { read: noQuery }
    const { query, isUnbounded } = reads ? read(params) : { query: search, isUnbounded: false }
    const address = {
      url: pathname + query,
      pathname,
      search,
      isApi,
      isDecodable,
      isCanonical: isApi ? isPlain && isDecodable && pathname.startsWith('/api/') : pathname === path,
      isUnbounded,
      page,
      lang: isApi ? null : findLocale(params.get('lang')),
    }
    const inLocale = (locale: Locale) => ({ ...address, locale, cacheKey: `${locale} ${address.url}` })
    return { en: inLocale('en'), es: inLocale('es') }
  }
}

export function hasMultipleHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export const isCanonicalRequest = (message: IncomingMessage) =>
  requestTargetOf(message).isCanonical && !hasMultipleHosts(message)
