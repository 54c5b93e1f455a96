import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { account, readAccountSettings } from '../account.ts'
import { newId } from '../create.ts'
import { apiVersion } from '../events.ts'
import { clock, transaction } from '../sandbox.ts'
import type { Sandbox } from '../sandbox.ts'
import { isSecret } from '../secrets.ts'
import type { Endpoint } from './endpoint.ts'
import { ApiError, invalidRequest } from './errors.ts'
import { expand, extractExpansions } from './expand.ts'
import { parseForm } from './input.ts'
import { issueLinks } from './links.ts'
import { errorOf, isDelay } from './outages.ts'
import type { Outage, Outages } from './outages.ts'

type Answer = { status: number; body: string }

const maxBodyBytes = 1024 * 1024

/** Requires two headers with a key of an organization: an account and an API version. */
function requireContext({ headers }: FastifyRequest, key: string) {
  if (!key.startsWith('sk_org_')) return
  for (const name of ['Stripe-Context', 'Stripe-Version'])
    if (!headers[name.toLowerCase()]) throw invalidRequest(`A key of an organization needs the header ${name}.`)
  const context = String(headers['stripe-context'])
  const message = `The provided key does not have access to account '${context}' (or that account does not exist).`
  if (context !== account.id) throw invalidRequest(message, undefined, 'account_invalid', 403)
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
  throw invalidRequest(message, undefined, undefined, 401)
}

/** Throws 403 if the key is restricted to reading this URL. Comes first, so that the error has no details. */
function requirePermission({ method, url }: Endpoint) {
  if (method === 'GET' || !readAccountSettings().read_only.some((one) => url.startsWith(one))) return
  const message = `The provided key does not have the required permissions for this endpoint on account '${account.id}'.`
  throw invalidRequest(message, undefined, undefined, 403)
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]

const textOf = (request: FastifyRequest) =>
  request.method === 'POST' ? ((request.body as string | undefined) ?? '') : (request.raw.url?.split('?')[1] ?? '')

const summaryOf = (request: FastifyRequest) => `${request.method} ${pathOf(request)} ${textOf(request)}`

const keyOf = (request: FastifyRequest) => {
  const key = request.headers['idempotency-key']
  return request.method === 'POST' && typeof key === 'string' && key !== '' ? key : null
}

/** Statuses of calls that were not executed. Such a response is not stored under the idempotency key. */
const unstoredStatuses = new Set([401, 403, 409, 429])
const isStored = ({ status }: { status: number }) => !unstoredStatuses.has(status)
const isStoredError = (outage: Outage) => outage.mode === 'error' && isStored(outage)

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

const retentionSeconds = 24 * 3600
const maxKeyLength = 255

const idempotencyError = (status: number, message: string, code?: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(code && { code }) })

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Answers calls, each as a transaction whose response is stored under its idempotency key. A repeated key with equal
 * parameters gets the stored response for a day.
 */
class Calls {
  readonly #sandbox: Sandbox
  readonly #outages: Outages
  readonly #keysInFlight = new Set<string>()

  constructor(sandbox: Sandbox, outages: Outages) {
    this.#sandbox = sandbox
    this.#outages = outages
  }

  /** Returns the stored response of a key. Without one, reserves the key and returns null. */
  #begin(key: string, request: FastifyRequest): Answer | null {
    if (key.length > maxKeyLength) throw idempotencyError(400, `Idempotency-Key is too long: ${key.length} characters.`)
    if (this.#keysInFlight.has(key)) {
      const message = `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
      throw idempotencyError(409, message, 'idempotency_key_in_use')
    }
    const { store, clock: sandboxClock } = this.#sandbox
    const stored = store.find('sandbox.answer', digest(key))
    if (!stored || stored.answered_at <= sandboxClock.realSeconds() - retentionSeconds) {
      this.#keysInFlight.add(key)
      return null
    }
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    if (stored.request !== digest(summaryOf(request))) throw idempotencyError(400, message)
    return { status: stored.status, body: stored.body }
  }

  #save(request: FastifyRequest, answer: Answer) {
    const { store, clock: sandboxClock } = this.#sandbox
    const [key, answered_at] = [keyOf(request), sandboxClock.realSeconds()]
    const answered = { ...answer, object: 'sandbox.answer' as const, answered_at }
    if (key !== null) store.save({ ...answered, id: digest(key), request: digest(summaryOf(request)) })
  }

  /** Stores a failure, even of a call that took effect. A retry gets the failure again. */
  #saveFailure(request: FastifyRequest, error: ApiError) {
    transaction(this.#sandbox, () => this.#save(request, refusal(error)))
  }

  /** Executes a call and stores the result. Wrong parameters are not stored. */
  #run(request: FastifyRequest, one: Endpoint): Answer {
    const execute = prepare(request, one)
    try {
      const about = { id: request.id, idempotency_key: keyOf(request) }
      return transaction({ ...this.#sandbox, request: about }, () => {
        const response = execute()
        this.#save(request, response)
        return response
      })
    } catch (error) {
      if (error instanceof ApiError && isStored(error)) this.#saveFailure(request, error)
      throw error
    }
  }

  /** Returns the error of an outage after storing it, and after executing the call if only its response is lost. */
  #failStored(outage: Outage, request: FastifyRequest, one: Endpoint): ApiError {
    if (outage.when === 'after') this.#run(request, one)
    const error = errorOf(outage)
    this.#saveFailure(request, error)
    return error
  }

  async answer(request: FastifyRequest, reply: FastifyReply, one: Endpoint) {
    transaction(this.#sandbox, () => requirePermission(one))
    const outage = this.#outages.take(request.method, request.url)
    this.#sandbox.calls[request.method === 'GET' ? 'reads' : 'writes']++
    if (outage?.retry !== undefined) reply.header('stripe-should-retry', String(outage.retry))
    const isLate = outage && (isDelay(outage) || isStoredError(outage))
    if (outage?.when === 'before' && !isLate && !(await this.#outages.simulate(outage, reply))) return reply
    const key = keyOf(request)
    const stored = key === null ? null : this.#begin(key, request)
    try {
      if (outage && !stored && isStoredError(outage)) throw this.#failStored(outage, request, one)
      if (outage?.when === 'before' && isDelay(outage)) await this.#outages.simulate(outage, reply)
      const response = stored ?? this.#run(request, one)
      const isLost = outage?.when === 'after' && !isStoredError(outage)
      if (isLost && !(await this.#outages.simulate(outage, reply))) return reply
      if (stored) reply.header('idempotent-replayed', 'true')
      return reply.code(response.status).type('application/json').send(response.body)
    } finally {
      if (key !== null && !stored) this.#keysInFlight.delete(key)
    }
  }
}

export function serveApi(app: FastifyInstance, sandbox: Sandbox, outages: Outages, endpoints: Endpoint[]) {
  const calls = new Calls(sandbox, outages)
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
      requireKey(request, sandbox.secrets.api_key)
    })
    for (const one of endpoints)
      api.route({ method: one.method, url: one.url, handler: (request, reply) => calls.answer(request, reply, one) })
    api.all('/v1/*', (request) => {
      const message = `Unrecognized request URL (${request.method}: ${pathOf(request)}). The payment sandbox knows what this product needs; Stripe may know more.`
      throw invalidRequest(message, undefined, undefined, 404)
    })
  })
}

export const newRequestId = () => newId('req')
