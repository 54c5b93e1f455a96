import { describe, expect, test } from 'vitest'
import { useSite } from '../support/visit.ts'

const { visit, siteUrl } = useSite()
const free = { category: 'content-marketing', useCase: 'blog-outlines', prompt: 'outline-a-long-read' }

describe('finding a prompt', () => {
  for (const [locale, library] of [
    ['en', 'Prompt library'],
    ['es', 'Biblioteca de prompts'],
  ] as const) {
    test(`leads from the front door to a prompt's text in ${locale}`, async () => {
      await visit({ locale }, async ({ page, open, asked }) => {
        await open('/')
        expect(new URL(page.url()).pathname).toBe('/library')
        expect(await page.locator('h1').textContent()).toBe(library)
        expect(await page.locator('html').getAttribute('lang')).toBe(locale)
        expect(asked).toEqual([])
        await page.locator(`a[href="/library/category/${free.category}"]`).first().click()
        await page.locator(`main a[href="/library/use-case/${free.useCase}"]`).click()
        const prompt = page.locator('main h3 a', { hasNot: page.locator('svg') }).last()
        const title = await prompt.textContent()
        await prompt.click()
        await page.waitForURL('**/library/prompt/**')
        await expect.poll(() => page.locator('h1').textContent()).toBe(title)
      })
    })
  }

  test('asks the server for nothing that its pages brought along', async () => {
    await visit({}, async ({ open, asked }) => {
      for (const path of [`/library`, `/library/use-case/${free.useCase}`, await firstFreePrompt()]) {
        await open(path)
        expect(asked).toEqual([])
      }
      await open(`/library/category/${free.category}`)
      expect(asked).toEqual([`/api/library/categories/${free.category}/click/`])
    })
  })

  test('goes back to where one was', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      await page.locator(`a[href="/library/category/${free.category}"]`).first().click()
      await page.waitForURL('**/library/category/**')
      await page.getByRole('heading', { name: 'Content marketing' }).waitFor()
      await page.goBack()
      await expect.poll(() => page.locator('h1').textContent()).toBe('Prompt library')
    })
  })
})

describe('the search box', () => {
  test('shows matching use cases as one types, and nothing when blank', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      const box = page.getByRole('combobox')
      await box.fill('BLOG')
      await page.getByRole('option', { name: 'Outline blog articles' }).waitFor()
      await box.fill('   ')
      await expect.poll(() => page.getByRole('option', { name: 'Outline blog articles' }).count()).toBe(0)
      await box.fill('zzzzzz')
      await page.getByText('Nothing was found').waitFor()
      await box.press('Escape')
      await expect.poll(() => page.getByText('Nothing was found').count()).toBe(0)
    })
  })

  test('narrows the use cases of a category', async () => {
    await visit({}, async ({ page, open }) => {
      await open(`/library/category/${free.category}`)
      await page.getByRole('searchbox').fill('outline')
      await expect.poll(() => page.locator('main li').count()).toBe(1)
      await page.getByRole('searchbox').fill('zzz')
      await page.getByText('Nothing was found').waitFor()
    })
  })
})

describe('the free-only switch', () => {
  test('hides locked categories, and is remembered by the browser', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      const cards = page.locator('main h3')
      const all = await cards.count()
      await page.getByLabel('Show only free content').check()
      await page.waitForURL('**/library?free=1')
      await expect.poll(() => cards.count()).toBeLessThan(all)
      await open('/library')
      await page.waitForURL('**/library?free=1')
      await page.getByLabel('Show only free content').uncheck()
      await expect.poll(() => cards.count()).toBe(all)
      await open('/library')
      expect(await cards.count()).toBe(all)
      expect(new URL(page.url()).search).toBe('')
    })
  })
})

describe('a prompt', () => {
  test('is copied to the clipboard, says so for a second, and is counted', async () => {
    const prompt = await firstFreePrompt()
    await visit({ permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, open, asked }) => {
      await open(prompt)
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toBe(await page.locator('main p.card').textContent())
      await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
      await expect.poll(() => asked).toEqual([`/api${prompt.replace('/prompt/', '/prompts/')}/copy/`])
    })
  })

  test('above the tier of a visitor shows its title and a note, and its text is nowhere in the page', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library/prompt/turn-interview-notes-into-outline')
      await page.getByText('Log in to view this content').waitFor()
      await page.getByText('The content is only available to registered users with a subscription.').waitFor()
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
      expect(await page.content()).not.toContain('"content":')
    })
  })
})

describe('without scripts', () => {
  test('the library is found, searched, filtered and read', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/library')
      await page.getByRole('searchbox').fill('blog')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('link', { name: 'Outline blog articles' }).first().click()
      await page.getByLabel('Length').selectOption('short')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL((url) => url.searchParams.get('length') === 'short')
      await open(await firstFreePrompt())
      expect((await page.locator('main p.card').textContent())?.length).toBeGreaterThan(100)
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
