import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { signIn, startMembers } from '../support/members.ts'
import { reloadPage } from '../support/browser/when-loaded.ts'
import { shiftOf } from '../support/browser/shift.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, createMember } = await startMembers()
const { visit, siteUrl } = useSite({ ...settings, REQUIRE_CONFIRMED_EMAIL: 'false' })

const phone = { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' } as const
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const isWiderThanScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

describe('a new thread in the forum', () => {
  test('keeps its draft after a reload and on another device, and is pending after it is sent', async () => {
    const token = await createMember(siteUrl())
    await visit(phone, async ({ page, open }) => {
      await signIn(page, token)
      await open('/forum?section=help')
      await page.getByRole('link', { name: 'New thread' }).click()
      await field(page, 'Title').fill('An outline that stays short')
      const text = field(page, 'Message')
      await text.fill('How do you keep it short?')
      await text.selectText()
      await page.getByRole('button', { name: 'Bold' }).click()
      await expect.poll(() => text.inputValue()).toBe('**How do you keep it short?**')
      await text.press('Control+z')
      await expect.poll(() => text.inputValue()).toBe('How do you keep it short?')
      await text.press('Control+a')
      await text.press('Control+b')
      await page.getByText('Draft saved', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('region', { name: 'Preview' }).locator('strong').waitFor()
      expect(await isWiderThanScreen(page)).toBe(false)
      expect(await violationsInBothThemes(page)).toEqual([])
      await reloadPage(page)
      await expect.poll(() => field(page, 'Message').inputValue()).toBe('**How do you keep it short?**')
    })
    await visit({ ...phone, locale: 'es' }, async ({ page, open }) => {
      await signIn(page, token)
      await open('/forum/new')
      await field(page, 'Título').waitFor()
      expect(await shiftOf(page)).toBeLessThan(0.01)
      await expect.poll(() => field(page, 'Título').inputValue()).toBe('An outline that stays short')
      await expect.poll(() => page.getByRole('combobox', { name: 'Sección' }).inputValue()).toBe('help')
      expect(await violationsInBothThemes(page)).toEqual([])
      await field(page, 'Mensaje').press('Control+Enter')
      const alert = page.getByRole('alertdialog', { name: 'Hilo enviado a moderación. Aparecerá cuando se apruebe.' })
      await alert.waitFor()
      await page.waitForURL('**/forum/thread/an-outline-that-stays-short')
      await alert.getByRole('button').click()

      // Like a device without the list of pending threads.
      await page.evaluate(() => localStorage.removeItem('forum.pending'))
      await open('/forum')
      const row = page.getByRole('listitem').filter({ hasText: 'An outline that stays short' })
      await row.getByText('En moderación').waitFor()
      expect(await shiftOf(page)).toBeLessThan(0.01)
      await page.keyboard.press('j')
      await expect
        .poll(() => row.getByRole('link', { name: 'An outline' }).evaluate((link) => link.matches(':focus-visible')))
        .toBe(true)
      expect(await violationsInBothThemes(page)).toEqual([])
      await open('/profile?tab=threads')
      await page.getByRole('main').getByText('En moderación').waitFor()
      await page.getByRole('link', { name: /^Editar/ }).click()
      await field(page, 'Título').waitFor()
      await expect.poll(() => field(page, 'Mensaje').inputValue()).toBe('**How do you keep it short?**')
      await open('/forum/new')
      await field(page, 'Título').waitFor()
      expect(await field(page, 'Título').inputValue()).toBe('')
    })
    await visit({}, async ({ page, open }) => {
      await open('/forum')
      const rows = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 2 }) })
      expect(await rows.filter({ hasText: 'Team' }).count()).toBe(12)
      expect(await rows.filter({ hasText: 'An outline' }).count()).toBe(0)
      expect(await shiftOf(page)).toBeLessThan(0.01)
      await page.getByRole('link', { name: 'New thread' }).click()
      await page.getByRole('dialog', { name: 'Log in to start a thread' }).waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      await rows.filter({ hasText: 'Before and after' }).getByRole('link', { name: 'Before and after' }).click()
      await page.getByRole('article').getByText('Team', { exact: true }).waitFor()
      await page.getByRole('article').locator('pre').first().waitFor()
      expect(await isWiderThanScreen(page)).toBe(false)
      expect(await violationsInBothThemes(page)).toEqual([])
    })
  })
})
