import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { signInAt } from '../support/accounts.ts'
import { startMembers } from '../support/members.ts'
import { button, card, field, isFocused, storedAccessToken, useProfiles } from '../support/profiles.ts'
import { navigate, reloadPage } from '../support/browser/when-loaded.ts'

const { visit, siteUrl, sql, visitProfile } = useProfiles(await startMembers())

describe('the profile', () => {
  test('redirects a visitor to the log-in, and remembers the address', async () => {
    await visit({}, async ({ page }) => {
      await navigate(page, '/profile?tab=user_prompts')
      await page.waitForURL('**/login')
      expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBe('/profile?tab=user_prompts')
    })
  })

  test('has a button that logs out in the browser and on the server', async () => {
    await visitProfile(async ({ page, account }) => {
      await button(page, 'Log out').click()
      await page.waitForURL(`${siteUrl()}/`)
      expect(await storedAccessToken(page)).toBeNull()
      const sessions = 'SELECT session.id FROM session JOIN "user" ON "user".id = user_id WHERE email = $1'
      await expect.poll(async () => (await sql(sessions, [account.email])).rows).toEqual([])
    })
  })
})

describe('the personal details', () => {
  test('are shown in a form that sends only changed fields', async () => {
    await visitProfile(async ({ page, account, open }) => {
      expect(await field(page, 'Username').inputValue()).toBe(account.username)
      expect(await page.getByText('not confirmed yet').isVisible()).toBe(true)
      const year = new Date().getFullYear()
      expect(await page.getByText(/Registered: \w+ \d+, \d{4}/).textContent()).toContain(String(year))
      await field(page, 'First name').fill('Inés')
      await button(page, 'Green').click()
      const sent = page.waitForRequest((request) => request.method() === 'PATCH')
      await button(page, 'Save').click()
      expect((await sent).postDataJSON()).toEqual({ first_name: 'Inés', avatar_color: '#116b45' })
      await page.getByText('Saved.').waitFor()
      const picture = page.getByRole('link', { name: 'Your profile' }).locator('circle')
      await expect.poll(() => picture.getAttribute('fill')).toBe('#116b45')
      await open('/profile')
      await expect.poll(() => field(page, 'First name').inputValue()).toBe('Inés')
      expect(await button(page, 'Green').getAttribute('aria-pressed')).toBe('true')
    })
  })

  test('keep the language of the page if only other fields were changed', async () => {
    await visitProfile(
      async ({ page }) => {
        await page.getByRole('heading', { name: 'Tu perfil' }).waitFor()
        await field(page, 'Nombre').fill('Marina')
        await field(page, 'Nombre').press('Enter')
        await page.getByText('Guardado.', { exact: true }).waitFor()
        await reloadPage(page)
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Tu perfil')
      },
      { locale: 'es-ES' },
    )
  })

  test('include the language, which the site uses from then on', async () => {
    await visitProfile(async ({ page }) => {
      await page.getByRole('combobox', { name: 'Language' }).selectOption('es')
      await button(page, 'Save').click()
      await page.getByRole('heading', { name: 'Tu perfil' }).waitFor()
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('es')
    })
  })
})

describe('the password', () => {
  test('can be changed, which ends every other session', async () => {
    await visitProfile(async ({ page, account }) => {
      await signInAt(siteUrl(), account, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0')
      const password = card(page, 'Password')
      await field(password, 'Current password').fill('not this one')
      await field(password, 'New password').fill('another long secret')
      await button(password, 'Change the password').click()
      await password.getByText('This is not your current password.').waitFor()
      await expect.poll(() => isFocused(field(password, 'Current password'))).toBe(true)
      const before = await storedAccessToken(page)
      await field(password, 'Current password').fill(account.password)
      await button(password, 'Change the password').click()
      await password.getByText('Your password was changed').waitFor()
      await expect.poll(() => field(password, 'New password').inputValue()).toBe('')
      expect(await storedAccessToken(page)).not.toBe(before)
      await expect.poll(() => card(page, 'Where you’re logged in').getByRole('listitem').count()).toBe(1)
      await signInAt(siteUrl(), { ...account, password: 'another long secret' })
    })
  })

  test('can be shown, and is refused if it is easy to guess', async () => {
    await visitProfile(async ({ page, account }) => {
      const password = card(page, 'Password')
      const fresh = field(password, 'New password')
      await field(password, 'Current password').fill(account.password)
      await fresh.fill('password123')
      await button(password, 'Show the password').last().click()
      await expect.poll(() => fresh.getAttribute('type')).toBe('text')
      await fresh.press('Enter')
      await password.getByText('This is a commonly used password. Add more words that are less common.').waitFor()
    })
  })

  test('is set by mail if the member has none and the site has no Google sign-in', async () => {
    await visitProfile(
      async ({ page }) => {
        await card(page, 'Set a password').getByRole('link', { name: 'Email me a link' }).click()
        await page.waitForURL('**/forgot-password')
        await expect.poll(() => field(page.getByRole('main'), 'Email').isVisible()).toBe(true)
      },
      { hasPassword: false },
    )
  })
})

describe('the e-mail address', () => {
  test('is changed by a link that is mailed to the new address', async () => {
    await visitProfile(async ({ page, account }) => {
      const address = card(page, 'Email address')
      await field(address, 'New address').fill(`new-${account.email}`)
      await field(address, 'Your password').fill('not this one')
      await button(address, 'Send the link').click()
      await address.getByText('This is not your current password.').waitFor()
      await field(address, 'Your password').fill(account.password)
      await button(address, 'Send the link').click()
      await address.getByText('We’ve sent the link to the new address.').waitFor()
      await expect.poll(() => field(address, 'New address').inputValue()).toBe('')
      expect(await page.getByText(account.email).isVisible()).toBe(true)
    })
  })
})

describe('the data export', () => {
  test('is a file with the name of the site and the day in its name', async () => {
    await visitProfile(async ({ page, account }) => {
      const saved = page.waitForEvent('download')
      await button(page, 'Download my data').click()
      const file = await saved
      expect(file.suggestedFilename()).toMatch(/^promptory-data-\d{4}-\d\d-\d\d\.json$/)
      expect(readFileSync(await file.path(), 'utf8')).toContain(account.email)
    })
  })
})
