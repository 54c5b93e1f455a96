import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { minFillingMs } from '#shared/forum/schema.ts'
import { thread } from '../../support/forum-samples.ts'
import { emptyAnswer, ok, refused, pendingAnswer } from '../../support/browser/page.tsx'
import { branch, lists, openAsMember, anaComment, pageOf, reply, slug } from '../../support/thread-samples.ts'

const { api } = forumPaths
const add = `POST ${lists()}`
const key = (parent = 0) => `forum.comment:${slug}:${parent}`
const element = (id: number) => document.getElementById(`comment-${id}`) as HTMLElement
const item = (id: number) => within(element(id))
const shown = () => [...document.querySelectorAll('[data-comment]')].map(({ id }) => id.replace('comment-', ''))
const field = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const created = (body: object) => ({ status: 201, body })

afterEach(() => vi.useRealTimers())

describe('a comment', () => {
  test('is posted with Ctrl+Enter, is shown with the focus on it, and leaves no draft', async () => {
    const { user, written } = await openAsMember([branch(1)], { answers: { [add]: created(anaComment(9)) } })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    const text = await field('Write a comment')
    await waitFor(() => expect(document.activeElement).toBe(text))
    await user.type(text, 'Well said')
    expect(localStorage.getItem(key())).toBe('Well said')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Comment posted successfully!')
    expect(shown()).toEqual(['1', '9'])
    expect(document.activeElement).toBe(element(9))
    expect(localStorage.getItem(key())).toBeNull()
    screen.getByRole('heading', { name: '2 comments' })
    const [{ body } = { body: {} }] = written()
    expect(body).toEqual({ body: 'Well said', typing_ms: expect.any(Number) })
  })

  test('is first if sorted by newest, and not repeated when its page is loaded', async () => {
    const { user } = await openAsMember([], {
      address: forumPaths.thread(slug, { sort: 'newest' }),
      answers: {
        [lists({ sort: 'newest' })]: pageOf([branch(2)], { next: `${lists()}?cursor=two` }),
        [`${lists()}?cursor=two`]: pageOf([branch(1), branch(9)]),
        [add]: created(anaComment(9)),
      },
    })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    await user.type(await field('Write a comment'), 'First')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() => expect(shown()).toEqual(['9', '2']))
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(shown()).toEqual(['9', '2', '1']))
  })

  test('that is held shows a notice, and is not counted', async () => {
    const { user } = await openAsMember([branch(1)], { answers: { [add]: created(anaComment(9, { status: 'held' })) } })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    await user.type(await field('Write a comment'), 'Quick')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByText('Comment sent. A moderator will look at it first.')
    await item(9).findByText(/A moderator will look at this comment/)
    screen.getByRole('heading', { name: '1 comment' })
  })

  test.each([
    ['en', refused(500), 'Something went wrong. Please try again.'],
    ['es', refused(500), 'Algo ha salido mal. Inténtalo de nuevo.'],
    ['en', refused(400, { body: ['At most two links.'] }), 'At most two links.'],
    [
      'en',
      refused(403, { detail: 'Confirm your email address before you post.' }),
      'Confirm your email address before you post.',
    ],
  ] as const)('that fails shows an error in %s (%j), and keeps the text', async (locale, answer, sentence) => {
    const { user } = await openAsMember([], { answers: { [add]: answer }, options: { locale } })
    await user.click(screen.getByRole('button', { name: /Write a comment|Escribe un comentario/ }))
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox')
    await user.type(text, 'Well said')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(sentence)
    expect([text.value, localStorage.getItem(key())]).toEqual(['Well said', 'Well said'])
  })

  test('keeps its text if the session has ended', async () => {
    const { user } = await openAsMember([], { answers: { [add]: refused(401, { code: 'token_not_valid' }) } })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    const text = await field('Write a comment')
    await user.type(text, 'Well said')
    // The end of a session removes drafts.
    localStorage.removeItem(key())
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByRole('dialog', { name: 'Log in to comment' })
    expect([text.value, text.readOnly, localStorage.getItem(key())]).toEqual(['Well said', false, 'Well said'])
  })

  test('sent again after a lost response has the same Idempotency-Key, unless its text was changed', async () => {
    const answers = { [add]: ['lost' as const, refused(502), 'lost' as const, created(anaComment(9))] }
    const { user, written } = await openAsMember([branch(1)], { answers })
    const keys = () => written().map(({ headers }) => headers?.['idempotency-key'])
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    const post = async () => {
      await user.click(screen.getByRole('button', { name: 'Post comment' }))
      await screen.findByText(/Please try again|could not be reached|not sent/)
    }
    await user.type(await field('Write a comment'), 'Well said')
    await post()
    await post()
    await user.type(await field('Write a comment'), '!')
    await post()
    expect(keys()).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      keys()[0],
      expect.not.stringMatching(`${keys()[0]}`),
    ])
    // The next form reads the sent text from storage, as after a reload.
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Continue your comment' }))
    expect((await field('Write a comment')).value).toBe('Well said!')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByText('Comment posted successfully!')
    expect(keys().slice(2)).toEqual([keys()[2], keys()[2]])
    expect(Object.keys(localStorage).filter((name) => name.startsWith('attempt'))).toEqual([])
  })

  test('cannot be edited while it is sent', async () => {
    const { user } = await openAsMember([], { answers: { [add]: pendingAnswer } })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    const text = await field('Write a comment')
    await user.type(text, 'Well said')
    await user.keyboard('{Control>}{Enter}{/Control} and more{Control>}b{/Control}')
    expect([text.value, text.readOnly]).toEqual(['Well said', true])
  })

  test('is restored from the draft, without a typing time that is too short', async () => {
    localStorage.setItem(key(), 'Half of')
    const { user, written } = await openAsMember([], { answers: { [add]: created(anaComment(9)) } })
    await user.click(screen.getByRole('button', { name: 'Continue your comment' }))
    expect((await field('Write a comment')).value).toBe('Half of')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByText('Comment posted successfully!')
    const [{ body } = { body: {} }] = written()
    const { typing_ms = 0, ...sent } = body as { typing_ms?: number }
    expect([sent, typing_ms >= minFillingMs]).toEqual([{ body: 'Half of' }, true])
  })

  test('keeps its text during a log-in after the session has ended', async () => {
    const { user } = await openAsMember([], { answers: { [add]: refused(401) } })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    await user.type(await field('Write a comment'), 'Well said')
    localStorage.clear()
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByRole('dialog', { name: 'Log in to comment' })
    expect(localStorage.getItem(key())).toBe('Well said')
  })

  test('is removed from the device by a log-out, even if it was typed in another tab', async () => {
    const { user } = await openAsMember([])
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    await user.type(await field('Write a comment'), 'Well')
    localStorage.clear()
    localStorage.setItem('signed_out', '1')
    await user.type(await field('Write a comment'), ' said')
    expect(localStorage.getItem(key())).toBeNull()
  })

  test('without a text is not sent', async () => {
    const { user, written } = await openAsMember([])
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    await user.type(await field('Write a comment'), '  ')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await screen.findByText('Write something first.')
    expect(written()).toEqual([])
  })
})

