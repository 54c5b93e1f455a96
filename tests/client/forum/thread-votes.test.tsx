import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { ok, refused, pendingAnswer } from '../../support/browser/page.tsx'
import type { Answer } from '../../support/browser/page.tsx'
import { branch, lists, openAsMember, openThread, anaComment, pageOf, slug } from '../../support/thread-samples.ts'

const { api } = forumPaths
const item = (id: number) => within(document.getElementById(`comment-${id}`) as HTMLElement)
const like = (id: number) => item(id).getByRole('button', { name: /^Like/ })
const dislike = (id: number) => item(id).getByRole('button', { name: /^Dislike/ })
const vote = `POST ${api.commentVote(1)}`
const votes = (likes: number, dislikes: number, your_vote: string | null) => ok({ likes, dislikes, your_vote })
const report = `POST ${api.commentReport(1)}`

describe('a vote', () => {
  test("is counted at once, and then replaced by the server's counts", async () => {
    const { user, written } = await openAsMember([branch(1)], { answers: { [vote]: votes(9, 1, 'like') } })
    fireEvent.click(like(1))
    expect(like(1).textContent).toBe('3')
    expect(like(1).getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(like(1).textContent).toBe('9'))
    expect(dislike(1).textContent).toBe('1')
    await user.click(dislike(1))
    expect(written()).toEqual([
      { request: vote, body: { value: 'like' } },
      { request: vote, body: { value: 'dislike' } },
    ])
  })

  test('is withdrawn by a second click, which is ignored during the request', async () => {
    const { user, written } = await openAsMember([branch(1)], {
      answers: { [vote]: [votes(3, 0, 'like'), votes(2, 0, null)] },
    })
    await user.dblClick(like(1))
    await waitFor(() => expect(like(1).getAttribute('aria-pressed')).toBe('true'))
    expect(written()).toHaveLength(1)
    await user.click(like(1))
    await waitFor(() => expect(like(1).getAttribute('aria-pressed')).toBe('false'))
    expect(written().at(-1)?.body).toEqual({ value: null })
  })

  test.each([
    ['en', refused(500), 'Something went wrong. Please try again.'],
    ['es', 'lost', 'Algo ha salido mal. Inténtalo de nuevo.'],
    ['en', refused(403, { detail: 'Not now.', code: 'forbidden' }), 'Not now.'],
  ] as const)('that fails shows an error in %s (%j), and is undone', async (locale, answer: Answer, sentence) => {
    const { user } = await openAsMember([branch(1)], { answers: { [vote]: answer }, options: { locale } })
    const button = item(1).getByRole('button', { name: /^(Like|Me gusta)/ })
    await user.click(button)
    await screen.findByText(sentence)
    expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual(['2', 'false'])
  })

  test('that is changed during its request ends as the last choice', async () => {
    const { promise: slow, resolve: answer } = Promise.withResolvers<{ status: number; body: unknown }>()
    const { written } = await openAsMember([branch(1)], { answers: { [vote]: [slow, votes(2, 1, 'dislike')] } })
    for (const button of [like(1), like(1), dislike(1)]) fireEvent.click(button)
    expect([like(1).textContent, dislike(1).textContent]).toEqual(['2', '1'])
    expect(written()).toHaveLength(1)
    answer({ status: 200, body: { likes: 3, dislikes: 0, your_vote: 'like' } })
    await waitFor(() => expect(written().map(({ body }) => body)).toEqual([{ value: 'like' }, { value: 'dislike' }]))
    await waitFor(() => expect(dislike(1).getAttribute('aria-pressed')).toBe('true'))
    expect(like(1).textContent).toBe('2')
  })

  test("that follows a failed vote shows the server's state", async () => {
    await openAsMember([branch(1)], { answers: { [vote]: [votes(3, 0, 'like'), refused(429)] } })
    fireEvent.click(like(1))
    fireEvent.click(dislike(1))
    await screen.findByText('Something went wrong. Please try again.')
    expect([like(1).textContent, like(1).getAttribute('aria-pressed')]).toEqual(['3', 'true'])
  })

  test.each(['lost', refused(409)] as const)('with an unknown result loads the counts again: %j', async (answer) => {
    const [before, after] = [pageOf([branch(1)]), pageOf([branch(1, [], { likes: 7, your_vote: 'like' })])]
    await openAsMember([], { answers: { [lists()]: [before, before, after], [vote]: answer } })
    fireEvent.click(like(1))
    await screen.findByText('Something went wrong. Please try again.')
    await waitFor(() => expect([like(1).textContent, like(1).getAttribute('aria-pressed')]).toEqual(['7', 'true']))
  })

  test('is not undone by a response with comments that was requested before', async () => {
    const { promise: slow, resolve: answer } = Promise.withResolvers<{ status: number; body: unknown }>()
    const second = `${lists()}?cursor=two`
    const { user } = await openAsMember([], {
      answers: {
        [lists()]: pageOf([branch(1)], { next: second }),
        [second]: slow,
        [vote]: votes(3, 0, 'like'),
      },
    })
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await user.click(like(1))
    await waitFor(() => expect(like(1).getAttribute('aria-pressed')).toBe('true'))
    answer({ status: 200, body: { results: [branch(2)], next: null, previous: null } })
    await waitFor(() => expect(document.getElementById('comment-2')).not.toBeNull())
    expect([like(1).textContent, like(1).getAttribute('aria-pressed')]).toEqual(['3', 'true'])
  })

  test("is not offered for one's own comment", async () => {
    await openAsMember([branch(1, [], anaComment(1))])
    expect(item(1).queryByRole('button', { name: /Like|Report/ })).toBeNull()
    expect(item(1).queryByText(/likes/)).toBeNull()
  })
})

