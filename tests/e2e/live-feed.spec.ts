import { describe, expect, test } from 'vitest'
import { useSite } from '../support/visit.ts'

const { visit } = useSite({ LIVE_FEED: 'simulated' })
const items = 'aside li'

describe('the live feed', () => {
  test('begins with 2 to 5 items, adds one within 3 to 5.5 s, and can be paused', async () => {
    await visit({ viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
      // Time stands still but for what is run here, however slow the machine is.
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

  test('asks for its titles once in 12 hours per language', async () => {
    await visit({}, async ({ page, open, asked }) => {
      await open('/library')
      await page.locator(items).first().waitFor()
      expect(asked.filter((path) => path === '/api/library/categories/')).toHaveLength(1)
      await open('/library')
      await page.locator(items).first().waitFor()
      expect(asked).toEqual([])
      await open('/library?lang=es')
      await page.locator(items).first().waitFor()
      expect(asked).toEqual(['/api/library/categories/'])
    })
  })

  test('stands still under reduced motion, and is not on pages that go without it', async () => {
    await visit({ reducedMotion: 'reduce' }, async ({ page, open }) => {
      await page.clock.install()
      await open('/library')
      await page.locator(items).first().waitFor()
      const first = await page.locator(items).allTextContents()
      await page.clock.runFor(30_000)
      expect(await page.locator(items).allTextContents()).toEqual(first)
      for (const path of ['/', '/subscription', '/privacy', '/no/such/page']) {
        await page.goto(path)
        expect(await page.locator('aside').isVisible()).toBe(false)
      }
    })
  })

  test('covers nothing, however wide the window is', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library/category/content-marketing')
      await page.locator(items).first().waitFor()
      const box = async (selector: string) => {
        const found = await page.locator(selector).first().boundingBox()
        if (!found) throw new Error(`${selector} is not on the page.`)
        return found
      }
      for (const width of [320, 390, 480, 481, 768, 1024, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const [feed, content, footer] = [await box('aside.feed'), await box('#content'), await box('footer')]
        const isBeside = feed.x >= content.x + content.width && feed.width === 205
        const isBelow = feed.y >= content.y + content.height && feed.y + feed.height <= footer.y
        expect({ width, isBeside, isBelow }).toEqual({ width, isBeside: width > 480, isBelow: width <= 480 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      }
    })
  })
})
