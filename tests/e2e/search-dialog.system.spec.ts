import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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

describe('the search dialog, with the keyboard alone', () => {
  const words = {
    en: {
      q: 'outline',
      name: 'Search the library',
      none: 'Nothing was found',
      mark: /^outline/i,
      shown: /^[1-9]\d* results? shown/,
    },
    es: {
      q: 'esquema',
      name: 'Buscar en la biblioteca',
      none: 'No se ha encontrado nada',
      mark: /^esquema/i,
      shown: /^[1-9]\d* resultados? en la lista/,
    },
  }
  for (const locale of ['en', 'es'] as const)
    test(`is opened with its key and finds a prompt with the keyboard alone in ${locale}`, async () => {
      const { q, name, none, mark, shown } = words[locale]
      await visit({ locale }, async ({ page, open }) => {
        await open('/terms-of-service')
        await page.keyboard.press('/')
        await page.getByRole('dialog', { name }).waitFor()
        await expect.poll(async () => (await stateOf(page)).hasFocus).toBe(true)
        expect(await page.getByRole('combobox').inputValue()).toBe('')
        // Before anything is typed, the dialog lists actions.
        expect(await stateOf(page)).toMatchObject({ expanded: 'true', list: 'listbox' })
        await page.keyboard.type('zzzzz')
        await page.getByText(none).waitFor()
        await page.getByRole('combobox').fill(q)
        await page.getByRole('option').first().waitFor()
        // The server's results add the use case to the options that the browser has found.
        await expect.poll(() => page.getByRole('dialog').locator('output').textContent()).toMatch(shown)
        const marks = await page.getByRole('option').locator('mark').allTextContents()
        expect(marks.length).toBeGreaterThan(0)
        for (const marked of marks) expect(marked).toMatch(mark)
        const prompts = page.getByRole('group', { name: 'Prompts' }).getByRole('option')
        const unlocked = prompts.filter({ hasNot: page.locator('[title]') })
        const expected = await unlocked.first().textContent()
        for (let presses = 0; presses < 20; presses++) {
          const { marked } = await stateOf(page)
          if (marked === expected) break
          await page.keyboard.press('ArrowDown')
          await expect.poll(async () => (await stateOf(page)).marked).not.toBe(marked)
        }
        expect(await stateOf(page)).toEqual({ expanded: 'true', list: 'listbox', marked: expected, hasFocus: true })
        await page.keyboard.press('Enter')
        await page.waitForURL('**/library/prompt/**')
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        await expect.poll(async () => expected?.includes((await page.locator('h1').textContent()) ?? '?')).toBe(true)
        await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
      })
    })
})
