import { createHmac } from 'node:crypto'
import { eventNow } from './events.ts'
import type { Delivery } from './objects/event.ts'
import type { Sandbox } from './sandbox.ts'
import { secretOf } from './webhook-endpoints.ts'

const mostAtOnce = 4
const longestAnswer = 10_000
/** Real milliseconds before the tries that come at once, then seconds of sandbox time before the later ones. */
const usualRetryDelays = [1_000, 3_000, 9_000]
const laterRetrySeconds = [300, 3_600, 3 * 3_600, 12 * 3_600, 24 * 3_600]

/** Signed at each try with real time, because the product compares it with its own clock. */
export function signatureOf(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries(sandbox: Sandbox) {
  const { store, clock, options } = sandbox
  const retryDelays = options.retryDelays ?? usualRetryDelays
  const active = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  const closing = new AbortController()
  let running = 0

  async function takeSlot() {
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
  }
  function giveSlot() {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  async function post(delivery: Delivery): Promise<{ status: number | null; error: string | null }> {
    const event = store.find('event', delivery.event)
    const target = store.find('webhook_endpoint', delivery.endpoint)
    if (!event || !target) return { status: null, error: 'Its event or its endpoint is gone.' }
    const body = JSON.stringify(eventNow(sandbox, event), null, 2)
    const signature = signatureOf(body, secretOf(sandbox, target.id), clock.realSeconds())
    try {
      const answer = await fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(longestAnswer)]),
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
      delivery.tries.push({ at: clock.now(), status, error })
      const isTaken = status !== null && status >= 200 && status < 300
      if (isTaken) delivery.status = 'delivered'
      store.save(delivery)
      store.commit()
      return isTaken
    } finally {
      giveSlot()
    }
  }

  function sleep(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  async function deliver(delivery: Delivery, plannedAt: number) {
    const isFirstRound = delivery.tries.length === 0
    if (await tryOnce(delivery)) return
    for (const delay of isFirstRound ? retryDelays : []) {
      await sleep(delay)
      if (closing.signal.aborted || (await tryOnce(delivery))) return
    }
    const later = laterRetrySeconds[delivery.tries.length - retryDelays.length - 1]
    delivery.next_try_at = later === undefined ? null : plannedAt + later
    if (later === undefined) delivery.status = 'failed'
    store.save(delivery)
    store.commit()
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
    /** Those that were on their way when the process ended. */
    resume() {
      for (const delivery of store.all('sandbox.delivery'))
        if (delivery.status === 'pending' && delivery.next_try_at === null) start(delivery)
    },
    /** When everything that was sent is delivered, or waits for a later try. */
    async idle() {
      while (active.size > 0) await Promise.allSettled(active.values())
    },
    async close() {
      closing.abort()
      await Promise.allSettled(active.values())
    },
  }
}
