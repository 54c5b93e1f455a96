import { paths } from '#shared/paths.ts'
import type { RateLimited } from '#shared/problem.ts'

const redirectIntervalMs = 2_000
let last = -redirectIntervalMs

/** Seconds; NaN: none are said. A date, as a proxy sends it, is compared with the answer's own, not with this clock. */
function retryAfterOf(headers: Headers): number {
  const text = headers.get('retry-after')
  if (text === null || /^\d+$/.test(text)) return Number(text ?? Number.NaN)
  return Math.ceil((Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1_000)
}

/** Once for all requests that failed together. Answers whether it redirects. */
export function redirectToRateLimitPage(response: Response, body: unknown): boolean {
  const here = location.pathname === paths.tooManyRequests()
  if (here) return false
  if (performance.now() - last < redirectIntervalMs) return true
  last = performance.now()
  const { wait_seconds, until } = (body ?? {}) as Partial<RateLimited>
  const wait = wait_seconds ?? retryAfterOf(response.headers)
  location.assign(
    paths.tooManyRequests({ ...(Number.isFinite(wait) && { wait: String(wait) }), ...(until && { until }) }),
  )
  return true
}

/** What was refused so goes on once the page that was left for it comes back from the browser's cache. */
export const untilShownAgain = () =>
  new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
