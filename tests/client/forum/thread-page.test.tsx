import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { thread } from '../../support/forum-samples.ts'
import { ok, refused } from '../../support/browser/page.tsx'
import {
  branch,
  comment,
  lists,
  openAsMember,
  openThread,
  pageOf,
  reply,
  slug,
  threadAnswers,
} from '../../support/thread-samples.ts'

const item = (id: number) => document.getElementById(`comment-${id}`)
const shown = () => [...document.querySelectorAll('[data-comment]')].map(({ id }) => id.replace('comment-', ''))
const jsonLd = () =>
  [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent ?? '') as Record<string, unknown>,
  )
const head = (selector: string) => document.head.querySelector(selector)
const second = `${lists()}?cursor=two`

describe('the page of a thread', () => {
  test('shows the thread with author, date and section, and its comments with their replies', async () => {
    const answered = reply(3, 1, {
      parent: { id: 2, author: { username: 'eva', avatar_color: '#116b45', is_team: false } },
    })
    await openThread([
      branch(1, [reply(2, 1), answered]),
      branch(4, [], { author: null, edited_at: '2026-01-01T12:00:00.000Z' }),
    ])
    screen.getByRole('heading', { level: 1, name: 'Thread 1' })
    screen.getByText('What it says')
    expect(screen.getByRole('link', { name: 'General' }).getAttribute('href')).toBe('/forum?section=general')
    expect(shown()).toEqual(['1', '2', '3', '4'])
    expect(
      within(item(3) as HTMLElement)
        .getByText('in reply to eva')
        .getAttribute('href'),
    ).toBe(`${forumPaths.thread(slug, { comment: 2 })}#comment-2`)
    expect(within(item(2) as HTMLElement).queryByText(/in reply to/)).toBeNull()
    expect(item(4)?.textContent).toContain('deleted user')
    within(item(4) as HTMLElement).getByText('edited')
  })

  test.each([
    ['en', 'Team'],
    ['es', 'Equipo'],
  ] as const)('marks only threads and comments of the team, in %s', async (locale, mark) => {
    const team = { username: 'promptory', avatar_color: '#4c2fa2', is_team: true }
    const address = forumPaths.api.thread(slug)
    await openThread([branch(1, [reply(2, 1, { author: team })])], {
      answers: { [address]: ok(thread({ comment_count: 1, author: team })) },
      options: { locale },
    })
    expect(screen.getAllByText(mark).map((badge) => badge.closest('article')?.id)).toEqual(['', 'comment-2'])
  })

  test('contains the drawing of each icon once, with any number of comments', async () => {
    await openThread([branch(1, [reply(2, 1)]), branch(3)])
    const named = [...document.querySelectorAll('[data-comment] use')].map((one) => one.getAttribute('href') ?? '')
    expect(named.length).toBeGreaterThan(3 * 3)
    expect(named.filter((name) => !document.querySelector(`svg > svg${name} > *`))).toEqual([])
    expect(document.querySelectorAll('[data-comment] path')).toHaveLength(0)
  })

  test('has structured data of the discussion with its authors, and a canonical address', async () => {
    await openThread([
      branch(1, [reply(2, 1)], { body_html: '<p>A &lt;b&gt;</p>\n<p>C</p>' }),
      branch(3, [], { status: 'deleted', author: null }),
    ])
    const [discussion, steps] = jsonLd()
    expect(discussion).toMatchObject({
      '@type': 'DiscussionForumPosting',
      headline: 'Thread 1',
      text: 'What it says',
      author: { name: 'ben', url: 'http://localhost:3000/forum?author=ben' },
      datePublished: '2026-01-01T12:00:00.000Z',
      commentCount: 2,
      comment: [{ text: 'A <b> C', comment: [{ text: 'Comment 2', interactionStatistic: expect.anything() }] }],
    })
    expect(steps?.['@type']).toBe('BreadcrumbList')
    expect(head('link[rel=canonical]')?.getAttribute('href')).toBe('http://localhost:3000/forum/thread/thread-1')
    expect(head('link[type="application/rss+xml"]')?.getAttribute('href')).toBe('/forum/rss.xml')
    expect(head('meta[name=robots]')).toBeNull()
  })

  test('loads more comments without repeats, and moves the focus to the first new one', async () => {
    const { user } = await openThread([], {
      answers: {
        [lists()]: pageOf([branch(1), branch(2)], { next: second }),
        [second]: [refused(500), pageOf([branch(2), branch(3)], { previous: lists() })],
      },
    })
    const more = screen.getByRole('link', { name: 'Load more' })
    expect(more.getAttribute('href')).toBe(forumPaths.thread(slug, { cursor: 'two' }))
    expect(more.getAttribute('rel')).toBe('next')
    expect(head('link[rel=next]')?.getAttribute('href')).toBe('/forum/thread/thread-1?cursor=two')
    await user.click(more)
    await screen.findByText('Could not load more. Try again.')
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3']))
    expect(document.activeElement).toBe(item(3))
    screen.getByText('1 more comment loaded')
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull()
  })

  test('has its own address for a later page, and links back', async () => {
    const { user } = await openThread([], {
      address: forumPaths.thread(slug, { cursor: 'two' }),
      answers: {
        [lists({ cursor: 'two' })]: pageOf([branch(3)], { previous: `${lists()}?cursor=back` }),
        [`${lists()}?cursor=back`]: pageOf([branch(1), branch(2)]),
      },
    })
    expect(head('link[rel=canonical]')?.getAttribute('href')).toBe(
      'http://localhost:3000/forum/thread/thread-1?cursor=two',
    )
    expect(head('link[rel=prev]')?.getAttribute('href')).toBe('/forum/thread/thread-1?cursor=back')
    const back = screen.getByRole('link', { name: 'Load previous' })
    expect(back.getAttribute('rel')).toBe('prev')
    await user.click(back)
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3']))
  })

  test('shows more replies within their branch', async () => {
    const next = `${forumPaths.api.replies(1)}?cursor=more`
    const many = branch(1, [reply(2, 1), reply(3, 1), reply(4, 1)], { reply_count: 5 })
    const { user } = await openThread([{ ...many, replies: { ...many.replies, next } }], {
      answers: { [next]: ok({ results: [reply(5, 1), reply(6, 1)], next: null }) },
    })
    const more = screen.getByRole('link', { name: '2 more replies' })
    expect(more.getAttribute('href')).toBe(`${forumPaths.thread(slug, { comment: 1, cursor: 'more' })}#comment-1`)
    await user.click(more)
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3', '4', '5', '6']))
    expect(document.activeElement).toBe(item(5))
  })

  test('loads more replies at the first click after returning to the page', async () => {
    const [next, last] = ['more', 'last'].map((cursor) => `${forumPaths.api.replies(1)}?cursor=${cursor}`) as [
      string,
      string,
    ]
    const many = branch(1, [reply(2, 1)], { reply_count: 3 })
    const branches = [{ ...many, replies: { ...many.replies, next } }]
    const { user } = await openThread(branches, {
      answers: {
        ...threadAnswers(branches, { comment_count: 4 }),
        [lists({ sort: 'newest' })]: pageOf([]),
        [next]: ok({ results: [reply(3, 1)], next: last }),
        [last]: [refused(500), ok({ results: [reply(3, 1), reply(4, 1)], next: null })],
      },
    })
    await user.click(screen.getByRole('link', { name: '2 more replies' }))
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3']))
    await user.click(screen.getByRole('link', { name: 'Newest' }))
    await waitFor(() => expect(shown()).toEqual([]))
    await user.click(screen.getByRole('link', { name: 'Oldest' }))
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3']))
    await user.click(screen.getByRole('link', { name: '1 more reply' }))
    await screen.findByText('Could not load more. Try again.')
    await user.click(screen.getByRole('link', { name: '1 more reply' }))
    await waitFor(() => expect(shown()).toEqual(['1', '2', '3', '4']))
  })

  test('shows without scripts the replies that its address requests', async () => {
    const next = `${forumPaths.api.replies(1)}?cursor=more`
    const many = branch(1, [reply(2, 1)], { reply_count: 2 })
    await openThread([], {
      address: forumPaths.thread(slug, { comment: 1, cursor: 'more' }),
      answers: {
        [lists({ around: '1' })]: pageOf([{ ...many, replies: { ...many.replies, next } }]),
        [next]: ok({ results: [reply(5, 1)], next: null }),
      },
    })
    expect(shown()).toEqual(['1', '2', '5'])
  })

  test('is sorted by its address', async () => {
    const { user } = await openThread([branch(1), branch(2)], {
      answers: { [lists({ sort: 'newest' })]: pageOf([branch(2), branch(1)]) },
    })
    const sorts = screen.getByRole('navigation', { name: 'Order of the comments' })
    await user.click(within(sorts).getByRole('link', { name: 'Newest' }))
    await waitFor(() => expect(shown()).toEqual(['2', '1']))
    expect(location.search).toBe('?sort=newest')
    expect(within(sorts).getByRole('link', { name: 'Newest' }).getAttribute('aria-current')).toBe('true')
  })
})

