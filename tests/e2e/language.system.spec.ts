import { describe, expect, test } from 'vitest'
import { openPage } from '../support/browser/when-loaded.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite()
const titles = { en: 'Prompt library', es: 'Biblioteca de prompts' }

describe('the language of a page', () => {
  test.each([
    ['en-US', titles.en],
    ['es-MX', titles.es],
    ['fr-FR', titles.en],
  ])('in a browser set to %s is the nearest one available', async (locale, title) => {
    await visit({ locale }, async ({ page, open }) => {
      await open('/library')
      expect(await page.locator('h1').textContent()).toBe(title)
    })
  })

  test('follows ?lang=, which is then removed from the address and stored in a cookie for a year', async () => {
    await visit({ locale: 'en-US' }, async ({ page, open }) => {
      await open('/library?free=1&lang=es')
      expect(await page.locator('h1').textContent()).toBe(titles.es)
      expect(page.url()).toBe(`${siteUrl()}/library?free=1`)
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ name: 'lang', value: 'es', path: '/', sameSite: 'Lax', secure: false })
      expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(31_535_000)
      await open('/library')
      expect(await page.locator('h1').textContent()).toBe(titles.es)
    })
  })

  test('follows ?lang= before the cookie, and the cookie before the browser', async () => {
    await visit({ locale: 'en-US' }, async ({ page, open }) => {
      await page.context().addCookies([{ name: 'lang', value: 'es', url: siteUrl() }])
      await open('/library')
      expect(await page.locator('h1').textContent()).toBe(titles.es)
      await open('/library?lang=en')
      expect(await page.locator('h1').textContent()).toBe(titles.en)
    })
  })

  test('is unchanged by an unknown ?lang=', async () => {
    await visit({ locale: 'es-ES' }, async ({ page, open }) => {
      await open('/library?lang=xx')
      expect(await page.locator('h1').textContent()).toBe(titles.es)
      expect(page.url()).toBe(`${siteUrl()}/library`)
      expect(await page.context().cookies()).toEqual([])
    })
  })

  test('is switched by the link in the header, for this page and the next pages', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library/category/content-marketing')
      await page.getByRole('link', { name: 'Español' }).click()
      await page.getByRole('heading', { name: 'Marketing de contenidos' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/library/category/content-marketing')
      await page.getByRole('link', { name: 'Volver a la biblioteca' }).click()
      await page.getByRole('heading', { name: titles.es }).waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Marketing de contenidos' }).waitFor()
    })
  })
})

describe('the language switch', () => {
  test('keeps the scroll position', async () => {
    await visit({ viewport: { width: 390, height: 700 } }, async ({ page, open }) => {
      await open('/library')
      await page.locator('main a[href="/library/category/content-marketing"]').first().click()
      await page.getByRole('heading', { name: 'Content marketing', level: 1 }).waitFor()
      await page.evaluate(() => scrollTo(0, 300))
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
      await page
        .getByRole('link', { name: 'Español', includeHidden: true })
        .evaluate((link: HTMLElement) => link.click())
      await page.getByRole('heading', { name: 'Marketing de contenidos', level: 1 }).waitFor()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    })
  })

  test('keeps the hash', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library#content')
      await page.getByRole('link', { name: 'Español' }).click()
      await page.getByRole('heading', { name: titles.es }).waitFor()
      expect(page.url()).toBe(`${siteUrl()}/library#content`)
    })
  })

  test('works as a plain link if scripts cannot set a cookie', async () => {
    await visit({}, async ({ page, open }) => {
      await page.addInitScript(() =>
        Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }),
      )
      await open('/library#content')
      await page.getByRole('link', { name: 'Español' }).click()
      await page.getByRole('heading', { name: titles.es }).waitFor()
      expect(page.url()).toBe(`${siteUrl()}/library#content`)
    })
  })
})

describe('the head of a page', () => {
  test('contains title, canonical address and links to its translations', async () => {
    await visit({ locale: 'es' }, async ({ page, open }) => {
      await open('/library/use-case/blog-outlines')
      const address = `${siteUrl()}/library/use-case/blog-outlines`
      const attribute = (selector: string, name: string) => page.locator(selector).getAttribute(name)
      expect(await page.title()).toBe('Preparar esquemas de artículos · Promptory')
      expect(await attribute('link[rel=canonical]', 'href')).toBe(`${address}?lang=es`)
      expect(await attribute('link[hreflang=en]', 'href')).toBe(address)
      expect(await attribute('link[hreflang=es]', 'href')).toBe(`${address}?lang=es`)
      expect(await attribute('link[hreflang=x-default]', 'href')).toBe(address)
      expect(await attribute('meta[property="og:locale"]', 'content')).toBe('es_ES')
      expect(await attribute('meta[name=description]', 'content')).toContain('Preparar esquemas de artículos')
      const steps = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
      expect(steps['@type']).toBe('BreadcrumbList')
      expect(steps.itemListElement.at(-1)).toMatchObject({ position: 3, item: address })
    })
  })
})

describe('a page that does not exist', () => {
  test.each(['/nowhere', '/library/prompt/nope', '/library/category/nope', '/library/use-case/nope', '/library/x/y/z'])(
    '%s returns 404 with the error page',
    async (path) => {
      await visit({}, async ({ page }) => {
        const answer = await openPage(page, path)
        expect(answer?.status()).toBe(404)
        await page
          .getByText(path.includes('/prompt/') ? 'Prompt not found' : 'Sorry, there is no such page :(')
          .first()
          .waitFor()
        await page.getByText('404', { exact: true }).waitFor()
        await page.getByText(path, { exact: true }).waitFor()
      })
    },
  )
})

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
