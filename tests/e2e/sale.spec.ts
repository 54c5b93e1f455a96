import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { lastMailIn } from '../support/mail-reading.ts'
import { startPayments } from '../support/billing/paid-site.ts'
import { cards } from '../support/billing/payment-sandbox.ts'
import { goBack, goForward } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'
import { shiftOf } from '../support/browser/shift.ts'

const { sandbox, settings } = await startPayments()
const { visit, siteFolder } = useSite(settings)
const password = 'a long enough secret'
const prompt = '/library/prompt/turn-interview-notes-into-outline'
const plans = '/subscription?for=prompt/turn-interview-notes-into-outline'

const words = {
  en: {
    title: 'Turn interview notes into an outline',
    named: '“Turn interview notes into an outline” is part of Premium',
    cost: 'Premium costs $9.99 a month or $95.88 a year.',
    open: 'You now have access to “Turn interview notes into an outline”.',
    go: 'Open it',
    plans: 'See the plans',
    subscribe: 'Subscribe',
    create: 'Create account',
    logIn: 'Log in',
    email: 'Email',
    first: 'First name',
    last: 'Last name',
    password: 'Password',
    confirmed: 'Your address is confirmed.',
    continue: 'Continue',
    left: 'Something went wrong',
    again: 'Try again',
    activated: 'Subscription activated',
    extended: 'Subscription extended',
    locked: 'Locked: subscription required',
    yours: 'This is your subscription',
    annual: 'Annual',
    switch: 'Switch to this plan',
    confirm: 'Switch',
    today: /Charged today: \$(8[5-9]\.\d\d)/,
    autoRenewOff: 'Turn off auto-renew',
    autoRenewOn: 'Turn on auto-renew',
    ends: /^Ends on /,
    ok: 'OK',
  },
  es: {
    title: 'Convierte notas de entrevista en un esquema',
    named: '«Convierte notas de entrevista en un esquema» forma parte de Premium',
    cost: 'Premium cuesta 9,99 $ al mes o 95,88 $ al año.',
    open: 'Ya tienes acceso a «Convierte notas de entrevista en un esquema».',
    go: 'Abrir',
    plans: 'Ver los planes',
    subscribe: 'Suscribirse',
    create: 'Crear cuenta',
    logIn: 'Iniciar sesión',
    email: 'Correo electrónico',
    first: 'Nombre',
    last: 'Apellidos',
    password: 'Contraseña',
    confirmed: 'Tu dirección está confirmada.',
    continue: 'Continuar',
    left: 'Algo ha salido mal',
    again: 'Reintentar',
    activated: 'Suscripción activada',
    extended: 'Suscripción ampliada',
    locked: 'Bloqueado: requiere suscripción',
    yours: 'Esta es tu suscripción',
    annual: 'Anual',
    switch: 'Cambiar a este plan',
    confirm: 'Cambiar',
    today: /Hoy se cobra: (8[5-9],\d\d)/,
    autoRenewOff: 'Desactivar la renovación automática',
    autoRenewOn: 'Activar la renovación automática',
    ends: /^Termina el /,
    ok: 'Aceptar',
  },
}
type Words = (typeof words)['en']
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const main = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
async function register(page: Page, say: Words, email: string) {
  await field(page, say.email).fill(email)
  await field(page, say.first).fill('Some')
  await field(page, say.last).fill('Body')
  await field(page, say.password).fill(password)
  await main(page, say.create).click()
  await page.waitForURL(/\/login\?registered=1(?:&next=|$)/)
}

async function logIn(page: Page, say: Words, email: string) {
  await field(page, say.email).fill(email)
  await field(page, say.password).fill(password)
  await main(page, say.logIn).click()
}

/** Pays at the hosted checkout, in any language. */
async function pay(page: Page, card: string) {
  await page.waitForURL(`${sandbox.url}/**`)
  await page.locator('input[name=card_number]').fill(card)
  await page.locator('button[value=pay]').click()
}

