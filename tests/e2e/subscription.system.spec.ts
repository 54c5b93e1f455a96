import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { reloadPage } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()

const planOf = (page: Page, name: string) =>
  page.locator('main li').filter({ has: page.getByRole('heading', { name, exact: true }) })

describe('the plans', () => {
  test('show the price of the chosen period, and a discount for the yearly period only', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
      await open('/subscription')
      expect(requestedPaths).toEqual([])
      const premium = planOf(page, 'Premium')
      await premium.getByText('$9.99').waitFor()
      expect(await premium.locator('.chip').count()).toBe(0)
      await page.getByLabel('Annual').check({ force: true })
      await premium.getByText('$95.88').waitFor()
      await premium.getByText('$119.88').waitFor()
      expect(await premium.locator('.chip').allTextContents()).toEqual(['−20%'])
    })
  })

  test('change their period with the arrow keys', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/subscription')
      const premium = planOf(page, 'Premium')
      await page.getByRole('radio', { name: 'Monthly' }).focus()
      await page.keyboard.press('ArrowRight')
      await premium.getByText('$95.88', { exact: true }).waitFor()
      const annual = page.getByRole('radio', { name: 'Annual' })
      expect(await annual.isChecked()).toBe(true)
      expect(await annual.evaluate((it) => it === document.activeElement)).toBe(true)
      await page.keyboard.press('ArrowLeft')
      await premium.getByText('$9.99').waitFor()
      expect(await page.getByRole('radio', { name: 'Monthly' }).isChecked()).toBe(true)
    })
  })

  test('have the button that fits the plan: contact, free or subscribe', async () => {
    await visit({ locale: 'es' }, async ({ page, open }) => {
      await open('/subscription')
      const contact = page.getByRole('link', { name: 'Contactar con ventas' })
      expect(await contact.getAttribute('href')).toBe('mailto:hello@promptory.test')
      await page.getByText('Personal, gratis para siempre').waitFor()
      await page.getByRole('button', { name: 'Suscribirse' }).click()
      await page.getByRole('dialog', { name: 'Inicia sesión para suscribirte' }).waitFor()
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await page.waitForURL('**/login')
      expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBe('/subscription')
    })
  })

  test('can be read without scripts, with both prices', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/subscription')
      await page.getByText('$9.99').waitFor()
      await page.getByText('or $95.88 a year').waitFor()
      await page.locator('summary', { hasText: 'Can I get my money back?' }).click()
      await expect.poll(() => page.getByText('no questions asked').isVisible()).toBe(true)
    })
  })
})

const spread = (values: number[]) => Math.max(...values) - Math.min(...values)
/** Prices that are wrapped or overflow, and the distance of the cards from level. */
async function measurePrices(page: Page) {
  const prices = await page.locator('main li .whitespace-nowrap').evaluateAll((lines: HTMLElement[]) =>
    lines.map((line) => {
      const parts = [...line.children].map((part) => part.getBoundingClientRect())
      const card = line.closest('main li')
      return {
        text: line.innerText,
        lines: line.offsetHeight / Math.max(...parts.map(({ height }) => height)),
        over: Math.max(...parts.map(({ right }) => right)) - (line.parentElement?.getBoundingClientRect().right ?? 0),
        top: line.getBoundingClientRect().top,
        height: card?.getBoundingClientRect().height ?? 0,
        foot: card?.lastElementChild?.firstElementChild?.getBoundingClientRect().top ?? 0,
      }
    }),
  )
  return {
    prices: prices.length,
    broken: prices.filter(({ lines, over }) => lines > 1.5 || over > 0),
    heights: spread(prices.map(({ height }) => height)),
    feet: spread(prices.map(({ foot }) => foot)),
    levels: spread(prices.map(({ top }) => top)),
    wider: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  }
}

describe('the price of a plan', () => {
  test.each([
    ['en', 'Annual'],
    ['es', 'Anual'],
  ])('is on one line at every width, at the same height as prices beside it, in %s', async (locale, annual) => {
    await visit({ locale }, async ({ page, open }) => {
      for (const [path, prices, sideBySide] of [
        ['/', 2, 768],
        ['/subscription', 3, 1024],
      ] as const) {
        await open(path)
        if (path === '/subscription') await page.getByLabel(annual).check({ force: true })
        for (const width of [320, 390, 600, 768, 1024, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          const level = width < sideBySide ? {} : { heights: 0, feet: 0, levels: 0 }
          const expected = { prices, broken: [], wider: 0, ...level }
          await expect.poll(async () => [path, width, await measurePrices(page)]).toMatchObject([path, width, expected])
        }
      }
    })
  })
})

describe('the dialog after a checkout', () => {
  test.each([
    ['success', 'Payment received, your subscription will be activated within a few seconds.', 'OK'],
    ['cancel', 'Something went wrong', 'Try again'],
  ])('with the outcome %s is shown until it is closed', async (outcome, sentence, button) => {
    await visit({}, async ({ page, open }) => {
      await open(`/subscription/${outcome}?session_id=cs_1`)
      await page.getByRole('dialog', { name: sentence }).waitFor()
      await page.getByRole('button', { name: 'Close' }).waitFor()
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect(new URL(page.url()).pathname).toBe('/subscription')
    })
  })

  test('does not appear again after a reload', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/subscription?from=mail&stripe=success&session_id=cs_1')
      const dialog = page.getByRole('dialog', { name: 'Payment received' })
      await dialog.waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('?from=mail')
      await page.waitForLoadState('networkidle')
      expect(await dialog.isVisible()).toBe(true)
      await reloadPage(page)
      expect(await dialog.count()).toBe(0)
      expect(new URL(page.url()).search).toBe('?from=mail')
    })
  })

  test('after a cancelled checkout is closed by Escape', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/subscription?stripe=cancel&session_id=cs_1')
      const dialog = page.getByRole('dialog', { name: 'Something went wrong' })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      expect(new URL(page.url()).search).toBe('')
    })
  })
})
