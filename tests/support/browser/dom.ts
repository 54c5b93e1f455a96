import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { paths } from '#shared/paths.ts'

configure({ asyncUtilTimeout: 30_000, getElementError: (message) => new Error(message ?? '') })
Object.assign(navigator, { sendBeacon: () => true })
// React warns about <search>, which happy-dom lacks.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' })

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === paths.health) return new Response()
    throw new Error(`Nothing answers ${path}.`)
  })
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})