describe('saving a thread', () => {
  const save = `POST ${api.threadSave(slug)}`
  const unsave = `DELETE ${api.threadUnsave(slug)}`

  test('is shown at once, and undone if it fails', async () => {
    const { user, written } = await openAsMember([], {
      answers: { [save]: [refused(500), ok({ is_saved: true })], [unsave]: ok({ is_saved: false }) },
    })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Something went wrong. Please try again.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Saved' }))
    await screen.findByRole('button', { name: 'Save' })
    expect(written().map(({ request }) => request)).toEqual([save, save, unsave])
  })
})

describe('the share button of a comment', () => {
  test('copies the link, and confirms it', async () => {
    const { user } = await openThread([branch(1)])
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.click(item(1).getByRole('button', { name: 'Share' }))
    await screen.findByText('The link has been copied!')
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/forum/thread/thread-1?comment=1#comment-1`)
  })

  test('is among the actions that one button reveals on phones', async () => {
    const { user } = await openThread([branch(1)])
    const more = item(1).getByRole('button', { name: 'More actions' })
    const actions = item(1).getByRole('button', { name: 'Share' }).parentElement
    expect([more.getAttribute('aria-expanded'), actions?.className]).toEqual(['false', 'more-actions'])
    await user.click(more)
    expect([more.getAttribute('aria-expanded'), actions?.className]).toEqual(['true', 'more-actions is-open'])
  })

  test.each([
    ['en', 'Share', 'Couldn`t copy the link. Copy the address of this page instead.'],
    ['es', 'Compartir', 'No se ha podido copiar el enlace. Copia la dirección de esta página.'],
  ] as const)('shows an error in %s if the link cannot be copied', async (locale, name, sentence) => {
    await openThread([branch(1)], { options: { locale } })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    Object.assign(document, { execCommand: () => false })
    fireEvent.click(item(1).getByRole('button', { name }))
    await screen.findByText(sentence)
  })
})

const openReport = async (answer: Answer | Answer[], locale: 'en' | 'es' = 'en') => {
  const page = await openAsMember([branch(1)], { answers: { [report]: answer }, options: { locale } })
  await page.user.click(item(1).getByRole('button', { name: /Report|Denunciar/ }))
  const dialog = await screen.findByRole('dialog')
  return { ...page, dialog, send: within(dialog).getByRole('button', { name: /Send|Enviar/ }) }
}

describe('a report', () => {
  test('is sent with or without a reason, once', async () => {
    const { user, dialog, send, written } = await openReport(refused(201, {}))
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'Spam')
    await user.dblClick(send)
    await screen.findByText('Reported successfully')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(written()).toEqual([{ request: report, body: { reason: 'Spam' } }])
  })

  test.each([
    ['en', 'Already reported.'],
    ['es', 'Ya lo has denunciado.'],
  ] as const)('sent before shows a notice in %s', async (locale, sentence) => {
    const { user, send } = await openReport(refused(409), locale)
    await user.click(send)
    await screen.findByText(sentence)
  })

  test.each([
    ['en', 'Error while sending the report.'],
    ['es', 'Error al enviar la denuncia.'],
  ] as const)('that fails shows an error in %s, and keeps the reason', async (locale, sentence) => {
    const { user, dialog, send } = await openReport(refused(500), locale)
    const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox')
    await user.type(reason, 'Spam')
    await user.click(send)
    await within(dialog).findByText(sentence)
    expect(reason.value).toBe('Spam')
  })
})

describe('a visitor', () => {
  test.each([
    [() => like(1), 'Log in to vote', '?comment=1'],
    [() => item(1).getByRole('button', { name: 'Reply' }), 'Log in to comment', '?comment=1'],
    [() => item(1).getByRole('button', { name: 'Report' }), 'Log in to report this', '?comment=1'],
    [() => screen.getByRole('button', { name: 'Save' }), 'Log in to save this thread', ''],
    [() => screen.getByRole('button', { name: 'Write a comment' }), 'Log in to comment', ''],
  ] as const)('is asked to log in, and returns to the thread: %s', async (find, sentence, search) => {
    const { user, written } = await openThread([branch(1)])
    await user.click(find())
    await screen.findByRole('dialog', { name: sentence })
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(forumPaths.thread(slug) + search)
    expect(written()).toEqual([])
  })

  test('whose session has ended is asked to log in, and nothing changes', async () => {
    const { user } = await openAsMember([branch(1)], { answers: { [vote]: pendingAnswer, [report]: refused(401) } })
    await user.click(item(1).getByRole('button', { name: 'Report' }))
    await user.click(await screen.findByRole('button', { name: 'Send report' }))
    await screen.findByRole('dialog', { name: 'Log in to report this' })
  })
})
