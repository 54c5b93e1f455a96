import { describe, expect, test } from 'vitest'
import { indistinctStates, unseenControls, withoutFocusOutline } from '../../support/browser/forced-colors.ts'
import { openKind, pageKinds } from '../../support/browser/readable.ts'
import { useSite } from '../../support/browser/visit.ts'

const { visit } = useSite()
const forced = { forcedColors: 'active', reducedMotion: 'reduce' } as const

describe('with forced colors', () => {
  test.each(pageKinds)('%s shows its controls, their states and the focus, as it does without', async (kind) => {
    await visit(forced, async ({ page, open }) => {
      await openKind(page, open, kind)
      const address = page.url()
      expect(await unseenControls(page)).toEqual([])
      expect(await indistinctStates(page)).toEqual([])
      expect(await withoutFocusOutline(page)).toEqual([])
      await page.emulateMedia({ forcedColors: 'none' })
      expect(await withoutFocusOutline(page)).toEqual([])
      expect(page.url()).toBe(address)
    })
  })

  test('the search dialog shows its field and the marked option', async () => {
    await visit(forced, async ({ page, open }) => {
      await open('/library')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      expect(await unseenControls(page)).toEqual([])
      expect(await indistinctStates(page)).toEqual([])
    })
  })

  test('the list of shortcuts shows the state of its switch', async () => {
    await visit(forced, async ({ page, open }) => {
      await open('/terms-of-service')
      await page.keyboard.press('?')
      const option = page.getByRole('switch', { name: 'Single-key shortcuts' })
      const on = await option.screenshot()
      await option.press('Space')
      await option.evaluate((element: HTMLElement) => element.blur())
      await option.evaluate((element: HTMLElement) => element.focus())
      expect((await option.screenshot()).equals(on)).toBe(false)
    })
  })
})
