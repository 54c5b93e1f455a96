import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, visitInTrouble } = useSite()
const long = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft'
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
const pages = [
  '/library',
  '/library/category/content-marketing',
  '/library/use-case/blog-outlines',
  '/library/prompt/outline-a-long-read',
  '/blog',
  '/blog/one-good-example',
]

/** Replaces every name and title of a page, in its HTML and its data. */
async function rename(page: Page, path: string, text: string) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    const data = /<script id="page-data".*?"queries":(.*?)<\/script>/s.exec(body)?.[1] ?? ''
    const texts = [...data.matchAll(/"(?:name|title|short_description|description|excerpt)":"([^"]{3,})"/g)].map(
      ([, one]) => one,
    )
    const longestFirst = [...new Set(texts)].toSorted((a = '', b = '') => b.length - a.length)
    await route.fulfill({
      response,
      body: longestFirst.reduce<string>(
        (html, one) => html.replaceAll(`>${one}<`, `>${text}<`).replaceAll(`"${one}"`, `"${text}"`),
        body,
      ),
    })
  })
  await openPage(page, path)
}

describe('an unusual title in the library and in the news', () => {
  test.each(pages)('of one long word does not widen %s', async (path) => {
    await visitInTrouble({}, async ({ page }) => {
      await rename(page, path, long)
      expect(await page.locator('main').getByText(long).count()).toBeGreaterThan(3)
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
        const wide = page
          .locator('main :is(.card, .chip, li, h1)')
          .evaluateAll((all) =>
            all
              .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
              .map((one) => one.outerHTML),
          )
        expect(await wide).toEqual([])
      }
    })
  })

  test.each(pages)('in Arabic is set right to left at %s', async (path) => {
    await visitInTrouble({}, async ({ page }) => {
      const arabic = 'مقال AI طويل (1)'
      await rename(page, path, arabic)
      const found = page
        .locator('main, main ~ nav')
        .getByText(arabic, { exact: true })
        .and(page.locator(':not(option)'))
      expect(await found.count()).toBeGreaterThan(3)
      const directions = found.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
      expect(new Set(await directions)).toEqual(new Set(['rtl']))
    })
  })
})

describe('a page of the library', () => {
  test('is wider if it has no sidebar', async () => {
    await visit({ viewport: { width: 1440, height: 900 } }, async ({ page, open }) => {
      await open('/library/use-case/blog-outlines')
      const beside = await page.locator('main').evaluate((main) => main.clientWidth)
      await page.evaluate(() => document.querySelector('main ~ nav')?.remove())
      const alone = await page.locator('main').evaluate((main) => main.clientWidth)
      expect(alone).toBeGreaterThan(beside)
    })
  })
})
