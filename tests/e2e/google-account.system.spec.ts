import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInAt } from '../support/accounts.ts'
import type { Account } from '../support/accounts.ts'
import { violationsOf } from '../support/browser/axe.ts'
import { audience, credentialOf, NODE_OPTIONS } from '../support/google.ts'
import { lastMailIn } from '../support/mail-reading.ts'
import { startMembers } from '../support/members.ts'
import { openPage, reloadPage } from '../support/browser/when-loaded.ts'
import { button, card, field, isFocused, storedAccessToken, useProfiles } from '../support/profiles.ts'

const members = await startMembers()
const settings = { ...members.settings, GOOGLE_CLIENT_ID: audience, NODE_OPTIONS }
const { visit, siteUrl, siteFolder, visitProfile } = useProfiles({ ...members, settings })

/** Replaces Google's script: each button returns a credential with the nonce of the last attempt. */
const script = `
  let attempt
  globalThis.google = { accounts: { id: {
    initialize: (options) => { attempt = options },
    renderButton: (place, { state }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Google'
      button.onclick = async () => attempt.callback({ credential: await nextCredential(attempt.nonce), state })
      place.append(button)
    },
  } } }`

/** Lets Google sign this person in; `made` collects the credentials. */
async function serveGoogle(page: Page, { email }: Account) {
  const made: string[] = []
  await page.route('https://accounts.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.exposeFunction('nextCredential', (nonce: string) => {
    made.push(credentialOf({ sub: `sub of ${email}`, email, nonce }))
    return made.at(-1)
  })
  return made
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** Username of the signed-in account. */
async function whose(page: Page): Promise<string> {
  const response = await fetch(`${siteUrl()}/api/users/me/`, {
    headers: { authorization: `Bearer ${await storedAccessToken(page)}` },
  })
  return ((await response.json()) as { username: string }).username
}
const [question, pregunta] = ['Link Google to your account', 'Vincula Google con tu cuenta']
/** Signs in up to the page that asks for a proof. */
async function startLink(page: Page, account: Account) {
  await serveGoogle(page, account)
  await openPage(page, '/login')
  await button(page, 'Google').click()
  await heading(page, question).waitFor()
}

describe('a Google sign-in with the e-mail of an account that Google does not manage', () => {
  test('links the account after its password is entered, and opens the requested page', async () => {
    const account = await members.createAccount()
    await visit({}, async ({ page, open }) => {
      await serveGoogle(page, account)
      await open('/login?next=/terms-of-service')
      await button(page, 'Google').press('Enter')
      await heading(page, question).waitFor()
      expect(await page.getByText(account.email).isVisible()).toBe(true)
      expect(await violationsOf(page)).toEqual([])
      const password = field(page.getByRole('main'), 'Password')
      await password.fill('not this one')
      await password.press('Enter')
      await page.getByText('This is not your current password.').waitFor()
      await expect.poll(() => isFocused(password)).toBe(true)
      await page.getByRole('link', { name: 'Español' }).click()
      await heading(page, pregunta).waitFor()
      expect(await violationsOf(page)).toEqual([])
      await field(page.getByRole('main'), 'Contraseña').fill(account.password)
      await button(page, 'Vincular Google e iniciar sesión').click()
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(await whose(page)).toBe(account.username)
      await page.evaluate(() => localStorage.clear())
      await open('/login')
      await button(page, 'Google').click()
      await page.waitForURL(`${siteUrl()}/`)
      expect(await whose(page)).toBe(account.username)
    })
  })

  test('links the account by a mailed link, which needs a click and leaves no token in the address', async () => {
    const account = await members.createAccount()
    await visit({}, async ({ page, open }) => {
      await startLink(page, account)
      await button(page, 'Send me a link').press('Enter')
      await page.getByText('We’ve sent a link to your address.').waitFor()
      const { link } = await lastMailIn(siteFolder(), account.email)
      await open(link)
      await heading(page, question).waitFor()
      expect(page.url()).toBe(`${siteUrl()}/oauth/google`)
      expect(await storedAccessToken(page)).toBeNull()
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('link', { name: 'Español' }).click()
      await heading(page, pregunta).waitFor()
      expect(page.url()).toBe(`${siteUrl()}/oauth/google`)
      expect(await violationsOf(page)).toEqual([])
      await button(page, 'Vincular Google e iniciar sesión').press('Enter')
      await page.waitForURL(`${siteUrl()}/`)
      expect(await whose(page)).toBe(account.username)
      await open(link)
      // The response to the first use may have been lost.
      await button(page, 'Link Google and log in').click()
      await page.waitForURL(`${siteUrl()}/`)
      expect(await whose(page)).toBe(account.username)
    })
  })

  test('asks to link the account in redirect mode too', async () => {
    const account = await members.createAccount()
    await visit({}, async ({ page, open }) => {
      const headers = { cookie: 'g_csrf_token=twice' }
      const form = { credential: credentialOf({ email: account.email }), g_csrf_token: 'twice' }
      const back = await page.request.post('/api/users/google/fallback/', { form, headers, maxRedirects: 0 })
      await open(String(back.headers().location))
      await heading(page, question).waitFor()
      expect(page.url()).toBe(`${siteUrl()}/oauth/google`)
      await reloadPage(page)
      await field(page.getByRole('main'), 'Password').fill(account.password)
      await button(page, 'Link Google and log in').click()
      await page.waitForURL(`${siteUrl()}/`)
      expect(await whose(page)).toBe(account.username)
    })
  })

  test('shows an error when the link token has expired', async () => {
    const account = await members.createAccount()
    await visit({}, async ({ page }) => {
      await startLink(page, account)
      await members.sql('DELETE FROM one_time_token USING "user" WHERE user_id = id AND "user".email = $1', [
        account.email,
      ])
      await button(page, 'Send me a link').click()
      await page.getByText('This took too long.').waitFor()
      await page.getByRole('link', { name: 'Back to login' }).click()
      await page.waitForURL('**/login')
      expect(await storedAccessToken(page)).toBeNull()
    })
  })
})

