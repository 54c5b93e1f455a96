import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, startMembers } from '../support/members.ts'
import { goBack, goForward, navigate } from '../support/browser/when-loaded.ts'
import { holdResponses, whenHydrated } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const category = '/library/category/content-marketing'
const bar = (page: Page) => page.locator('.progress')

/** Records the time of a click and of the first frame with the progress bar. */
const watchBar = (page: Page) =>
  page.evaluate(() => {
    const seen = { clicked: 0, shown: 0 }
    Object.assign(globalThis, { seen })
    addEventListener('click', () => (seen.clicked = performance.now()), { capture: true })
    const look = () => {
      const found = document.querySelector('.progress')
      if (found && !seen.shown && getComputedStyle(found).visibility === 'visible') seen.shown = performance.now()
      requestAnimationFrame(look)
    }
    look()
  })
const seenBar = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: { clicked: number; shown: number } }).seen)

describe('a slow page', () => {
  test.each(['no-preference', 'reduce'] as const)(
    'shows a progress bar until it is loaded: %s',
    async (reducedMotion) => {
      await visit({ reducedMotion }, async ({ page, open }) => {
        await open('/library')
        await whenHydrated(page)
        const release = await holdResponses(page, '**/api/library/categories/content-marketing/')
        await watchBar(page)
        await page.getByRole('main').locator(`a[href="${category}"]`).first().click()
        await bar(page).waitFor()
        expect(await page.locator('#content').getAttribute('aria-busy')).toBe('true')
        expect(await page.locator('h1').textContent()).toBe('Prompt library')
        await expect.poll(async () => (await seenBar(page)).shown).toBeGreaterThan(0)
        release()
        await page.getByRole('heading', { name: 'Content marketing', level: 1 }).waitFor()
        await bar(page).waitFor({ state: 'detached' })
        await expect.poll(() => page.locator('#content').getAttribute('aria-busy')).toBe('false')
        const { clicked, shown } = await seenBar(page)
        expect(shown - clicked).toBeGreaterThan(50)
      })
    },
  )

  test('shows a progress bar while its scripts are loading', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await whenHydrated(page)
      const release = await holdResponses(page, '**/assets/subscription-page-*.js')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscription' }).click()
      await bar(page).waitFor()
      release()
      await page.waitForURL('**/subscription')
      await bar(page).waitFor({ state: 'detached' })
      await expect.poll(() => page.locator('#content').getAttribute('aria-busy')).toBe('false')
    })
  })

  test.each([
    ['a filter', '/library/use-case/blog-outlines', '**/use-cases/blog-outlines/prompts/**', 'combobox'],
    ['the free-only switch', '/library', '**/api/library/categories/?*free=1*', 'switch'],
  ] as const)('shows a progress bar while a list is loaded with %s', async (_name, path, address, role) => {
    await visit({}, async ({ page, open }) => {
      await open(path)
      await whenHydrated(page)
      const release = await holdResponses(page, address)
      const control = page.getByRole('main').getByRole(role).last()
      if (role === 'switch') await control.click()
      else await control.selectOption({ index: 1 })
      await bar(page).waitFor()
      expect(await page.locator('#content').getAttribute('aria-busy')).toBe('true')
      release()
      await bar(page).waitFor({ state: 'detached' })
    })
  })

  test('shows a spinner with a status text in the profile until the member is loaded', async () => {
    const token = await createMember(siteUrl())
    await visit({}, async ({ page }) => {
      await signIn(page, token)
      const release = await holdResponses(page, '**/api/users/me/')
      await navigate(page, '/profile')
      await page.getByRole('main').getByRole('status').locator('.spinner').waitFor()
      release()
      await page.getByRole('main').getByLabel('Username').waitFor()
      // Other parts of the page may show a spinner a little longer.
      await page.getByRole('main').locator('.spinner').first().waitFor({ state: 'detached' })
      expect(await page.getByRole('main').getByLabel('Username').inputValue()).not.toBe('')
    })
  })

  test('shows a progress bar while a dialog is loaded on first use', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await whenHydrated(page)
      const release = await holdResponses(page, '**/assets/search-dialog-*.js')
      await page.keyboard.press('/')
      await bar(page).waitFor()
      release()
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => bar(page).count()).toBe(0)
    })
  })
})

describe('a page that is loaded already', () => {
  test('shows no progress bar', async () => {
    await visit({}, async ({ page, open }) => {
      await open(category)
      await whenHydrated(page)
      await page.getByRole('link', { name: 'Back to the library' }).first().click()
      const library = page.getByRole('heading', { name: 'Prompt library', level: 1 })
      await library.waitFor()
      // Both pages are cached. A busy machine may show the bar once.
      const showBar = async () => {
        await watchBar(page)
        await goBack(page)
        await page.getByRole('heading', { name: 'Content marketing', level: 1 }).waitFor()
        const { shown } = await seenBar(page)
        await goForward(page)
        await library.waitFor()
        return shown
      }
      await expect.poll(showBar).toBe(0)
    })
  })
})
