import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { bodyIn, bytesOf, etagOf } from '../answers.ts'
import type { Answer, Answers, Encoding } from '../answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the changes stood as this request came in. */
    begun: number
  }
  interface FastifyReply {
    topics: string[] | null
    /** Says what a shared answer is made from, and so that it may be kept. Without it an answer is never kept. */
    madeFrom: (...topics: string[]) => FastifyReply
  }
}

const encodings = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 500 }),
})
const varying = 'Accept-Encoding, Accept-Language, X-Locale, Cookie, Authorization'
/** Headers that belong to one answer's way to one person, not to the answer. */
const personal = new Set(['x-request-id', 'content-length', 'date', 'connection', 'set-cookie'])

const isShared = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined

function flatHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    personal.has(name) || value === undefined ? [] : [name, String(value)],
  )
}

function isFresh(request: FastifyRequest, { status, etag }: Answer): boolean {
  const known = request.headers['if-none-match']
  return status === 200 && known !== undefined && (known === '*' || known.split(',').some((tag) => tag.trim() === etag))
}

function finish(request: FastifyRequest, reply: FastifyReply, answer: Answer, body: Buffer, encoding: Encoding) {
  const { raw } = reply
  const headers = [...answer.headers, 'x-request-id', request.id]
  const cookie = reply.getHeader('set-cookie')
  if (cookie) headers.push('set-cookie', String(cookie))
  if (isFresh(request, answer)) return void raw.writeHead(304, headers).end()
  if (encoding !== 'identity' && body !== answer.bodies.identity) headers.push('content-encoding', encoding)
  headers.push('content-length', String(body.length))
  raw.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : body)
}

function sendKept(request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const accepted = request.headers['accept-encoding']
  const encoding = accepted ? (encodings.negotiate(accepted) ?? 'identity') : 'identity'
  const body = bodyIn(answer, encoding)
  reply.hijack()
  if (body instanceof Promise) void body.then((ready) => finish(request, reply, answer, ready, encoding))
  else finish(request, reply, answer, body, encoding)
}

/**
 * Answers from memory what is the same for everyone. The key is the language and the address; `keyOf` may leave out
 * what does not matter to the answer. Kept answers pass no later hook.
 */
export const keptAnswers = fp<{ answers: Answers; keyOf: (request: FastifyRequest) => string }>(
  (app, { answers, keyOf }, done) => {
    app.decorateRequest('begun', 0)
    app.decorateReply('topics', null)
    app.decorateReply('madeFrom', function (this: FastifyReply, ...topics: string[]) {
      this.topics = topics
      return this
    })
    app.addHook('onRequest', (request, reply, next) => {
      if (!isShared(request)) return next()
      const answer = answers.get(keyOf(request))
      if (answer) return sendKept(request, reply, answer)
      request.begun = answers.begin()
      next()
    })
    app.addHook('onSend', async (request, reply, payload) => {
      // A failure is no answer: the next request may have more luck.
      const topics = isShared(request) && reply.statusCode < 500 ? reply.topics : null
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', topics ? 'no-cache' : 'no-store')
      if (!topics || typeof payload !== 'string') return payload
      const identity = bytesOf(payload)
      reply.headers({ etag: etagOf(identity), vary: varying })
      const answer = {
        status: reply.statusCode,
        etag: etagOf(identity),
        topics,
        headers: flatHeaders(reply),
        bodies: { identity },
      }
      answers.keep(keyOf(request), answer, request.begun)
      if (!isFresh(request, answer)) return payload
      reply.code(304)
      return null
    })
    done()
  },
)
