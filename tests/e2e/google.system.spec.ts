import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { navigate, openPage } from '../support/browser/when-loaded.ts'
import { storedTokens, noTokens } from '../support/tokens.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite({ GOOGLE_CLIENT_ID: 'promptory.apps.test' })
const prompt = '/library/prompt/outline-a-long-read'
const pair = { access: 'access 1', refresh: 'refresh 1' }

/** Replaces Google's script: records its options and renders a button that returns the next credential. */
const script = `
  globalThis.initializations = []
  globalThis.credentials = ['credential 1', 'credential 2']
  globalThis.google = { accounts: { id: {
    initialize: (options) => { initializations.push(options) },
    renderButton: (parent, options) => {
      initializations.at(-1).button = options
      const button = document.createElement('button')
      button.textContent = 'Sign in with Google'
      button.onclick = () => initializations.at(-1).callback({ credential: credentials.shift(), state: options.state })
      parent.append(button)
    },
  } } }`

type Initialization = {
  client_id: string
  nonce: string
  login_uri: string
  ux_mode: string
  button: Record<string, unknown>
}
const initializationsIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { initializations: Initialization[] }).initializations)
const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })

async function serveGoogle(page: Page, refusals: { status: number; json: object }[] = []) {
  const sent: unknown[] = []
  const loaded: string[] = []
  await page.route('https://accounts.google.com/**', (route) => {
    loaded.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.route('**/api/users/google/', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill(refusals.shift() ?? { json: pair })
  })
  await page.route('**/api/users/me/', (route) => route.fulfill({ status: 401, json: { detail: 'no' } }))
  await page.route('**/api/users/token/refresh/', (route) => route.fulfill({ status: 503, json: { detail: 'busy' } }))
  return { sent, loaded }
}
/** A page whose console output is part of the test. */
const loudly = (tour: (page: Page, log: string[]) => Promise<void>) =>
  visit({}, async ({ page: first }) => {
    const page = await first.context().newPage()
    const log: string[] = []
    page.on('console', (message) => message.type() === 'error' && log.push(message.text()))
    await tour(page, log)
  })
const ofUs = (log: string[]) => log.filter((text) => !text.startsWith('Failed to load resource'))

describe("Google's button", () => {
  test.each(['/login', '/register'])(
    'is rendered on %s with the right options, under the policy of the page',
    async (path) => {
      await loudly(async (page, log) => {
        const { loaded } = await serveGoogle(page)
        await openPage(page, path)
        await button(page).waitFor()
        const [initialization] = await initializationsIn(page)
        expect(initialization).toMatchObject({
          client_id: 'promptory.apps.test',
          login_uri: `${siteUrl()}/api/users/google/fallback/`,
          ux_mode: 'popup',
          button: { shape: 'pill', size: 'medium', theme: 'outline', width: 200, locale: 'en' },
        })
        expect(initialization?.nonce).toMatch(/^[a-zA-Z0-9]{24}$/)
        expect(loaded).toEqual(['https://accounts.google.com/gsi/client'])
        expect(ofUs(log)).toEqual([])
      })
    },
  )

  test('is rendered also after a navigation from another page', async () => {
    await loudly(async (page, log) => {
      const { loaded } = await serveGoogle(page)
      await openPage(page, '/terms-of-service')
      expect(loaded).toEqual([])
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
      await button(page).waitFor()
      expect(ofUs(log)).toEqual([])
      await page.getByRole('main').getByRole('link', { name: 'Create one' }).click()
      await page.waitForURL('**/register')
      await button(page).waitFor()
      expect(loaded.length).toBe(1)
    })
  })

  test('signs in with the credential and its nonce, and performs the pending save', async () => {
    await loudly(async (page) => {
      const { sent } = await serveGoogle(page)
      let saves = 0
      await page.route('**/api/library/prompts/*/save/', (route) => {
        saves++
        return route.fulfill({ json: { is_saved: true } })
      })
      await openPage(page, prompt)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click()
      await button(page).waitFor()
      const [initialization] = await initializationsIn(page)
      await button(page).click()
      await page.waitForURL(siteUrl() + prompt)
      expect(sent).toEqual([{ access_token: 'credential 1', nonce: initialization?.nonce }])
      expect(await storedTokens(page)).toEqual(pair)
      await page.getByText('You are logged in, and the prompt is saved.').waitFor()
      expect(saves).toBe(1)
    })
  })

  test.each([
    [{ status: 400, json: { nonce: ['Wrong.'] } }, 'Login failed'],
    [{ status: 503, json: { detail: 'The server is busy.' } }, 'The server is busy.'],
  ])('logs a failure to the console only, and uses a new nonce for the next attempt', async (refusal, text) => {
    await loudly(async (page, log) => {
      const { sent } = await serveGoogle(page, [refusal])
      await openPage(page, '/login?next=/terms-of-service')
      await button(page).click()
      await expect.poll(() => ofUs(log)).toEqual([text])
      expect(await page.getByRole('main').getByRole('alert').textContent()).toBe('')
      await expect.poll(() => initializationsIn(page)).toHaveLength(2)
      const [first, second] = await initializationsIn(page)
      expect(second?.nonce).not.toBe(first?.nonce)
      await button(page).click()
      await page.waitForURL(`${siteUrl()}/terms-of-service`)
      expect(sent).toEqual([
        { access_token: 'credential 1', nonce: first?.nonce },
        { access_token: 'credential 2', nonce: second?.nonce },
      ])
    })
  })

  test('logs a missing credential to the console', async () => {
    await loudly(async (page, log) => {
      const { sent } = await serveGoogle(page)
      await openPage(page, '/login')
      await button(page).waitFor()
      await page.evaluate(() => ((globalThis as unknown as { credentials: string[] }).credentials.length = 0))
      await button(page).click()
      await expect.poll(() => ofUs(log)).toEqual(['Google gave no credential.'])
      expect(sent).toEqual([])
    })
  })

  test.each([
    ['/login', 'silent', 1440, 60],
    ['/register', 'blocked', 390, 0],
  ])("leaves no gap on %s if Google's script is %s, at %d px", async (path, how, width, least) => {
    await loudly(async (page, log) => {
      await page.setViewportSize({ width, height: 844 })
      await page.clock.install()
      await page.route('https://accounts.google.com/**', (route) =>
        how === 'blocked' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      await page.route('**/api/users/token/', (route) => route.fulfill({ status: 401, json: { detail: 'no' } }))
      await openPage(page, path)
      const main = page.getByRole('main')
      const submit = main.locator('form button[type=submit]')
      const other = main.getByRole('link', { name: /^(Create one|Log in)$/ })
      const gap = async () => {
        const [above, below] = [await submit.boundingBox(), await other.boundingBox()]
        return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
      }
      const password = main.getByLabel('Password', { exact: true })
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await password.fill('what')
      const { y } = (await password.boundingBox()) ?? {}
      expect(await gap()).toBeGreaterThan(least)
      await page.clock.runFor(5_000)
      expect(ofUs(log)).toEqual([])
      await page.clock.runFor(6_000)
      await expect.poll(() => ofUs(log)).toEqual(["Google's sign-in script did not load."])
      await expect.poll(gap).toBeLessThan(40)
      expect(await main.getByText('or', { exact: true }).isVisible()).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
      expect((await password.boundingBox())?.y).toBe(y)
      if (path === '/register') return
      await page.getByRole('main').getByLabel('Email').fill('ana@mail.test')
      await page.getByRole('main').getByLabel('Password', { exact: true }).fill('whatever')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByText('Wrong email or password. Try again.').waitFor()
    })
  })

  test('is not loaded on other pages', async () => {
    await loudly(async (page) => {
      const { loaded } = await serveGoogle(page)
      for (const path of ['/', '/library', '/forgot-password', '/reset-password?token=abc', '/oauth/google'])
        await openPage(page, path)
      expect(loaded).toEqual([])
    })
  })
})

describe('the redirect back from Google', () => {
  test('exchanges its code once, and redirects to the remembered page', async () => {
    await loudly(async (page) => {
      await serveGoogle(page)
      const sent: unknown[] = []
      await page.route('**/api/users/google/code/', (route) => {
        sent.push(route.request().postDataJSON())
        return route.fulfill({ json: pair })
      })
      await openPage(page, '/terms-of-service')
      await page.evaluate(() => sessionStorage.setItem('redirectAfterLogin', '/privacy'))
      await navigate(page, '/oauth/google?code=abc')
      await page.waitForURL(`${siteUrl()}/privacy`)
      expect(sent).toEqual([{ code: 'abc' }])
      expect(await storedTokens(page)).toEqual(pair)
    })
  })

  test.each(['/oauth/google', '/oauth/google?error=access_denied', '/oauth/google?code=used'])(
    'at %s shows an error, with a link to the log-in',
    async (path) => {
      await loudly(async (page) => {
        await page.route('**/api/users/google/code/', (route) =>
          route.fulfill({ status: 400, json: { code: ['Used.'] } }),
        )
        await openPage(page, path)
        await page.getByRole('alert').getByText('Signing in with Google didn’t work.').waitFor()
        await page.getByRole('link', { name: 'Back to login' }).click()
        await page.waitForURL('**/login')
        // The page is loaded in full, since its policy must allow Google's button.
        await expect.poll(() => storedTokens(page).catch(() => null)).toEqual(noTokens)
      })
    },
  )
})
