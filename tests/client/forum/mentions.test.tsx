import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { ok } from '../../support/browser/page.tsx'
import { branch, openAsMember, slug } from '../../support/thread-samples.ts'

// Imports the file in advance, since compiling it takes time.
await import('../../../client/forum/editor/mention-list.tsx')
await import('../../../client/forum/thread/thread-forms.tsx')
await import('../../../client/forum/editor/editor-field.tsx')

const { authors } = forumPaths.api
const named = (...usernames: string[]) =>
  ok(usernames.map((username) => ({ username, avatar_color: '#116b45', is_team: username === 'team' })))
const answers = {
  [authors({ q: '', thread: slug })]: named('ben', 'bruna'),
  [authors({ q: 'b', thread: slug })]: named('ben', 'bruna', 'Bo'),
  [authors({ q: 'bx', thread: slug })]: named(),
}
const openForm = async () => {
  const page = await openAsMember([branch(1)], { answers })
  await page.user.click(screen.getByRole('button', { name: 'Write a comment' }))
  await screen.findByRole('textbox', { name: 'Write a comment' })
  const area = document.querySelector('textarea') as HTMLTextAreaElement
  return { ...page, area }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const marked = (area: HTMLElement) => document.getElementById(area.getAttribute('aria-activedescendant') ?? '')

describe('a mention', () => {
  test('is completed with the keyboard, from authors of the thread first', async () => {
    const { user, area } = await openForm()
    await user.type(area, 'Thanks @')
    await waitFor(() => expect(options()).toEqual(['Bben', 'Bbruna']))
    expect([area.getAttribute('role'), area.getAttribute('aria-expanded')]).toEqual(['combobox', 'true'])
    within(document.getElementById(area.getAttribute('aria-controls') ?? '') as HTMLElement).getByText('ben')
    expect(marked(area)?.textContent).toBe('Bben')
    screen.getByText('2 people found')
    await user.keyboard('{ArrowDown}')
    expect(marked(area)?.textContent).toBe('Bbruna')
    await user.keyboard('b')
    await waitFor(() => expect(options()).toEqual(['Bben', 'Bbruna', 'BBo']))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(area.value).toBe('Thanks @Bo ')
    await waitFor(() => expect(options()).toEqual([]))
    expect([area.hasAttribute('role'), document.activeElement === area]).toEqual([false, true])
    await user.keyboard('and @')
    await waitFor(() => expect(options()).toEqual(['Bben', 'Bbruna']))
    await user.keyboard('{ArrowUp}{Tab}')
    expect(area.value).toBe('Thanks @Bo and @bruna ')
    expect(document.activeElement).toBe(area)
  })

  test('is completed with the pointer, or dismissed with Escape', async () => {
    const { user, area } = await openForm()
    await user.type(area, '@b')
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(options()).toEqual([]))
    await user.keyboard('e')
    expect([area.value, options()]).toEqual(['@be', []])
    await user.clear(area)
    await user.type(area, '(@b')
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.click(screen.getByRole('option', { name: /bruna/ }))
    expect([area.value, document.activeElement]).toEqual(['(@bruna ', area])
  })

  test('is not suggested in e-mail addresses, or without matching names', async () => {
    const { user, area } = await openForm()
    await user.type(area, 'me@b')
    await act(async () => {})
    expect(options()).toEqual([])
    await user.type(area, ' @bx')
    await waitFor(() => expect(area.hasAttribute('role')).toBe(false))
    await user.keyboard('{Enter}more')
    expect(area.value).toBe('me@b @bx\nmore')
  })
})
