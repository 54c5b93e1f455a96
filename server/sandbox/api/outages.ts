import { z } from 'zod'

export const Outage = z.strictObject({
  /** GET, POST, DELETE; all where it is left out. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** The beginning of the address, as /v1/subscriptions. */
  path: z.string().startsWith('/').default('/v1/'),
  /** How many requests meet it; then it is over. */
  times: z.int().min(1).max(1_000_000).default(1),
  /** error: answers `status`; it is kept under the request's idempotency key as Stripe keeps it. hang: never answers. drop: cuts the connection. delay: answers after `milliseconds`. hold: answers once the outages are cleared (`DELETE /_sandbox/outages`). */
  mode: z.enum(['error', 'hang', 'drop', 'delay', 'hold']).default('error'),
  status: z.int().min(400).max(599).default(500),
  /** Of the error, as lock_timeout with 429. */
  code: z.string().optional(),
  /** Of the error, what it says of a retry (stripe-should-retry): Stripe says yes of a lock_timeout, and no of most of 500. */
  retry: z.boolean().optional(),
  milliseconds: z.int().min(0).max(600_000).default(1_000),
  /** after: the request has its effect, and only its answer is lost. */
  when: z.enum(['before', 'after']).default('before'),
})
export type Outage = z.infer<typeof Outage>

/** Trouble made on purpose. It is not kept: a restart ends it. */
export function createOutages() {
  let outages: Outage[] = []
  let cleared = Promise.withResolvers<void>()
  return {
    add(outage: Outage) {
      outages.push({ ...outage })
      return outage
    },
    clear() {
      cleared.resolve()
      cleared = Promise.withResolvers<void>()
      return (outages = [])
    },
    /** Resolves when the outages of now are cleared. */
    untilCleared: () => cleared.promise,
    list: () => outages,
    take(method: string, path: string): Outage | undefined {
      const outage = outages.find((one) => path.startsWith(one.path) && (one.method ?? method) === method)
      if (outage && --outage.times <= 0) outages = outages.filter((one) => one !== outage)
      return outage
    },
  }
}
export type Outages = ReturnType<typeof createOutages>
