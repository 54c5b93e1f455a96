import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsInBothThemes } from '../support/browser/axe.ts'
import { navigate, reloadPage, whenLoaded } from '../support/browser/when-loaded.ts'
import { skipPageAnswers } from '../support/trouble.ts'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()
const prompt = '/library/prompt/outline-a-long-read'
const counted = '/api/library/prompts/outline-a-long-read/copy/'
const permissions = ['clipboard-read', 'clipboard-write']
/** Indexes of placeholders in the text; their labels are content and may change. */
const [length, topic, reader, outcome] = [0, 1, 2, 3]
const blank = (page: Page, at: number) => page.locator('.prompt-text').getByRole('textbox').nth(at)
/** Text of the prompt without the fields. */
const textOf = (page: Page) =>
  page.locator('main p.prompt-text').evaluate((text) => {
    const copy = text.cloneNode(true) as HTMLElement
    for (const field of copy.querySelectorAll('textarea')) field.remove()
    return copy.textContent
  })
const boxOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
const isFocused = (element: Element) => element === document.activeElement
/** True if no sticky bar covers the element. */
const isInView = (element: Element) => {
  const { left, top, bottom } = element.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) => element.contains(document.elementFromPoint(left + 4, y)))
}
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Address of the next page that opens; requests to its host are answered locally. */
async function follow(page: Page, host: string, act: () => Promise<void>): Promise<string> {
  await page.context().route(`https://${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const [opened] = await Promise.all([page.context().waitForEvent('page'), act()])
  await opened.waitForURL(`https://${host}/**`)
  expect(await opened.evaluate(() => opener)).toBe(null)
  const url = opened.url()
  await opened.close()
  return url
}

describe('the placeholders of a prompt', () => {
  test('are filled in within the text, and keep their values after a reload and a change of language', async () => {
    await visit({ permissions }, async ({ page, open }) => {
      await open(prompt)
      expect(await textOf(page)).toContain('an article of 2,000 words on ${topic}')
      await page.getByRole('textbox', { name: 'Length', exact: true }).press('Tab')
      await page.keyboard.type('night trains')
      await page.keyboard.press('Enter')
      await expect.poll(() => blank(page, reader).evaluate(isFocused)).toBe(true)
      await page.keyboard.press('Shift+Tab')
      await expect.poll(() => blank(page, topic).evaluate(isFocused)).toBe(true)
      await expect.poll(() => textOf(page)).toContain('an article of 2,000 words on night trains. Plan only')
      await blank(page, length).fill('900 words')
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByText('Copied; 2 blanks left').waitFor()
      await expect.poll(() => clipboard(page)).toContain('an article of 900 words on night trains. Plan only')
      await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector('.prompt-text') as Node))
      await page.keyboard.press('ControlOrMeta+c')
      await expect.poll(() => clipboard(page)).toBe(await textOf(page))
      await reloadPage(page)
      await expect.poll(() => blank(page, topic).inputValue()).toBe('night trains')
      await whenLoaded(page, () => page.getByRole('link', { name: 'Español' }).click())
      await page.locator('html[lang=es]').waitFor()
      await expect.poll(() => blank(page, topic).inputValue()).toBe('night trains')
      expect(await blank(page, length).inputValue()).toBe('900 words')
      await page.getByRole('button', { name: 'Borrar' }).click()
      await expect.poll(() => textOf(page)).toContain('sobre ${tema}')
      await reloadPage(page)
      expect(await blank(page, topic).inputValue()).toBe('')
    })
  })

  test('grow with the typed text, and cause no layout shift when they are restored', async () => {
    await visit({ viewport: { width: 390, height: 844 } }, async ({ page, open }) => {
      await open(prompt)
      const top = () => page.locator('.prompt-text').evaluate((text) => text.getBoundingClientRect().top + scrollY)
      const before = await top()
      const typed = `one\ntwo\n\n${'a long sentence '.repeat(10)}${'word'.repeat(30)}\n`
      await blank(page, topic).fill(typed)
      const fits = () =>
        blank(page, topic).evaluate((field) => {
          const [box, around] = [field.getBoundingClientRect(), field.closest('.prompt-text')?.getBoundingClientRect()]
          const isWithin = around && box.left >= around.left && box.right <= around.right && box.bottom <= around.bottom
          return [field.scrollHeight <= field.clientHeight, field.clientHeight > 200, isWithin]
        })
      await expect.poll(fits).toEqual([true, true, true])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await reloadPage(page)
      await expect.poll(() => blank(page, topic).inputValue()).toBe(typed)
      await expect.poll(fits).toEqual([true, true, true])
      expect(await top()).toBe(before)
    })
  })

  test('keep input from before the scripts run, and stored values', async () => {
    await visit({}, async ({ page, open }) => {
      await open(prompt)
      await blank(page, reader).fill('cooks')
      const held = Promise.withResolvers<void>()
      await page.route('**/entry-browser-*.js', async (route) => {
        await held.promise
        await route.continue()
      })
      await navigate(page, prompt, { waitUntil: 'commit' })
      await blank(page, topic).fill('night trains')
      held.resolve()
      await expect
        .poll(() => textOf(page))
        .toContain('on night trains. Plan only; do not write it.\n\nReader and their situation: cooks')
      expect(await blank(page, topic).inputValue()).toBe('night trains')
      await open(prompt)
      await expect
        .poll(() => textOf(page))
        .toContain('on night trains. Plan only; do not write it.\n\nReader and their situation: cooks')
    })
  })

  test('of a folded text unfold it when the focus moves to a hidden placeholder', async () => {
    await visit({}, async ({ page, open }) => {
      await skipPageAnswers(page)
      await open('/library/use-case/blog-outlines')
      await page.route('**/api/library/prompts/outline-a-long-read/', async (route) => {
        const response = await route.fetch()
        const answer = await response.json()
        const content = `\${topic}\n${'A line of the text\n'.repeat(60)}\${reader}`
        await route.fulfill({ response, json: { ...answer, content } })
      })
      await page.locator(`main a[href="${prompt}"]`).click()
      const text = page.locator('.prompt-text')
      const height = () => text.evaluate((element) => element.clientHeight)
      await page.getByRole('button', { name: 'Show all' }).waitFor()
      const folded = await height()
      expect(folded).toBeLessThan(700)
      await blank(page, 0).press('Tab')
      await page.getByRole('button', { name: 'Show less' }).waitFor()
      await expect.poll(() => blank(page, 1).evaluate(isFocused)).toBe(true)
      await expect.poll(() => blank(page, 1).evaluate(isInView)).toBe(true)
      await expect.poll(height).toBeGreaterThan(folded * 2)
    })
  })
})