describe('a reply', () => {
  test('is written below its comment, and shown in its branch', async () => {
    const { user, written } = await openAsMember([branch(1, [reply(2, 1)]), branch(3)], {
      answers: { [add]: created(anaComment(9, { branch: 1, parent: { id: 2, author: null } })) },
    })
    await user.click(item(2).getByRole('button', { name: 'Reply' }))
    await user.type(await field('Your reply to ben'), 'I agree')
    expect(localStorage.getItem(key(2))).toBe('I agree')
    await user.click(screen.getByRole('button', { name: 'Post reply' }))
    await waitFor(() => expect(shown()).toEqual(['1', '2', '9', '3']))
    item(9).getByText('in reply to deleted user')
    expect(written()[0]?.body).toMatchObject({ parent: 2 })
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

const myComment = [branch(1, [], anaComment(1)), branch(2)]

describe('one’s own comment', () => {
  test('is edited in place, for half an hour', async () => {
    const change = `PATCH ${api.comment(1)}`
    const edited = anaComment(1, { body_html: '<p>Better</p>', edited_at: new Date().toISOString(), source: 'Better' })
    const { user } = await openAsMember(myComment, { answers: { [change]: ok(edited) } })
    await user.click(item(1).getByRole('button', { name: 'Edit' }))
    const text = await field('Edit your comment')
    expect(text.value).toBe('Source 1')
    screen.getByText(/^You can edit this until \d\d:\d\d\.$/)
    await user.clear(text)
    await user.type(text, 'Better')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await item(1).findByText('Better')
    item(1).getByText('edited')
    await waitFor(() => expect(document.activeElement).toBe(element(1)))
  })

  test('keeps an unsaved change for the next editing, until the change is discarded', async () => {
    const { user } = await openAsMember(myComment)
    await user.click(item(1).getByRole('button', { name: 'Edit' }))
    await user.type(await field('Edit your comment'), ' and more')
    cleanup()
    const again = await openAsMember(myComment)
    await again.user.click(item(1).getByRole('button', { name: 'Edit' }))
    expect((await field('Edit your comment')).value).toBe('Source 1 and more')
    await again.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await again.user.click(item(1).getByRole('button', { name: 'Edit' }))
    expect((await field('Edit your comment')).value).toBe('Source 1')
    expect(localStorage.getItem(`forum.comment:${slug}:edit-1`)).toBeNull()
  })

  test.each([
    ['ahead', 3_600_000],
    ['behind', -3_600_000],
  ])('can be edited as long as the server allows, with a clock an hour %s', async (_what, offset) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout'], shouldAdvanceTime: true })
    const created_at = new Date(Date.now() - offset).toISOString()
    const comments = [
      branch(1, [], anaComment(1, { created_at, edit_seconds_left: 60 })),
      branch(2, [], anaComment(2, { edit_seconds_left: 0 })),
    ]
    await openAsMember(comments)
    item(1).getByRole('button', { name: 'Edit' })
    expect(item(2).queryByRole('button', { name: 'Edit' })).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    item(1).getByRole('button', { name: 'Edit' })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(item(1).queryByRole('button', { name: 'Edit' })).toBeNull()
    cleanup()
    // A cache may return an equal response again.
    await openAsMember(comments)
    expect(item(1).queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('cannot be edited after that time', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'], shouldAdvanceTime: true })
    await openAsMember(myComment)
    item(1).getByRole('button', { name: 'Edit' })
    await act(() => vi.advanceTimersByTimeAsync(30 * 60_000))
    expect(item(1).queryByRole('button', { name: 'Edit' })).toBeNull()
  })

  test('is deleted, and restored with undo', async () => {
    const [remove, restore] = [`DELETE ${api.comment(1)}`, `POST ${api.commentRestore(1)}`]
    const { user, written } = await openAsMember(myComment, {
      answers: { [remove]: emptyAnswer, [restore]: ok(anaComment(1)) },
    })
    await user.click(item(1).getByRole('button', { name: 'Delete' }))
    await screen.findByText('Comment deleted')
    expect(shown()).toEqual(['2'])
    screen.getByRole('heading', { name: '1 comment' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Restored.')
    expect(shown()).toEqual(['1', '2'])
    expect(written().map(({ request }) => request)).toEqual([remove, restore])
  })

  test('becomes a placeholder when it is deleted with replies, with Undo for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], shouldAdvanceTime: true })
    await openAsMember([branch(1, [reply(2, 1)], anaComment(1))], {
      answers: { [`DELETE ${api.comment(1)}`]: emptyAnswer },
    })
    fireEvent.click(item(1).getByRole('button', { name: 'Delete' }))
    await screen.findByRole('button', { name: 'Undo' })
    expect(element(1).textContent).toBe('This comment was deleted.')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

const asModerator = (locale: 'en' | 'es') => ({ member: { role: 'moderator' as const }, locale })

describe('a moderator', () => {
  test.each([
    ['en', 'Delete', 'A moderator removed this comment.', 'Undo', 'Restored.'],
    ['es', 'Eliminar', 'El equipo de moderación ha retirado este comentario.', 'Deshacer', 'Recuperado.'],
  ] as const)('removes a comment, and restores it: %s', async (locale, action, left, undo, back) => {
    const [remove, restore] = [`DELETE ${api.comment(1)}`, `POST ${api.commentRestore(1)}`]
    const { user, written } = await openAsMember([branch(1, [reply(2, 1)])], {
      answers: { [remove]: emptyAnswer, [restore]: ok(branch(1)) },
      options: asModerator(locale),
    })
    await user.click(await item(1).findByRole('button', { name: action }))
    await waitFor(() => expect(element(1).textContent).toBe(left))
    await user.click(screen.getByRole('button', { name: undo }))
    await screen.findByText(back)
    item(1).getByText('Comment 1')
    expect(written().map(({ request }) => request)).toEqual([remove, restore])
  })

  test('removes a thread, and restores it', async () => {
    const { user } = await openAsMember([branch(1)], {
      answers: { [`DELETE ${api.thread(slug)}`]: emptyAnswer, [`POST ${api.threadRestore(slug)}`]: ok(thread()) },
      options: asModerator('en'),
    })
    const [removal] = await screen.findAllByRole('button', { name: 'Delete' })
    await user.click(removal as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(shown()).toEqual(['1']))
  })
})

const myThread = (changes = {}) =>
  ok(thread({ is_mine: true, source: 'What it says', edit_seconds_left: 1_800, ...changes }))

describe('one’s own thread', () => {
  test('that was rejected is edited in place, and submitted again', async () => {
    const change = `PATCH ${api.thread(slug)}`
    const { user, written } = await openAsMember([], {
      answers: {
        [api.thread(slug)]: myThread({
          status: 'rejected',
          edit_seconds_left: null,
          created_at: '2026-01-01T10:00:00.000Z',
          moderation_note: 'Say more',
        }),
        [change]: myThread({ status: 'pending', title: 'A better title' }),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit and submit again' }))
    const title = await field('Title')
    await user.clear(title)
    await user.type(title, 'A better title')
    expect(localStorage.getItem(`forum.comment:${slug}:edit-title`)).toBe('A better title')
    await user.click(screen.getByRole('button', { name: 'Submit again' }))
    await screen.findByRole('heading', { name: 'A better title' })
    screen.getByText('On Moderation')
    expect(written()[0]?.body).toEqual({ title: 'A better title', description: 'What it says' })
  })

  test('is deleted, and restored with undo', async () => {
    const { user } = await openAsMember([branch(1)], {
      answers: {
        [api.thread(slug)]: myThread(),
        [`DELETE ${api.thread(slug)}`]: emptyAnswer,
        [`POST ${api.threadRestore(slug)}`]: myThread(),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    await screen.findByRole('heading', { name: 'This thread is deleted' })
    expect(shown()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(shown()).toEqual(['1']))
  })
})
