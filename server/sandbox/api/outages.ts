import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { ApiError } from './errors.ts'

export const Outage = z.strictObject({
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** Prefix of the URLs that fail, as in /v1/subscriptions. */
  path: z.string().startsWith('/').default('/v1/'),
  times: z.int().min(1).max(1_000_000).default(1),
  /** Modes: hang sends no response; drop closes the connection; hold waits until outages are cleared. */
  mode: z.enum(['error', 'hang', 'drop', 'delay', 'hold']).default('error'),
  status: z.int().min(400).max(599).default(500),
  code: z.string().optional(),
  /** Value of the header `stripe-should-retry`. Stripe sends false for most 500s, true for lock_timeout. */
  retry: z.boolean().optional(),
  milliseconds: z.int().min(0).max(600_000).default(1_000),
  /** Time of the failure. after: the call is executed, but its response is lost. */
  when: z.enum(['before', 'after']).default('before'),
})
export type Outage = z.infer<typeof Outage>

/** Simulated outages. They are in memory only, so a restart ends them. */
export class Outages {
  list: Outage[] = []
  #cleared = Promise.withResolvers<void>()

  add(outage: Outage) {
    this.list.push({ ...outage })
    return outage
  }

  clear() {
    this.#cleared.resolve()
    this.#cleared = Promise.withResolvers<void>()
    return (this.list = [])
  }

  take(method: string, path: string): Outage | undefined {
    const outage = this.list.find((one) => path.startsWith(one.path) && (one.method ?? method) === method)
    if (outage && --outage.times <= 0) this.list = this.list.filter((one) => one !== outage)
    return outage
  }

  /** Runs an outage. Returns false if the request gets no response. */
  async simulate(outage: Outage, reply: FastifyReply): Promise<boolean> {
    if (outage.mode === 'error') throw errorOf(outage)
    if (outage.mode === 'delay') await sleep(outage.milliseconds, undefined, { ref: false })
    if (outage.mode === 'hold') await this.#cleared.promise
    if (isDelay(outage)) return true
    reply.hijack()
    if (outage.mode === 'drop') reply.raw.destroy()
    return false
  }
}

export function errorOf({ status, code }: Outage): ApiError {
  const type = status === 402 ? 'card_error' : status >= 500 ? 'api_error' : 'invalid_request_error'
  return new ApiError(status, { type, ...(code && { code }), message: 'An unknown error occurred.' })
}

export const isDelay = ({ mode }: Outage) => mode === 'delay' || mode === 'hold'
