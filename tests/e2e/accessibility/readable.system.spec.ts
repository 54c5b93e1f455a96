import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addTextSpacing, coveredFocus, openKind, pageKinds, unreadableTexts } from '../../support/browser/readable.ts'
import { useSite } from '../../support/browser/visit.ts'

const { visit } = useSite()

const isWiderThanScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

async function expectReadable(page: Page): Promise<void> {
  expect(await isWiderThanScreen(page)).toBe(false)
  expect(await unreadableTexts(page)).toEqual([])
}

/** Window of 1,280 × 1,024 px at a zoom of 400%. */
const zoomed = { reducedMotion: 'reduce', viewport: { width: 320, height: 256 } } as const

describe.each(['en', 'es'])('in %s', (locale) => {
  test.each(pageKinds)('%s is readable at a zoom of 400% and with the text spacing of WCAG 1.4.12', async (kind) => {
    await visit({ ...zoomed, locale }, async ({ page, open }) => {
      await openKind(page, open, kind)
      await expectReadable(page)
      expect(await coveredFocus(page)).toEqual([])
      await addTextSpacing(page)
      await expectReadable(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectReadable(page)
    })
  })
})
