import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useSite } from '../support/browser/visit.ts'

const { visit } = useSite()

const calls = (page: Page) =>
  page.locator('section > div', { has: page.getByRole('heading', { name: 'Stop rewriting the same prompt. See the' }) })
const call = (page: Page) => calls(page).locator('p span:not(.invisible)').textContent()
const typed = (page: Page) => page.locator('.typed-task > span > span:not(.invisible)').textContent()

/** Waits for React's scheduled work, which uses messages and not the stopped clock. */
const flushReact = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve)
        port1.start()
        port2.postMessage(null)
      })
    }
  })
/** Advances the stopped clock of a page, in ms. */
async function pass(page: Page, time: number) {
  await flushReact(page)
  await page.clock.runFor(time)
  await flushReact(page)
}
async function stopClock(page: Page, open: (path: string) => Promise<void>) {
  await page.clock.install({ time: 0 })
  await open('/')
  await page.clock.pauseAt(60_000)
}

describe('the rotating calls to action', () => {
  test('change every 2500 ms and start over', async () => {
    await visit({}, async ({ page, open }) => {
      await stopClock(page, open)
      await calls(page).hover()
      await flushReact(page)
      await page.mouse.move(0, 0)
      const seen = [await call(page)]
      for (let turn = 0; turn < 4; turn++) {
        await pass(page, 2_499)
        expect(await call(page)).toBe(seen.at(-1))
        await pass(page, 1)
        seen.push(await call(page))
      }
      expect(new Set(seen).size).toBe(4)
      expect(seen[4]).toBe(seen[0])
    })
  })

  test('pause under the pointer, while they have the focus, and after the pause button', async () => {
    await visit({}, async ({ page, open }) => {
      await stopClock(page, open)
      const expectStill = async () => {
        await flushReact(page)
        const line = await call(page)
        for (let turn = 0; turn < 3; turn++) {
          await pass(page, 2_500)
          expect(await call(page)).toBe(line)
        }
      }
      const expectMoving = async () => {
        const line = await call(page)
        await pass(page, 2_500)
        expect(await call(page)).not.toBe(line)
      }
      await calls(page).hover()
      await expectStill()
      await page.mouse.move(0, 0)
      await expectMoving()
      await calls(page).getByRole('link').focus()
      await expectStill()
      await calls(page).getByRole('link').blur()
      await expectMoving()
      await page.getByRole('button', { name: 'Pause the moving text' }).first().press('Enter')
      await expectStill()
      await page.getByRole('button', { name: 'Play the moving text' }).first().press('Enter')
      await expectMoving()
    })
  })
})

const hero = 'section:has(h1)'
/** Text of an element, with the visible values of its blanks. */
const textOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const copy = element.cloneNode(true) as Element
    for (const part of copy.querySelectorAll('.invisible, textarea, .fill > span:not(.fill-value)')) part.remove()
    return copy.textContent.replaceAll(/\s+/g, ' ')
  })
const filledIn = (page: Page) => textOf(page, '.hero-text')
const openBlanks = (page: Page) => page.locator('.hero-text .fill-open').count()
const state = async (page: Page) => [await typed(page), await filledIn(page)].join()

/** Boxes of the elements in the hero, except those in lines of text. */
const boxes = (page: Page) =>
  page.locator(`${hero} :is(h1, p, div, section, li, a, button)`).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [element.nodeName, x, y + scrollY, width, height].join(' ')
    }),
  )

