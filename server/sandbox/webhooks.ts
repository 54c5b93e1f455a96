import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { endpoint, listEndpoint } from './api/endpoint.ts'
import { boolean, text, url } from './api/input.ts'
import { getObject } from './api/retrieval.ts'
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
const EndpointChanges = z.strictObject({
  url: url.optional(),
  enabled_events: z.array(text).min(1).optional(),
  disabled: boolean.optional(),
})

const configuredEndpointId = 'we_given'

/** Creates or changes the configured endpoint. Its id is fixed, so that a new URL adds no endpoint. */
export function syncConfiguredEndpoint() {
  const { webhookUrl } = currentSandbox().options
  const found = store.find('webhook_endpoint', configuredEndpointId)
  if (webhookUrl === undefined) {
    if (found) store.remove(found)
    return
  }
  store.save(
    createObject('webhook_endpoint', {
      id: configuredEndpointId,
      created: found?.created ?? clock.now(),
      url: webhookUrl,
      enabled_events: ['*'],
      api_version: apiVersion,
      description: 'The product that this sandbox was started for',
      status: 'enabled',
    }),
  )
}

const secretOf = (id: string) =>
  store.find('sandbox.endpoint_secret', id)?.secret ?? currentSandbox().secrets.webhook_secret

function addEndpoint(params: z.infer<typeof NewEndpoint>) {
  const { id, secret } = store.save({
    id: newId('we'),
    object: 'sandbox.endpoint_secret' as const,
    secret: `whsec_${randomText(32)}`,
  })
  const made = createObject('webhook_endpoint', { ...params, id, status: 'enabled' })
  // The secret is in this response only.
  return { ...store.save(made), secret }
}

function changeEndpoint(id: string, { disabled, ...plain }: z.infer<typeof EndpointChanges>) {
  const found = getObject('webhook_endpoint', id)
  Object.assign(found, plain)
  if (disabled !== undefined) found.status = disabled ? 'disabled' : 'enabled'
  return store.save(found)
}

const endpoints = '/v1/webhook_endpoints'
export const webhookEndpointEndpoints = [
  endpoint('POST', endpoints, NewEndpoint, (input) => addEndpoint(input)),
  listEndpoint(endpoints, 'webhook_endpoint', {}),
  endpoint('POST', `${endpoints}/:id`, EndpointChanges, (input, { id }) => changeEndpoint(id, input)),
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
  return (
    event &&
    target && {
      address: target.url,
      secret: secretOf(target.id),
      body: JSON.stringify(withPendingWebhooks(event), null, 2),
    }
  )
}

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries(sandbox: Sandbox) {
  const retryDelays = sandbox.options.retryDelays ?? defaultRetryDelaysMs
  const active = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  const closing = new AbortController()
  let running = 0

  async function takeSlot() {
    if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
  }
  function giveSlot() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  async function post(delivery: Delivery): Promise<{ status: number | null; error: string | null }> {
    const sent = transaction(sandbox, () => requestOf(delivery))
    if (!sent) return { status: null, error: 'Its event or its endpoint is gone.' }
    const { address, secret, body } = sent
    try {
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': webhookSignatureOf(body, secret, sandbox.clock.realSeconds()),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(responseTimeoutMs)]),
      })
      await answer.body?.cancel()
      return { status: answer.status, error: null }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  async function tryOnce(delivery: Delivery): Promise<boolean> {
    await takeSlot()
    try {
      if (closing.signal.aborted) return true
      const { status, error } = await post(delivery)
      if (closing.signal.aborted) return true
      const isAccepted = status !== null && status >= 200 && status < 300
      transaction(sandbox, () => {
        delivery.tries.push({ at: clock.now(), status, error })
        if (isAccepted) delivery.status = 'delivered'
        store.save(delivery)
      })
      return isAccepted
    } finally {
      giveSlot()
    }
  }

  async function deliver(delivery: Delivery, plannedAt: number) {
    const isFirstRound = delivery.tries.length === 0
    if (await tryOnce(delivery)) return
    for (const delay of isFirstRound ? retryDelays : []) {
      await sleep(delay, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted || (await tryOnce(delivery))) return
    }
    const later = laterRetrySeconds[delivery.tries.length - retryDelays.length - 1]
    delivery.next_try_at = later === undefined ? null : plannedAt + later
    if (later === undefined) delivery.status = 'failed'
    transaction(sandbox, () => store.save(delivery))
  }

  function start(delivery: Delivery) {
    if (active.has(delivery.id) || closing.signal.aborted) return
    const plannedAt = delivery.next_try_at ?? delivery.created
    delivery.next_try_at = null
    const done = deliver(delivery, plannedAt).finally(() => active.delete(delivery.id))
    active.set(delivery.id, done)
  }

  return {
    start,
    /** Repeats the attempts that the end of a process interrupted. */
    resume() {
      for (const delivery of sandbox.store.all('sandbox.delivery'))
        if (delivery.status === 'pending' && delivery.next_try_at === null) start(delivery)
    },
    /** Resolves when every delivery has succeeded or waits for a later retry. */
    async idle() {
      while (active.size > 0) await Promise.allSettled(active.values())
    },
    async close() {
      closing.abort()
      await Promise.allSettled(active.values())
    },
  }
}
