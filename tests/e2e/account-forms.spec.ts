import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alert, answer, field, logIn, register, submit, words } from '../support/forms.ts'
import type { Answer } from '../support/forms.ts'
import { keptTokens, noTokens } from '../support/tokens.ts'
import { useSite } from '../support/visit.ts'

const { visit, siteUrl } = useSite()

/** A page whose log is not looked at: failures are what it is about. */
const quietly = (locale: string, tour: (page: Page) => Promise<void>) =>
  visit({ locale }, async ({ page }) => tour(await page.context().newPage()))

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  const say = words[locale]

  test.each([{ status: 401, json: { detail: 'no' } }, { status: 503, json: { detail: 'busy' } }, 'abort' as const])(
    'a log-in that fails (%j) says so, and what was typed stays',
    async (refusal) => {
      await quietly(locale, async (page) => {
        await answer(page, { '/token/': refusal })
        await page.goto('/login')
        await logIn(page, say)
        await expect.poll(() => alert(page).textContent()).toBe(say.wrongLogin)
        expect(await field(page, say.email).inputValue()).toBe('ana@mail.test')
        expect(await field(page, say.password).inputValue()).toBe('a long enough secret')
        expect(await keptTokens(page)).toEqual(noTokens)
      })
    },
  )

  test('a registration that fails says so, and what is wrong at its field', async () => {
    await quietly(locale, async (page) => {
      const json = { surname: ['Not this name.'], password: ['Too common.'] }
      await answer(page, { '/register/': { status: 400, json } })
      await page.goto('/register')
      await register(page, say)
      await expect.poll(() => alert(page).textContent()).toBe(say.wrongRegistration)
      const surname = page.locator('[name=surname]')
      await expect.poll(() => surname.evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await surname.getAttribute('aria-invalid')).toBe('true')
      const note = await surname.getAttribute('aria-describedby')
      expect(await page.locator(`[id="${note}"]`).textContent()).toBe('Not this name.')
      expect(await page.getByText('Too common.').count()).toBe(1)
      expect(await page.locator('[name=email]').getAttribute('aria-invalid')).toBe(null)
      expect(await field(page, say.email).inputValue()).toBe('ana@mail.test')
    })
  })

  test('a reset link is sent, or could not be', async () => {
    await quietly(locale, async (page) => {
      await answer(page, { '/password_reset/': 'abort' })
      await page.goto('/forgot-password')
      const email = field(page, say.email)
      expect(await email.getAttribute('type')).toBe('email')
      await email.fill('ana@mail.test')
      await submit(page, say.send)
      await expect.poll(() => alert(page).textContent()).toBe(say.notSent)
      await page.unrouteAll()
      const sent = await answer(page, { '/password_reset/': { status: 204 } })
      await submit(page, say.send)
      await page.getByRole('status').getByText(say.sent).waitFor()
      expect(await alert(page).textContent()).toBe('')
      expect(sent).toEqual([{ email: 'ana@mail.test' }])
    })
  })

  test('a reset says what the server says of the password, that the link is old, or that it failed', async () => {
    await quietly(locale, async (page) => {
      const refuse = async (refusal: Answer, told: string) => {
        await page.unrouteAll()
        await answer(page, { '/confirm/': refusal })
        await page.goto('/reset-password?token=abc')
        await field(page, say.fresh).fill('whatever it is')
        await submit(page, say.reset)
        await expect.poll(() => alert(page).textContent()).toBe(told)
      }
      await refuse({ status: 400, json: { new_password: ['Too common.', 'Too short.'] } }, 'Too common.')
      expect(await field(page, say.fresh).getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByText('Too common.').count()).toBe(1)
      await refuse({ status: 400, json: { token: ['Old.'] } }, say.expired)
      await refuse({ status: 503, json: { detail: 'busy' } }, say.wrongReset)
      await refuse('abort', say.wrongReset)
    })
  })

  test('a reset without a token is refused at once', async () => {
    await visit({ locale }, async ({ page, open }) => {
      await open('/reset-password')
      expect(await alert(page).textContent()).toBe(say.noToken)
    })
  })

  test('a reset leads to the log-in, which says so', async () => {
    await visit({ locale }, async ({ page, open }) => {
      const sent = await answer(page, { '/confirm/': { status: 204 } })
      await open('/reset-password?token=abc')
      // As of somebody who forgot the password while this browser was still signed in: that has ended.
      await page.evaluate(() => localStorage.setItem('access', 'of an ended sign-in'))
      await field(page, say.fresh).fill('a new long secret')
      await submit(page, say.reset)
      await page.waitForURL(`${siteUrl()}/login?reset=1`)
      await page.getByText(say.wasReset).waitFor()
      expect(await page.evaluate(() => localStorage.getItem('access'))).toBe(null)
      expect(sent).toEqual([{ token: 'abc', password: 'a new long secret' }])
    })
  })

  test('an address is confirmed once, or the page says why not', async () => {
    await quietly(locale, async (page) => {
      const sent = await answer(page, { '/confirm_email/': { json: { email: 'ana@mail.test' } } })
      await page.goto('/confirm-email?token=abc')
      await page.getByRole('status').getByText(say.confirmed).waitFor()
      expect(sent).toEqual([{ token: 'abc' }])
      await page.unrouteAll()
      await answer(page, { '/confirm_email/': { status: 400, json: { token: ['Used up.'] } } })
      await page.goto('/confirm-email?token=abc')
      await expect.poll(() => alert(page).textContent()).toBe('Used up.')
      await page.unrouteAll()
      await answer(page, { '/confirm_email/': 'abort' })
      await page.goto('/confirm-email?token=abc')
      await expect.poll(() => alert(page).textContent()).toBe(say.notConfirmed)
      await page.goto('/confirm-email')
      await expect.poll(() => alert(page).textContent()).toBe(say.noToken)
    })
  })

  test('a password is shown and hidden again', async () => {
    await visit({ locale }, async ({ page, open }) => {
      for (const path of ['/login', '/register', '/reset-password?token=abc']) {
        await open(path)
        const input = page.locator('main [name=password]')
        await input.fill('seen')
        await submit(page, say.show)
        expect(await input.getAttribute('type')).toBe('text')
        await submit(page, say.hide)
        expect(await input.getAttribute('type')).toBe('password')
        expect(await input.inputValue()).toBe('seen')
      }
    })
  })

  test('every form says that it needs scripts where there are none', async () => {
    await visit({ locale, javaScriptEnabled: false }, async ({ page }) => {
      for (const path of ['/login', '/register', '/forgot-password', '/reset-password?token=abc']) {
        await page.goto(path)
        expect(await page.getByText(say.needsScript).isVisible()).toBe(true)
        expect(await page.locator('main button:visible').count()).toBe(0)
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
      }
    })
  })
})
