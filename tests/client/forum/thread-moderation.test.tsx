import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import type { Thread } from '#shared/forum/schema.ts'
import { sections, thread, threadCard } from '../../support/forum-samples.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answer, Answers } from '../../support/browser/page.tsx'
import { branch, openAsMember, openThread, slug } from '../../support/thread-samples.ts'

const request = `PATCH ${moderationPaths.api.thread(slug)}`
const changed = (changes: Partial<Thread>) => ok(thread({ comment_count: 1, ...changes }))
const closedNote = 'This thread is closed. Only moderators can add comments.'

type Opening = { state?: Partial<Thread>; answer: Answer | Answer[]; locale?: 'en' | 'es'; answers?: Answers }

async function openMenu({ state = {}, answer, locale = 'en', answers = {} }: Opening) {
  const page = await openAsMember([branch(1)], {
    answers: { [forumPaths.api.thread(slug)]: changed(state), [request]: answer, ...answers },
    options: { member: { role: 'moderator' }, locale },
  })
  const name = locale === 'en' ? 'Moderate this thread' : 'Moderar este hilo'
  await page.user.click(await screen.findByRole('button', { name }))
  const items = await screen.findAllByRole('menuitem')
  const choose = async (text: string) => page.user.click(screen.getByRole('menuitem', { name: text }))
  return { ...page, choose, items: items.map(({ textContent }) => textContent) }
}

const bodies = (written: { body: unknown }[]) => written.map(({ body }) => body)

describe("the moderators' menu", () => {
  test('is hidden from other members', async () => {
    await openAsMember([branch(1)])
    await screen.findByRole('button', { name: 'Write a comment' })
    expect(screen.queryByRole('button', { name: 'Moderate this thread' })).toBeNull()
  })

  test.each([
    ['en', 'Close the thread', 'Thread closed', 'Closed', 'Undo', 'Restored.'],
    ['es', 'Cerrar el hilo', 'Hilo cerrado', 'Cerrado', 'Deshacer', 'Recuperado.'],
  ] as const)('closes a thread, confirms it, and undoes it: %s', async (locale, action, text, mark, undo, back) => {
    const answer = [changed({ is_closed: true }), changed({})]
    const { user, written, choose } = await openMenu({ answer, locale })
    await choose(action)
    await screen.findByText(text)
    screen.getByText(mark)
    await user.click(screen.getByRole('button', { name: undo }))
    await screen.findByText(back)
    expect(screen.queryByText(mark)).toBeNull()
    expect(bodies(written())).toEqual([{ is_closed: true }, { is_closed: false }])
  })

  test('can reopen a closed thread and unpin a pinned thread', async () => {
    const state = { is_closed: true, is_pinned: true }
    const { items, choose, written } = await openMenu({ state, answer: changed({ is_closed: true }) })
    expect(items).toEqual(['Reopen the thread', 'Unpin from General', 'Move to another section', 'Moderate ben'])
    screen.getByRole('button', { name: 'Write a comment' })
    await choose('Unpin from General')
    await screen.findByText('Thread unpinned')
    expect(bodies(written())).toEqual([{ is_pinned: false }])
    expect(screen.queryByText('Pinned')).toBeNull()
  })

  test('shows why a thread cannot be pinned', async () => {
    const refusal = 'A section can have at most 5 pinned threads. Unpin one of them first.'
    const { choose } = await openMenu({ answer: refused(400, { is_pinned: [refusal] }) })
    await choose('Pin in General')
    await screen.findByText(refusal)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('moves a thread to another section, and back with its pin', async () => {
    const section = { slug: 'prompts', name: 'Prompts' }
    const { user, choose, written } = await openMenu({
      state: { is_pinned: true },
      answer: [changed({ section }), changed({ is_pinned: true })],
      answers: { [forumPaths.api.sections]: ok(sections) },
    })
    await choose('Move to another section')
    const dialog = await screen.findByRole('dialog')
    const choice = await within(dialog).findByRole<HTMLSelectElement>('combobox', { name: 'Section' })
    expect([...choice.options].map(({ text }) => text)).toEqual(['Prompts'])
    await user.click(within(dialog).getByRole('button', { name: 'Move' }))
    await screen.findByText('Thread moved to Prompts')
    expect(screen.getByRole('link', { name: 'Prompts' }).getAttribute('href')).toBe('/forum?section=prompts')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(bodies(written())).toEqual([{ section: 'prompts' }, { section: 'general', is_pinned: true }]),
    )
  })
})

describe('a closed thread', () => {
  test.each(['visitor', 'member'] as const)('shows a notice to a %s, without a comment form', async (who) => {
    const answers = { [forumPaths.api.thread(slug)]: changed({ is_closed: true }) }
    await (who === 'member' ? openAsMember([branch(1)], { answers }) : openThread([branch(1)], { answers }))
    await screen.findByText(closedNote)
    screen.getByText('Closed')
    expect(screen.queryByRole('button', { name: /Write a comment|Reply/ })).toBeNull()
    screen.getByText('Comment 1')
  })
})

test.each([
  ['en', 'Pinned', 'Closed'],
  ['es', 'Fijado', 'Cerrado'],
] as const)('a list marks pinned and closed threads: %s', async (locale, pinned, closed) => {
  const cards = [threadCard(1, { is_pinned: true }), threadCard(2, { is_closed: true }), threadCard(3)]
  await openPage(
    forumPaths.forum({ section: 'general' }),
    {
      [forumPaths.api.sections]: ok(sections),
      [forumPaths.api.threads({ section: 'general' })]: ok({ results: cards, next: null, previous: null }),
    },
    { locale },
  )
  const rows = screen.getAllByRole('listitem').filter((row) => row.hasAttribute('data-row'))
  expect(rows.map((row) => [pinned, closed].filter((text) => within(row).queryByText(text) !== null))).toEqual([
    [pinned],
    [closed],
    [],
  ])
})
