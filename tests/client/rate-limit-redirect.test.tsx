import { beforeEach, describe, expect, test, vi } from 'vitest'

const navigate = vi.fn<(path: string | URL) => void>()
let clock = 0
let redirect: (response: Response, body: unknown) => boolean
const limited = (headers: Record<string, string> = {}) => new Response(null, { status: 429, headers })

beforeEach(async () => {
  navigate.mockClear()
  clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  vi.spyOn(location, 'assign').mockImplementation(navigate)
  history.replaceState(null, '', '/library')
  vi.resetModules()
  ;({ redirectToRateLimitPage: redirect } = await import('../../client/app/rate-limit-redirect.ts'))
})

describe('a 429 response', () => {
  test('redirects to the waiting page, once in 2,000 ms', () => {
    const body = { wait_seconds: 7, until: '2999-01-01T00:00:00.000Z' }
    const target = '/too-many-requests?wait=7&until=2999-01-01T00%3A00%3A00.000Z'
    expect(redirect(limited(), body)).toBe(true)
    clock = 1_999
    expect(redirect(limited(), body)).toBe(true)
    expect(navigate.mock.calls).toEqual([[target]])
    clock = 2_000
    redirect(limited(), body)
    expect(navigate.mock.calls).toEqual([[target], [target]])
  })

  test('waits for the seconds in Retry-After if the body has no wait_seconds', () => {
    redirect(limited({ 'retry-after': '12' }), null)
    expect(navigate.mock.calls).toEqual([['/too-many-requests?wait=12']])
  })

  test('waits until the date in Retry-After, relative to the Date header', () => {
    redirect(limited({ 'retry-after': 'Sat, 21 Nov 2026 10:00:30 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' }), null)
    expect(navigate.mock.calls).toEqual([['/too-many-requests?wait=30']])
  })

  test('does not redirect from the waiting page', () => {
    history.replaceState(null, '', '/too-many-requests?wait=7')
    expect(redirect(limited(), { wait_seconds: 9 })).toBe(false)
    expect(navigate).not.toHaveBeenCalled()
  })
})
