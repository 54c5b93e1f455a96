import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { lastMailIn } from '../support/mail-reading.ts'
import { useSite } from '../support/visit.ts'
import type { Visit } from '../support/visit.ts'

const { visit, siteUrl, siteFolder } = useSite()
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

describe('the profile', () => {
  test('without a token leads to the log-in, and back after it', async () => {
    await visit({}, async ({ page }) => {
      await page.goto('/profile?tab=payments')
      await page.waitForURL('**/login')
      expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBe('/profile?tab=payments')
    })
  })

  test('changes what is said of a person, and tells which field is wrong', async () => {
    await visitSignedIn(async ({ page, open }) => {
      await open('/profile')
      await page.getByLabel('Username').fill('no spaces please')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Use 3 to 30 letters, digits, _ or -.').waitFor()
      await expect
        .poll(() => page.getByLabel('Username').evaluate((input) => input === document.activeElement))
        .toBe(true)
      await page.getByLabel('Username').fill(`Zebra-${made}`)
      await page.getByLabel('First name').fill('Zoë')
      await page.getByRole('button', { name: '#116b45' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Saved.').waitFor()
      const avatar = page.getByRole('banner').getByRole('link', { name: 'Your profile' }).locator('svg')
      expect(await avatar.textContent()).toBe('Z')
      expect(await avatar.locator('circle').getAttribute('fill')).toBe('#116b45')
      await open('/profile')
      expect(await page.getByLabel('First name').inputValue()).toBe('Zoë')
    })
  })

  test('goes on in the language that is chosen there', async () => {
    await visitSignedIn(async ({ page, open }) => {
      await open('/profile')
      await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('heading', { name: 'Tu perfil' }).waitFor()
      expect(await page.getByRole('combobox', { name: 'Idioma' }).inputValue()).toBe('es')
    })
  })

  test('changes the password, goes on here and ends elsewhere', async () => {
    await visitSignedIn(async ({ page, open, email }) => {
      await open('/profile')
      const card = section(page, 'Password')
      await card.getByLabel('Current password').fill('wrong')
      await card.getByLabel('New password').fill('another long secret')
      await card.getByRole('button', { name: 'Change the password' }).click()
      await card.getByText('This is not your current password.').waitFor()
      await card.getByLabel('Current password').fill(password)
      await card.getByRole('button', { name: 'Change the password' }).click()
      await card.getByText('Your password was changed').waitFor()
      expect(await canLogIn(email, password)).toBe(false)
      expect(await canLogIn(email, 'another long secret')).toBe(true)
      await open('/profile')
      await page.getByLabel('Username').waitFor()
    })
  })

  test('changes the address by a link to the new one', async () => {
    await visitSignedIn(async ({ page, open }) => {
      const fresh = `moved-${made}@example.test`
      await open('/profile')
      const card = section(page, 'Email address')
      await card.getByLabel('New address').fill(fresh)
      await card.getByLabel('Your password').fill(password)
      await card.getByRole('button', { name: 'Send the link' }).click()
      await card.getByText('The link is on its way').waitFor()
      const { link } = await lastMailIn(siteFolder(), fresh)
      await open(new URL(link).pathname + new URL(link).search)
      await page.getByText('Your address is confirmed.').waitFor()
      await open('/profile')
      await page.getByText(fresh).waitFor()
      await page.getByText('confirmed', { exact: true }).waitFor()
    })
  })

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

  test('hands out the data as a file', async () => {
    await visitSignedIn(async ({ page, open, email }) => {
      await open('/profile')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download my data' }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^promptory-data-\d{4}-\d{2}-\d{2}\.json$/)
      const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { account: { email: string } }
      expect(data.account.email).toBe(email)
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
