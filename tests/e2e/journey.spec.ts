import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { lastMailIn } from '../support/mail-reading.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteFolder } = useSite()
const password = 'a long enough secret'
const prompt = '/library/prompt/outline-a-long-read'

const words = {
  en: {
    email: 'Email',
    first: 'First name',
    last: 'Last name',
    password: 'Password',
    fresh: 'New password',
    create: 'Create account',
    logIn: 'Log in',
    logOut: 'Log out',
    registered: 'Your account is ready',
    confirmed: 'Your address is confirmed.',
    save: 'Save',
    saved: 'Saved',
    stars: '5 stars',
    forgot: 'Forgot your password?',
    send: 'Send reset link',
    sent: 'An instruction letter has been sent to your email address.',
    reset: 'Reset password',
    changed: 'Your password was changed.',
    wrong: 'Wrong email or password. Try again.',
    profile: 'Your profile',
    savedTab: 'Saved Prompts',
  },
  es: {
    email: 'Correo electrónico',
    first: 'Nombre',
    last: 'Apellidos',
    password: 'Contraseña',
    fresh: 'Nueva contraseña',
    create: 'Crear cuenta',
    logIn: 'Iniciar sesión',
    logOut: 'Cerrar sesión',
    registered: 'Tu cuenta está lista',
    confirmed: 'Tu dirección está confirmada.',
    save: 'Guardar',
    saved: 'Guardado',
    stars: '5 estrellas',
    forgot: '¿Has olvidado tu contraseña?',
    send: 'Enviar enlace',
    sent: 'Hemos enviado un correo con instrucciones a tu dirección.',
    reset: 'Crear contraseña',
    changed: 'Tu contraseña ha cambiado.',
    wrong: 'Correo o contraseña incorrectos. Inténtalo de nuevo.',
    profile: 'Tu perfil',
    savedTab: 'Prompts guardados',
  },
}
type Words = (typeof words)['en']

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function logIn(page: Page, say: Words, email: string, secret: string) {
  await field(page, say.email).fill(email)
  await field(page, say.password).fill(secret)
  await press(page, say.logIn)
}

describe.each([inject('locale')])('a new member, in %s', (locale) => {
  test('registers, signs in, saves, rates, signs out, resets the password, and signs in again', async () => {
    const say = words[locale]
    const email = `somebody-${locale}@example.test`
    await visit({ locale }, async ({ page, open }) => {
      await open('/register')
      await field(page, say.email).fill(email)
      await field(page, say.first).fill('Some')
      await field(page, say.last).fill('Body')
      await field(page, say.password).fill(password)
      await press(page, say.create)
      await page.waitForURL(/\/login\?registered=1(?:&next=|$)/)
      await page.getByText(say.registered).waitFor()

      const welcome = await lastMailIn(siteFolder(), email)
      await open(new URL(welcome.link).pathname + new URL(welcome.link).search)
      await page.getByText(say.confirmed).waitFor()

      await open(prompt)
      await page.getByRole('button', { name: say.save, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: say.logIn }).click()
      await page.waitForURL('**/login')
      await logIn(page, say, email, 'not the password')
      await page.getByText(say.wrong).waitFor()
      expect(await field(page, say.email).inputValue()).toBe(email)
      await logIn(page, say, email, password)
      await page.waitForURL(`**${prompt}`)
      await page.getByRole('link', { name: say.profile }).waitFor()
      await page.getByRole('button', { name: say.saved, exact: true, disabled: false }).waitFor()
      await page.getByRole('radio', { name: say.stars, exact: true }).press('Space')
      await page
        .getByText(/5[.,]00/)
        .first()
        .waitFor({ state: 'attached' })

      await open('/profile?tab=user_prompts')
      await page
        .getByRole('link', { name: /long-read|extenso/ })
        .first()
        .waitFor()
      await open('/profile')
      await press(page, say.logOut)
      await page.waitForURL(({ pathname }) => pathname === '/')
      await page.getByRole('banner').getByRole('link', { name: say.logIn }).waitFor()
      expect(await page.evaluate(() => [localStorage.getItem('access'), localStorage.getItem('refresh')])).toEqual([
        null,
        null,
      ])

      await open('/login')
      await page.getByRole('link', { name: say.forgot }).click()
      await page.getByRole('main').getByRole('button', { name: say.send, exact: true }).waitFor()
      await field(page, say.email).fill(email)
      await press(page, say.send)
      await page.getByText(say.sent).waitFor()
      const reset = await lastMailIn(siteFolder(), email, 1)
      await open(new URL(reset.link).pathname + new URL(reset.link).search)
      await field(page, say.fresh).fill('another long secret')
      await press(page, say.reset)
      await page.waitForURL('**/login?reset=1')
      await page.getByText(say.changed).waitFor()
      await logIn(page, say, email, 'another long secret')
      await page.waitForURL(({ pathname }) => pathname === '/')
      await page.getByRole('link', { name: say.profile }).waitFor()
    })
  })
})
