import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { startMembers } from '../support/members.ts'
import { button, field, useProfiles } from '../support/profiles.ts'
import { openPage } from '../support/browser/when-loaded.ts'
import { whenHydrated } from '../support/trouble.ts'
import { translate } from '../support/browser/translator.ts'

const { visit, visitInTrouble, visitProfile } = useProfiles(await startMembers())

const isWhole = async (page: Page) => (await page.locator('.static').count()) === 0

/** visit() fails on console errors, so a hidden failure fails these tests too. */
describe('a page that the browser translates', () => {
  test('stays interactive on the landing page', async () => {
    await visit({}, async ({ page, open }) => {
      await page.clock.install()
      await open('/')
      await whenHydrated(page)
      await translate(page)
      await page.clock.runFor(3_000)
      expect(await page.locator('h1 font').count()).toBeGreaterThan(0)
      expect(await isWhole(page)).toBe(true)
    })
  })

  test('allows filling in and copying a prompt', async () => {
    await visit({ permissions: ['clipboard-write'] }, async ({ page, open }) => {
      await open('/library/prompt/outline-a-long-read')
      await whenHydrated(page)
      await translate(page)
      const topic = page.locator('.prompt-text').getByRole('textbox', { name: 'Topic' })
      await topic.fill('night trains of all the capitals')
      await expect.poll(() => topic.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
      expect(await page.locator('.prompt-text font').count()).toBeGreaterThan(0)
      await button(page, 'Copy').click()
      await button(page, 'Copied').waitFor()
      await button(page, 'Copy').waitFor()
      await button(page, 'Save').click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await isWhole(page)).toBe(true)
    })
  })

  test('shows the error of a refused log-in, and keeps the input', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/login')
      await whenHydrated(page)
      await translate(page)
      for (const password of ['not the password', 'nor is this one']) {
        await field(page, 'Email').fill('ana@mail.test')
        await field(page, 'Password').fill(password)
        await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
        await page.getByRole('alert').filter({ hasText: 'Wrong email or password' }).waitFor()
        expect(await field(page, 'Email').inputValue()).toBe('ana@mail.test')
      }
      expect(await isWhole(page)).toBe(true)
    })
  })

  test('allows saving the profile', async () => {
    await visitProfile(async ({ page }) => {
      await field(page, 'First name').waitFor()
      await translate(page)
      await field(page, 'First name').fill('Inés')
      await button(page, 'Save').click()
      await page.getByText('Saved.').waitFor()
      expect(await field(page, 'First name').inputValue()).toBe('Inés')
      expect(await isWhole(page)).toBe(true)
    })
  })
})

describe('a component that fails after hydration', () => {
  test('is mounted again, and can be used', async () => {
    await visitInTrouble({ viewport: { width: 390, height: 844 } }, async ({ page }) => {
      await openPage(page, '/library')
      await whenHydrated(page)
      await page.evaluate(() => {
        const burger = document.querySelector('.burger')
        // oxlint-disable-next-line unicorn/consistent-function-scoping -- nothing outside comes along
        const refuse = () => {
          throw new DOMException('broken', 'NotFoundError')
        }
        if (burger) Object.assign(burger, { removeChild: refuse })
      })
      await button(page, 'Open the menu').click()
      await button(page, 'Open the menu').click()
      await page.locator('.places.is-open').waitFor()
      expect(await isWhole(page)).toBe(true)
    })
  })
})

/** Changes the page on DOMContentLoaded, like password managers and translators. */
const changeEarly = () =>
  document.addEventListener('DOMContentLoaded', () => {
    for (const input of document.querySelectorAll('input')) {
      const icon = document.createElement('span')
      icon.className = 'foreign-icon'
      input.after(icon)
    }
    const title = document.querySelector('h1')
    const font = document.createElement('font')
    if (title?.firstChild) {
      font.append('Translated')
      title.replaceChild(font, title.firstChild)
    }
    for (const link of document.querySelectorAll('nav a'))
      if (link.firstChild instanceof Text) link.firstChild.data += '!'
  })

describe('a page that an extension changes before hydration', () => {
  test.each(['/', '/login', '/subscription', '/library/prompt/outline-a-long-read', '/forum'])(
    'is hydrated from the HTML of the server: %s',
    async (path) => {
      await visit({}, async ({ page, open }) => {
        await page.addInitScript(changeEarly)
        await page.addInitScript(() => {
          addEventListener('DOMContentLoaded', () => {
            const title = document.querySelector('h1')
            Object.assign(globalThis, { serversTitle: title })
          })
        })
        await open(path)
        await whenHydrated(page)
        // React kept the element of the server.
        expect(await page.evaluate(() => Reflect.get(globalThis, 'serversTitle').isConnected)).toBe(true)
        expect(await page.locator('h1').textContent()).not.toBe('Translated')
        expect(await isWhole(page)).toBe(true)
      })
    },
  )
})
