import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage } from '../support/browser/when-loaded.ts'
import { expectAlive, skipPageAnswers } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { visitInTrouble } = useSite({ LIVE_FEED: 'simulated' })

/** Makes a component throw during hydration, by removing its messages. */
const lose = (page: Page, room: string, group: string) =>
  page.route(`**/assets/${room}-messages.en-*.js`, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    expect(text).toContain(`${group}:{`)
    await route.fulfill({ response, body: text.replace(`${group}:{`, `lost_${group}:{`) })
  })
const shell: [room: string, group: string][] = [
  ['app', 'languages'],
  ['app', 'theme'],
  ['feed', 'feed'],
  ['app', 'footer'],
]
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

describe('a component that throws', () => {
  test.each(shell)(
    'in %s, group %s: keeps its text with working links, and the rest of the page works',
    async (room, group) => {
      await visitInTrouble({}, async ({ page, loads }) => {
        await lose(page, room, group)
        await openPage(page, '/library')
        await expectAlive(page)
        await page.getByRole('switch').click()
        await page.waitForURL('**/library?free=1')
        expect(loads()).toBe(1)
        await page.locator('main a[href^="/library/category/"]').first().click()
        await page.waitForURL('**/library/category/**')
        await expectAlive(page)
      })
    },
  )

  test.each(sizes)('in the navigation leaves a page of plain links at $width px', async (viewport) => {
    await visitInTrouble({ viewport }, async ({ page, loads }) => {
      await lose(page, 'app', 'navigation')
      await openPage(page, '/library')
      await expectAlive(page)
      await page.getByRole('alert').getByRole('button', { name: 'Reload the page' }).waitFor()
      await page.locator('header a[href="/forum"]').click()
      await page.waitForURL('**/forum')
      expect(loads()).toBe(2)
      await expectAlive(page)
    })
  })

  test('in a page keeps the text of the page, and another page opens as usual', async () => {
    await visitInTrouble({}, async ({ page, loads }) => {
      await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
      await lose(page, 'library', 'category')
      await openPage(page, '/library/category/content-marketing')
      await page.getByRole('alert').getByText('Part of this page isn’t working').waitFor()
      expect(await page.locator('main a[href="/library/use-case/blog-outlines"]').count()).toBe(1)
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
      await page.getByRole('heading', { name: 'Prompt library', level: 1 }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(loads()).toBe(1)
    })
  })

  test('in a page that a link opens loads the page in full once, and keeps its text', async () => {
    await visitInTrouble({}, async ({ page, loads }) => {
      await lose(page, 'library', 'category')
      await openPage(page, '/library')
      await page.locator('main a[href="/library/category/content-marketing"]').first().click()
      await page.getByRole('alert').getByText('Part of this page isn’t working').waitFor()
      await page.waitForLoadState('networkidle')
      expect(loads()).toBe(2)
      expect(await page.locator('h1').textContent()).toBe('Content marketing')
    })
  })

  test('because its data is from another version of the server loads the page in full', async () => {
    await visitInTrouble({}, async ({ page, loads }) => {
      await skipPageAnswers(page)
      await openPage(page, '/library')
      await page.route('**/api/library/categories/content-marketing/', (route) =>
        route.fulfill({ json: { title: 'new' } }),
      )
      await page.locator('main a[href="/library/category/content-marketing"]').first().click()
      await expect.poll(loads).toBe(2)
      await page.getByRole('heading', { name: 'Content marketing', level: 1 }).waitFor()
    })
  })
})
