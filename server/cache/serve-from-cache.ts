import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { localeCookieText } from '#shared/locale.ts'
import { encodedBody, cachedBodyOf } from './response-cache.ts'
import type { CachedResponse, ResponseCache, Encoding, SharedBody } from './response-cache.ts'
import type { CountRead } from '../http/request-limits.ts'
import { bearerToken, isCanonicalRequest, requestTargetOf } from '../http/request-target.ts'

declare module 'fastify' {
  interface FastifyRequest {
    cacheVersion: number
    isServedFromCache: boolean
  }
  interface FastifyReply {
    tags: readonly string[] | null
    cacheTags: (tags: readonly string[]) => FastifyReply
    sharedBody: SharedBody | null
  }
}

const encodings = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 500 }),
})

function encodingFor({ headers }: IncomingMessage): Encoding {
  const accepted = headers['accept-encoding']
  return accepted && accepted.length <= 200 ? (encodings.negotiate(accepted) ?? 'identity') : 'identity'
}

const varyHeaders = {
  page: 'accept-encoding, accept-language, cookie',
  api: 'accept-encoding, accept-language, x-locale, authorization',
}
const perResponseHeaders = new Set(['x-request-id', 'content-length', 'date', 'connection', 'set-cookie'])

/** True if all visitors get the same response. Pages ignore tokens; for the API, a token makes the request personal. */
function isSharedRequest(message: IncomingMessage): boolean {
  const { method, headers } = message
  return (
    (method === 'GET' || method === 'HEAD') && (bearerToken(headers) === undefined || !requestTargetOf(message).isApi)
  )
}

function flatHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    perResponseHeaders.has(name) || value === undefined ? [] : [name, String(value)],
  )
}

/** True if If-None-Match has the ETag; `W/` is ignored. The quotes prevent a match with part of another ETag. */
export function matchesEtag({ headers }: Pick<IncomingMessage, 'headers'>, status: number, etag: string): boolean {
  const known = headers['if-none-match']
  return status === 200 && known !== undefined && (known === '*' || known.includes(etag.replace('W/', '')))
}

export type ServeFromCache = (message: IncomingMessage, response: ServerResponse) => boolean

type ServeOptions = {
  responseCache: ResponseCache
  secure: boolean
  countRead: CountRead
}

/** Responds from the cache before Fastify, since cached bytes need no route, hook or logger. */
export function createServeFromCache({ responseCache, secure, countRead }: ServeOptions): ServeFromCache {
  function write(
    message: IncomingMessage,
    response: ServerResponse,
    answer: CachedResponse,
    body: Buffer,
    encoding: Encoding,
  ) {
    const headers = [...answer.headers, 'x-request-id', randomUUID()]
    const { lang } = requestTargetOf(message)
    if (lang && !answer.isFile) headers.push('set-cookie', localeCookieText(lang, secure))
    const isKnown = matchesEtag(message, answer.status, answer.etag)
    if (answer.hits) answer.hits[isKnown ? 'notModified' : 'full'].value++
    if (isKnown) return void response.writeHead(304, headers).end()
    if (encoding !== 'identity' && body !== answer.bodies.identity) headers.push('content-encoding', encoding)
    headers.push('content-length', String(body.length))
    response.writeHead(answer.status, headers).end(message.method === 'HEAD' ? undefined : body)
  }
  return (message, response) => {
    const answer =
      isSharedRequest(message) && isCanonicalRequest(message)
        ? responseCache.get(requestTargetOf(message).cacheKey)
        : undefined
    if (!answer || (!answer.isFree && countRead(message) > 0)) return false
    const encoding = encodingFor(message)
    const body = encodedBody(answer, encoding)
    if (body instanceof Promise) void body.then((ready) => write(message, response, answer, ready, encoding))
    else write(message, response, answer, body, encoding)
    return true
  }
}

const metadata = { name: 'response-cache' }

function store(request: FastifyRequest, reply: FastifyReply, tags: readonly string[], shared: SharedBody) {
  const { raw, cacheVersion, routeOptions, server } = request
  const { responseCache, requestCounts } = server
  const { isUnbounded, cacheKey } = requestTargetOf(raw)
  const { statusCode: status } = reply
  responseCache.counts.made++
  if (responseCache.get(cacheKey)?.bodies === shared.bodies) return
  const { limit, isFile = false } = routeOptions.config
  const route = requestCounts.routeOf(request)
  const hits = {
    full: requestCounts.of('GET', route, status, true),
    notModified: requestCounts.of('GET', route, 304, true),
  }
  const headers = flatHeaders(reply)
  const response = { status, tags, isFree: limit === 'none', isFile, isUnbounded, headers, hits, ...shared }
  responseCache.set(cacheKey, response, cacheVersion)
}

/** Completes the headers of a response. Stores and compresses one that all visitors share. */
async function sendShared(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { raw } = request
  const tags = isSharedRequest(raw) && reply.statusCode < 500 ? reply.tags : null
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', tags ? 'no-cache' : 'no-store')
  const shared = reply.sharedBody ?? (tags && typeof payload === 'string' ? cachedBodyOf(payload) : null)
  if (!shared) return payload
  reply.header('vary', requestTargetOf(raw).isApi ? varyHeaders.api : varyHeaders.page)
  if (tags) {
    reply.header('etag', shared.etag)
    store(request, reply, tags, shared)
    if (matchesEtag(raw, reply.statusCode, shared.etag)) {
      reply.code(304)
      return null
    }
  }
  const encoding = encodingFor(raw)
  const body = await encodedBody(shared, encoding)
  if (body !== shared.bodies.identity) reply.header('content-encoding', encoding)
  return body
}

/** Stores responses, and serves injected requests, which do not pass `serveFromCache`. */
export const cacheResponses = fp<{ responseCache: ResponseCache; serveFromCache: ServeFromCache }>(
  (app, { responseCache, serveFromCache }, done) => {
    app.decorateRequest('cacheVersion', 0)
    app.decorateRequest('isServedFromCache', false)
    app.decorateReply('tags', null)
    app.decorateReply('sharedBody', null)
    app.decorateReply('cacheTags', function (this: FastifyReply, tags: readonly string[]) {
      this.tags = tags
      return this
    })
    app.addHook('onRequest', (request, reply, next) => {
      if (!isSharedRequest(request.raw)) return next()
      // Set before the call, since an injected request runs its onResponse hooks within the call.
      request.isServedFromCache = true
      if (serveFromCache(request.raw, reply.raw)) return void reply.hijack()
      request.isServedFromCache = false
      request.cacheVersion = responseCache.version
      next()
    })
    app.addHook('onSend', sendShared)
    done()
  },
  metadata,
)
