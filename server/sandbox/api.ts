import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from './endpoint.ts'
import { ApiError } from './errors.ts'
import { expand, takeExpansions } from './expand.ts'
import { parseForm } from './form.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { newId } from './ids.ts'
import { apiVersion } from './objects/event.ts'
import type { Outage, Outages } from './outages.ts'
import type { Sandbox } from './sandbox.ts'
import { isSecret } from './secrets.ts'

type Answer = { status: number; body: string; replayed?: true }

const longestBody = 1024 * 1024
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

function requireKey(request: FastifyRequest, wanted: string) {
  const given = request.headers.authorization ?? ''
  const key = given.startsWith('Basic ')
    ? Buffer.from(given.slice(6), 'base64').toString().replace(/:.*/s, '')
    : given.replace(/^Bearer /, '')
  if (isSecret(key, wanted)) return
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

const textOf = (request: FastifyRequest) =>
  request.method === 'POST' ? ((request.body as string | undefined) ?? '') : (request.raw.url?.split('?')[1] ?? '')

const keyOf = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  return request.method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}

/** False: nobody gets an answer. */
async function suffer(outage: Outage, reply: FastifyReply): Promise<boolean> {
  if (outage.mode === 'delay') await sleep(outage.milliseconds)
  if (outage.mode === 'error')
    throw new ApiError(outage.status, {
      type: outage.status === 402 ? 'card_error' : 'api_error',
      message: 'An unknown error occurred.',
    })
  if (outage.mode === 'delay') return true
  reply.hijack()
  if (outage.mode === 'drop') reply.raw.destroy()
  return false
}

/** Registers the API: what all its calls have in common is here. */
export function serveApi(app: FastifyInstance, sandbox: Sandbox, outages: Outages, endpoints: Endpoint[]) {
  const { store, secrets } = sandbox
  const keys = createIdempotencyKeys(sandbox)

  function run(request: FastifyRequest, one: Endpoint): Answer {
    const key = keyOf(request)
    const summary = `${request.method} ${request.url.split('?')[0]} ${textOf(request)}`
    sandbox.request = { id: request.id, idempotency_key: key }
    try {
      const form = parseForm(textOf(request))
      const paths = takeExpansions(form)
      const object = expand(sandbox, one.run(form, { id: '', ...(request.params as object) }), paths)
      const given = { status: 200, body: JSON.stringify(object) }
      if (key !== null) keys.keep(key, summary, given.status, given.body)
      store.commit()
      return given
    } catch (error) {
      // A declined card is an answer like others: what it left behind stays.
      if (error instanceof ApiError && error.status === 402) {
        const declined = { status: 402, body: JSON.stringify({ error: error.body }) }
        if (key !== null) keys.keep(key, summary, declined.status, declined.body)
        store.commit()
        return declined
      }
      store.rollBack()
      throw error
    } finally {
      sandbox.request = { id: null, idempotency_key: null }
    }
  }

  function begin(request: FastifyRequest): Answer | null {
    const key = keyOf(request)
    if (key === null) return null
    const kept = keys.begin(key, `${request.method} ${request.url.split('?')[0]} ${textOf(request)}`)
    return kept && { ...kept, replayed: true }
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, one: Endpoint) {
    const outage = outages.take(request.method, request.url)
    const key = keyOf(request)
    if (outage?.when === 'before' && outage.mode !== 'delay' && !(await suffer(outage, reply))) return reply
    const kept = begin(request)
    try {
      if (outage?.when === 'before') await suffer(outage, reply)
      const given = kept ?? run(request, one)
      if (outage?.when === 'after' && !(await suffer(outage, reply))) return reply
      if (given.replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(given.status).type('application/json').send(given.body)
    } finally {
      if (key !== null && !kept) keys.end(key)
    }
  }

  void app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longestBody }, (_request, body, done) =>
      done(null, body),
    )
    api.addHook('onRequest', async (request, reply) => {
      reply.header('request-id', request.id)
      reply.header('date', new Date(sandbox.clock.now() * 1_000).toUTCString())
      reply.header('stripe-version', request.headers['stripe-version'] ?? apiVersion)
      const key = keyOf(request)
      if (key !== null) reply.header('idempotency-key', key)
      requireKey(request, secrets.api_key)
    })
    for (const one of endpoints)
      api.route({ method: one.method, url: one.url, handler: (request, reply) => answer(request, reply, one) })
    api.all('/v1/*', (request) => {
      const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). The payment sandbox knows what this product needs; Stripe may know more.`
      throw new ApiError(404, { type: 'invalid_request_error', message })
    })
  })
}

export const newRequestId = () => newId('req')