const named = (page: Page, say: Words) => page.getByRole('main').getByText(`${say.named}.`).waitFor()

const screens = { en: phone, es: { viewport: { width: 1280, height: 800 } } }

describe.each([inject('locale')])('a visitor who opens a locked prompt, in %s', (locale) => {
  test('sees the price, registers, pays, and returns to the open prompt', async () => {
    const say = words[locale]
    const email = `buyer-${locale}@example.test`
    // The result is the same in every language.
    const violations = async (page: Page) => (locale === 'en' ? violationsInBothThemes(page) : [])
    await visit({ locale, ...screens[locale], reducedMotion: 'reduce' }, async ({ page, open }) => {
      await open('/library/use-case/blog-outlines')
      await page.getByRole('link', { name: say.title }).first().click()
      await page.getByRole('dialog', { name: say.named }).waitFor()
      await dialog(page).getByText(say.cost).waitFor()
      expect(await violations(page)).toEqual([])
      await dialog(page).getByRole('button', { name: say.plans }).click()
      await named(page, say)
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(plans)
      await goBack(page)
      await page.waitForURL('**/library/use-case/blog-outlines')
      await goForward(page)
      await named(page, say)
      await open(prompt)
      await page.getByText(say.cost).waitFor()
      await page.getByRole('main').getByRole('link', { name: say.plans }).click()
      await named(page, say)
      await open(plans)
      expect(await violations(page)).toEqual([])
      expect(await shiftOf(page)).toBeLessThan(0.02)

      await main(page, say.subscribe).click()
      await dialog(page).getByRole('button', { name: say.create }).click()
      await page.waitForURL('**/register')
      await register(page, say, email)
      const { link } = await lastMailIn(siteFolder(), email)
      await open(new URL(link).pathname + new URL(link).search)
      await page.getByText(say.confirmed).waitFor()
      await page.getByRole('link', { name: say.continue }).click()
      await logIn(page, say, email)
      await page.waitForURL(`**${plans}`)
      await named(page, say)

      await main(page, say.subscribe).click()
      await page.waitForURL(`${sandbox.url}/**`)
      expect(await violations(page)).toEqual([])
      await page.locator('button[value=cancel]').click()
      await page.getByRole('dialog', { name: say.left }).waitFor()
      expect(await violations(page)).toEqual([])
      await dialog(page).getByRole('button', { name: say.again }).click()
      await pay(page, cards.declines)
      await page.getByRole('alert').waitFor()
      await pay(page, cards.pays)
      await page.getByRole('dialog', { name: say.activated }).waitFor()
      await dialog(page).getByText(say.open).waitFor()
      expect(await violations(page)).toEqual([])
      await dialog(page).getByRole('link', { name: say.go }).click()
      await page.waitForURL(`**${prompt}`)
      await page.locator('.prompt-text, pre').first().waitFor()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await open('/library/use-case/blog-outlines')
      await expect.poll(() => page.getByTitle(say.locked).count()).toBe(0)

      await open('/subscription')
      await page.getByText(say.yours).waitFor()
      await page.getByRole('radio', { name: say.annual }).press('Space')
      await main(page, say.switch).click()
      const confirmation = page.getByRole('alertdialog')
      const amount = say.today.exec(await confirmation.getByText(say.today).innerText())?.[1]
      expect(await violations(page)).toEqual([])
      await confirmation.getByRole('button', { name: say.confirm, exact: true }).click()
      await page.getByRole('dialog', { name: say.extended }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await dialog(page).getByRole('button', { name: say.ok }).click()

      await open('/profile?tab=payments')
      await page
        .getByRole('row')
        .filter({ hasText: amount ?? 'nothing' })
        .waitFor()
      expect(await violations(page)).toEqual([])
      await open('/profile?tab=subscription')
      await main(page, say.autoRenewOff).click()
      await page.getByRole('alertdialog').getByRole('button', { name: say.autoRenewOff }).click()
      await page.getByText(say.ends).waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(say.autoRenewOn)
      expect(await violations(page)).toEqual([])
    })
  })
})
