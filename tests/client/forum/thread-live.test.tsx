import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { thread } from '../../support/forum-samples.ts'
import { ok } from '../../support/browser/page.tsx'
import { branch, lists, openAsMember, openThread, anaComment, pageOf, slug } from '../../support/thread-samples.ts'

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static all: FakeEventSource[] = []
  static get open() {
    return FakeEventSource.all.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED)
  }
  readyState = 1
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.all.push(this)
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
  }
}
/** Opens the thread and waits for its event stream. */
const open: typeof openThread = async (...opened) => {
  const page = await openThread(...opened)
  await screen.findByRole('button', { name: 'Keyboard shortcuts' })
  await act(() => Promise.resolve())
  return page
}
const announce = (data: string) =>
  act(() => FakeEventSource.open.forEach((source) => source.dispatchEvent(new MessageEvent('comments', { data }))))
const count = (comment_count: number) => announce(JSON.stringify({ comment_count }))
const setVisible = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const shown = () => [...document.querySelectorAll('[data-comment]')].map(({ id }) => id.replace('comment-', ''))
const threadPath = forumPaths.api.thread(slug)

beforeEach(() => {
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
})

describe('new comments', () => {
  test('are announced without a layout shift, and shown with the focus on the first', async () => {
    const { user } = await open([], {
      answers: {
        [threadPath]: [ok(thread({ comment_count: 1 })), ok(thread({ comment_count: 3 }))],
        [lists()]: [pageOf([branch(1)]), pageOf([branch(1), branch(2), branch(3)])],
      },
    })
    expect(FakeEventSource.open.map(({ url }) => url)).toEqual([forumPaths.api.threadEvents(slug)])
    count(1)
    expect(screen.queryByText(/new comment/)).toBeNull()
    count(3)
    await screen.findByText('2 new comments')
    expect(shown()).toEqual(['1'])
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3']))
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-2'))
    expect(screen.queryByText(/new comments$/)).toBeNull()
  })

  test('are shown sorted by newest if the reader is on a later page', async () => {
    const { user } = await open([], {
      answers: {
        [threadPath]: [ok(thread({ comment_count: 1 })), ok(thread({ comment_count: 2 }))],
        [lists()]: pageOf([branch(1)], { next: `${lists()}?cursor=two` }),
        [lists({ sort: 'newest' })]: pageOf([branch(9), branch(1)]),
      },
    })
    count(2)
    await screen.findByText('1 new comment')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('comment-9'))
    expect(location.search).toBe('?sort=newest')
  })

  test("do not include the member's own comments", async () => {
    const { user } = await openAsMember([branch(1)], {
      answers: { [`POST ${lists()}`]: { status: 201, body: anaComment(9) } },
    })
    await user.click(screen.getByRole('button', { name: 'Write a comment' }))
    await user.type(await screen.findByRole('textbox'), 'Mine')
    await user.click(screen.getByRole('button', { name: 'Post comment' }))
    await waitFor(() => expect(shown()).toEqual(['1', '9']))
    count(2)
    expect(screen.queryByText(/new comment$/)).toBeNull()
    count(3)
    await screen.findByText('1 new comment')
  })
})

describe('the stream of events', () => {
  test('is closed in the background, reopened, and closed with the page', async () => {
    await open([branch(1)])
    setVisible('hidden')
    expect(FakeEventSource.open).toHaveLength(0)
    setVisible('visible')
    expect(FakeEventSource.open).toHaveLength(1)
    act(() => history.back())
    dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(FakeEventSource.open).toHaveLength(0)
  })

  test('is reopened a minute after a refusal, and ignores invalid data', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await open([branch(1)])
    for (const text of ['', '{', 'null', '{"comment_count":"9"}']) announce(text)
    expect(screen.queryByText(/new comment/)).toBeNull()
    FakeEventSource.all[0]?.close()
    FakeEventSource.all[0]?.dispatchEvent(new Event('error'))
    expect(FakeEventSource.open).toHaveLength(0)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(FakeEventSource.open).toHaveLength(1)
    vi.useRealTimers()
  })

  test('is not opened for a thread that is not public', async () => {
    await open([branch(1)], { answers: { [threadPath]: ok(thread({ status: 'pending' })) } })
    expect(FakeEventSource.all).toEqual([])
  })
})
