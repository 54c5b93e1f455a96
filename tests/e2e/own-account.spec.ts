import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { useSite } from '../support/visit.ts'
import type { Visit } from '../support/visit.ts'

const { visit, siteUrl } = useSite()
const password = 'a long enough secret'
let made = 0

const call = (path: string, body: object) =>
  fetch(siteUrl() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Shows the site to somebody who is signed in. */
async function visitSignedIn(tour: (visit: Visit & { email: string }) => Promise<void>, locale = 'en-US') {
  const email = `owner-${++made}@example.test`
  await call(paths.api.register, { email, name: 'Ow', surname: `Ner${made}`, password })
  const { access, refresh } = (await (await call(paths.api.token, { email, password })).json()) as Record<
    string,
    string
  >
  await visit({ locale }, async (tools) => {
    await tools.open('/terms-of-service')
    await tools.page.evaluate(
      (tokens) => tokens.forEach(([name = '', value = '']) => localStorage.setItem(name, value)),
      [
        ['access', access],
        ['refresh', refresh],
      ],
    )
    await tour({ ...tools, email })
  })
}
const section = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })
const canLogIn = async (email: string, secret: string) =>
  (await call(paths.api.token, { email, password: secret })).status === 200

describe('the own account', () => {
  test('lists sign-ins, ends one, and all', async () => {
    await visitSignedIn(async ({ page, open, email }) => {
      await call(paths.api.token, { email, password })
      await open('/profile')
      const card = section(page, 'Where you are signed in')
      await expect.poll(() => card.getByRole('listitem').count()).toBe(2)
      await card
        .getByRole('button', { name: /^Sign out:/ })
        .first()
        .click()
      await expect.poll(() => card.getByRole('listitem').count()).toBe(1)
      await card.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.waitForURL(({ pathname }) => pathname === '/')
      await page.getByRole('link', { name: 'Log in' }).first().waitFor()
    })
  })

  test('deletes the account with its password, and Escape keeps it', async () => {
    await visitSignedIn(async ({ page, open, email }) => {
      await open('/profile')
      const ask = () => page.getByRole('button', { name: 'Delete my account…' }).click()
      await ask()
      await page.getByRole('alertdialog').waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
      await ask()
      const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
      await dialog.getByLabel('Your password').fill('wrong')
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await dialog.getByText('This is not your current password.').waitFor()
      await dialog.getByLabel('Your password').fill(password)
      await dialog.getByRole('button', { name: 'Delete for good' }).click()
      await page.waitForURL(({ pathname }) => pathname === '/')
      expect(await canLogIn(email, password)).toBe(false)
    })
  })

  test.each(['saved_news', 'threads', 'user_prompts', 'subscription', 'payments'])(
    'opens its section %s by the address, and none is wider than a phone',
    async (tab) => {
      await visitSignedIn(async ({ page, open }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        await open(`/profile?tab=${tab}`)
        const current = page.getByRole('main').locator('[aria-current=page]')
        expect(await current.getAttribute('href')).toBe(`/profile?tab=${tab}`)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        for (const path of [`/profile?tab=${tab}`, '/profile']) {
          await open(path)
          await page.getByRole('heading', { level: 2 }).first().waitFor()
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
        }
      })
    },
  )
})
