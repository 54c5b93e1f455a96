import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { myThreadCard, threadCard } from '../support/forum-samples.ts'
import { ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { listOf } from '../support/postgres/samples.ts'

const { api } = forumPaths
const open = (answers: Answers, query = 'threads', options: Parameters<typeof openPage>[2] = {}) =>
  openPage(`/profile?tab=${query}`, answers, { member: {}, ...options })
const row = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('li') ?? document.body)

describe('the threads of a member', () => {
  test("show status and moderator's note, and an edit link if the server allows it", async () => {
    await open({
      [api.myThreads()]: listOf([
        myThreadCard(1, { status: 'pending', can_edit: true }),
        myThreadCard(2, { status: 'rejected', can_edit: true, moderation_note: 'Say more.' }),
        // The browser's clock is first behind, then ahead.
        myThreadCard(3, { created_at: new Date().toISOString() }),
        myThreadCard(4, { can_edit: true }),
        myThreadCard(5, { created_at: new Date().toISOString(), is_hidden: true }),
      ]),
    })
    const pending = await row('Thread 1')
    pending.getByText('On Moderation')
    const rejected = await row('Thread 2')
    rejected.getByText('Rejected')
    rejected.getByText('Say more.')
    const mend = rejected.getByRole('link', { name: 'Edit and submit again : Thread 2' })
    expect(mend.getAttribute('href')).toBe('/forum/new?edit=thread-2')
    const published = await row('Thread 3')
    published.getByText('Published')
    published.getByText('2 comments')
    expect(published.queryByRole('link', { name: /^Edit/ })).toBeNull()
    const fresh = await row('Thread 4')
    fresh.getByRole('link', { name: /^Edit/ })
    const hidden = await row('Thread 5')
    hidden.getByText('Hidden by reports')
    expect(hidden.queryByRole('link', { name: /^Edit/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Publications' }).getAttribute('aria-current')).toBe('true')
  })

  test('show their status in Spanish', async () => {
    await open({ [api.myThreads()]: listOf([myThreadCard(1, { status: 'pending' })]) }, 'threads', { locale: 'es' })
    const pending = await row('Thread 1')
    expect(pending.getByText('En moderación').className).toContain('chip')
  })

  test('are loaded page by page, and can be loaded again after an error', async () => {
    const second = api.myThreads({ cursor: 'two' })
    const { user } = await open({
      [api.myThreads()]: [refused(404), listOf([myThreadCard(1)], second)],
      [second]: listOf([myThreadCard(1), myThreadCard(2)]),
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await row('Thread 2')
    expect(within(screen.getByRole('main')).getAllByRole('heading', { level: 3 })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })
})

describe('the saved threads of a member', () => {
  test('stay listed after they are unsaved, and can be saved again', async () => {
    const [unsave, save] = [`DELETE ${api.threadUnsave('thread-1')}`, `POST ${api.threadSave('thread-1')}`]
    const { written } = await open(
      {
        [api.savedThreads()]: listOf([threadCard(1), threadCard(2, { author: null })]),
        [unsave]: ['lost', ok({ is_saved: false })],
        [save]: ok({ is_saved: true }),
      },
      'threads&of=saved',
    )
    const saved = await row('Thread 1')
    saved.getByText('ben')
    const removed = await row('Thread 2')
    removed.getByText('deleted user')
    fireEvent.click(saved.getByRole('button', { name: 'Unsave : Thread 1' }))
    const alert = await screen.findByRole('alertdialog', { name: 'Could not update save state.' })
    fireEvent.click(within(alert).getByRole('button'))
    await waitFor(() => expect(saved.getByRole<HTMLButtonElement>('button', { name: /^Unsave/ }).disabled).toBe(false))
    const isReady = () => !saved.getByRole<HTMLButtonElement>('button', { name: /save/i }).disabled
    fireEvent.click(saved.getByRole('button', { name: /^Unsave/ }))
    const undo = saved.getByRole('button', { name: /^Save/ })
    await waitFor(() => expect(isReady()).toBe(true))
    fireEvent.click(undo)
    await saved.findByRole('button', { name: /^Unsave/ })
    await waitFor(() => expect(isReady()).toBe(true))
    expect(written().map(({ request }) => request)).toEqual([unsave, unsave, save])
  })
})
