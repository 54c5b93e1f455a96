import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { timeoutMs } from '../postgres/database.ts'

const isHydrated = () =>
  ['#content', 'footer'].every((part) => {
    const last = [...document.querySelectorAll(`${part} *`)].at(-1)
    return last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
  })

/** Quiet time in ms before a page is settled. `unhydrated`: for pages that a test keeps from hydrating. */
const quietMs = { min: 100, max: 500, perMsToAnswer: 20, unhydrated: 3_000 }

export async function whenLoaded<Result>(page: Page, load: () => Promise<Result>): Promise<Result> {
  const open = new Set<Request>()
  let quietSince = performance.now()
  const begin = (request: Request) => {
    // Browsers do not always report the end of a beacon; an event stream has none.
    if (['ping', 'eventsource'].includes(request.resourceType())) return
    open.add(request)
    quietSince = performance.now()
  }
  const end = (request: Request) => {
    open.delete(request)
    quietSince = performance.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    const result = await load()
    const startedAt = performance.now()
    for (;;) {
      const probedAt = performance.now()
      const hydrated = await page.evaluate(isHydrated).catch(() => false)
      const slow = (performance.now() - probedAt) * quietMs.perMsToAnswer
      const quietNeeded = hydrated ? Math.min(Math.max(quietMs.min, slow), quietMs.max) : quietMs.unhydrated
      const quiet = open.size === 0 ? performance.now() - quietSince : 0
      if (quiet >= quietNeeded) return result
      if (performance.now() - startedAt > timeoutMs) throw new Error(`${page.url()} did not come to rest.`)
      await sleep(20)
    }
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

export const openPage = (page: Page, path: string) => whenLoaded(page, () => page.goto(path))
export const reloadPage = (page: Page) => whenLoaded(page, () => page.reload())
export const goBack = (page: Page) => whenLoaded(page, () => page.goBack())
export const goForward = (page: Page) => whenLoaded(page, () => page.goForward())

/** Opens a page without waiting for hydration, such as without JavaScript or before a redirect. */
export const navigate = (page: Page, path: string, options?: Parameters<Page['goto']>[1]) => page.goto(path, options)
