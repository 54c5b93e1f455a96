import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage } from '../support/browser/page.tsx'
import { listOf } from '../support/postgres/samples.ts'

const session = { created_at: '2026-01-01T00:00:00.000Z', last_used_at: '2026-01-02T00:00:00.000Z' }
const sessions = [
  { ...session, id: 'here', device: 'Chrome · Linux', is_current: true },
  { ...session, id: 'there', device: 'Firefox · Windows', is_current: false },
]
const collection = { id: 1, name: 'Reading', position: 0, prompt_count: 0, share_key: 'key' }
const answers = {
  [paths.api.meSessions]: listOf(sessions),
  [paths.api.savedPrompts()]: listOf([]),
  [paths.api.savedCategories]: ok([]),
  [paths.api.collections()]: listOf([collection]),
}
const open = (query = '') => openPage(`/profile${query}`, answers, { member: {} })
const buttonsIn = (container: HTMLElement) => within(container).getAllByRole('button')
const isRed = (button: HTMLElement) => /\b(button|text)-danger\b/.test(button.className)

/** Expects the red button to be last, and the only red one. */
function expectLast(container: HTMLElement, name: string) {
  const buttons = buttonsIn(container)
  expect(buttons.at(-1)?.getAttribute('aria-label') ?? buttons.at(-1)?.textContent).toBe(name)
  expect(buttons.map(isRed)).toEqual(buttons.map((_, at) => at === buttons.length - 1))
}

describe('the button of an irreversible action is red and last', () => {
  test('in the list of sessions, and for logging out everywhere', async () => {
    await open()
    const end = await screen.findByRole('button', { name: 'Log out: Firefox · Windows' })
    expectLast(end.closest('li') as HTMLElement, 'Log out: Firefox · Windows')
    const everywhere = screen.getByRole('button', { name: 'Log out everywhere' })
    expect(buttonsIn(everywhere.closest('section') as HTMLElement).at(-1)).toBe(everywhere)
    expect(isRed(everywhere)).toBe(true)
    fireEvent.click(everywhere)
    expectLast(await screen.findByRole('alertdialog'), 'Log out everywhere')
  })

  test('for deleting the account', async () => {
    await open()
    const removal = await screen.findByRole('button', { name: 'Delete my account…' })
    expect(isRed(removal)).toBe(true)
    expect(buttonsIn(screen.getByRole('main')).at(-1)).toBe(removal)
    fireEvent.click(removal)
    expectLast(await screen.findByRole('alertdialog'), 'Delete for good')
  })

  test.each([
    ['Delete “Reading”', 'alertdialog', 'Delete'],
    ['Share “Reading”', 'dialog', 'Disable the link'],
  ])('in collections: %s', async (name, role, last) => {
    await open('?tab=user_prompts')
    const opener = await screen.findByRole('button', { name })
    expectLast(opener.closest('li') as HTMLElement, 'Delete “Reading”')
    fireEvent.click(opener)
    expectLast(await screen.findByRole(role), last)
  })
})
