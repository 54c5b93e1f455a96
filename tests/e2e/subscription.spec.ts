import { describe, expect, test } from 'vitest'
import { useSite } from '../support/visit.ts'

const { visit } = useSite()

describe('the plans', () => {
  test('show the price of the period that is chosen, and a discount by the year only', async () => {
    await visit({}, async ({ page, open, asked }) => {
      await open('/subscription')
      expect(asked).toEqual([])
      const premium = page.locator('main li').filter({ has: page.getByRole('heading', { name: 'Premium' }) })
      await premium.getByText('$9.99').waitFor()
      expect(await premium.getByText('−20 %').count()).toBe(0)
      await page.getByLabel('Annual').check({ force: true })
      await premium.getByText('$95.88').waitFor()
      await premium.getByText('$119.88').waitFor()
      await premium.getByText('−20 %').waitFor()
    })
  })

  test('offer each what it can do', async () => {
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

  test('are read without scripts, for both periods', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/subscription')
      await page.getByText('$9.99').waitFor()
      await page.getByText('or $95.88 a year').waitFor()
      await page.locator('summary', { hasText: 'Can I get my money back?' }).click()
      expect(await page.getByText('without a reason').isVisible()).toBe(true)
    })
  })
})

describe('the way back from the checkout', () => {
  test.each([
    ['success', 'Payment received, your subscription will be activated within a few seconds.', 'OK'],
    ['cancel', 'Something went wrong', 'Try again'],
  ])('%s says so, and the address forgets it', async (outcome, sentence, button) => {
    await visit({}, async ({ page }) => {
      await page.goto(`/subscription/${outcome}?session_id=cs_1`)
      await page.getByRole('dialog', { name: sentence }).waitFor()
      await page.getByRole('button', { name: 'Close' }).waitFor()
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(() => new URL(page.url()).search).toBe('')
      expect(new URL(page.url()).pathname).toBe('/subscription')
    })
  })
})
