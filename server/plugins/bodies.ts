import type { IncomingHttpHeaders } from 'node:http'
import fp from 'fastify-plugin'
import { Refusal } from '../problem.ts'

/** Deeper JSON than this is nobody's form; parsing it costs stack. */
const deepest = 32

function depthOf(json: string): number {
  let depth = 0
  let deepestSeen = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (inText) {
      if (code === 92) at++
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 123 || code === 91) deepestSeen = Math.max(deepestSeen, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return deepestSeen
}

/** A request without a body has no stream either (optimizeEmptyRequests): a parser would wait for its end for ever. */
const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Where JSON is meant, JSON is all that is taken: Fastify would also parse text/plain, and JSON of any depth. */
export const bodies = fp((app, _options, done) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addHook('onRequest', ({ headers }, _reply, next) => {
    // Some name a type for what they do not send.
    if (!hasBody(headers)) delete headers['content-type']
    next()
  })
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, finish) => {
    if (depthOf(text) > deepest) return finish(new Refusal(400, 'problem.too_deep'))
    // oxlint-disable-next-line typescript/no-floating-promises -- it answers through `finish`
    parse(request, text, (error, body) => finish(error && new Refusal(400, 'problem.wrong_json'), body))
  })
  done()
})

/** For beacons, whose content type is the browser's whim: any body is taken and none is read. */
export const anyBody = fp((app, _options, done) => {
  app.removeAllContentTypeParsers()
  // A type that is not even one would be refused before any parser is asked.
  app.addHook('onRequest', (request, _reply, next) => {
    if (hasBody(request.headers)) request.headers['content-type'] = 'application/octet-stream'
    next()
  })
  app.addContentTypeParser('*', (_request, body, finish) => {
    body.resume()
    body.on('end', () => finish(null))
    body.on('error', finish)
  })
  done()
})
