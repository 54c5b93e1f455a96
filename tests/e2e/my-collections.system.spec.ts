import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signIn, startMembers } from '../support/members.ts'
import { openPage } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { settings, createMember } = await startMembers()
const { visit, siteUrl } = useSite(settings)

const myPrompts = '/profile?tab=user_prompts'
const first = '/library/prompt/outline-a-long-read'
const second = '/library/prompt/find-an-angle-nobody-took'
const namesIn = (page: Page) =>
  page.locator('main li.card > div > button[aria-expanded] .font-medium').allTextContents()
const rowOf = (page: Page, name: string) =>
  page.locator('main li.card', { has: page.locator('button[aria-expanded]', { hasText: name }) })
const titlesIn = (page: Page, name: string) => rowOf(page, name).locator('li h3').allTextContents()

describe('a member with collections', () => {
  test('adds prompts to collections, and orders, renames, shares and removes collections', async () => {
    const token = await createMember(siteUrl())
    await visit({}, async ({ page, open }) => {
      await signIn(page, token)
      for (const path of [first, second]) {
        await open(path)
        await page.getByRole('button', { name: 'Add to collection' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add to collection' })
        if (path === first) {
          await dialog.getByLabel('New collection').fill('Reading')
          await dialog.getByRole('button', { name: 'Create' }).click()
        } else await dialog.getByRole('checkbox', { name: 'Reading' }).click()
        await dialog.getByRole('checkbox', { name: 'Reading', checked: true }).waitFor()
        await page.keyboard.press('Escape')
      }

      await open(myPrompts)
      const create = async (name: string) => {
        await page.getByLabel('New collection').fill(name)
        await page.getByRole('button', { name: 'Create' }).click()
      }
      await create('Drafts')
      await expect.poll(() => namesIn(page)).toEqual(['Reading', 'Drafts'])
      await create('Drafts')
      await page.getByText('You already have a collection with this name.').waitFor()
      await page.getByRole('button', { name: 'Move “Drafts” up' }).click()
      await expect.poll(() => namesIn(page)).toEqual(['Drafts', 'Reading'])

      await page.locator('button[aria-expanded]', { hasText: 'Reading' }).click()
      await expect.poll(() => titlesIn(page, 'Reading')).toHaveLength(2)
      const before = await titlesIn(page, 'Reading')
      await rowOf(page, 'Reading')
        .getByRole('button', { name: /^Move “.*” down$/ })
        .nth(1)
        .click()
      await expect.poll(() => titlesIn(page, 'Reading')).toEqual(before.toReversed())

      await page.getByRole('button', { name: 'Rename “Drafts”' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Ideas')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect.poll(() => namesIn(page)).toEqual(['Ideas', 'Reading'])

      await page.getByRole('button', { name: 'Share “Reading”' }).click()
      await page.getByRole('button', { name: 'Create a link' }).click()
      const link = await page.getByLabel('Secret link').inputValue()
      await visit({}, async ({ page: friend }) => {
        await openPage(friend, link)
        await friend.getByRole('heading', { name: 'Reading' }).waitFor()
        expect(await friend.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
        expect(await friend.locator('main li h2').allTextContents()).toEqual(before.toReversed())
      })
      await page.getByRole('button', { name: 'Disable the link' }).click()
      await page.getByRole('button', { name: 'Create a link' }).waitFor()
      await visit({}, async ({ page: friend }) => {
        expect((await openPage(friend, link))?.status()).toBe(404)
      })
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'Delete “Ideas”' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect.poll(() => namesIn(page)).toEqual(['Reading'])
    })
  })
})

describe('saved prompts', () => {
  test('are filtered by category, and can be unsaved and saved again in the list', async () => {
    const token = await createMember(siteUrl())
    await visit({ locale: 'es-ES', viewport: { width: 390, height: 844 } }, async ({ page, open }) => {
      await signIn(page, token)
      await open(first)
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await page.getByRole('button', { name: 'Guardado', exact: true, disabled: false }).waitFor()
      await open(myPrompts)
      const card = page.locator('main li.card', { has: page.locator(`a[href="${first}"]`) })
      const filter = page.getByLabel('Categoría')
      await expect.poll(() => filter.locator('option').count()).toBe(2)
      await filter.selectOption({ index: 1 })
      await card.waitFor()
      const button = (name: string) => card.getByRole('button', { name, exact: true, disabled: false })
      const { width } = (await button('Guardado').boundingBox()) ?? {}
      await button('Guardado').click()
      expect((await button('Guardar').boundingBox())?.width).toBe(width)
      await button('Guardar').click()
      await button('Guardado').click()
      await button('Guardar').waitFor()
      await open(myPrompts)
      await page.getByText('Aún no hay nada guardado.').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
  })
})
