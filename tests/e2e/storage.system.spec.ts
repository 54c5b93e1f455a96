import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { storageKeys } from '../../client/app/storage.ts'
import { startMembers } from '../support/members.ts'
import { navigate, openPage } from '../support/browser/when-loaded.ts'
import { expectAlive, openTab, refuseStorage, whenHydrated } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, createMember } = await startMembers()
const { visitInTrouble, siteUrl } = useSite({ ...settings, LIVE_FEED: 'simulated' })

const prompt = '/library/prompt/outline-a-long-read'
const writing = ['/library', prompt, '/login']
const everywhere = ['/', '/library/use-case/blog-outlines', '/subscription', '/register', ...writing]
const nonsense = ['{"', 'null', '[null]', '{"a":{}}', '[["a","b"],3]', '1e999', '\u0000']
const blank = (page: Page) => page.locator('.prompt-text').getByRole('textbox', { name: 'Topic' })

/** Expects a hydrated page, whatever its storage contains. */
async function expectUsable(page: Page) {
  await expectAlive(page)
  await whenHydrated(page)
  await page.getByRole('button', { name: 'Search the library' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('outline')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').filter({ hasText: 'isn’t working' }).count()).toBe(0)
}

const failWrites = (context: BrowserContext) =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  })
const storeNonsense = (context: BrowserContext, text: string) =>
  context.addInitScript(
    ([keys, value]) => {
      if (sessionStorage.getItem('nonsense')) return
      sessionStorage.setItem('nonsense', 'stored')
      for (const [key, area] of keys) (area === 'local' ? localStorage : sessionStorage).setItem(key, value)
    },
    [
      [
        ...Object.entries(storageKeys).map(([key, { area }]) => [key, area] as const),
        ['prompt.values:outline-a-long-read', 'session'] as const,
        ['feed.titles:en', 'local'] as const,
      ],
      text,
    ] as const,
  )
const stored = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted())

describe('a browser', () => {
  test.each([
    ['refuses to store', refuseStorage, everywhere],
    ['has no room left', failWrites, writing],
  ])('that %s shows every page with working scripts', async (_name, prepare, addresses) => {
    await visitInTrouble({}, async ({ page }) => {
      await prepare(page.context())
      const thrown: string[] = []
      page.on('pageerror', (error) => thrown.push(error.message))
      for (const path of addresses) {
        await openPage(page, path)
        await expectUsable(page)
      }
      expect(thrown).toEqual([])
    })
  })

  test.each([
    ['refuses to store', refuseStorage],
    ['has no room left', failWrites],
  ])('that %s keeps state until the page is left', async (_name, prepare) => {
    await visitInTrouble({}, async ({ page }) => {
      await prepare(page.context())
      await openPage(page, prompt)
      await blank(page).fill('Bees')
      await page.getByText('Bees').first().waitFor()
      await page.getByRole('button', { name: 'Dark theme' }).click()
      await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click()
      await page.getByRole('heading', { name: 'Recently viewed' }).waitFor()
      await page.getByRole('switch').click()
      await page.waitForURL('**/library?free=1')
    })
  })

  test.each(nonsense)('with %j under every storage key shows every page, and scripts work', async (text) => {
    await visitInTrouble({}, async ({ page }) => {
      await storeNonsense(page.context(), text)
      for (const path of [prompt, '/login']) {
        await openPage(page, path)
        await expectUsable(page)
      }
      expect(new URL(page.url()).pathname).toBe('/login')
    })
  })
})

describe('a member whose browser refuses to store', () => {
  test('stays signed in until the page is left', async () => {
    const pair = { access: await createMember(siteUrl()), refresh: 'none' }
    await visitInTrouble({}, async ({ page }) => {
      await refuseStorage(page.context())
      await page.route('**/api/users/token/', (route) => route.fulfill({ json: pair }))
      await openPage(page, '/login?next=/library')
      await page.getByLabel('Email').fill('ana@mail.test')
      await page.getByLabel('Password', { exact: true }).fill('a good password')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('heading', { name: 'Prompt library', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Your profile' }).click()
      await page.getByRole('main').getByLabel('Username').waitFor()
      expect(new URL(page.url()).pathname).toBe('/profile')
    })
  })
})

/** Reads, fills in and searches, which stores data in a tab. */
async function use(page: Page) {
  await openPage(page, prompt)
  await whenHydrated(page)
  await blank(page).fill('My secret')
  await page.getByRole('button', { name: 'Search the library' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('my search')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => {
    localStorage.setItem('library.visible_mode', 'free')
    localStorage.setItem('theme', 'dark')
    sessionStorage.setItem('redirectAfterLogin', '/profile')
  })
}
const left = ['library.visible_mode', 'scroll', 'signed_out', 'theme']
const personal = ['access', 'library.recent', 'prompt.values:outline-a-long-read', 'search']

/** Runs a tour in a tab of a signed-in browser. */
async function member(tour: (tab: Page) => Promise<void>) {
  const token = await createMember(siteUrl())
  await visitInTrouble({}, async ({ page }) => {
    await openPage(page, '/too-many-requests')
    await page.evaluate((access) => localStorage.setItem('access', access), token)
    await use(page)
    await expect.poll(() => stored(page)).toEqual(expect.arrayContaining(personal))
    await tour(page)
  })
}
const storedOf = async (page: Page) => (await stored(page)).filter((key) => personal.includes(key))
const withoutFeed = async (page: Page) => (await stored(page)).filter((key) => !key.startsWith('feed.titles'))

describe('the data that a browser stores for a member', () => {
  test('is removed in every tab when they log out', async () => {
    await member(async (page) => {
      const { page: other } = await openTab(page.context())
      await use(other)
      await openPage(page, '/profile')
      await page.getByRole('button', { name: 'Log out', exact: true }).click()
      await page.waitForURL(`${siteUrl()}/`)
      await expect.poll(() => withoutFeed(page)).toEqual(left)
      await other.getByRole('link', { name: 'Log in' }).waitFor()
      await expect.poll(() => blank(other).inputValue()).toBe('')
      await expect.poll(() => storedOf(other)).toEqual([])
    })
  })

  test('is removed when the server ends their session', async () => {
    await member(async (page) => {
      await page.route('**/api/users/me/', (route) => route.fulfill({ status: 401, json: { detail: 'no' } }))
      await openPage(page, '/too-many-requests')
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      await expect.poll(() => storedOf(page)).toEqual([])
    })
  })

  test('is removed when another member signs in, even for a tab that returns to the site', async () => {
    await member(async (page) => {
      const { page: other } = await openTab(page.context())
      await use(other)
      await navigate(other, 'about:blank')
      await page.evaluate(() => localStorage.setItem('sign_in', 'of somebody else'))
      await openPage(other, prompt)
      await expect.poll(() => blank(other).inputValue()).toBe('')
    })
  })

  test('is kept when a visitor logs in', async () => {
    const pair = { access: await createMember(siteUrl()), refresh: 'none' }
    await visitInTrouble({}, async ({ page }) => {
      await page.route('**/api/users/token/', (route) => route.fulfill({ json: pair }))
      await use(page)
      await openPage(page, `/login?next=${prompt}`)
      await page.getByLabel('Email').fill('ana@mail.test')
      await page.getByLabel('Password', { exact: true }).fill('a good password')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(`${siteUrl()}${prompt}`, { waitUntil: 'networkidle' })
      await expect.poll(() => blank(page).inputValue()).toBe('My secret')
    })
  })
})
