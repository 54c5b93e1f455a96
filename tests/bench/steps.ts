import type { Browser, CDPSession, Page } from 'playwright-core'
import { registerAt, signInAt, storePairInBrowser } from '../support/accounts.ts'
import { launchBrowser } from '../support/browser/browser.ts'
import { withClient } from './database.ts'
import { formatInteger, percentile } from './figures.ts'
import type { Figure } from './figures.ts'
import type { Product } from './product.ts'

const roundTripMs = 150
const hoverMs = 200
const samples = 8
const slowerCpu = 4

/** Steps from a page to another by a link of it. */
const steps = {
  library: { from: '/blog', link: 'a[href="/library"]' },
  category: { from: '/library', link: '#content a[href^="/library/category/"]' },
  'use case': { from: '/library/category/content-marketing', link: '#content a[href^="/library/use-case/"]' },
  prompt: { from: '/library/use-case/blog-outlines', link: '#content a[href^="/library/prompt/"]' },
  thread: { from: '/forum', link: '#content a[href^="/forum/thread/"]' },
  post: { from: '/blog', link: '#content a[href^="/blog/"]:not([href*="?"])' },
}

async function openSlowly(browser: Browser, origin: string, path: string): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  const speed = { downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: roundTripMs, ...speed })
  await page.goto(path, { waitUntil: 'networkidle' })
  return { page, cdp }
}

/** Stores the time from the click to the first frame that has another heading as `data-step-ms`. */
function watchStep() {
  const former = document.querySelector('#content h1')?.textContent
  const root = document.documentElement
  const onClick = ({ timeStamp }: MouseEvent) => {
    const look = () => {
      const heading = document.querySelector('#content h1')?.textContent
      if (!heading || heading === former) return void requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      // The message arrives after the frame.
      port1.addEventListener('message', () => (root.dataset.stepMs = String(performance.now() - timeStamp)))
      port1.start()
      requestAnimationFrame(() => port2.postMessage(null))
    }
    requestAnimationFrame(look)
  }
  addEventListener('click', onClick, { capture: true, once: true })
}

type Step = { from: string; link: string; isHovered: boolean }

async function timeStep(browser: Browser, origin: string, { from, link, isHovered }: Step): Promise<number> {
  const { page } = await openSlowly(browser, origin, from)
  const target = page.locator(link).filter({ visible: true }).first()
  await target.scrollIntoViewIfNeeded()
  await page.evaluate(watchStep)
  if (isHovered) {
    await target.hover()
    await page.waitForTimeout(hoverMs)
    await page.mouse.down()
    await page.mouse.up()
  } else await target.evaluate((element: HTMLElement) => element.click())
  await page.waitForFunction(() => document.documentElement.dataset.stepMs)
  const time = await page.evaluate(() => Number(document.documentElement.dataset.stepMs))
  await page.context().close()
  return time
}

async function measureSteps(browser: Browser, origin: string, isHovered: boolean, limit: number): Promise<Figure> {
  const slowest: string[] = []
  const all: number[] = []
  for (const [name, step] of Object.entries(steps)) {
    const times: number[] = []
    for (let sample = 0; sample < samples; sample++) times.push(await timeStep(browser, origin, { ...step, isHovered }))
    all.push(...times)
    slowest.push(`${name} ${formatInteger(percentile(times, 0.5))}`)
  }
  const p95 = percentile(all, 0.95)
  const how = isHovered ? `after ${hoverMs} ms over the link` : 'without a hover'
  return {
    what: `click to the next page's first frame, ${how}, ${roundTripMs} ms round trip, p95 of six pages`,
    required: `< ${limit} ms`,
    measured: `${formatInteger(p95)} ms (medians: ${slowest.join(', ')})`,
    passed: p95 < limit,
  }
}

