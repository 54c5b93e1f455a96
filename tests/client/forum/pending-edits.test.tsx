import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { thread } from '../../support/forum-samples.ts'
import { ok } from '../../support/browser/page.tsx'
import { branch, openAsMember, anaComment, slug } from '../../support/thread-samples.ts'

const { api } = forumPaths
const edit = (title: string | null) => ({
  title,
  source: 'My *new* text',
  html: '<p>My <em>new</em> text</p>',
  created_at: '2026-01-01T10:20:00.000Z',
})
const notes = {
  en: [
    'Your change is waiting for approval',
    'Only you and moderators can see it. Until a moderator has looked at it, everyone else sees the text below.',
  ],
  es: [
    'Tu cambio espera aprobación',
    'Solo lo veis tú y el equipo de moderación. Hasta que lo revise, los demás ven el texto de abajo.',
  ],
} as const
const myThread = (changes = {}) =>
  ok(
    thread({
      is_mine: true,
      source: 'What it says',
      edit_seconds_left: 1_800,
      created_at: new Date().toISOString(),
      ...changes,
    }),
  )
const mine = (changes = {}) => branch(1, [], anaComment(1, changes))

describe('the author of a thread with a pending edit', () => {
  test.each(['en', 'es'] as const)('sees a notice, the new text and the public text: %s', async (locale) => {
    await openAsMember([], {
      answers: { [api.thread(slug)]: myThread({ pending_edit: edit('My new title') }) },
      options: { locale },
    })
    const [title, note] = notes[locale]
    await screen.findByText(title)
    screen.getByText(note)
    screen.getByText('My new title')
    expect(screen.getByText('new').tagName).toBe('EM')
    screen.getByRole('heading', { level: 1, name: 'Thread 1' })
    screen.getByText('What it says')
  })

  test('continues editing the pending text', async () => {
    const change = `PATCH ${api.thread(slug)}`
    const { user, written } = await openAsMember([], {
      answers: {
        [api.thread(slug)]: myThread(),
        [change]: myThread({ pending_edit: edit('My new title') }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), ' and more')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('Changes sent. A moderator will look at them first.')
    await screen.findByText(notes.en[0])
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const fields = await screen.findAllByRole<HTMLInputElement | HTMLTextAreaElement>('textbox')
    expect(fields.map(({ value }) => value)).toEqual(['My new title', 'My *new* text'])
    expect(screen.queryByText(notes.en[0])).toBeNull()
    expect(written()).toHaveLength(1)
  })
})

describe('the author of a comment with a pending edit', () => {
  test('sees a notice, and continues editing the pending text', async () => {
    const { user } = await openAsMember([mine()], {
      answers: { [`PATCH ${api.comment(1)}`]: ok(anaComment(1, { pending_edit: edit(null) })) },
    })
    const item = within(document.getElementById('comment-1') as HTMLElement)
    await user.click(await item.findByRole('button', { name: 'Edit' }))
    await user.type(await item.findByRole('textbox'), ' and more')
    await user.click(item.getByRole('button', { name: 'Save changes' }))
    await screen.findByText('Changes sent. A moderator will look at them first.')
    await item.findByText(notes.en[0])
    item.getByText(notes.en[1])
    expect(item.getByText('new').tagName).toBe('EM')
    item.getByText('Comment 1')
    screen.getByRole('heading', { name: '1 comment' })
    await user.click(item.getByRole('button', { name: 'Edit' }))
    expect((await item.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('My *new* text')
  })
})
