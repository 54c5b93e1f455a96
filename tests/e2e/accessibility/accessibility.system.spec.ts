import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../../support/browser/axe.ts'
import { visitorPagePaths } from '../../support/browser/page-paths.ts'
import { goBack } from '../../support/browser/when-loaded.ts'
import { useSite } from '../../support/browser/visit.ts'

const { visit } = useSite({ LIVE_FEED: 'simulated' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Without animations: axe measures contrast, which differs during a fade. */
const still = { reducedMotion: 'reduce' } as const

describe('in both themes', () => {
  test.each(visitorPagePaths)('%s has no violation that axe detects', async (path) => {
    await visit(still, async ({ page, open }) => {
      await open(path)
      expect(await violationsInBothThemes(page)).toEqual([])
    })
  })

  test('the menu of small screens and a dialog have no violation that axe detects', async () => {
    await visit({ ...still, locale: 'es', viewport: { width: 390, height: 800 } }, async ({ page, open }) => {
      await open('/library')
      await page.getByRole('button', { name: 'Abrir el menú' }).click()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.keyboard.press('Escape')
      await open('/library/use-case/blog-outlines')
      await page.getByRole('main').getByRole('link', { name: 'Convierte notas de entrevista en un esquema' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
    })
  })
})

describe('with the keyboard alone', () => {
  test('the menu of small screens opens, and Escape closes it', async () => {
    await visit({ viewport: { width: 390, height: 800 } }, async ({ page, open }) => {
      await open('/library')
      const burger = page.getByRole('button', { name: 'Open the menu' })
      await burger.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).waitFor()
      await page.keyboard.press('Escape')
      await burger.waitFor()
      await expect.poll(() => burger.getAttribute('aria-expanded')).toBe('false')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Forum' }).first().press('Enter')
      await page.waitForURL('**/forum')
      await expect.poll(() => burger.getAttribute('aria-expanded')).toBe('false')
    })
  })

  test('a locked card opens a dialog with its plan, which traps the focus and returns it to the card', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library/use-case/blog-outlines')
      await page.getByRole('main').getByRole('link', { name: 'Turn interview notes into an outline' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: '“Turn interview notes into an outline” is part of Premium' })
      await dialog.waitFor()
      // After the last button Tab moves to the browser, then to the first button.
      const reached = new Set<string | undefined>()
      for (let step = 0; step < 6; step++) {
        await page.keyboard.press('Tab')
        reached.add(
          await page.evaluate(
            () => document.querySelector('dialog :focus')?.textContent ?? document.activeElement?.nodeName,
          ),
        )
      }
      expect(reached).toEqual(new Set(['Cancel', 'See the plans', 'Log in', 'BODY']))
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      await expect.poll(() => focused(page)).toBe('Turn interview notes into an outline')
    })
  })

  test('the first link skips to the content, and screen readers get the title of a new page', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await page.keyboard.press('Tab')
      await expect.poll(() => focused(page)).toBe('Skip to content')
      await page.getByRole('main').getByRole('link', { name: 'Content marketing' }).press('Enter')
      await page.getByRole('heading', { name: 'Content marketing' }).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
      await expect.poll(() => page.locator('output').allTextContents()).toContain('Content marketing · Promptory')
    })
  })
})

describe('the theme', () => {
  test('can be switched, is stored, and applies before the first paint', async () => {
    await visit({ colorScheme: 'light' }, async ({ page, open }) => {
      await open('/library')
      await page.getByRole('button', { name: 'Dark theme' }).press('Enter')
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
      await expect.poll(theme).toBe('dark')
      await page.addInitScript(() => {
        new MutationObserver((_changes, observer) => {
          if (!document.body) return
          observer.disconnect()
          document.documentElement.dataset.first = String(document.documentElement.dataset.theme)
        }).observe(document, { childList: true, subtree: true })
      })
      await open('/library')
      expect(await page.evaluate(() => document.documentElement.dataset.first)).toBe('dark')
      await page.getByRole('button', { name: 'Dark theme' }).press('Enter')
      await expect.poll(theme).toBeUndefined()
    })
  })
})

describe('going back in the history', () => {
  test('restores the scroll position of the page', async () => {
    await visit({ viewport: { width: 600, height: 500 } }, async ({ page, open }) => {
      await open('/library')
      const link = page.getByRole('main').getByRole('link').last()
      await link.scrollIntoViewIfNeeded()
      const left = await page.evaluate(() => scrollY)
      expect(left).toBeGreaterThan(300)
      await page.locator('footer a[href="/privacy"]').evaluate((element: HTMLElement) => element.click())
      await page.getByRole('heading', { name: 'Privacy policy' }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await goBack(page)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
    })
  })
})
