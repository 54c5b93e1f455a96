import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Plan } from '#shared/subscription.ts'
import { useSite } from '../support/visit.ts'

const { visit } = useSite()

type Fact = { '@type': string; mainEntity?: { name: string }[]; offers?: object[] }
const loadError = 'Error when receiving subscriptions'
const planOf = (page: Page, name: string) =>
  page.locator('main li').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The page as it stands when the call answers with these plans: gone to from another page, by the browser. */
async function openWith(page: Page, answer: (route: Route) => Promise<void>) {
  await page.goto('/library', { waitUntil: 'networkidle' })
  await page.route('**/api/subscription/plans/', answer)
  await page.getByRole('link', { name: 'Subscription' }).first().click()
  await page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
}

describe('the plans', () => {
  test('show the price of the period that is chosen, and a discount by the year only', async () => {
    await visit({}, async ({ page, open, asked }) => {
      await open('/subscription')
      expect(asked).toEqual([])
      const premium = planOf(page, 'Premium')
      await premium.getByText('$9.99').waitFor()
      expect(await page.locator('main li .chip').count()).toBe(0)
      await page.getByLabel('Annual').check({ force: true })
      await premium.getByText('$95.88').waitFor()
      await premium.getByText('$119.88').waitFor()
      expect(await page.locator('main li .chip').allTextContents()).toEqual(['−20%'])
    })
  })

  test('write the discount as Spanish does', async () => {
    await visit({ locale: 'es' }, async ({ page, open }) => {
      await open('/subscription')
      await page.getByLabel('Anual').check({ force: true })
      await expect.poll(() => page.locator('main li .chip').allTextContents()).toEqual(['−20\u{A0}%'])
    })
  })

  test('change their period by the arrow keys', async () => {
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

  test('say which period they are sold for, and what they cost then', async () => {
    await visit({}, async ({ page }) => {
      await openWith(page, async (route) => {
        const plans = (await (await route.fetch()).json()) as Plan[]
        await route.fulfill({ json: plans.map((plan) => (plan.purchasable ? { ...plan, monthly: null } : plan)) })
      })
      const premium = planOf(page, 'Premium')
      await premium.getByText('Billed by the year only').waitFor()
      expect(await premium.getByText('$95.88').first().isVisible()).toBe(true)
      expect(await premium.getByText('a year', { exact: true }).isVisible()).toBe(true)
      expect(await premium.locator('.chip').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Subscribe' }).count()).toBe(0)
      await page.getByLabel('Annual').check({ force: true })
      await premium.getByRole('button', { name: 'Subscribe' }).waitFor()
      expect(await premium.getByText('Billed by the year only').count()).toBe(0)
    })
  })

  test('show no discount that cannot be had, and say so of a plan without a word', async () => {
    await visit({}, async ({ page }) => {
      await openWith(page, async (route) => {
        const plans = (await (await route.fetch()).json()) as Plan[]
        await route.fulfill({ json: plans.map((plan) => ({ ...plan, purchasable: false })) })
      })
      await page.getByLabel('Annual').check({ force: true })
      await planOf(page, 'Premium').getByText('$95.88').waitFor()
      expect(await planOf(page, 'Premium').getByText('Not available at the moment').isVisible()).toBe(true)
      expect(await page.locator('main li .chip').count()).toBe(0)
    })
  })

  test('do not ask who is signed in to log in again', async () => {
    await visit({}, async ({ page, open }) => {
      // Whatever the site asks for somebody, it hears that the token is good.
      await page.route('**/api/**', (route) => route.fulfill({ json: { is_subscribed: false, subscription: null } }))
      await page.addInitScript(() => localStorage.setItem('access', 'a token'))
      await open('/subscription')
      const subscribe = page.getByRole('button', { name: 'Subscribe' })
      await subscribe.click()
      const note = page.getByRole('alertdialog', { name: 'The checkout opens soon.' })
      await note.getByRole('button', { name: 'OK' }).click()
      await expect.poll(() => note.count()).toBe(0)
      await expect.poll(() => subscribe.evaluate((it) => it === document.activeElement)).toBe(true)
      expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull()
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

describe('the page of the plans', () => {
  test('tells search engines what people ask and what the plans cost, just as it stands there', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/subscription')
      const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
      const facts = texts.map((text) => JSON.parse(text) as Fact)
      expect(facts.map((fact) => fact['@type'])).toEqual(['FAQPage', 'Product'])
      const asked = await page.locator('main summary').allTextContents()
      expect(asked.length).toBeGreaterThan(0)
      expect(facts[0]?.mainEntity?.map(({ name }) => name)).toEqual(asked)
      const offer = { '@type': 'Offer', priceCurrency: 'USD' }
      expect(facts[1]?.offers).toEqual([
        { ...offer, name: 'Free', price: 0 },
        { ...offer, name: 'Free', price: 0 },
        { ...offer, name: 'Premium', price: 9.99 },
        { ...offer, name: 'Premium', price: 95.88 },
      ])
    })
  })

  test.each([
    ['the server fails', (route: Route) => route.fulfill({ status: 500, json: { detail: 'no' } })],
    ['the network is down', (route: Route) => route.abort('internetdisconnected')],
  ])('says that there are none when %s, and stays usable', async (_name, answer) => {
    await visit({}, async (first) => {
      // A page of its own: here the browser may log the failure.
      const page = await first.page.context().newPage()
      await openWith(page, answer)
      await page.getByRole('alert').getByText(loadError).waitFor({ timeout: 15_000 })
      expect(await page.locator('h1').textContent()).toBe('Choose your plan')
      expect(await page.locator('main summary').count()).toBeGreaterThan(0)
    })
  })
})

describe('a site without plans', () => {
  const { visit: visitEmpty } = useSite({ SEED: 'none' })

  test.each([
    ['en-US', loadError],
    ['es', 'Error al recibir las suscripciones'],
  ])('says so in %s, with and without scripts', async (locale, text) => {
    for (const javaScriptEnabled of [true, false])
      await visitEmpty({ locale, javaScriptEnabled }, async ({ page, open }) => {
        await open('/subscription')
        await page.getByRole('alert').getByText(text).waitFor()
        const facts = await page.locator('script[type="application/ld+json"]').allTextContents()
        expect(facts.map((fact) => (JSON.parse(fact) as Fact)['@type'])).toEqual(['FAQPage'])
      })
  })
})

describe('the way back from the checkout', () => {
  test.each([
    ['success', 'Payment received, your subscription will be activated within a few seconds.', 'OK'],
    ['cancel', 'Something went wrong', 'Try again'],
  ])('%s says so until that is closed', async (outcome, sentence, button) => {
    await visit({}, async ({ page }) => {
      await page.goto(`/subscription/${outcome}?session_id=cs_1`)
      await page.getByRole('dialog', { name: sentence }).waitFor()
      await page.getByRole('button', { name: 'Close' }).waitFor()
      await page.getByRole('button', { name: button }).click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect(new URL(page.url()).pathname).toBe('/subscription')
    })
  })

  test('is forgotten by the address as soon as it was told, so that no reload tells it again', async () => {
    await visit({}, async ({ page }) => {
      await page.goto('/subscription?from=mail&stripe=success&session_id=cs_1')
      const dialog = page.getByRole('dialog', { name: 'Payment received' })
      await dialog.waitFor()
      await expect.poll(() => new URL(page.url()).search).toBe('?from=mail')
      await page.waitForLoadState('networkidle')
      expect(await dialog.isVisible()).toBe(true)
      await page.reload({ waitUntil: 'networkidle' })
      expect(await dialog.count()).toBe(0)
      expect(new URL(page.url()).search).toBe('?from=mail')
    })
  })

  test('is closed by Escape', async () => {
    await visit({}, async ({ page }) => {
      await page.goto('/subscription?stripe=cancel&session_id=cs_1')
      const dialog = page.getByRole('dialog', { name: 'Something went wrong' })
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => dialog.count()).toBe(0)
      expect(new URL(page.url()).search).toBe('')
    })
  })

  test('says nothing of an outcome that is unknown', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/subscription?stripe=maybe')
      expect(await page.getByRole('dialog').count()).toBe(0)
      expect(await page.locator('h1').textContent()).toBe('Choose your plan')
    })
  })
})