describe('a member without a password', () => {
  const onlyGoogle = { hasPassword: false, path: '/terms-of-service' }

  test('sets a password after a Google confirmation', async () => {
    await visitProfile(async ({ page, account }) => {
      await serveGoogle(page, account)
      // A link loads the page in full, since its policy must allow Google's button.
      await page.getByRole('link', { name: 'Your profile' }).click()
      const password = card(page, 'Set a password')
      await field(password, 'New password').fill(account.password)
      await button(password, 'Set the password').click()
      await password.getByText('Confirm that it’s you with the Google account').waitFor()
      expect(await violationsOf(page)).toEqual([])
      await button(password, 'Google').press('Enter')
      const confirmed = password.getByText('Google has confirmed that it’s you.')
      await expect.poll(() => isFocused(confirmed)).toBe(true)
      expect(await button(card(page, 'Email address'), 'Google').isVisible()).toBe(true)
      expect(await violationsOf(page)).toEqual([])
      await button(password, 'Set the password').click()
      await field(card(page, 'Password'), 'Current password').waitFor()
      await signInAt(siteUrl(), account)
    }, onlyGoogle)
  })

  test('changes the e-mail, with a new Google confirmation each time', async () => {
    await visitProfile(async ({ page, account, open }) => {
      const made = await serveGoogle(page, account)
      await open('/profile')
      const address = card(page, 'Email address')
      for (const name of ['first', 'second']) {
        await field(address, 'New address').fill(`${name}-${account.email}`)
        await button(address, 'Google').click()
        await address.getByText('Google has confirmed that it’s you.').waitFor()
        await button(address, 'Send the link').click()
        await address.getByText('We’ve sent the link to the new address.').waitFor()
        await button(address, 'Google').waitFor()
      }
      expect(new Set(made).size).toBe(2)
    }, onlyGoogle)
  })

  test('deletes the account after a Google confirmation', async () => {
    await visitProfile(
      async ({ page, account, open }) => {
        await serveGoogle(page, account)
        await open('/profile')
        await button(page, 'Eliminar mi cuenta…').click()
        const dialog = page.getByRole('alertdialog')
        await button(dialog, 'Google').waitFor()
        expect(await violationsOf(page)).toEqual([])
        await button(dialog, 'Google').press('Enter')
        await dialog.getByText('Google ha confirmado que eres tú.').waitFor()
        await button(dialog, 'Eliminar para siempre').click()
        await page.waitForURL(`${siteUrl()}/`)
        expect(await storedAccessToken(page)).toBeNull()
      },
      { ...onlyGoogle, locale: 'es' },
    )
  })
})
