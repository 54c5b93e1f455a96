import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showGoogleButton } from '../../../client/app/session/google-identity.tsx'
import { site } from '../../support/browser/page.tsx'

const google = { initialize: vi.fn<() => void>(), renderButton: vi.fn<() => void>() }
const bring = () => vi.stubGlobal('google', { accounts: { id: google } })
const show = (onThere: (isThere: boolean) => void) =>
  showGoogleButton(
    { ...site, google_client_id: 'promptory.apps.test' },
    { container: document.createElement('div'), locale: 'en', onCredential: async () => {}, onThere },
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document.head, 'append').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe("Google's script", () => {
  test('is waited for by a check every 50 ms', async () => {
    const onThere = vi.fn<(isThere: boolean) => void>()
    const hide = show(onThere)
    await vi.advanceTimersByTimeAsync(120)
    bring()
    await vi.advanceTimersByTimeAsync(29)
    expect(onThere).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onThere.mock.calls).toEqual([[true]])
    hide()
  })

  test('is given up after 10 seconds, with a console error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onThere = vi.fn<(isThere: boolean) => void>()
    const hide = show(onThere)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(onThere).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onThere.mock.calls).toEqual([[false]])
    expect(log.mock.calls).toEqual([["Google's sign-in script did not load."]])
    hide()
  })
})
