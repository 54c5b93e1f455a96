import { describe, expect, test } from 'vitest'
import { goBack, goForward } from '../support/browser/when-loaded.ts'
import { skipPageAnswers } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit, siteUrl } = useSite()
const free = { category: 'content-marketing', useCase: 'blog-outlines', prompt: 'outline-a-long-read' }

describe('finding a prompt', () => {
  for (const [locale, library] of [
    ['en', 'Prompt library'],
    ['es', 'Biblioteca de prompts'],
  ] as const) {
    test(`leads from the library to the text of a prompt in ${locale}`, async () => {
      await visit({ locale }, async ({ page, open, requestedPaths }) => {
        await open('/library')
        expect(await page.locator('h1').textContent()).toBe(library)
        expect(await page.locator('html').getAttribute('lang')).toBe(locale)
        expect(requestedPaths).toEqual([])
        await page.locator(`a[href="/library/category/${free.category}"]`).first().click()
        await page.locator(`main h3 a[href="/library/use-case/${free.useCase}"]`).click()
        const prompt = page
          .locator('main li', { has: page.locator('.free') })
          .locator('h3 a')
          .last()
        const title = await prompt.textContent()
        await prompt.click()
        await page.waitForURL('**/library/prompt/**')
        await expect.poll(() => page.locator('h1').textContent()).toBe(title)
      })
    })
  }

  test('sends no API request for data that the page contains', async () => {
    await visit({}, async ({ open, requestedPaths }) => {
      for (const path of [`/library`, `/library/use-case/${free.useCase}`, await firstFreePrompt()]) {
        await open(path)
        expect(requestedPaths).toEqual([])
      }
      await open(`/library/category/${free.category}`)
      await expect.poll(() => requestedPaths).toEqual([`/api/library/categories/${free.category}/click/`])
    })
  })

  test('returns to the library with the back button', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await page.locator(`a[href="/library/category/${free.category}"]`).first().click()
      await page.waitForURL('**/library/category/**')
      await page.getByRole('heading', { name: 'Content marketing' }).waitFor()
      await goBack(page)
      await expect.poll(() => page.locator('h1').textContent()).toBe('Prompt library')
    })
  })
})

describe('the groups of the library', () => {
  test('take one row on a phone, without making the page wider', async () => {
    await visit({ viewport: { width: 390, height: 800 } }, async ({ page, open }) => {
      await open('/library')
      const tops = await page
        .locator('main nav .tab')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await open(`/library/category/${free.category}`)
      const isAfter = await page.evaluate(() => {
        const bottom = document.querySelector('main')?.getBoundingClientRect().bottom ?? Infinity
        return (document.querySelector('#content .side-list')?.getBoundingClientRect().top ?? 0) >= bottom
      })
      expect(isAfter).toBe(true)
      const { left, right, text } = await page.locator('#content .side-list').evaluate((nav) => {
        const box = nav.getBoundingClientRect()
        return {
          left: box.left,
          right: innerWidth - box.right,
          text: nav.querySelector('li span')?.getBoundingClientRect().left,
        }
      })
      expect({ left, text }).toEqual({ left: right, text: 16 })
    })
  })
})

describe('a locked card', () => {
  test('opens a dialog with its plan, which Cancel and Escape close', async () => {
    await visit({}, async ({ page, open }) => {
      const useCase = `/library/use-case/${free.useCase}`
      await open(useCase)
      const card = page.getByRole('link', { name: 'Turn interview notes into an outline' })
      const question = page.getByRole('dialog', {
        name: '“Turn interview notes into an outline” is part of Premium',
      })
      await card.click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect.poll(() => question.count()).toBe(0)
      await expect.poll(() => card.evaluate((it) => it === document.activeElement)).toBe(true)
      await page.keyboard.press('Enter')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => question.count()).toBe(0)
      expect(new URL(page.url()).pathname).toBe(useCase)
      await card.click()
      await question.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL('**/login')
      const stored = await page.evaluate(() => [localStorage, sessionStorage].flatMap((store) => Object.values(store)))
      expect(stored).toContain('/library/prompt/turn-interview-notes-into-outline')
    })
  })
})

