import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openPage } from '../support/browser/when-loaded.ts'
import { skipPageAnswers } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()
const category = '/library/category/content-marketing'
const serverFails = (route: Route) => route.fulfill({ status: 500, json: { detail: 'no' } })
const networkIsDown = (route: Route) => route.abort('internetdisconnected')

/** Navigates from the library to a category whose API call fails, in a page whose console may log errors. */
async function fail(first: Page, grief: (route: Route) => Promise<void>): Promise<Page> {
  const page = await first.context().newPage()
  await skipPageAnswers(page)
  await openPage(page, '/library')
  await page.route('**/api/library/categories/content-marketing/', grief)
  await page.locator(`a[href="${category}"]`).first().click()
  await page.getByRole('alert').waitFor()
  return page
}

describe('a page that cannot be loaded', () => {
  test('shows an error if the server fails, and can be loaded with Try again', async () => {
    await visit({}, async (first) => {
      const page = await fail(first.page, serverFails)
      expect(await page.locator('h1').textContent()).toBe('This page is unavailable')
      expect(new URL(page.url()).pathname).toBe(category)
      await page.unroute('**/api/library/categories/content-marketing/')
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'Content marketing' }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

  test('links to the library if the network is down, and is loaded when it is opened again', async () => {
    await visit({ locale: 'es' }, async (first) => {
      const page = await fail(first.page, networkIsDown)
      expect(await page.locator('h1').textContent()).toBe('Esta página no está disponible')
      await page.getByRole('link', { name: 'Volver a la biblioteca' }).click()
      await page.getByRole('heading', { name: 'Biblioteca de prompts' }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.unroute('**/api/library/categories/content-marketing/')
      await page.locator(`a[href="${category}"]`).first().click()
      await page.getByRole('heading', { name: 'Marketing de contenidos' }).waitFor()
    })
  })

  test('links to the home page if the library itself cannot be loaded', async () => {
    await visit({}, async (first) => {
      const page = await first.page.context().newPage()
      await skipPageAnswers(page)
      await openPage(page, '/terms-of-service')
      await page.route('**/api/library/categories/**', (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('link', { name: 'Library', exact: true }).first().click()
      await page.getByRole('main').getByRole('alert').getByRole('link', { name: 'Go to the home page' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await page.locator('#pricing').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })
})
