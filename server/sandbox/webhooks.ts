import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { endpoint, getObject } from './api/endpoint.ts'
import { boolean, text, url } from './api/input.ts'
import { createObject, newId, randomText } from './create.ts'
import { apiVersion, withPendingWebhooks } from './events.ts'
import { clock, currentSandbox, store, transaction } from './sandbox.ts'
import type { Sandbox } from './sandbox.ts'
import type { Delivery } from './store.ts'

const NewEndpoint = z.strictObject({
  url,
  enabled_events: z.array(text).min(1),
  api_version: text.optional(),
})
const EndpointChanges = NewEndpoint.omit({ api_version: true }).partial().extend({ disabled: boolean.optional() })

/** Creates or changes the configured endpoint. Its id is fixed, so that a new URL adds no endpoint. */
export function syncConfiguredEndpoint() {
  const { webhookUrl } = currentSandbox().options
  const id = 'we_given'
  const found = store.find('webhook_endpoint', id)
  if (webhookUrl === undefined && found) store.remove(found)
  if (webhookUrl === undefined) return
  store.save(
    createObject('webhook_endpoint', {
      id,
      created: found?.created,
      url: webhookUrl,
      enabled_events: ['*'],
      api_version: apiVersion,
      description: 'The product that this sandbox was started for',
    }),
  )
}

const secretOf = (id: string) =>
  store.find('sandbox.endpoint_secret', id)?.secret ?? currentSandbox().secrets.webhook_secret

function addEndpoint(params: z.infer<typeof NewEndpoint>) {
  const endpointSecret = { object: 'sandbox.endpoint_secret' as const, secret: `whsec_${randomText(32)}` }
  const { id, secret } = store.save({ id: newId('we'), ...endpointSecret })
  // The secret is in this response only.
  return { ...store.save(createObject('webhook_endpoint', { ...params, id })), secret }
}

function changeEndpoint({ disabled, ...plain }: z.infer<typeof EndpointChanges>, id: string) {
  const found = getObject('webhook_endpoint', id)
  if (disabled !== undefined) found.status = disabled ? 'disabled' : 'enabled'
  return store.save(Object.assign(found, plain))
}

const endpoints = '/v1/webhook_endpoints'
export const webhookEndpointEndpoints = [
  endpoint('POST', endpoints, NewEndpoint, (input) => addEndpoint(input)),
  endpoint('POST', `${endpoints}/:id`, EndpointChanges, changeEndpoint),
]

const maxParallel = 4
const responseTimeoutMs = 10_000
/** Real time in ms before the first retries. `laterRetrySeconds` are seconds of sandbox time. */
const defaultRetryDelaysMs = [1_000, 3_000, 9_000]
const laterRetrySeconds = [300, 3_600, 3 * 3_600, 12 * 3_600, 24 * 3_600]

/** Signs a webhook with real time in seconds, since the site compares the time with its clock. */
export function webhookSignatureOf(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

function requestOf(delivery: Delivery) {
  const event = store.find('event', delivery.event)
  const target = store.find('webhook_endpoint', delivery.endpoint)
  if (!event || !target) return null
  const body = JSON.stringify(withPendingWebhooks(event), null, 2)
  return { address: target.url, secret: secretOf(target.id), body }
}

/** Sends deliveries, at most `maxParallel` at a time, and retries them. */
export class Deliveries {
  readonly #sandbox: Sandbox
  readonly #retryDelays: number[]
  readonly #active = new Map<string, Promise<void>>()
  readonly #attempts = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#retryDelays = sandbox.options.retryDelays ?? defaultRetryDelaysMs
  }

  async #post(delivery: Delivery): Promise<{ status: number | null; error: string | null }> {
    const sent = transaction(this.#sandbox, () => requestOf(delivery))
    if (!sent) return { status: null, error: 'Its event or its endpoint is gone.' }
    const { address, secret, body } = sent
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': webhookSignatureOf(body, secret, this.#sandbox.clock.realSeconds()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(responseTimeoutMs)]),
      })
      await answer.body?.cancel()
      return { status: answer.status, error: null }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Returns true if the endpoint accepted the delivery, or if the sandbox is closing. */
  async #tryOnce(delivery: Delivery): Promise<boolean> {
    const { signal } = this.#closing
    while (this.#attempts.size >= maxParallel) await Promise.race(this.#attempts)
    if (signal.aborted) return true
    const attempt = this.#post(delivery)
    this.#attempts.add(attempt)
    const answer = await attempt.finally(() => this.#attempts.delete(attempt))
    if (signal.aborted) return true
    const isAccepted = answer.status !== null && answer.status >= 200 && answer.status < 300
    transaction(this.#sandbox, () => {
      delivery.tries.push({ at: clock.now(), ...answer })
      if (isAccepted) delivery.status = 'delivered'
      store.save(delivery)
    })
    return isAccepted
  }

  async #deliver(delivery: Delivery, plannedAt: number) {
    const delays = delivery.tries.length === 0 ? this.#retryDelays : []
    if (await this.#tryOnce(delivery)) return
    for (const delay of delays) {
      await sleep(delay, undefined, { ref: false, signal: this.#closing.signal }).catch(() => undefined)
      if (this.#closing.signal.aborted || (await this.#tryOnce(delivery))) return
    }
    const later = laterRetrySeconds[delivery.tries.length - this.#retryDelays.length - 1]
    delivery.next_try_at = later === undefined ? null : plannedAt + later
    if (later === undefined) delivery.status = 'failed'
    transaction(this.#sandbox, () => store.save(delivery))
  }

  start(delivery: Delivery) {
    if (this.#active.has(delivery.id) || this.#closing.signal.aborted) return
    const plannedAt = delivery.next_try_at ?? delivery.created
    delivery.next_try_at = null
    const done = this.#deliver(delivery, plannedAt).finally(() => this.#active.delete(delivery.id))
    this.#active.set(delivery.id, done)
  }

  /** Repeats the attempts that the end of a process interrupted. */
  resume() {
    for (const delivery of this.#sandbox.store.all('sandbox.delivery'))
      if (delivery.status === 'pending' && delivery.next_try_at === null) this.start(delivery)
  }

  /** Resolves when every delivery has succeeded or waits for a later retry. */
  async idle() {
    while (this.#active.size > 0) await Promise.allSettled(this.#active.values())
  }

  async close() {
    this.#closing.abort()
    await Promise.allSettled(this.#active.values())
  }
}