describe('a link to a comment', () => {
  test('opens the page that contains the comment, with the comment marked and focused', async () => {
    await openThread([], {
      address: forumPaths.thread(slug, { comment: 5 }),
      answers: { [lists({ around: '5' })]: pageOf([branch(4, [reply(5, 4)])], { previous: lists() }) },
    })
    expect(item(5)?.className).toContain('is-sought')
    expect(item(4)?.className).not.toContain('is-sought')
    await waitFor(() => expect(document.activeElement).toBe(item(5)))
    expect(head('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(head('link[rel=canonical]')?.getAttribute('href')).toBe('http://localhost:3000/forum/thread/thread-1')
  })

  test('shows a notice above the comments if the comment no longer exists', async () => {
    await openThread([branch(1)], {
      address: forumPaths.thread(slug, { comment: 5 }),
      answers: { [lists({ around: '5' })]: refused(404) },
    })
    screen.getByText('The comment you were looking for isn’t here anymore.')
    expect(shown()).toEqual(['1'])
  })

  test('focuses a comment that only this member sees, after the member is loaded', async () => {
    await openAsMember([], {
      address: forumPaths.thread(slug, { comment: 5 }),
      answers: {
        [lists({ around: '5' })]: [pageOf([branch(1)]), pageOf([branch(1), branch(5, [], { status: 'held' })])],
      },
    })
    await waitFor(() => expect(document.activeElement).toBe(item(5)))
  })
})

describe('a deleted comment', () => {
  test('is a placeholder if it has replies, and not shown otherwise', async () => {
    const gone = { status: 'deleted', author: null, body_html: '' } as const
    await openThread([
      branch(1, [reply(2, 1)], gone),
      branch(3, [], gone),
      branch(4, [reply(5, 4, { ...gone, status: 'removed' }), reply(6, 4, { parent: { id: 5, author: null } })]),
    ])
    expect(shown()).toEqual(['2', '4', '6'])
    expect(item(1)?.textContent).toBe('This comment was deleted.')
    expect(item(3)).toBeNull()
    expect(item(5)?.textContent).toBe('A moderator removed this comment.')
  })
})

describe('a thread that is not public', () => {
  test.each([
    ['en', { status: 'pending' }, 'On Moderation', /^Only you and moderators/],
    ['es', { status: 'pending' }, 'En moderación', /solo es visible para ti y para el equipo de moderación/],
    ['en', { status: 'rejected', moderation_note: 'Say more' }, 'Rejected', /^Only you and moderators/],
    ['en', { is_hidden: true }, 'Hidden', /Only you and moderators/],
    ['en', { is_mine: false, is_hidden: true }, 'Hidden', /Only its author and moderators/],
  ] as const)('shows a notice in %s (%j), without votes and comment form', async (locale, changes, state, note) => {
    const mine = ok(thread({ is_mine: true, likes: 0, dislikes: 0, ...changes }))
    await openAsMember([], { answers: { [forumPaths.api.thread(slug)]: mine }, options: { locale } })
    await screen.findByText(state)
    screen.getByText(note)
    expect(screen.queryByRole('heading', { name: /Comments|Comentarios/ })).toBeNull()
    expect(screen.queryByText(/0 likes|0 me gusta/)).toBeNull()
    if ('moderation_note' in changes) screen.getByText('Say more')
    expect(screen.queryByText(/Write a comment|Escribe un comentario/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Like|Me gusta/ })).toBeNull()
  })
})

describe("a member's personal data on the page", () => {
  test('is loaded once, and shown without a layout shift', async () => {
    const { requests } = await openAsMember([], {
      answers: {
        [forumPaths.api.thread(slug)]: [ok(thread()), ok(thread({ is_saved: true, your_vote: 'like' }))],
        [lists()]: [pageOf([branch(1)]), pageOf([branch(1, [], { your_vote: 'dislike' })])],
      },
    })
    await screen.findByRole('button', { name: 'Like: 5', pressed: true })
    await screen.findByRole('button', { name: 'Dislike: 0', pressed: true })
    screen.getByRole('button', { name: 'Saved' })
    expect(requests().filter((path) => path.startsWith('/api/forum'))).toEqual([lists(), forumPaths.api.thread(slug)])
  })

  test('is not loaded for a visitor', async () => {
    const { requests } = await openThread([branch(1, [comment(2, { branch: 1 })])], {
      answers: threadAnswers([branch(1)]),
    })
    expect(requests()).toEqual([])
  })
})
