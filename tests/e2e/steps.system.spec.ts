import { describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { goBack } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()
const category = '/library/category/content-marketing'
const useCase = '/library/use-case/blog-outlines'
const linkTo = (page: Page, path: string) => page.locator(`main a[href="${path}"]`).first()
const answersOf = (path: string) => `/api/site/page-answers/?path=${encodeURIComponent(path)}`

describe('a page that a link opens', () => {
  test('is loaded by one request while the pointer is over the link', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
      await open(category)
      const answered = page.waitForResponse((response) => response.url().endsWith(answersOf(useCase)))
      await linkTo(page, useCase).hover()
      await answered
      await linkTo(page, useCase).click()
      await page.getByRole('heading', { level: 1, name: 'Outline blog articles' }).waitFor()
      expect(requestedPaths).toEqual([answersOf(useCase)])
    })
  })

  test('is loaded by one request without a hover, too', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
      await open(category)
      await linkTo(page, useCase).evaluate((link: HTMLElement) => link.click())
      await page.getByRole('heading', { level: 1, name: 'Outline blog articles' }).waitFor()
      expect(requestedPaths).toEqual([answersOf(useCase)])
    })
  })
})

const countTransitions = (page: Page) =>
  page.addInitScript(() => {
    const state = globalThis as { transitions?: number }
    const start = document.startViewTransition.bind(document)
    state.transitions = 0
    document.startViewTransition = (update) => {
      state.transitions = (state.transitions ?? 0) + 1
      return start(update)
    }
  })
const transitions = (page: Page) => page.evaluate(() => (globalThis as { transitions?: number }).transitions)
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Outline blog articles' })
const names = (page: Page) =>
  page
    .locator('h1, main a')
    .evaluateAll((all: HTMLElement[]) =>
      all.filter((one) => one.style.viewTransitionName !== '').map((one) => one.localName),
    )

describe('the title of a clicked link', () => {
  test('moves to the heading of its page, but not back', async () => {
    await visit({}, async ({ page, open }) => {
      await countTransitions(page)
      await open(category)
      await linkTo(page, useCase).click()
      await heading(page).waitFor()
      expect([await transitions(page), await names(page)]).toEqual([1, ['h1']])
      await goBack(page)
      await page.getByRole('heading', { level: 1, name: 'Content marketing' }).waitFor()
      expect([await transitions(page), await names(page)]).toEqual([1, []])
    })
  })

  test('does not move with reduced motion', async () => {
    await visit({ reducedMotion: 'reduce' }, async ({ page, open }) => {
      await countTransitions(page)
      await open(category)
      await linkTo(page, useCase).click()
      await heading(page).waitFor()
      expect([await transitions(page), await names(page)]).toEqual([0, []])
    })
  })

  test('takes no click while it moves', async () => {
    await visit({}, async ({ page, open }) => {
      await open(category)
      await linkTo(page, useCase).click()
      await heading(page).waitFor()
      await page.getByRole('link', { name: 'Forum' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Forum' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/forum')
    })
  })
})
