import { describe, expect, test } from 'vitest'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()

describe('the messages that a page loads', () => {
  test.each([
    ['/', ['landing-messages']],
    ['/library', ['library-messages', 'saved-messages']],
    ['/library/prompt/outline-a-long-read', ['library-messages', 'saved-messages']],
    ['/subscription', ['subscription-messages']],
    ['/terms-of-service', ['terms.messages']],
    ['/login', ['users-messages']],
    ['/too-many-requests', ['too-many-requests.messages']],
    ['/nowhere', []],
  ])('on %s are those of the page and the common ones, in its language, and preloaded', async (path, pageMessages) => {
    await visit({ locale: 'es-ES' }, async ({ page, open }) => {
      const loaded: string[] = []
      page.on('request', (request) => {
        const name = /\/assets\/(.*messages\.\w\w)-/.exec(request.url())?.[1]
        if (name) loaded.push(name)
      })
      await open(path)
      const expected = [...pageMessages, 'app-messages'].map((name) => `${name}.es`).toSorted()
      expect(loaded.toSorted()).toEqual(expected)
      const announced = await page
        .locator('link[rel=modulepreload]')
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href).join())
      for (const name of expected) expect(announced).toContain(`/${name}-`)
    })
  })

  test('are loaded together with a page that a link opens', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/')
      await page.getByRole('link', { name: 'Browse the library' }).click()
      await page.getByRole('heading', { name: 'Prompt library' }).waitFor()
      await page.getByRole('button', { name: 'Search the library' }).click()
      await expect.poll(() => page.getByRole('dialog').getByRole('group', { name: 'Go to' }).count()).toBe(1)
    })
  })
})
