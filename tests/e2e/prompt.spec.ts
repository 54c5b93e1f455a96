import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { reloadPage } from '../support/settled.ts'
import { useSite } from '../support/visit.ts'

const { visit } = useSite()
const prompt = '/library/prompt/outline-a-long-read'
const counted = '/api/library/prompts/outline-a-long-read/copy/'
const permissions = ['clipboard-read', 'clipboard-write']
const textOf = (page: Page) => page.locator('main p.prompt-text').textContent()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** The next page that opens, while nobody asks the host itself. */
async function follow(page: Page, host: string, act: () => Promise<void>): Promise<string> {
  await page.context().route(`https://${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()])
  await opened.waitForURL(`https://${host}/**`)
  expect(await opened.evaluate(() => opener)).toBe(null)
  const url = opened.url()
  await opened.close()
  return url
}

describe('the places of a prompt', () => {
  test('fill in as one types, are copied filled, last over a reload, and are cleared', async () => {
    await visit({ permissions }, async ({ page, open }) => {
      await open(prompt)
      expect(await textOf(page)).toContain('about 2,000 words on ${topic}')
      await page.getByLabel('topic').fill('night trains')
      await expect.poll(() => textOf(page)).toContain('about 2,000 words on night trains for ${reader}')
      await page.getByLabel('length').fill('900 words')
      await expect.poll(() => page.locator('mark').first().textContent()).toBe('900 words')
      await page.getByRole('button', { name: 'Copy' }).click()
      await expect.poll(() => clipboard(page)).toContain('about 900 words on night trains for ${reader}')
      await reloadPage(page)
      await expect.poll(() => page.getByLabel('topic').inputValue()).toBe('night trains')
      expect(await textOf(page)).toContain('about 900 words on night trains')
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect.poll(() => textOf(page)).toContain('about 2,000 words on ${topic}')
      await reloadPage(page)
      expect(await page.getByLabel('topic').inputValue()).toBe('')
    })
  })

  test('restored, move nothing above the text', async () => {
    await visit({}, async ({ page, open }) => {
      await open(prompt)
      const top = () =>
        page.locator('main p.prompt-text').evaluate((text) => text.getBoundingClientRect().top + scrollY)
      const before = await top()
      await page.getByLabel('topic').fill('one\ntwo\nthree')
      await reloadPage(page)
      await expect.poll(() => page.getByLabel('topic').inputValue()).toBe('one\ntwo\nthree')
      expect(await top()).toBe(before)
    })
  })
})

describe('copying a prompt', () => {
  test('works without the Clipboard API, and keeps the focus', async () => {
    await visit({}, async ({ page, open, asked }) => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'clipboard', { value: undefined })
        document.addEventListener('copy', (event) => {
          document.documentElement.dataset.copied = (event.target as HTMLTextAreaElement).value
        })
      })
      await open(prompt)
      const button = page.getByRole('button', { name: 'Copy' })
      await button.press('Enter')
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.locator('html').getAttribute('data-copied')).toBe(await textOf(page))
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Cop/)
      await expect.poll(() => asked).toEqual([counted])
    })
  })
})

describe('running a prompt', () => {
  test('opens the filled text in an assistant, by keyboard, and counts as a copy', async () => {
    await visit({}, async ({ page, open, asked }) => {
      await open(prompt)
      await page.getByLabel('topic').fill('tea & cake')
      await page.getByRole('button', { name: 'Run in…' }).press('Enter')
      await page.getByRole('menu', { name: 'Run in…' }).waitFor()
      const claude = page.getByRole('menuitem', { name: 'Claude' })
      await expect
        .poll(async () => {
          await page.keyboard.press('c')
          return claude.evaluate((item) => item === document.activeElement)
        })
        .toBe(true)
      const url = await follow(page, 'claude.ai', () => page.keyboard.press('Enter'))
      expect(new URL(url).searchParams.get('q')).toBe(await textOf(page))
      expect(url).toContain('tea%20%26%20cake')
      await expect.poll(() => asked).toEqual([counted])
      await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    })
  })

  test('leaves the text in the clipboard for an assistant that takes none', async () => {
    await visit({ permissions }, async ({ page, open, asked }) => {
      await open(prompt)
      await page.getByRole('button', { name: 'Run in…' }).click()
      const url = await follow(page, 'gemini.google.com', () => page.getByRole('menuitem', { name: 'Gemini' }).click())
      expect(url).toBe('https://gemini.google.com/app')
      await page.getByText('Copied. Paste it there.').waitFor()
      expect(await clipboard(page)).toBe(await textOf(page))
      await expect.poll(() => asked).toEqual([counted])
    })
  })
})

describe('sharing a prompt', () => {
  test('copies the address where the system cannot share, and says so', async () => {
    await visit({ permissions }, async ({ page, open }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
      await open(prompt)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByText('Link copied').waitFor()
      expect(await clipboard(page)).toBe(page.url())
    })
  })
})

describe('recently viewed prompts', () => {
  test('stand on the library page, latest first and once each, until they are cleared', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      const heading = page.getByRole('heading', { name: 'Recently viewed' })
      expect(await heading.count()).toBe(0)
      for (const path of [prompt, '/library/prompt/find-an-angle-nobody-took', prompt]) await open(path)
      await open('/library/prompt/turn-interview-notes-into-outline')
      await open('/library')
      await heading.waitFor()
      const links = page.locator('main a[href^="/library/prompt/"]')
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        prompt,
        '/library/prompt/find-an-angle-nobody-took',
      ])
      await page.getByRole('button', { name: 'Clear' }).click()
      await expect.poll(() => heading.count()).toBe(0)
      await open('/library')
      expect(await heading.count()).toBe(0)
    })
  })
})
