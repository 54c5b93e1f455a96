import type { BrowserContext, Page } from 'playwright-core'

export type Tab = { page: Page; loads: () => number }

export async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++
  })
  return { page, loads: () => loads }
}

export async function holdResponses(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

export async function loseResponse(page: Page, address: string): Promise<void> {
  let isLost = false
  await page.route(address, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

const gone = { status: 404, body: 'gone' }
export const emptyScript = { status: 200, contentType: 'text/javascript', body: '' }

const addressesOf = (name: string) => `**/assets/${name}-*.js`

export async function failChunk(
  page: Page,
  name: string,
  answer: typeof emptyScript | typeof gone = gone,
): Promise<() => number> {
  let requests = 0
  await page.route(addressesOf(name), (route) => {
    requests++
    return route.fulfill(answer)
  })
  return () => requests
}

/** Answers no data of a page in advance, so that the page requests it itself. */
export const skipPageAnswers = (page: Page) =>
  page.route('**/api/site/page-answers/**', (route) => route.fulfill({ json: { answers: [] } }))

export const restoreChunk = (page: Page, name: string) => page.unroute(addressesOf(name))

export const navigateByHistory = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)

export const whenHydrated = (page: Page) => page.locator('header [aria-pressed]').waitFor({ state: 'attached' })

export async function expectAlive(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.locator('header a[href="/library"]').first().waitFor({ state: 'attached' })
  await page.locator('footer a[href="/privacy"]').first().waitFor({ state: 'attached' })
}

export const refuseStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside comes along
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, { get: refuse })
    LockManager.prototype.request = async () => refuse()
    Reflect.deleteProperty(Navigator.prototype, 'sendBeacon')
  })
