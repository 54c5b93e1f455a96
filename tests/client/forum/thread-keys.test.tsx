import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { ok } from '../../support/browser/page.tsx'
import { branch, openAsMember, openThread, reply, slug } from '../../support/thread-samples.ts'

const { api } = forumPaths
/** Opens the thread and waits for its keyboard shortcuts. */
const open: typeof openThread = async (...thread) => {
  const page = await openThread(...thread)
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  return page
}
const focused = () => document.activeElement?.id

const setBounds = (id: number, top: number, bottom: number) => {
  const element = document.getElementById(`comment-${id}`) as HTMLElement
  element.style.scrollMarginTop = '96px'
  element.style.scrollMarginBottom = '80px'
  vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 100, bottom - top))
}

describe('the keyboard shortcuts of a thread', () => {
  test('move the focus with j and k, starting with the thread', async () => {
    const { user } = await open([branch(1, [reply(2, 1)]), branch(3)])
    await user.keyboard('j')
    expect(document.activeElement?.hasAttribute('data-thread')).toBe(true)
    await user.keyboard('j')
    expect(focused()).toBe('comment-1')
    await user.keyboard('jj')
    expect(focused()).toBe('comment-3')
    await user.keyboard('j')
    expect(focused()).toBe('comment-3')
    await user.keyboard('k')
    expect(focused()).toBe('comment-2')
  })

  test('are l to like, s to share, r to reply and b to save', async () => {
    const vote = `POST ${api.commentVote(1)}`
    const save = `POST ${api.threadSave(slug)}`
    const { user, written } = await openAsMember([branch(1)], {
      answers: { [vote]: ok({ likes: 3, dislikes: 0, your_vote: 'like' }), [save]: ok({ is_saved: true }) },
    })
    await screen.findByRole('button', { name: 'Keyboard shortcuts' })
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await user.keyboard('jjl')
    await screen.findByRole('button', { name: 'Like: 3', pressed: true })
    await user.keyboard('s')
    await screen.findByText('The link has been copied!')
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/#comment-1$/))
    await user.keyboard('b')
    await screen.findByRole('button', { name: 'Saved' })
    expect(written().map(({ request }) => request)).toEqual([vote, save])
    await user.keyboard('r')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    await user.keyboard('jkl?')
    expect(document.activeElement).toHaveProperty('value', 'jkl?')
    expect(written()).toHaveLength(2)
  })

  test.each(['o', '{Enter}'])('include %s to show more replies of the focused branch', async (key) => {
    const next = `${api.replies(1)}?cursor=more`
    const many = branch(1, [reply(2, 1)], { reply_count: 2 })
    const { user } = await open([{ ...many, replies: { ...many.replies, next } }], {
      answers: { [next]: ok({ results: [reply(3, 1)], next: null }) },
    })
    await user.keyboard(`jj${key}`)
    await waitFor(() => expect(focused()).toBe('comment-3'))
  })

  test('focus a comment that is fully visible, or that starts below the header', async () => {
    const { user } = await open([branch(1), branch(2)])
    const scrolled: string[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.id)
    })
    setBounds(1, 100, 200)
    setBounds(2, 200, 2_000)
    await user.keyboard('jj')
    expect([focused(), scrolled]).toEqual(['comment-1', ['']])
    await user.keyboard('j')
    expect([focused(), scrolled]).toEqual(['comment-2', ['', 'comment-2']])
    setBounds(1, -300, -200)
    setBounds(2, -200, -10)
    await user.keyboard('j')
    expect(document.activeElement?.hasAttribute('data-thread')).toBe(true)
  })

  test('vote once while a key is held down', async () => {
    const vote = `POST ${api.commentVote(1)}`
    const { user, written } = await openAsMember([branch(1)], {
      answers: { [vote]: ok({ likes: 3, dislikes: 0, your_vote: 'like' }) },
    })
    await screen.findByRole('button', { name: 'Keyboard shortcuts' })
    await user.keyboard('jj{l>3/}')
    await screen.findByRole('button', { name: 'Like: 3', pressed: true })
    expect(written()).toHaveLength(1)
  })

  test('are ignored with a modifier', async () => {
    const { user } = await open([branch(1)])
    await user.keyboard('{Control>}j{/Control}{Alt>}j{/Alt}{Meta>}j{/Meta}')
    expect(document.activeElement).toBe(document.body)
  })

  test('are listed with the key ?, and ignored while the list is open', async () => {
    const { user } = await open([branch(1)])
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    within(dialog).getByText('Show more replies')
    await user.keyboard('j')
    expect(document.querySelector('[data-thread]:focus')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('can be switched off in their list and on again, while Enter keeps its function', async () => {
    const next = `${api.replies(1)}?cursor=more`
    const many = branch(1, [reply(2, 1)], { reply_count: 2 })
    const { user } = await open([{ ...many, replies: { ...many.replies, next } }], {
      answers: { [next]: ok({ results: [reply(3, 1)], next: null }) },
    })
    const flip = async () => {
      await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
      await user.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }))
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await flip()
    expect(localStorage.getItem('shortcuts')).toBe('off')
    const before = document.activeElement
    await user.keyboard('jko/?')
    expect(document.activeElement).toBe(before)
    expect(screen.queryByRole('dialog')).toBeNull()
    document.getElementById('comment-1')?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(focused()).toBe('comment-3'))
    await flip()
    expect(localStorage.getItem('shortcuts')).toBeNull()
    await user.keyboard('j')
    expect(document.activeElement?.hasAttribute('data-thread')).toBe(true)
  })
})
