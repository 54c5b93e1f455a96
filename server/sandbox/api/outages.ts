import { z } from 'zod'

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
