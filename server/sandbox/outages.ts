import { z } from 'zod'

export const Outage = z.strictObject({
  /** GET, POST, DELETE; all where it is left out. */
  method: z.enum(['GET', 'POST', 'DELETE']).optional(),
  /** The beginning of the address, as /v1/subscriptions. */
  path: z.string().startsWith('/').default('/v1/'),
  /** How many requests meet it; then it is over. */
  times: z.int().min(1).max(1_000_000).default(1),
  /** error: answers `status`. hang: never answers. drop: cuts the connection. delay: answers after `milliseconds`. */
  mode: z.enum(['error', 'hang', 'drop', 'delay']).default('error'),
  status: z.int().min(400).max(599).default(500),
  milliseconds: z.int().min(0).max(600_000).default(1_000),
  /** after: the request has its effect, and only its answer is lost. */
  when: z.enum(['before', 'after']).default('before'),
})
export type Outage = z.infer<typeof Outage>

/** Trouble made on purpose. It is not kept: a restart ends it. */
export function createOutages() {
  let outages: Outage[] = []
  return {
    add: (outage: Outage) => outages.push({ ...outage }),
    clear: () => void (outages = []),
    list: () => outages,
    take(method: string, path: string): Outage | undefined {
      const met = outages.find((one) => path.startsWith(one.path) && (one.method ?? method) === method)
      if (met && --met.times <= 0) outages = outages.filter((one) => one !== met)
      return met
    },
  }
}
export type Outages = ReturnType<typeof createOutages>
