import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { whenLoaded } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()

/** ARIA state of the combobox. */
const stateOf = (page: Page) =>
  page
    .locator('[role=combobox]')
    .last()
    .evaluate((field) => {
      const marked = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
      const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
      return {
        expanded: field.getAttribute('aria-expanded'),
        list: list?.getAttribute('role') ?? null,
        marked: marked?.getAttribute('aria-selected') === 'true' ? marked.textContent : null,
        hasFocus: document.activeElement === field,
      }
    })
const pathOf = (page: Page) => new URL(page.url()).pathname

describe('the search box of the library, with the keyboard alone', () => {
  test('opens, selects, closes, clears, and opens a use case', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      expect(await stateOf(page)).toEqual({ expanded: 'false', list: null, marked: null, hasFocus: false })
      await page.getByRole('combobox').focus()
      await page.keyboard.type('ar')
      const options = page.getByRole('option')
      await options.first().waitFor()
      const titles = await options.allTextContents()
      await expect.poll(() => page.locator('output').allTextContents()).toContain(`${titles.length} use cases found`)
      expect(await stateOf(page)).toEqual({ expanded: 'true', list: 'listbox', marked: null, hasFocus: true })
      for (const [key, index] of [
        ['ArrowDown', 0],
        ['ArrowDown', 1],
        ['Home', 0],
        ['ArrowUp', -1],
        ['ArrowDown', 0],
        ['End', -1],
        ['Home', 0],
      ] as const) {
        await page.keyboard.press(key)
        await expect.poll(async () => (await stateOf(page)).marked).toBe(titles.at(index))
      }
      await page.keyboard.press('Escape')
      const closed = { expanded: 'false', list: null, marked: null, hasFocus: true }
      await expect.poll(() => stateOf(page)).toMatchObject(closed)
      expect(await page.getByRole('combobox').inputValue()).toBe('ar')
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('')
      await page.keyboard.type('outline blog')
      await options.first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/library/use-case/blog-outlines')
    })
  })

  test('highlights the typed text, and closes when the focus leaves', async () => {
    await visit({ locale: 'es-ES' }, async ({ page, open }) => {
      await open('/library')
      const box = page.getByRole('combobox')
      await box.fill('MIGRAR')
      await expect.poll(() => page.locator('[role=option] mark').allTextContents()).toEqual(['migrar'])
      await expect.poll(() => page.locator('output').allTextContents()).toContain('1 caso de uso encontrado')
      await page.getByRole('switch').focus()
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
      await box.click()
      await page.getByRole('option').waitFor()
    })
  })

  test('sends one request for fast typing, and never shows an older response after a newer one', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/library/use-cases/?q=email*', async (route) => {
        await held
        await route.continue().catch(() => {})
      })
      await page.clock.install()
      await open('/library')
      const box = page.getByRole('combobox')
      const typeWithoutRest = async (type: () => Promise<void>) => {
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
        await type()
        await page.clock.resume()
      }
      await typeWithoutRest(() => box.pressSequentially('email'))
      await expect.poll(() => requestedPaths).toEqual(['/api/library/use-cases/?q=email'])
      await box.fill('blog')
      await page.getByRole('option', { name: 'Outline blog articles' }).waitFor()
      letGo()
      await page.unrouteAll({ behavior: 'wait' })
      expect(await page.getByRole('option').allTextContents()).toEqual(['Outline blog articles'])
      expect(await page.getByText('Search isn’t working right now.').count()).toBe(0)
      await typeWithoutRest(async () => {
        await box.fill('blog em')
        await expect.poll(() => page.getByRole('option').count()).toBe(0)
        await box.fill('  ')
      })
      await page.clock.runFor(1_000)
      expect(await page.getByRole('option').count()).toBe(0)
      expect(requestedPaths.filter((path) => path.includes('q='))).toHaveLength(2)
    })
  })
})

