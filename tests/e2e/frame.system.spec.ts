import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { storePairInBrowser, registerAt, signInAt } from '../support/accounts.ts'
import { visitorPagePaths } from '../support/browser/page-paths.ts'
import { navigate } from '../support/browser/when-loaded.ts'
import { painted, shiftOf } from '../support/browser/shift.ts'
import { holdResponses } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite({ LIVE_FEED: 'simulated' })
const items = 'aside li'

describe('the live feed', () => {
  test('starts with 2 to 5 items, adds one every 3 to 5.5 s, and can be paused', async () => {
    await visit({ viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
      // The clock moves only in runFor, so the speed of the machine does not matter.
      await page.clock.install({ time: 0 })
      await page.clock.pauseAt(1_000)
      await open('/library')
      while ((await page.locator(items).count()) === 0) await page.clock.runFor(50)
      const first = await page.locator(items).count()
      expect(first).toBeGreaterThanOrEqual(2)
      expect(first).toBeLessThanOrEqual(5)
      await page.clock.runFor(2_900)
      expect(await page.locator(items).count()).toBe(first)
      await page.clock.runFor(2_700)
      await expect.poll(() => page.locator(items).count()).toBeGreaterThan(first)
      for (let round = 0; round < 12; round++) await page.clock.runFor(5_500)
      await expect.poll(() => page.locator(items).count()).toBe(8)
      await page.getByRole('button', { name: 'Pause activity' }).click()
      const held = await page.locator(items).allTextContents()
      await page.clock.runFor(20_000)
      expect(await page.locator(items).allTextContents()).toEqual(held)
    })
  })

  test('requests its titles once in 12 hours per language', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
      await open('/library')
      await page.locator(items).first().waitFor()
      expect(requestedPaths.filter((path) => path === '/api/library/categories/')).toHaveLength(1)
      await open('/library')
      await page.locator(items).first().waitFor()
      expect(requestedPaths).toEqual([])
      await open('/library?lang=es')
      await page.locator(items).first().waitFor()
      expect(requestedPaths).toEqual(['/api/library/categories/'])
    })
  })

  test('does not move under reduced motion, and is absent from pages without it', async () => {
    await visit({ reducedMotion: 'reduce' }, async ({ page, open }) => {
      await page.clock.install()
      await open('/library')
      await page.locator(items).first().waitFor()
      const first = await page.locator(items).allTextContents()
      await page.clock.runFor(30_000)
      expect(await page.locator(items).allTextContents()).toEqual(first)
      for (const path of ['/', '/subscription', '/privacy', '/no/such/page']) {
        await open(path)
        expect(await page.locator('aside').isVisible()).toBe(false)
      }
    })
  })

  test('causes no layout shift when it loads, and covers nothing at any width', async () => {
    await visit({}, async ({ page }) => {
      const release = await holdResponses(page, '**/assets/live-feed-*.js')
      await navigate(page, '/library/category/content-marketing')
      const feedContent = () =>
        page.locator('aside.feed').evaluate((feed) => getComputedStyle(feed, '::before').content)
      await expect.poll(feedContent).toContain('Activity')
      release()
      await page.locator(items).first().waitFor()
      await expect.poll(feedContent).toBe('none')
      expect(await shiftOf(page)).toBeLessThan(0.01)
      for (const width of [320, 390, 480, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const [feed, content, footer] = [
          await boxOf(page, 'aside.feed'),
          await boxOf(page, '#content main'),
          await boxOf(page, 'footer'),
        ]
        const isBeside = feed.x >= content.x + content.width && feed.width === 205
        const isBelow = feed.y >= content.y + content.height && feed.y + feed.height <= footer.y
        expect({ width, isBeside, isBelow }).toEqual({ width, isBeside: width > 480, isBelow: width <= 480 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  })

  test.each([
    ['en-US', 'Show activity', 'Hide activity'],
    ['es-ES', 'Mostrar la actividad', 'Ocultar la actividad'],
  ])('on a narrow screen is one line above the page until it is opened, in %s', async (locale, show, hide) => {
    await visit({ locale, viewport: { width: 768, height: 800 } }, async ({ page, open }) => {
      await open('/library')
      await page.getByRole('button', { name: show }).click()
      await page.locator(items).first().waitFor()
      const opened = await boxOf(page, 'aside.feed')
      expect([opened.width, opened.x + opened.width]).toEqual([205, 768 - 16])
      await page.getByRole('button', { name: hide }).click()
      await page.locator(items).first().waitFor({ state: 'hidden' })
      for (const width of [481, 768, 1024, 1279]) {
        await page.setViewportSize({ width, height: 800 })
        const [feed, heading] = [await boxOf(page, 'aside.feed'), await boxOf(page, 'h1')]
        expect(feed.y + feed.height).toBeLessThanOrEqual(heading.y)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  })

  test('on a phone shows whole items at every scroll position', async () => {
    await visit({ viewport: { width: 390, height: 844 } }, async ({ page, open }) => {
      await page.clock.install()
      await open('/library')
      while ((await page.locator(items).count()) < 8) await page.clock.runFor(5_500)
      const list = page.locator('aside ul')
      for (const scrollTop of [0, 40, 90, 10_000]) {
        await list.evaluate((ul, top) => ul.scrollTo({ top }), scrollTop)
        await expect
          .poll(() =>
            list.evaluate((ul) => {
              const [top, bottom] = [ul.getBoundingClientRect().top, ul.getBoundingClientRect().bottom]
              const shown = [...ul.children].map((item) => item.getBoundingClientRect())
              const seen = shown.filter((item) => item.bottom > top + 1 && item.top < bottom - 1)
              return [seen.length, seen.filter((item) => item.top < top - 1 || item.bottom > bottom + 1).length]
            }),
          )
          .toEqual([3, 0])
      }
    })
  })
})

const publicPlaces = visitorPagePaths.filter((path) => !['/profile', '/oauth/google', '/library?free=1'].includes(path))
/** Their headings are at the left edge of the frame; forms and notes are centered. */
const hasHeadingsAtLeft = (path: string) => /^\/(?:$|library|terms|privacy)/.test(path)

describe('the frame of a page', () => {
  test('is aligned with its logo and its footer, on every public page at every width', async () => {
    await visit({}, async ({ page }) => {
      for (const path of publicPlaces) {
        await navigate(page, path, { waitUntil: 'domcontentloaded' })
        for (const width of [390, 768, 1440, 1920]) {
          await page.setViewportSize({ width, height: 900 })
          const { logo, ...others } = await page.evaluate(leftEdges)
          const edges = hasHeadingsAtLeft(path) ? others : { frame: others.frame, footer: others.footer }
          expect({ path, width, ...edges }).toEqual({
            path,
            width,
            ...Object.fromEntries(Object.keys(edges).map((name) => [name, logo])),
          })
        }
      }
    })
  })

  test.each([
    ['a visitor', false],
    ['a member', true],
  ])('has no gap in its navigation, before and after its scripts, for %s', async (_who, isMember) => {
    const pair = isMember ? await signInAt(siteUrl(), await registerAt(siteUrl())) : null
    for (const locale of ['en-US', 'es-ES'])
      await visit({ locale, viewport: { width: 390, height: 800 } }, async ({ page, open }) => {
        if (pair) await storePairInBrowser(page, pair)
        await navigate(page, '/too-many-requests', { waitUntil: 'domcontentloaded' })
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await page.evaluate(widestGap)).toBeLessThanOrEqual(12)
        }
        await open('/too-many-requests')
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await page.evaluate(widestGap)).toBeLessThanOrEqual(12)
        }
      })
  })

  test('shows headings in their font even if it loads late, with almost no layout shift', async () => {
    await visit({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
      for (const path of ['/library', '/library/use-case/blog-outlines']) {
        const release = await holdResponses(page, '**/*.woff2')
        await navigate(page, path, { waitUntil: 'commit' })
        await page.locator('h1').waitFor()
        await painted(page)
        release()
        await page.evaluate(() => document.fonts.ready.then(() => null))
        expect(await page.evaluate(() => document.fonts.check('700 30px "Besley"'))).toBe(true)
        expect(await fontsOf(page, 'h1')).toEqual(['Besley'])
        expect(await shiftOf(page)).toBeLessThan(0.02)
      }
    })
  })
})

async function boxOf(page: Page, selector: string) {
  const found = await page.locator(selector).first().boundingBox()
  if (!found) throw new Error(`${selector} is not on the page.`)
  return found
}

/** Fonts that the browser used for an element. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(({ familyName }) => familyName.replace(' Variable', ''))
}

/** Runs in the page. */
function leftEdges() {
  const [logo, footer, frame] = ['header a svg', 'footer svg', '#content .frame'].map((selector) =>
    document.querySelector(selector),
  )
  const range = document.createRange()
  const headings = [...document.querySelectorAll('#content :is(h1, h2):not(.sr-only)')].map((heading) => {
    range.selectNodeContents(heading)
    return Math.round(range.getBoundingClientRect().left)
  })
  const padding = frame ? Number.parseFloat(getComputedStyle(frame).paddingLeft) : 0
  return {
    logo: Math.round(logo?.getBoundingClientRect().left ?? -1),
    frame: Math.round((frame?.getBoundingClientRect().left ?? -1) + padding),
    headings: Math.min(...headings),
    footer: Math.round(footer?.getBoundingClientRect().left ?? -1),
  }
}

/** Runs in the page: widest gap at the right end of the navigation, in px. */
function widestGap() {
  const frame = document.querySelector('header .frame')
  if (!frame) return Infinity
  const { visibility } = getComputedStyle(frame)
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === visibility
  const boxes = [...frame.querySelectorAll('.account, :scope > div:last-child > .icon-button')].filter(isShown)
  const shown = boxes.flatMap((box) => {
    const inner = [...box.children].filter(isShown)
    // Before hydration the styles draw a placeholder for the avatar.
    return box.matches('.icon-button') || inner.length === 0 ? [box] : inner
  })
  const inOrder = shown.map((one) => one.getBoundingClientRect()).toSorted((one, other) => one.left - other.left)
  const end = frame.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(frame).paddingRight)
  return Math.max(...inOrder.map(({ right }, at) => (inOrder[at + 1]?.left ?? end) - right))
}

const printed = '/library/prompt/blog-post-from-your-notes'
const addressShown = () => {
  const link = document.querySelector<HTMLLinkElement>('head > link[rel="canonical"]')
  return link && getComputedStyle(link, '::after').content.slice(1, -1)
}

describe('a printed page', () => {
  test('is dark on white in the dark theme, below its address', async () => {
    await visit({ colorScheme: 'dark' }, async ({ page, open }) => {
      await open(printed)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      const colors = await page
        .locator('h1')
        .evaluate((title) => [getComputedStyle(title).color, getComputedStyle(document.body).backgroundColor])
      expect(colors).toEqual(['rgb(26, 24, 21)', 'rgba(0, 0, 0, 0)'])
      expect(await page.evaluate(addressShown)).toBe(siteUrl() + printed)
    })
  })

  test('shows the label or the value of a blank, and none of the controls', async () => {
    await visit({}, async ({ page, open }) => {
      await open(printed)
      const [first, second] = [page.locator('.prompt-text mark').nth(0), page.locator('.prompt-text mark').nth(2)]
      await first.locator('textarea').fill('how to sweep')
      await page.emulateMedia({ media: 'print' })
      expect(await first.innerText()).toBe('how to sweep')
      const label = await second.evaluate((element) => getComputedStyle(element, '::after').content)
      expect(label).toContain('Your notes')
      for (const part of ['.prompt-text textarea', 'main button', 'main fieldset', 'main .text-star', 'nav'])
        expect([part, await page.locator(part).filter({ visible: true }).count()]).toEqual([part, 0])
    })
  })

  test('has all steps of a pipeline', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library/pipeline/keyword-list-to-writer-brief')
      const texts = page.locator('.step-text')
      expect(await texts.filter({ visible: true }).count()).toBeLessThan(4)
      await page.emulateMedia({ media: 'print' })
      const heights = await texts.evaluateAll((found) => found.map((text) => text.getBoundingClientRect().height > 0))
      expect(heights).toEqual([true, true, true, true])
    })
  })
})
