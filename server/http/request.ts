import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { fieldError } from '#shared/fields.ts'
import { localeCookieText } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { findUnstorable, normalizeTexts } from '#shared/texts.ts'
import { defaultTier } from '#shared/tier.ts'
import { invalidToken, FieldProblem, HttpProblem, notFound } from '../problem.ts'
import { findMovedUrl, redirectMoved } from './problems.ts'
import { bearerToken, hasMultipleHosts, isReadMethod, maxPathLength, requestTargetOf } from './request-target.ts'
import type { RequestTargets } from './request-target.ts'
import { findViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'
import { messageWithParams } from '../translate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    isFile?: boolean
    maxJsonValues?: number
  }
  interface FastifyRequest {
    readonly locale: Locale
    viewer: Viewer | null
    tier: number
  }
}

const maxDepth = 32
const defaultMaxValues = 2_000

function measure(json: string): { depth: number; values: number } {
  let depth = 0
  let maxDepthSeen = 0
  let values = 1
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inText) {
      if (code === 92) at++
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 123 || code === 91) maxDepthSeen = Math.max(maxDepthSeen, ++depth)
    else if (code === 125 || code === 93) depth--
    else if (code === 44) values++
  }
  return { depth: maxDepthSeen, values }
}

/** True if the request has a body. Without one there is no stream, and a parser would wait forever. */
const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** True for a public route, which ignores the token of an earlier session. */
const isForVisitors = ({ routeOptions }: FastifyRequest) => routeOptions.schema?.security?.length === 0

async function readViewer(request: FastifyRequest): Promise<void> {
  const claims = await request.findClaims()
  const found = claims && (await findViewer(claims.sid, claims.sub))
  if (!found) throw invalidToken()
  request.viewer = found
  request.tier = found.tier
}

/** Adds the parser of JSON, which limits depth and number of values. */
function addJsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, finish) => {
    const { depth, values } = measure(text)
    const maxValues = request.routeOptions.config.maxJsonValues ?? defaultMaxValues
    if (values > maxValues)
      return finish(new HttpProblem(400, messageWithParams('problem.too_many_values', { max: maxValues })))
    if (depth > maxDepth) return finish(new HttpProblem(400, messageWithParams('problem.too_deep', { max: maxDepth })))
    // oxlint-disable-next-line typescript/no-floating-promises -- it answers through `finish`
    parse(request, text, (error, body) => finish(error && new HttpProblem(400, 'problem.wrong_json'), body))
  })
}

const metadata = { name: 'request', dependencies: ['rate-limits', 'access-tokens', 'problems'] }

export const requestContext = fp<{ targets: RequestTargets; secure: boolean }>((app, { targets, secure }, done) => {
  app.decorateRequest('locale', {
    getter() {
      return requestTargetOf(this.raw).locale
    },
  })
  app.decorateRequest('viewer', null)
  app.decorateRequest('tier', defaultTier)
  app.addHook('onRoute', ({ url, method, schema }) => {
    for (const one of [method].flat()) targets.addRoute(one, url, schema?.querystring)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { raw, method, headers, routeOptions } = request
    const { isApi, isDecodable, isCanonical, pathname, search, lang } = requestTargetOf(raw)
    if (lang && !routeOptions.config.isFile) reply.header('set-cookie', localeCookieText(lang, secure))
    if (hasMultipleHosts(raw) || (isApi && !isDecodable)) throw new HttpProblem(400, 'problem.bad_request')
    if (!isCanonical) {
      if (isApi || !isReadMethod(method)) throw notFound()
      const moved = await findMovedUrl(request)
      if (moved !== null) return redirectMoved(reply, moved, 301)
      const address = pathname + search
      if (address.length > maxPathLength) throw notFound()
      return reply.redirect(address, 301)
    }
    const allowed = method === 'OPTIONS' ? targets.methodsOf(pathname) : []
    if (allowed.length > 0)
      return reply
        .code(204)
        .header('allow', `${allowed.join(', ')}, OPTIONS`)
        .send()
    if (!hasBody(headers)) delete headers['content-type']
    if (bearerToken(headers) !== undefined && isApi && !isForVisitors(request)) await readViewer(request)
  })
  // Fastify's HEAD routes fail for a null payload, and send the length 0 for undefined.
  app.addHook('onSend', (request, _reply, payload, next) => {
    const isEmpty = payload === null || payload === undefined
    next(null, isEmpty && request.method === 'HEAD' ? Readable.from([]) : payload)
  })
  addJsonParser(app)
  done()
}, metadata)

const maxBeaconBytes = 16 * 1024

const anyBodyMetadata = { name: 'any-body', dependencies: ['request'] }

/** Accepts and drops bodies up to 16 KiB. For beacons, whose content type depends on the browser. */
export const acceptAnyBody = fp((app, _options, done) => {
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', (request, _reply, next) => {
    if (hasBody(request.headers)) request.headers['content-type'] = 'application/octet-stream'
    next()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBeaconBytes }, (_request, _body, finish) =>
    finish(null),
  )
  done()
}, anyBodyMetadata)

/** Normalizes all strings of a request before validation. Answers 400 to strings that PostgreSQL cannot store. */
export const normalizingValidator: typeof validatorCompiler = (route) => {
  const validate = validatorCompiler(route)
  return (data: unknown) => {
    const result = validate(ArrayBuffer.isView(data) ? data : normalizeTexts(data)) as {
      value?: unknown
      error?: Error
    }
    const field = result.error ? null : findUnstorable(result.value)
    return field === null
      ? result
      : { error: new FieldProblem(field || 'body', fieldError('schema.well_formed').error) }
  }
}
