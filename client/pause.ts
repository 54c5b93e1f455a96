import * as z from 'zod/mini'
import { paths } from '#shared/paths.ts'

/** Of what a 429 says: how many seconds to wait, and until when. */
const Pause = z.object({ wait_seconds: z.optional(z.number()), until: z.optional(z.string()) })

/** The time within which a second 429 leads nowhere, in ms. */
const oncePer = 2_000
let last = -oncePer

/** After a 429 the page that counts the pause down is opened, once for all that failed together. Answers whether it is. */
export function leaveForPause(response: Response, body: unknown): boolean {
  const here = location.pathname === paths.tooManyRequests()
  if (here) return false
  if (performance.now() - last < oncePer) return true
  last = performance.now()
  const { wait_seconds, until } = Pause.safeParse(body).data ?? {}
  const wait = wait_seconds ?? Number(response.headers.get('retry-after') ?? Number.NaN)
  location.assign(
    paths.tooManyRequests({ ...(Number.isFinite(wait) && { wait: String(wait) }), ...(until && { until }) }),
  )
  return true
}
