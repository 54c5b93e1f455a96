import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { timeoutMs } from '../postgres/database.ts'

/** React marks each element that it has taken over; the last of a part comes last. */
const isTakenOver = () =>
  ['#content', 'footer'].every((part) => {
    const last = [...document.querySelectorAll(`${part} *`)].at(-1)
    return last !== undefined && Object.keys(last).some((key) => key.startsWith('__reactFiber'))
  })

/**
 * How long nothing is requested before a page counts as settled, in ms: a slow machine also pauses for longer in between.
 * `unhydrated` is for the few pages that React never hydrates as a whole, because a test broke a part of them.
 */
const quietMs = { min: 100, max: 500, perMsToAnswer: 20, unhydrated: 3_000 }

export async function settled<Result>(page: Page, load: () => Promise<Result>): Promise<Result> {
  const open = new Set<Request>()
  let quietSince = performance.now()
  const begin = (request: Request) => {
    // Nobody waits for a beacon, and the browser does not always tell of its end; a stream of events has none.
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
      // Between two documents there is nothing to be asked.
      const takenOver = await page.evaluate(isTakenOver).catch(() => false)
      const slow = (performance.now() - probedAt) * quietMs.perMsToAnswer
      const wanted = takenOver ? Math.min(Math.max(quietMs.min, slow), quietMs.max) : quietMs.unhydrated
      const quiet = open.size === 0 ? performance.now() - quietSince : 0
      if (quiet >= wanted) return result
      if (performance.now() - startedAt > timeoutMs) throw new Error(`${page.url()} did not come to rest.`)
      await sleep(20)
    }
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

export const openPage = (page: Page, path: string) => settled(page, () => page.goto(path))
export const reloadPage = (page: Page) => settled(page, () => page.reload())
export const goBack = (page: Page) => settled(page, () => page.goBack())
export const goForward = (page: Page) => settled(page, () => page.goForward())

/**
 * Opens a page without waiting for hydration: where JavaScript is off, the page leads on to another one, its scripts or
 * answers are held back, or it is no page of the site.
 */
export const navigate = (page: Page, path: string, options?: Parameters<Page['goto']>[1]) => page.goto(path, options)
