import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { sections, thread, threadCard } from '../support/forum-samples.ts'
import { ok, openPage } from '../support/browser/page.tsx'
import { listOf } from '../support/postgres/samples.ts'
import { branch, lists, openAsMember, openThread, pageOf, reply, slug } from '../support/thread-samples.ts'

const request = `PUT ${forumPaths.api.threadReading(slug)}`

/** Replaces IntersectionObserver, since jsdom has no layout. */
class Observer {
  static #all = new Set<Observer>()
  readonly #seen: IntersectionObserverCallback
  readonly #observed = new Set<Element>()
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen
    Observer.#all.add(this)
  }
  observe(element: Element) {
    this.#observed.add(element)
  }
  unobserve(element: Element) {
    this.#observed.delete(element)
  }
  disconnect() {
    Observer.#all.delete(this)
  }
  static isObserved(id: number): boolean {
    return [...Observer.#all].some((one) => [...one.#observed].some((element) => element.id === `comment-${id}`))
  }
  static show(ids: number[]) {
    for (const one of Observer.#all) {
      const shown = [...one.#observed].filter(({ id }) => ids.some((seen) => id === `comment-${seen}`))
      const entries = shown.map((target) => ({ target, isIntersecting: true }) as unknown as IntersectionObserverEntry)
      one.#seen(entries, one as unknown as IntersectionObserver)
    }
  }
}

async function scrollTo(...ids: number[]) {
  await waitFor(() => {
    if (!ids.every((id) => Observer.isObserved(id))) throw new Error('Not all of them are here.')
  })
  Observer.show(ids)
}

function hidePage() {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  state.mockRestore()
}

const stub = () => vi.stubGlobal('IntersectionObserver', Observer)
const bodies = (written: { body: unknown }[]) => written.map(({ body }) => body)
afterEach(() => vi.unstubAllGlobals())

describe('a thread that a member is reading', () => {
  test('stores the last seen comment without a gap before it when the page is left', async () => {
    stub()
    const { written } = await openAsMember([branch(1, [reply(4, 1)]), branch(2), branch(3)], {
      answers: { [request]: { status: 204, body: null } },
    })
    await scrollTo(1, 4)
    hidePage()
    await waitFor(() => expect(bodies(written())).toEqual([{ comment_id: 1 }]))
    await scrollTo(2, 3)
    hidePage()
    hidePage()
    await waitFor(() => expect(bodies(written())).toEqual([{ comment_id: 1 }, { comment_id: 4 }]))
  })

  test('stores no comment that was read before, and none after a gap of unloaded comments', async () => {
    stub()
    const { written } = await openAsMember([], {
      answers: {
        [forumPaths.api.thread(slug)]: ok(thread({ comment_count: 9, read_comment_id: 1 })),
        [lists()]: pageOf([branch(1), branch(2, [reply(8, 2)])], { next: lists({ cursor: 'x' }) }),
        [request]: { status: 204, body: null },
      },
    })
    await scrollTo(1)
    hidePage()
    await scrollTo(2, 8)
    hidePage()
    await waitFor(() => expect(bodies(written())).toEqual([{ comment_id: 2 }]))
  })

  test('stores nothing for a visitor', async () => {
    stub()
    const { written } = await openThread([branch(1)])
    await screen.findByRole('button', { name: 'Keyboard shortcuts' })
    hidePage()
    expect(written()).toEqual([])
  })

  test.each([
    ['en', 3, '3 you haven’t read'],
    ['es', 1, '1 sin leer'],
    ['es', 100, '99+ sin leer'],
  ] as const)('has a link to the first unread comment: %s, %i', async (locale, count, name) => {
    await openAsMember([branch(1)], {
      answers: { [forumPaths.api.thread(slug)]: ok(thread({ comment_count: 1, unread: { count, first_id: 7 } })) },
      options: { locale },
    })
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`${forumPaths.thread(slug, { comment: 7 })}#comment-7`)
  })
})

describe('a list of threads', () => {
  test.each([
    ['en', 3, '3 new'],
    ['en', 100, '99+ new'],
    ['es', 1, '1 sin leer'],
  ] as const)('shows the number of new comments, with a link to the first: %s, %i', async (locale, count, name) => {
    const cards = [threadCard(1, { unread: { count, first_id: 7 } }), threadCard(2, { unread: null }), threadCard(3)]
    await openPage(
      '/forum',
      {
        [forumPaths.api.sections]: ok(sections),
        [forumPaths.api.threads()]: listOf(cards),
      },
      { member: {}, locale },
    )
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`${forumPaths.thread('thread-1', { comment: 7 })}#comment-7`)
    expect(screen.getAllByRole('link', { name: /new$|sin leer$/ })).toHaveLength(1)
  })
})