describe('the answer of the example', () => {
  test.each([
    [1280, true],
    [1279, false],
  ])('is beside the text on a screen of %d px: %s', async (width, isBeside) => {
    await visit({ viewport: { width, height: 900 } }, async ({ page, open }) => {
      await open(prompt)
      const [text, answer] = [await boxOf(page, '.prompt-text'), await boxOf(page, '.prompt-example')]
      expect(answer.left > text.right && answer.top < text.bottom).toBe(isBeside)
      expect(answer.top > text.bottom).toBe(!isBeside)
      expect((await boxOf(page, '.prompt-more nav')).top).toBeGreaterThan(answer.bottom)
    })
  })
})

describe('the actions of a prompt', () => {
  test.each([768, 1440])('stay above its text on a screen of %d px', async (width) => {
    await visit({ viewport: { width, height: 500 } }, async ({ page, open }) => {
      await open(prompt)
      expect((await boxOf(page, '.prompt-actions')).bottom).toBeLessThan((await boxOf(page, '.prompt-text')).top)
      await page.evaluate(() => scrollTo(0, document.querySelector('.prompt-notes')?.getBoundingClientRect().top ?? 0))
      const [header, actions] = [await boxOf(page, '.topbar'), await boxOf(page, '.prompt-actions')]
      expect(actions.top).toBeGreaterThanOrEqual(header.bottom - 1)
      expect(actions.bottom).toBeLessThan(250)
      const names = await page
        .locator('.prompt-actions button')
        .evaluateAll((all) => all.slice(2).map((one) => one.getAttribute('title')))
      expect(names).toEqual(['Save', 'Share', 'Add to collection'])
    })
  })

  test.each([320, 390, 767])('are a bar at the bottom of a screen of %d px, which covers no text', async (width) => {
    await visit({ viewport: { width, height: 420 } }, async ({ page, open }) => {
      await open(prompt)
      const bar = await boxOf(page, '.prompt-actions')
      expect(bar.bottom).toBe(420)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const lines = await page.locator('main ol > li').evaluateAll((steps) => {
        const [first] = steps
        const isAtLeft = (step: Element) => step.getBoundingClientRect().left === first?.getBoundingClientRect().left
        return steps.filter(isAtLeft).map((step) => step.textContent[0])
      })
      expect(lines).not.toContain('/')
      const buttons = page.locator('.prompt-actions button')
      expect(await buttons.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual([])
      await blank(page, length).focus()
      for (const at of [topic, reader, outcome]) {
        await page.keyboard.press('Enter')
        await expect.poll(() => blank(page, at).evaluate(isFocused)).toBe(true)
        await expect.poll(() => blank(page, at).evaluate(isInView)).toBe(true)
      }
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect.poll(async () => (await boxOf(page, '.prompt-actions')).bottom).toBeLessThan(0)
    })
  })
})

describe('copying a prompt', () => {
  test('succeeds without the Clipboard API, and keeps the focus', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
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
      await expect.poll(() => requestedPaths).toEqual([counted])
    })
  })
})