describe('the hero', () => {
  test.each([
    ['en', 390, 'of 2,000 words on baking less', 'explain ', 'idea at three depths: nonresponse bias in a survey'],
    [
      'es',
      1440,
      'de 2.000 palabras sobre hornear menos',
      'explicar ',
      'idea en tres niveles: el sesgo de no respuesta',
    ],
  ])('types a task and fills in its prompt without a layout shift, in %s at %i px', async (...row) => {
    const [locale, width, first, secondTask, second] = row
    await visit({ locale, viewport: { width, height: 800 } }, async ({ page, open }) => {
      await stopClock(page, open)
      const shifts = await page.evaluateHandle(() => {
        const found: number[] = []
        const note = (list: PerformanceObserverEntryList) => void found.push(...list.getEntries().map(() => 1))
        new PerformanceObserver(note).observe({ type: 'layout-shift' })
        return found
      })
      const before = await boxes(page)
      expect(await filledIn(page)).toContain(first)
      /** Advances one letter at a time, each within this many ms. */
      const goOn = async (isThere: () => Promise<boolean>) => {
        for (let step = 0; step < 300 && !(await isThere()); step++) {
          await page.clock.runFor(2_600)
          await flushReact(page)
        }
        expect(await isThere()).toBe(true)
        expect(await boxes(page)).toEqual(before)
      }
      await goOn(async () => (await typed(page)) === '')
      await goOn(async () => (await typed(page)) === secondTask)
      const isOpen = await openBlanks(page)
      expect(isOpen).toBeGreaterThan(1)
      await goOn(async () => (await openBlanks(page)) < isOpen)
      await goOn(async () => (await filledIn(page)).includes(second))
      expect(await shifts.evaluate((found) => found.length)).toBe(0)
    })
  })

  test.each(['en', 'es'])(
    'fills the prompt with what is typed into the headline, and copies it, in %s',
    async (locale) => {
      const label = locale === 'en' ? 'Topic' : 'Tema'
      await visit({ locale, permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, open }) => {
        await open('/')
        const headline = page.locator('.typed-task').getByRole('textbox', { name: label })
        await headline.click()
        await page.keyboard.type('city gardens')
        await expect.poll(() => filledIn(page)).toContain('city gardens')
        expect(
          await page.getByRole('button', { name: locale === 'en' ? 'Pause the moving text' : 'Pausar' }).count(),
        ).toBe(1)
        await page.getByRole('button', { name: locale === 'en' ? 'Copy' : 'Copiar', exact: true }).click()
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('city gardens')
        await page.getByRole('link', { name: locale === 'en' ? 'Open the prompt' : 'Abrir el prompt' }).click()
        const onPage = page.locator('.prompt-text').getByRole('textbox', { name: label }).first()
        await expect.poll(() => onPage.inputValue()).toBe('city gardens')
      })
    },
  )

  test('pauses under the pointer, out of view, in a hidden tab, and after the pause button', async () => {
    await visit({}, async ({ page, open }) => {
      await stopClock(page, open)
      const isMoving = async () => {
        const before = await state(page)
        await pass(page, 3_000)
        return before !== (await state(page))
      }
      const figure = page.locator('.hero-sheet')
      const pause = figure.getByRole('button', { name: 'Pause the moving text' })
      expect(await isMoving()).toBe(true)
      await figure.locator('.hero-text').hover({ position: { x: 5, y: 5 } })
      expect(await isMoving()).toBe(false)
      expect(await pause.textContent()).toBe('Pause')
      // After Play the text moves although the pointer is over the button.
      await pause.click()
      await flushReact(page)
      expect(await isMoving()).toBe(false)
      await figure.getByRole('button', { name: 'Play the moving text' }).click()
      expect(await isMoving()).toBe(true)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect.poll(isMoving).toBe(false)
      await page.evaluate(() => scrollTo(0, 0))
      await expect.poll(isMoving).toBe(true)
      await page.mouse.move(0, 0)
      const hide = (isHidden: boolean) =>
        page.evaluate((hidden) => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
          document.dispatchEvent(new Event('visibilitychange'))
        }, isHidden)
      await hide(true)
      expect(await isMoving()).toBe(false)
      await hide(false)
      expect(await isMoving()).toBe(true)
    })
  })

  test('has a sentence for screen readers instead of the typed task, and names its fields', async () => {
    await visit({ locale: 'es' }, async ({ page, open }) => {
      await open('/')
      const snapshot = await page.locator('.hero-head').ariaSnapshot()
      expect(snapshot).toContain('Encuentra un prompt para planificar un artículo, responder a una queja,')
      expect(snapshot).toContain('textbox "Tema"')
      expect(snapshot).not.toContain('planificar un artículo sobre')
    })
  })
})

