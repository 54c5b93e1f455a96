import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { sections, thread, threadCard } from '../../support/forum-samples.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import { listOf } from '../../support/postgres/samples.ts'
import { ben, branch, openAsMember, openThread, slug } from '../../support/thread-samples.ts'

const { api } = forumPaths
const mark = `PUT ${api.threadAnswer(slug)}`
const unmark = `DELETE ${api.threadAnswer(slug)}`
const answer = { id: 1, author: ben, excerpt: 'Comment 1' }
const mine = thread({ comment_count: 2, is_mine: true })
const answered = { ...mine, answer, is_answered: true }
const branches = () => [branch(1), branch(2)]

const comment = (name: 1 | 2) => within(document.querySelector<HTMLElement>(`#comment-${name}`) ?? document.body)

describe('the answer of a thread', () => {
  test.each([
    ['en', 'This answered it', 'Marked as the answer', 'Answered by ben', 'Go to the answer', 'Answer', 'Undo'],
    [
      'es',
      'Esto lo ha resuelto',
      'Marcado como respuesta',
      'Resuelto por ben',
      'Ir a la respuesta',
      'Respuesta',
      'Deshacer',
    ],
  ] as const)(
    'is marked by the author of the thread, and unmarked: %s',
    async (locale, name, message, head, link, chip, undo) => {
      const { user, written } = await openAsMember(branches(), {
        answers: { [api.thread(slug)]: ok(mine), [mark]: ok(answered), [unmark]: ok(mine) },
        options: { locale },
      })
      const [first] = await screen.findAllByRole('button', { name })
      await user.click(first ?? document.body)
      await screen.findByText(message)
      screen.getByRole('heading', { name: head })
      expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(
        `${forumPaths.thread(slug, { comment: 1 })}#comment-1`,
      )
      comment(1).getByText(chip)
      expect(comment(1).getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
      expect(comment(2).queryByText(chip)).toBeNull()
      await user.click(screen.getByRole('button', { name: undo }))
      await screen.findByText(locale === 'en' ? 'Restored.' : 'Recuperado.')
      expect(screen.queryByRole('heading', { name: head })).toBeNull()
      expect(written().map(({ request, body }) => [request, body])).toEqual([
        [mark, { comment_id: 1 }],
        [unmark, undefined],
      ])
    },
  )

  test('is shown to other readers, who cannot mark an answer', async () => {
    const answers = { [api.thread(slug)]: ok({ ...answered, is_mine: false }) }
    await openThread(branches(), { answers })
    screen.getByRole('heading', { name: 'Answered by ben' })
    expect(screen.queryByRole('button', { name: 'This answered it' })).toBeNull()
  })

  test('shows why the server refused the mark, and does not change', async () => {
    const { user } = await openAsMember(branches(), {
      answers: { [api.thread(slug)]: ok(mine), [mark]: refused(403, { detail: 'Only who started the thread.' }) },
    })
    const [first] = await screen.findAllByRole('button', { name: 'This answered it' })
    await user.click(first ?? document.body)
    await screen.findByText('Only who started the thread.')
    expect(screen.queryByRole('heading', { name: /^Answered by/ })).toBeNull()
  })

  test.each([
    ['en', 'Answered'],
    ['es', 'Resuelto'],
  ] as const)('marks its thread in lists: %s', async (locale, name) => {
    const cards = listOf([threadCard(1, { is_answered: true }), threadCard(2)])
    await openPage('/forum', { [api.sections]: ok(sections), [api.threads()]: cards }, { locale })
    expect((await screen.findAllByText(name)).map((chip) => chip.closest('li')?.textContent)).toEqual([
      expect.stringContaining('Thread 1'),
    ])
  })
})