describe('running a prompt', () => {
  test('opens an assistant with the filled-in text, and counts as a copy', async () => {
    await visit({}, async ({ page, open, requestedPaths }) => {
      await open(prompt)
      await blank(page, topic).fill('tea & cake')
      await page.getByRole('button', { name: 'Open in…' }).press('Enter')
      await page.getByRole('menu', { name: 'Open in…' }).waitFor()
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
      await expect.poll(() => requestedPaths).toEqual([counted])
      await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    })
  })

  test('copies the text for an assistant that accepts no text in its address', async () => {
    await visit({ permissions }, async ({ page, open, requestedPaths }) => {
      await open(prompt)
      await page.getByRole('button', { name: 'Open in…' }).click()
      const url = await follow(page, 'gemini.google.com', () => page.getByRole('menuitem', { name: 'Gemini' }).click())
      expect(url).toBe('https://gemini.google.com/app')
      await page.getByText('Copied. Paste it there.').waitFor()
      expect(await clipboard(page)).toBe(await textOf(page))
      await expect.poll(() => requestedPaths).toEqual([counted])
    })
  })
})

describe('sharing a prompt', () => {
  test('copies the address if the system cannot share, and confirms it', async () => {
    await visit({ permissions }, async ({ page, open }) => {
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
      await open(prompt)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByText('The link has been copied!').waitFor()
      expect(await clipboard(page)).toBe(page.url())
    })
  })
})

const pipeline = '/library/pipeline/webinar-to-newsletter'
const stepAt = (page: Page, at: number) => page.locator(`#step-${at}`)
const answerOf = (page: Page, at: number) => stepAt(page, at).getByLabel('Paste the answer here')

describe('a pipeline', () => {
  test('passes answers from step to step, and keeps its state after a reload', async () => {
    await visit({ permissions, reducedMotion: 'reduce' }, async ({ page, open }) => {
      await open('/library')
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Pipelines/ })
        .click()
      await page.locator(`main a[href="${pipeline}"]`).waitFor()
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByRole('combobox').fill('webinar newsletter')
      await page.getByRole('option').filter({ hasText: 'Pipeline · 4 steps' }).click()
      await page.waitForURL(`**${pipeline}`)
      expect(await stepAt(page, 2).getByRole('button', { name: 'Copy' }).isVisible()).toBe(false)
      await stepAt(page, 1).getByRole('textbox').first().fill('words of the webinar')
      await stepAt(page, 1).getByRole('button', { name: 'Copy' }).click()
      await expect.poll(() => clipboard(page)).toContain('words of the webinar')
      const answer = `THE ANSWER ${'of many words '.repeat(8_000)}`
      await answerOf(page, 1).fill(answer)
      await answerOf(page, 1).press('End')
      await page.keyboard.type('and its end')
      await stepAt(page, 1).getByRole('link', { name: 'Continue to step 2' }).press('Enter')
      await expect.poll(() => stepAt(page, 2).locator('summary').evaluate(isFocused)).toBe(true)
      await stepAt(page, 2).getByRole('button', { name: 'Copy' }).click()
      await expect.poll(() => clipboard(page)).toContain(`${answer}and its end`)
      await reloadPage(page)
      await page.getByText('1 of 4 steps done').waitFor()
      expect(await violationsInBothThemes(page)).toEqual([])
      expect(await stepAt(page, 2).locator('.step-text').textContent()).toContain('THE ANSWER of many words')
      expect(await page.locator('li[aria-current=step][id]').getAttribute('id')).toBe('step-2')
      await whenLoaded(page, () => page.getByRole('link', { name: 'Español' }).click())
      await page.locator('html[lang=es]').waitFor()
      await expect.poll(() => stepAt(page, 1).getByRole('textbox').first().inputValue()).toBe('words of the webinar')
      await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
      await page.getByText('0 de 4 pasos hechos').waitFor()
      await page.getByRole('button', { name: 'Deshacer' }).click()
      await page.getByText('1 de 4 pasos hechos').waitFor()
    })
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open(pipeline)
      await stepAt(page, 2).locator('summary').click()
      expect(await stepAt(page, 2).locator('.step-text').isVisible()).toBe(true)
      expect(await page.getByRole('textbox').count()).toBe(0)
    })
  })
})

describe('recently viewed prompts', () => {
  test('are listed in the library, latest first and without repeats, until they are cleared', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/library')
      const heading = page.getByRole('heading', { name: 'Recently viewed' })
      expect(await heading.count()).toBe(0)
      for (const path of [prompt, '/library/prompt/find-an-angle-nobody-took', prompt]) await open(path)
      await open('/library/prompt/turn-interview-notes-into-outline')
      await open('/library')
      await heading.waitFor()
      const links = page.getByRole('region', { name: 'Recently viewed' }).getByRole('link')
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
