import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../create.ts'
import { account, readAccountSettings } from '../account.ts'
import { apiVersion } from '../events.ts'
import { clock, transaction } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { isSecret } from '../secrets.ts'
import type { Endpoint } from './endpoint.ts'
import { ApiError, invalidRequest } from './errors.ts'
import { parseForm } from './input.ts'
import { issueLinks } from './links.ts'
import type { Outage, Outages } from './outages.ts'
import { expand, extractExpansions } from './retrieval.ts'

type Answer = { status: number; body: string; replayed?: true }

const maxBodyBytes = 1024 * 1024
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds).unref())

/** Requires two headers with a key of an organization: an account and an API version. */
function requireContext({ headers }: FastifyRequest, key: string) {
  if (!key.startsWith('sk_org_')) return
  for (const name of ['Stripe-Context', 'Stripe-Version'])
    if (!headers[name.toLowerCase()]) throw invalidRequest(`A key of an organization needs the header ${name}.`)
  const context = String(headers['stripe-context'])
  if (context === account.id) return
  const message = `The provided key does not have access to account '${context}' (or that account does not exist).`
  throw new ApiError(403, { type: 'invalid_request_error', code: 'account_invalid', message })
}

function requireKey(request: FastifyRequest, expected: string) {
  const authorization = request.headers.authorization ?? ''
  const key = authorization.startsWith('Basic ')
    ? Buffer.from(authorization.slice(6), 'base64').toString().replace(/:.*/s, '')
    : authorization.replace(/^Bearer /, '')
  if (isSecret(key, expected)) return requireContext(request, expected)
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****`
    : 'You did not provide an API key. You need to provide your API key in the Authorization header.'
  throw new ApiError(401, { type: 'invalid_request_error', message })
}

/** Throws 403 if the key is restricted to reading this URL. Comes first, so that the error has no details. */
function requirePermission({ method, url }: Endpoint) {
  if (method === 'GET' || !readAccountSettings().read_only.some((one) => url.startsWith(one))) return
  const message = `The provided key does not have the required permissions for this endpoint on account '${account.id}'.`
  throw new ApiError(403, { type: 'invalid_request_error', message })
}

const textOf = (request: FastifyRequest) =>
  request.method === 'POST' ? ((request.body as string | undefined) ?? '') : (request.raw.url?.split('?')[1] ?? '')

const summaryOf = (request: FastifyRequest) => `${request.method} ${request.url.split('?')[0]} ${textOf(request)}`

const keyOf = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  return request.method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}

function errorOf({ status, code }: Outage): ApiError {
  const type = status === 402 ? 'card_error' : status >= 500 ? 'api_error' : 'invalid_request_error'
  return new ApiError(status, { type, ...(code && { code }), message: 'An unknown error occurred.' })
}

/** Statuses of calls that were not executed. Such a response is not stored under the idempotency key. */
const unstoredStatuses = new Set([401, 403, 409, 429])
const isStored = ({ status }: { status: number }) => !unstoredStatuses.has(status)
const isStoredError = (outage: Outage | undefined) => outage?.mode === 'error' && isStored(outage)

const isDelay = (outage: Outage | undefined) => outage?.mode === 'delay' || outage?.mode === 'hold'

/** Simulates an outage. Returns false if the request gets no response. */
async function simulateOutage(outage: Outage, reply: FastifyReply, outages: Outages): Promise<boolean> {
  if (outage.mode === 'delay') await sleep(outage.milliseconds)
  if (outage.mode === 'hold') await outages.untilCleared()
  if (outage.mode === 'error') throw errorOf(outage)
  if (isDelay(outage)) return true
  reply.hijack()
  if (outage.mode === 'drop') reply.raw.destroy()
  return false
}

const refusal = ({ status, body }: ApiError): Answer => ({ status, body: JSON.stringify({ error: body }) })

/** Validates the parameters of a call, and returns a function that executes it. */
function prepare(request: FastifyRequest, one: Endpoint): () => Answer {
  const form = parseForm(textOf(request))
  const paths = extractExpansions(form)
  const execute = one.prepare(form, { id: '', ...(request.params as object) })
  return () => {
    try {
      return { status: 200, body: JSON.stringify(expand(execute(), paths), issueLinks(clock.now())) }
    } catch (error) {
      // Returns a declined card as a result, so that the changes of the call are saved.
      if (!(error instanceof ApiError) || error.status !== 402) throw error
      return refusal(error)
    }
  }
}

export function serveApi(app: FastifyInstance, sandbox: Sandbox, outages: Outages, endpoints: Endpoint[]) {
  const { secrets, calls } = sandbox
  const keys = createIdempotencyKeys(sandbox)

  /** Executes a call and stores the result under its idempotency key. Wrong parameters are not stored. */
  function run(request: FastifyRequest, one: Endpoint): Answer {
    const key = keyOf(request)
    const execute = prepare(request, one)
    try {
      return transaction({ ...sandbox, request: { id: request.id, idempotency_key: key } }, () => {
        const response = execute()
        if (key !== null) keys.save(key, summaryOf(request), response)
        return response
      })
    } catch (error) {
      if (error instanceof ApiError && isStored(error)) storeFailure(request, error)
      throw error
    }
  }

  function begin(request: FastifyRequest): Answer | null {
    const key = keyOf(request)
    if (key === null) return null
    const stored = keys.begin(key, summaryOf(request))
    return stored && { ...stored, replayed: true }
  }

  /** Stores a failure, even of a call that took effect. A retry gets the failure again. */
  function storeFailure(request: FastifyRequest, error: ApiError) {
    const key = keyOf(request)
    if (key !== null) transaction(sandbox, () => keys.save(key, summaryOf(request), refusal(error)))
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, one: Endpoint) {
    transaction(sandbox, () => requirePermission(one))
    const outage = outages.take(request.method, request.url)
    const key = keyOf(request)
    calls.count(request.method)
    const isLate = isDelay(outage) || isStoredError(outage)
    if (outage?.retry !== undefined) reply.header('stripe-should-retry', String(outage.retry))
    if (outage?.when === 'before' && !isLate && !(await simulateOutage(outage, reply, outages))) return reply
    const stored = begin(request)
    try {
      if (!stored && outage && isStoredError(outage)) {
        if (outage.when === 'after') run(request, one)
        storeFailure(request, errorOf(outage))
        throw errorOf(outage)
      }
      if (outage?.when === 'before' && isDelay(outage)) await simulateOutage(outage, reply, outages)
      const response = stored ?? run(request, one)
      if (outage?.when === 'after' && !isStoredError(outage) && !(await simulateOutage(outage, reply, outages)))
        return reply
      if (response.replayed) reply.header('idempotent-replayed', 'true')
      return reply.code(response.status).type('application/json').send(response.body)
    } finally {
      if (key !== null && !stored) keys.end(key)
    }
  }

  void app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) =>
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

const retentionSeconds = 24 * 3600
const maxKeyLength = 255

const idempotencyError = (status: number, message: string, code?: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code && { code }) })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Idempotency keys. A repeated key with equal parameters gets the stored response for a day. */
function createIdempotencyKeys({ store, clock: { realSeconds } }: Sandbox) {
  const inFlight = new Set<string>()

  return {
    /** Returns the stored response of a key. Without one, reserves the key until `end` and returns null. */
    begin(key: string, request: string) {
      if (key.length > maxKeyLength)
        throw idempotencyError(400, `Idempotency-Key is too long: ${key.length} characters.`)
      if (inFlight.has(key))
        throw idempotencyError(
          409,
          `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
          'idempotency_key_in_use',
        )
      const stored = store.find('sandbox.answer', digest(key))
      if (stored && stored.answered_at > realSeconds() - retentionSeconds) {
        if (stored.request !== digest(request))
          throw idempotencyError(
            400,
            `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
          )
        return { status: stored.status, body: stored.body }
      }
      inFlight.add(key)
      return null
    },
    save(key: string, request: string, answer: { status: number; body: string }) {
      const answered_at = realSeconds()
      store.save({ ...answer, id: digest(key), object: 'sandbox.answer', request: digest(request), answered_at })
    },
    end: (key: string) => inFlight.delete(key),
  }
}
