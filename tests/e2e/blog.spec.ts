import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { signIn, startMembers } from '../support/members.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const slug = 'say-what-the-answer-looks-like'
const titlesIn = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
const count = (page: Page, selector: string) => page.locator(selector).count()

/** Records layout shifts on every page opened from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts = ((globalThis as unknown as { shifts: number[] }).shifts = [] as number[])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shiftOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))

/** Bytes of the page's own scripts, as transferred. */
const scriptBytes = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )

describe('the news pages', () => {
  test('allow a member to find, read and save a post', async () => {
    const token = await createMember(siteUrl())
    await visit({ reducedMotion: 'reduce' }, async ({ page, open }) => {
      await watchShifts(page)
      await signIn(page, token)
      await open('/blog')
      expect(await titlesIn(page)).toHaveLength(12)
      expect(await violationsInBothThemes(page)).toEqual([])
      expect([await shiftOf(page), (await scriptBytes(page)) < 120 * 1024]).toEqual([expect.closeTo(0, 1), true])

      await page
        .getByRole('navigation', { name: 'Topics' })
        .getByRole('link', { name: /^Basics/ })
        .click()
      await page.getByRole('heading', { level: 1, name: 'News: Basics' }).waitFor()
      await expect.poll(() => titlesIn(page)).toHaveLength(3)
      await page.getByRole('searchbox', { name: 'Search the news' }).fill('table')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/blog?tag=basics&q=table')
      await page.getByRole('link', { name: 'Say what the answer should look like' }).click()
      await page.getByRole('heading', { level: 1, name: 'Say what the answer should look like' }).waitFor()

      await open(`/blog/${slug}`)
      expect([await shiftOf(page), (await scriptBytes(page)) < 120 * 1024]).toEqual([expect.closeTo(0, 1), true])
      const anchor = page.getByRole('heading', { name: 'Show the skeleton' }).getByRole('link')
      await anchor.click()
      expect(new URL(page.url()).hash).toBe(await anchor.getAttribute('href'))
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Saved', exact: true, disabled: false }).waitFor()
      // The server renders the page for a visitor; personal parts are added without a layout shift.
      await open(`/blog/${slug}`)
      await page.getByRole('button', { name: 'Saved', exact: true }).waitFor()
      expect(await shiftOf(page)).toBeCloseTo(0, 1)

      await open('/profile?tab=saved_news')
      await page.getByRole('link', { name: 'Say what the answer should look like' }).waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      await page.getByRole('button', { name: /^Saved/ }).click()
      await page.getByRole('button', { name: /^Save ?:/ }).waitFor()
      await open('/profile?tab=saved_news')
      await page.getByText('News you save will show up here.').waitFor()
    })
  })

  test('are readable in Spanish on a phone, with links to neighboring posts and the other language', async () => {
    const small = { locale: 'es-ES', viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' } as const
    await visit(small, async ({ page, open }) => {
      await open('/blog')
      const search = await page.getByRole('button', { name: 'Buscar', exact: true }).boundingBox()
      expect((search?.x ?? 0) + (search?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
      await page.getByRole('link', { name: 'Di qué aspecto debe tener la respuesta' }).click()
      await page.getByRole('heading', { level: 1, name: 'Di qué aspecto debe tener la respuesta' }).waitFor()
      await open(`/blog/${slug}`)
      await page.getByText('22 de noviembre de 2026').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(await violationsInBothThemes(page)).toEqual([])
      const code = page.locator('.prose pre')
      expect(await code.evaluate((pre) => pre.scrollWidth > pre.clientWidth)).toBe(true)
      expect(await count(page, '.prose table th')).toBe(3)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await page.getByRole('heading', { level: 1 }).evaluate((one) => getComputedStyle(one).color)).toBe(
        'rgb(26, 24, 21)',
      )
      expect(await page.getByRole('button', { name: 'Guardar', exact: true }).isVisible()).toBe(false)
      await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await page.getByRole('dialog', { name: 'Inicia sesión para guardar esta noticia' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: /^Siguiente/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Prueba un prompt antes de confiar en él' }).waitFor()
      await page.getByRole('link', { name: 'Leer en inglés' }).click()
      await page.getByRole('heading', { level: 1, name: 'Test a prompt before you rely on it' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    })
  })

  test('can be searched and filtered by tag without scripts', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/blog?tag=basics')
      await page.getByRole('searchbox').fill('table')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/blog?tag=basics&q=table')
      expect(await titlesIn(page)).toContain('Say what the answer should look like')
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    })
  })
})