describe('a visitor with reduced motion', () => {
  test('sees the first task complete and the first call to action, without changes', async () => {
    await visit({ reducedMotion: 'reduce' }, async ({ page, open }) => {
      await stopClock(page, open)
      for (let turn = 0; turn < 4; turn++) {
        expect(await typed(page)).toBe('outline an article on ')
        expect(await filledIn(page)).toContain('baking less')
        expect(await call(page)).toBe('Stop rewriting the same prompt.')
        await pass(page, 2_500)
      }
      expect(await page.getByRole('button', { name: 'Pause the moving text' }).count()).toBe(0)
    })
  })
})

describe('the landing page', () => {
  for (const [locale, title, plans, library, free, premium, account] of [
    [
      'en',
      'Say what you need',
      'See the plans',
      'Browse the',
      'Create a free',
      'Get Premium',
      'Create an account first',
    ],
    [
      'es',
      'Di qué necesitas',
      'Ver los planes',
      'Explorar la',
      'Crear una',
      'Conseguir Premium',
      'Crear primero una cuenta',
    ],
  ] as const) {
    test(`links to the plans, the library and the accounts in ${locale}`, async () => {
      await visit({ locale }, async ({ page, open }) => {
        await open('/')
        expect(await page.locator('h1').textContent()).toContain(title)
        const target = (name: string) => page.locator('main').getByRole('link', { name }).getAttribute('href')
        expect(await target(plans)).toBe('/subscription')
        expect(await target(library)).toBe('/library')
        expect(await target(free)).toBe('/register')
        expect(await target(premium)).toBe('/subscription')
        expect(await target(account)).toBe('/register')
        const prices = await page.locator('#pricing .whitespace-nowrap > span:first-child').allTextContents()
        expect(prices.map((price) => price.replace(/[\s$US]/g, ''))).toEqual(['0', locale === 'en' ? '9.99' : '9,99'])
      })
    })
  }

  test('opens and closes an answer with the keyboard', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/')
      const answer = page.getByText('Not to look around')
      expect(await answer.isVisible()).toBe(false)
      await page.locator('summary', { hasText: 'Do I need an account?' }).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => answer.isVisible()).toBe(true)
      await page.keyboard.press('Space')
      await expect.poll(() => answer.isVisible()).toBe(false)
    })
  })

  test('has structured data of the organization, the site and the questions on the page', async () => {
    await visit({}, async ({ page, open }) => {
      await open('/')
      const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
      const facts = texts.map((text) => JSON.parse(text) as { '@type': string; mainEntity?: { name: string }[] })
      expect(facts.map((fact) => fact['@type'])).toEqual(['Organization', 'WebSite', 'FAQPage'])
      const questions = await page.locator('main summary').allTextContents()
      expect(questions.length).toBeGreaterThan(0)
      expect(facts[2]?.mainEntity?.map(({ name }) => name)).toEqual(questions)
    })
  })

  test('can be read without scripts, answers included', async () => {
    await visit({ javaScriptEnabled: false }, async ({ page, open }) => {
      await open('/')
      expect(await typed(page)).toBe('outline an article on ')
      expect(await filledIn(page)).toContain('baking less')
      expect(await call(page)).toBe('Stop rewriting the same prompt.')
      await page.getByText('What do I get with Premium?').click()
      await expect.poll(() => page.getByText('Premium costs $9.99 per month').isVisible()).toBe(true)
      expect(await page.getByRole('button', { name: 'Pause the moving text' }).count()).toBe(0)
    })
  })
})