/** Time from a key to the results in the document, of keys that follow each other within a word. */
async function measureKeys(browser: Browser, origin: string): Promise<Figure> {
  const { page } = await openSlowly(browser, origin, '/library')
  const titles = page.waitForResponse((response) => response.url().includes('/api/library/titles/'))
  await page.keyboard.press('/')
  await titles
  await page.waitForTimeout(500)
  await page.evaluate(() => {
    const times: number[] = ((globalThis as { keyTimes?: number[] }).keyTimes = [])
    const field = document.querySelector('dialog input')
    // Runs after React's listener, which renders within the event.
    addEventListener('input', ({ timeStamp, target }) => {
      if (target === field) queueMicrotask(() => times.push(performance.now() - timeStamp))
    })
  })
  for (const word of ['release notes', 'interview', 'contract', 'lesson plan', 'outline']) {
    await page.locator('dialog input').fill('')
    await page.keyboard.type(word, { delay: 60 })
  }
  const times = await page.evaluate(() => (globalThis as { keyTimes?: number[] }).keyTimes ?? [])
  await page.context().close()
  const p95 = percentile(times, 0.95)
  return {
    what: `key to results of the search, p95 of ${times.length} keys`,
    required: '< 16 ms',
    measured: `${p95.toFixed(1)} ms`,
    passed: p95 < 16,
  }
}

const addComments = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number; meta_slug: string }>(
      `SELECT id, meta_slug FROM thread WHERE status = 'published' AND closed_at IS NULL ORDER BY id LIMIT 1`,
    )
    const [thread] = rows
    if (!thread) throw new Error('The starter content has no thread.')
    await client.query(
      `INSERT INTO comment (thread_id, body, body_html, render_version)
       SELECT $1, 'Text ' || n, '<p>Text ' || n || ' of a comment that is two lines long, as most of them are, and has <strong>bold</strong> words and a <a href="/library">link</a>.</p>', 1
         FROM generate_series(1, 200) AS n`,
      [thread.id],
    )
    return `/forum/thread/${thread.meta_slug}`
  })

/** Duration of the slowest of some interactions on a long thread, as the browser reports it. */
async function measureInteractions(browser: Browser, origin: string, path: string): Promise<Figure> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await storePairInBrowser(page, await signInAt(origin, await registerAt(origin)))
  await page.goto(path, { waitUntil: 'networkidle' })
  const more = page.getByRole('button', { name: /^(?:Load more|More comments)/ })
  while ((await more.count()) > 0) {
    await more.first().click()
    await page.waitForLoadState('networkidle')
  }
  const count = await page.locator('[data-comment]').count()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu })
  await page.evaluate(() => {
    const state = globalThis as { slowestEvent?: number }
    const note = (entries: PerformanceEntry[]) => {
      for (const entry of entries as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) state.slowestEvent = Math.max(state.slowestEvent ?? 0, entry.duration)
    }
    new PerformanceObserver((list) => note(list.getEntries())).observe({
      type: 'event',
      durationThreshold: 16,
    } as PerformanceObserverInit)
  })
  const comment = page.locator('[data-comment]').nth(Math.floor(count / 2))
  await comment.scrollIntoViewIfNeeded()
  const reply = comment.getByRole('button', { name: 'Reply' })
  for (let times = 0; times < 3; times++) {
    await comment.getByRole('button', { name: /^Like/ }).click()
    await page.waitForTimeout(700)
  }
  for (const key of ['j', 'j', 'k']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  if ((await reply.count()) > 0) {
    await reply.first().click()
    await page.waitForTimeout(1_500)
    await page.keyboard.type('A reply of some words', { delay: 100 })
  }
  await page.waitForTimeout(1_000)
  const slowest = await page.evaluate(() => (globalThis as { slowestEvent?: number }).slowestEvent ?? 0)
  await context.close()
  return {
    what: `slowest interaction (vote, keys, reply) on a thread with ${count} comments shown, CPU ${slowerCpu} × slower`,
    required: '< 200 ms',
    measured: `${formatInteger(slowest)} ms`,
    passed: slowest < 200,
  }
}

/** Measures how long each step through the site takes. `url` is that of the database. */
export async function measureEachStep({ origin }: Product, url: string): Promise<Figure[]> {
  const path = await addComments(url)
  const browser = await launchBrowser()
  const figures = [
    await measureSteps(browser, origin, true, 100),
    await measureSteps(browser, origin, false, 400),
    await measureKeys(browser, origin),
    await measureInteractions(browser, origin, path),
  ]
  await browser.close()
  return figures
}