describe('the search of the whole library', () => {
  test('ignores its key while typing elsewhere, and keeps its words after Escape', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await page.getByRole('combobox').fill('a')
      await page.getByRole('combobox').press('/')
      expect(await page.getByRole('combobox').inputValue()).toBe('a/')
      expect(await page.getByRole('dialog').count()).toBe(0)
      const button = page.getByRole('button', { name: 'Search the library' })
      await button.focus()
      await page.keyboard.press('Enter')
      const field = page.getByRole('dialog').getByRole('combobox')
      await field.fill('interview')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
      await page.keyboard.press('/')
      await expect.poll(() => field.inputValue()).toBe('interview')
      await page.getByRole('option').first().waitFor()
      await field.fill('   ')
      await expect.poll(() => page.getByRole('group', { name: 'Prompts' }).count()).toBe(0)
      await page.getByRole('group', { name: 'Go to' }).waitFor()
    })
  })

  test('finds titles with each key, without waiting for the server', async () => {
    await visit({}, async ({ page, open }) => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/library/search/**', async (route) => {
        await held
        await route.continue().catch(() => {})
      })
      await open('/library')
      const titles = page.waitForResponse('**/api/library/titles/')
      await page.keyboard.press('Control+k')
      await titles
      const field = page.getByRole('dialog').getByRole('combobox')
      const prompts = page.getByRole('group', { name: 'Prompts' }).getByRole('option')
      await field.fill('outline a long')
      await expect.poll(() => prompts.first().textContent()).toContain('Outline a long')
      letGo()
      await page.locator('output', { hasText: /results? shown/ }).waitFor({ state: 'attached' })
      const links = await page.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
      expect(new Set(links).size).toBe(links.length)
    })
  })

  test('needs no further request to open after the pointer was over its button', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      const button = page.getByRole('button', { name: 'Search the library' })
      const texts = page.waitForEvent('requestfinished', (request) => request.url().includes('/search-messages'))
      await whenLoaded(page, async () => {
        await button.hover()
        await texts
      })
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(request.url()))
      await button.click()
      await page.getByRole('dialog').getByRole('combobox').waitFor()
      expect(fetched.filter((url) => url.includes('/assets/'))).toEqual([])
    })
  })

  test('loads more results to the end, and selects the first new one', async () => {
    await visit({}, async ({ page, open }) => {
      await page.route('**/api/library/search/?q=email', (route) =>
        route.continue({ url: `${route.request().url()}&limit=2` }),
      )
      await page.route('**/api/library/titles/', (route) => route.fulfill({ json: { results: [] } }))
      await open('/library')
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByRole('combobox').fill('email')
      const options = page.getByRole('group', { name: 'Prompts' }).getByRole('option')
      await expect.poll(() => options.count()).toBe(2)
      await page.getByRole('button', { name: 'More results' }).click()
      await expect.poll(() => options.count()).toBe(4)
      const marked = await options.nth(2).textContent()
      await expect.poll(() => stateOf(page)).toMatchObject({ marked, hasFocus: true })
      for (
        let clicks = 0;
        clicks < 50 && (await page.getByRole('button', { name: 'More results' }).count()) > 0;
        clicks++
      ) {
        const before = await options.count()
        await page.getByRole('button', { name: 'More results' }).click()
        await expect.poll(() => options.count()).toBeGreaterThan(before)
      }
      const all = await options.count()
      expect(await page.getByRole('button', { name: 'More results' }).count()).toBe(0)
      expect(new Set(await options.allTextContents()).size).toBe(all)
    })
  })

  test('shows an error if a request fails, and can try again', async () => {
    await visit({}, async ({ page, open }) => {
      let isBroken = true
      await page.route('**/api/library/search/**', (route) =>
        isBroken ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
      )
      await open('/library')
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByRole('combobox').fill('outline')
      await page.getByText('Search isn’t working right now. Try again.').waitFor()
      isBroken = false
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('option').first().waitFor()
      await expect.poll(() => page.getByText('Search isn’t working right now. Try again.').count()).toBe(0)
    })
  })

  test('does not open a result of the former words with Enter', async () => {
    await visit({}, async ({ page, open }) => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/library/search/?q=email', async (route) => {
        await held
        await route.continue()
      })
      await page.route('**/api/library/{titles,pipelines}/', (route) => route.fulfill({ json: { results: [] } }))
      await open('/library')
      await page.keyboard.press('/')
      const field = page.getByRole('dialog').getByRole('combobox')
      await field.fill('outline')
      await page.getByRole('option').first().waitFor()
      await field.press('ArrowDown')
      await field.fill('email')
      await field.press('ArrowDown')
      await field.press('Enter')
      expect(pathOf(page)).toBe('/library')
      await page.locator('output', { hasText: 'Searching…' }).waitFor({ state: 'attached' })
      letGo()
      await page.locator('output', { hasText: /results? shown/ }).waitFor({ state: 'attached' })
      expect(await page.getByRole('dialog').count()).toBe(1)
    })
  })

  test('shows a visitor the plan of a locked prompt, and returns to it after the log-in', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByRole('combobox').fill('interview notes outline')
      const locked = page.getByRole('option').filter({ has: page.getByTitle('Locked: subscription required') })
      await locked.first().click()
      await page.getByRole('dialog', { name: /is part of Premium$/ }).waitFor()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect(pathOf(page)).toBe('/library')
      await page.keyboard.press('/')
      await locked.first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL('**/login')
      const stored = await page.evaluate(() => Object.values(sessionStorage))
      expect(stored).toContain('/library/prompt/turn-interview-notes-into-outline')
    })
  })
})
