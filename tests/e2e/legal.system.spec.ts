import { describe, expect, test } from 'vitest'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()

describe.each([
  ['/terms-of-service', 12, { en: 'Terms of service', es: 'Términos del servicio' }],
  ['/privacy', 11, { en: 'Privacy policy', es: 'Política de privacidad' }],
] as const)('%s', (path, sections, title) => {
  test.each([
    ['en-US', 'en', 'Effective October 08, 2025'],
    ['es-ES', 'es', 'En vigor desde el 8 de octubre de 2025'],
  ] as const)('is complete for a browser in %s, without scripts, and has noindex', async (locale, language, date) => {
    await visit({ locale, javaScriptEnabled: false }, async ({ page, open }) => {
      await open(path)
      expect(await page.locator('h1').textContent()).toBe(title[language])
      expect(await page.getByText(date).count()).toBe(1)
      expect(await page.locator('article section').count()).toBe(sections)
      expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      expect(await page.locator('main').textContent()).toContain('hello@promptory.test')
      const ids = await page.locator('article section').evaluateAll((all) => all.map(({ id }) => `#${id}`))
      const listed = await page.locator('main nav a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(listed).toEqual(ids)
    })
  })

  test('opens at its top, or at the section in the hash', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await page.locator('footer').scrollIntoViewIfNeeded()
      await page.locator(`footer a[href="${path}"]`).click()
      await page.getByRole('heading', { name: title.en }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.locator('main nav a').last().click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
      const { href } = new URL(page.url())
      await open('/library')
      await open(new URL(href).pathname + new URL(href).hash)
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    })
  })
})
