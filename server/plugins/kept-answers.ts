import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'
import { localeCookieText } from '#shared/locale.ts'
import { bodyIn, bytesOf, etagOf } from '../answers.ts'
import type { Answer, Answers, Encoding } from '../answers.ts'
import { answerKey, askedLocale } from './asked.ts'
import type { CountRead } from './limits.ts'

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

const isShared = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && headers.authorization === undefined

function flatHeaders(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    personal.has(name) || value === undefined ? [] : [name, String(value)],
  )
}

function isFresh({ headers }: IncomingMessage, { status, etag }: Answer): boolean {
  const known = headers['if-none-match']
  return status === 200 && known !== undefined && (known === '*' || known.split(',').some((tag) => tag.trim() === etag))
}

/** Writes a kept answer if there is one for what is asked; false leaves the request to the rest of the server. */
export type KeptDoor = (message: IncomingMessage, response: ServerResponse) => boolean

type DoorOptions = {
  answers: Answers
  secure: boolean
  countRead: CountRead
}

/** The way to kept answers stands before Fastify: finished bytes need no route, hook or logger. */
export function createKeptDoor({ answers, secure, countRead }: DoorOptions): KeptDoor {
  function write(message: IncomingMessage, response: ServerResponse, answer: Answer, body: Buffer, encoding: Encoding) {
    const headers = [...answer.headers, 'x-request-id', randomUUID()]
    const asked = askedLocale(message.url ?? '')
    if (asked) headers.push('set-cookie', localeCookieText(asked, secure))
    if (isFresh(message, answer)) return void response.writeHead(304, headers).end()
    if (encoding !== 'identity' && body !== answer.bodies.identity) headers.push('content-encoding', encoding)
    headers.push('content-length', String(body.length))
    response.writeHead(answer.status, headers).end(message.method === 'HEAD' ? undefined : body)
  }
  return (message, response) => {
    const answer = isShared(message) ? answers.get(answerKey(message)) : undefined
    // One too many is answered by the rest of the server.
    if (!answer || (!answer.isFree && countRead(message) > 0)) return false
    const accepted = message.headers['accept-encoding']
    const encoding = accepted ? (encodings.negotiate(accepted) ?? 'identity') : 'identity'
    const body = bodyIn(answer, encoding)
    if (body instanceof Promise) void body.then((ready) => write(message, response, answer, ready, encoding))
    else write(message, response, answer, body, encoding)
    return true
  }
}

/** Keeps what routes answer alike to everyone, and serves it to whom the server asks itself, who use no door. */
export const keptAnswers = fp<{ answers: Answers; door: KeptDoor }>((app, { answers, door }, done) => {
  app.decorateRequest('begun', 0)
  app.decorateReply('topics', null)
  app.decorateReply('madeFrom', function (this: FastifyReply, ...topics: string[]) {
    this.topics = topics
    return this
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (door(request.raw, reply.raw)) return void reply.hijack()
    request.begun = answers.begin()
    next()
  })
  app.addHook('onSend', async ({ raw, begun, routeOptions }, reply, payload) => {
    // A failure is no answer: the next request may have more luck.
    const topics = isShared(raw) && reply.statusCode < 500 ? reply.topics : null
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', topics ? 'no-cache' : 'no-store')
    if (!topics || typeof payload !== 'string') return payload
    const identity = bytesOf(payload)
    reply.headers({ etag: etagOf(identity), vary: varying })
    const answer = {
      status: reply.statusCode,
      etag: etagOf(identity),
      topics,
      isFree: routeOptions.config.limit === 'none',
      headers: flatHeaders(reply),
      bodies: { identity },
    }
    answers.keep(answerKey(raw), answer, begun)
    if (!isFresh(raw, answer)) return payload
    reply.code(304)
    return null
  })
  done()
})
