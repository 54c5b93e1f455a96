import type { IncomingHttpHeaders } from 'node:http'
import fp from 'fastify-plugin'
import { withParams } from '#shared/fields.ts'
import { HttpProblem } from '../problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many values the JSON of a request may hold, where long lists are sent. */
    maxJsonValues?: number
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

/** optimizeEmptyRequests gives such a request no stream: a parser would wait for its end for ever. */
const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const metadata = { name: 'bodies' }

/** Fastify by default also parses text/plain, and JSON of any depth. */
export const bodies = fp((app, _options, done) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', ({ headers }, _reply, next) => {
    if (!hasBody(headers)) delete headers['content-type']
    next()
  })
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, finish) => {
    const { depth, values } = measure(text)
    const maxValues = request.routeOptions.config.maxJsonValues ?? defaultMaxValues
    if (values > maxValues)
      return finish(new HttpProblem(400, withParams('problem.too_many_values', { max: maxValues })))
    if (depth > maxDepth) return finish(new HttpProblem(400, withParams('problem.too_deep', { max: maxDepth })))
    // oxlint-disable-next-line typescript/no-floating-promises -- it answers through `finish`
    parse(request, text, (error, body) => finish(error && new HttpProblem(400, 'problem.wrong_json'), body))
  })
  done()
}, metadata)

const maxBeaconBytes = 16 * 1024

const anyBodyMetadata = { name: 'any-body', dependencies: ['bodies'] }

/** For beacons, whose content type varies by browser: bodies up to 16 KiB are accepted and dropped. */
export const anyBody = fp((app, _options, done) => {
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