describe('the prompts of a use case', () => {
  const useCase = `/library/use-case/${free.useCase}`
  const cards = '#content main h3'

  test('are filtered by the query of the address, and going back restores the former list', async () => {
    await visit({}, async ({ page, open }) => {
      await open(`${useCase}?order=rating_desc`)
      const all = await page.locator(cards).allTextContents()
      await page.getByRole('combobox', { name: 'Order' }).selectOption('Lowest rated')
      await page.waitForURL('**order=rating_asc')
      await page.getByRole('combobox', { name: 'Rating' }).selectOption('4.5')
      await page.getByText('Nothing was found').waitFor()
      expect(new URL(page.url()).search).toBe('?min_rating=4.5&order=rating_asc')
      await goBack(page)
      await expect.poll(async () => (await page.locator(cards).allTextContents()).toSorted()).toEqual(all.toSorted())
      expect(await page.getByRole('combobox', { name: 'Rating' }).inputValue()).toBe('')
      expect(await page.getByRole('combobox', { name: 'Order' }).inputValue()).toBe('rating_asc')
      await goForward(page)
      await page.getByRole('button', { name: 'Clear the filters' }).click()
      await page.waitForURL('**?order=rating_asc')
      await expect.poll(() => page.locator(cards).count()).toBe(all.length)
      await open(`${useCase}?min_rating=4.5`)
      expect(await page.getByRole('combobox', { name: 'Rating' }).inputValue()).toBe('4.5')
      await page.getByText('Nothing was found').waitFor()
    })
  })

  test('are loaded page by page to the end, and the focus moves to the first new one', async () => {
    await visit({}, async ({ page, open }) => {
      await skipPageAnswers(page)
      await page.route('**/use-cases/*/prompts/', (route) =>
        route.continue({ url: `${route.request().url()}?limit=1` }),
      )
      await open(`/library/category/${free.category}`)
      await page.locator(`main h3 a[href="${useCase}"]`).click()
      await page.waitForURL(`**${useCase}`)
      const more = page.getByRole('link', { name: 'Load more' })
      await more.waitFor()
      for (let count = 1; (await more.count()) > 0; count++) {
        expect(await page.locator(cards).count()).toBe(count)
        await more.focus()
        await page.keyboard.press('Enter')
        await expect.poll(() => page.locator(cards).count()).toBe(count + 1)
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.textContent))
          .toBe(await page.locator(`${cards} a`).last().textContent())
      }
      await page.getByText('No more prompts').waitFor()
      expect(await page.locator(cards).count()).toBeGreaterThan(2)
    })
  })
})

describe('a prompt', () => {
  test('is copied to the clipboard, confirmed for a second, and counted', async () => {
    const prompt = await firstFreePrompt()
    await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, open, requestedPaths }) => {
      await open(prompt)
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(await page.locator('main .prompt-text').textContent())
      await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
      await expect.poll(() => requestedPaths).toEqual([`/api${prompt.replace('/prompt/', '/prompts/')}/copy/`])
    })
  })

  test('above the tier of a visitor shows title and note, without its text in the page', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library/prompt/turn-interview-notes-into-outline')
      await page.locator('main').getByText('Log in to view this content').waitFor()
      await page.getByText('The content is only available to registered users with a subscription.').waitFor()
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
      expect(await page.content()).not.toContain('"content":')
    })
  })
})

describe('without scripts', () => {
  test('the library can be searched, filtered and read', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/library')
      await page.getByRole('searchbox').fill('blog')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: 'Outline blog articles' }).first().click()
      await page.getByRole('switch', { name: 'Show only free content' }).check()
      await page.getByRole('button', { name: 'Apply' }).first().click()
      await page.waitForURL((url) => url.search === '?free=1')
      expect(await page.locator('main .premium').count()).toBe(0)
      await open(`/library/use-case/${free.useCase}?free=1&order=rating_desc`)
      await page.getByLabel('Length').selectOption('short')
      await page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(
        ({ searchParams }) => searchParams.get('length') === 'short' && searchParams.get('free') === '1',
      )
      await open(await firstFreePrompt())
      expect(await page.locator('main .prompt-text').innerText()).toMatch(/^[^]{10,}\$\{\w+\}[^]{60,}$/)
      expect(await page.locator('main textarea').first().isVisible()).toBe(false)
      expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(false)
    })
  })
})

/** The page of a prompt that every visitor may read. */
async function firstFreePrompt(): Promise<string> {
  const answer = await fetch(`${siteUrl()}/api/library/use-cases/${free.useCase}/prompts/`)
  const { results } = (await answer.json()) as { results: { slug: string; required_tier: number }[] }
  return `/library/prompt/${results.find(({ required_tier }) => required_tier === 0)?.slug}`
}
