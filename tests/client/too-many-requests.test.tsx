import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findRoute } from '../../client/start/routes.tsx'
import { openPage } from '../support/browser/page.tsx'

await findRoute('/too-many-requests')?.route.fetchModule()

const serverTime = Date.parse('2026-11-21T10:00:00Z')
const until = new Date(serverTime + 30_000).toISOString()
const text = async () => (await screen.findByRole('timer')).textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('the countdown of a rate limit', () => {
  test.each([
    ['5 minutes ahead', 300_000],
    ['1 hour behind', -3_600_000],
  ])('counts 30 s down with a clock that is %s, even if the clock is changed meanwhile', async (_what, offset) => {
    vi.setSystemTime(serverTime + offset)
    await openPage(`/too-many-requests?wait=30&until=${until}`, {})
    await pass(1_000)
    expect(await text()).toContain('wait 29 second')
    vi.setSystemTime(serverTime - 2 * offset)
    await pass(9_000)
    expect(await text()).toContain('wait 20 second')
    await pass(20_000)
    expect(await text()).toBe('You can continue now.')
  })

  test.each(['1e300', '9'.repeat(300)])('starts at one day at most for wait=%s', async (wait) => {
    await openPage(`/too-many-requests?wait=${wait}`, {})
    expect(await text()).toMatch(/wait 86,?400 second/)
    await pass(1_000)
    expect(await text()).toMatch(/wait 86,?399 second/)
  })
})
