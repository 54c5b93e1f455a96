import { paths } from '#shared/paths.ts'
import type { RateLimited } from '#shared/problem.ts'

const redirectIntervalMs = 2_000
let last = -redirectIntervalMs

/** Returns the wait of Retry-After in seconds, or NaN. A date is compared with the response's Date header. */
function retryAfterOf(headers: Headers): number {
  const text = headers.get('retry-after')
  if (text === null || /^\d+$/.test(text)) return Number(text ?? Number.NaN)
  return Math.ceil((Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1_000)
}

export function redirectToRateLimitPage(response: Response, body: unknown): boolean {
  const here = location.pathname === paths.tooManyRequests()
  if (here) return false
  if (performance.now() - last < redirectIntervalMs) return true
  last = performance.now()
  const { wait_seconds, until } = (body ?? {}) as Partial<RateLimited>
  const waitSeconds = wait_seconds ?? retryAfterOf(response.headers)
  location.assign(
    paths.tooManyRequests({
      ...(Number.isFinite(waitSeconds) && { wait: String(waitSeconds) }),
      ...(until && { until }),
    }),
  )
  return true
}

/** Resolves when the browser shows the page again from its back-forward cache. A refused request waits for that. */
export const untilPageRestored = () =>
  new Promise<void>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve())
  })
