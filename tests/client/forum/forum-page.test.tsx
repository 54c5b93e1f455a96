import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { forumPaths } from '#shared/forum/paths.ts'
import { findRoute } from '../../../client/start/routes.tsx'
import { sections, threadCard } from '../../support/forum-samples.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { listOf } from '../../support/postgres/samples.ts'
import { threadAnswers } from '../../support/thread-samples.ts'

const { api } = forumPaths
// Imports the page in advance, since compiling it takes time.
await findRoute(forumPaths.thread('thread-1'))?.route.fetchModule()
const listPath = api.threads
const second = listPath({ cursor: 'two' })
const open = (answers: Answers, address = '/forum', options: Parameters<typeof openPage>[2] = {}) =>
  openPage(address, { [api.sections]: ok(sections), ...answers }, options)
const titles = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const row = (name: string) =>
  within(screen.getByRole('heading', { name: new RegExp(`^${name}\\b`), level: 2 }).closest('li') ?? document.body)
const metaOf = (name: string) => document.head.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
const hrefOf = (rel: string) => document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute('href')

const foundComment = (id: number, changes: object = {}) => ({
  id,
  thread: { meta_slug: 'thread-1', title: 'Thread 1', language: 'en' },
  author: { username: 'ben', avatar_color: '#116b45', is_team: true },
  created_at: '2026-01-02T10:30:00.000Z',
  excerpt: '…as it begins with a word',
  ...changes,
})

const focused = () => document.activeElement?.textContent

describe('the forum', () => {
  test('shows author, section, time and counts of each thread', async () => {
    await open({
      [listPath()]: listOf([threadCard(1, { comment_count: 1, likes: 1_200 }), threadCard(2, { author: null })]),
    })
    expect(titles()).toEqual(['Thread 1', 'Thread 2'])
    const first = row('Thread 1')
    expect(first.getByRole('link', { name: 'Thread 1' }).getAttribute('href')).toBe('/forum/thread/thread-1')
    expect(first.getByRole('link', { name: 'ben' }).getAttribute('href')).toBe('/forum?author=ben')
    first.getByText(/What thread 1 begins with/)
    first.getByText('General')
    first.getByText('1 comment')
    first.getByText('1,200 likes')
    const time = first.getByTitle(/January 2, 2026/)
    expect(time.getAttribute('datetime')).toBe('2026-01-02T10:30:00.000Z')
    row('Thread 2').getByText('deleted user')
  })

  test.each([
    ['en', /^January [1-3], 2026 at \d\d:\d\d$/],
    ['es', /[1-3] de enero de 2026 a las \d?\d:\d\d$/],
  ] as const)('shows the full date and the 24-hour time of a thread, in %s', async (locale, form) => {
    // In every time zone one of the two is in the afternoon.
    await open(
      {
        [listPath()]: listOf(
          ['01', '13'].map((hour) => threadCard(Number(hour), { last_activity_at: `2026-01-02T${hour}:30:00.000Z` })),
        ),
      },
      '/forum',
      { locale },
    )
    const times = [...document.querySelectorAll<HTMLElement>('main li time')].map(({ title }) => title)
    expect(times.length).toBeGreaterThan(1)
    for (const time of times) expect(time).toMatch(form)
  })

  test('lists the sections with their counts, and has structured data', async () => {
    await open({ [listPath({ section: 'prompts' })]: listOf([]) }, '/forum?section=prompts')
    const nav = within(screen.getByRole('navigation', { name: 'Sections' }))
    expect(nav.getByRole('link', { current: true }).textContent).toBe('Prompts1,2001,200 threads')
    expect(nav.getByRole('link', { name: /All/ }).getAttribute('href')).toBe('/forum')
    screen.getByRole('heading', { level: 1, name: 'Prompts' })
    screen.getByText('No threads here yet. Yours can be the first.')
    expect(metaOf('description')).toBe('About prompts')
    expect(hrefOf('canonical')).toBe('http://localhost:3000/forum?section=prompts')
    expect(document.head.querySelector('link[type="application/rss+xml"]')?.getAttribute('href')).toBe('/forum/rss.xml')
    const [list] = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => JSON.parse(textContent) as { itemListElement: { name: string }[] },
    )
    expect(list?.itemListElement.map(({ name }) => name)).toEqual(['Forum', 'Prompts'])
  })

  test('can be sorted, and keeps the sort order in another section', async () => {
    const { user } = await open({
      [listPath()]: listOf([threadCard(1), threadCard(2)]),
      [listPath({ order: 'discussed' })]: listOf([threadCard(2), threadCard(1)]),
    })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most discussed')
    await waitFor(() => expect(titles()).toEqual(['Thread 2', 'Thread 1']))
    expect(location.search).toBe('?order=discussed')
    expect(screen.getByRole('link', { name: /^General/ }).getAttribute('href')).toBe(
      '/forum?section=general&order=discussed',
    )
  })

  test('shows short times: the age of a week, then the date', async () => {
    const ages = [
      [1 / 120, '1\u00a0min'],
      [59.5 / 60, '59\u00a0min'],
      [23.9, '23\u00a0h'],
      [24 * 6.9, '6\u00a0d'],
    ] as const
    const cards = ages.map(([hours], at) =>
      threadCard(at + 1, { last_activity_at: new Date(Date.now() - hours * 3_600_000).toISOString() }),
    )
    await open({ [listPath()]: listOf([...cards, threadCard(9, { last_activity_at: '2024-11-03T10:30:00.000Z' })]) })
    await waitFor(() =>
      expect([...document.querySelectorAll('main li time')].map(({ textContent }) => textContent)).toEqual([
        ...ages.map(([, text]) => text),
        'Nov 2024',
      ]),
    )
  })

  test('shows no number that is zero', async () => {
    await open({ [listPath()]: listOf([threadCard(1, { comment_count: 0, likes: 0 })]) })
    expect(row('Thread 1').queryByText(/comment|like|^0$/)).toBeNull()
  })

  test('adds the threads of the other language, marks them, and stores the choice', async () => {
    const all = listPath({ languages: 'all' })
    const { user } = await open({
      [listPath()]: listOf([threadCard(1)]),
      [all]: listOf([threadCard(2, { language: 'es' }), threadCard(1)]),
      [`${api.sections}?languages=all`]: ok(sections.map((section) => ({ ...section, thread_count: 7 }))),
    })
    const choice = screen.getByRole('switch', { name: 'Also in Spanish' })
    await user.click(choice)
    await waitFor(() => expect(titles()).toEqual(['Thread 2es', 'Thread 1']))
    expect([location.search, metaOf('robots')]).toEqual(['?languages=all', 'noindex'])
    row('Thread 2').getByTitle('In Spanish')
    expect(screen.getByRole('link', { name: /^General/ }).textContent).toBe('General77 threads')
    expect(screen.getByRole('link', { name: /^General/ }).getAttribute('href')).toBe(
      '/forum?section=general&languages=all',
    )
    expect(localStorage.getItem('forum.languages')).toBe('all')
    await user.click(screen.getByRole('switch', { name: 'Also in Spanish' }))
    await waitFor(() => expect(titles()).toEqual(['Thread 1']))
    expect(localStorage.getItem('forum.languages')).toBe('')
  })

  test('opens with the stored choice of languages', async () => {
    localStorage.setItem('forum.languages', 'all')
    await open(
      {
        [listPath()]: listOf([threadCard(1)]),
        [listPath({ languages: 'all' })]: listOf([threadCard(2, { language: 'en' })]),
        [`${api.sections}?languages=all`]: ok(sections),
      },
      '/forum',
      { locale: 'es' },
    )
    await waitFor(() => expect(titles()).toEqual(['Thread 2en']))
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'También en inglés' }).checked).toBe(true)
  })

  test('searches comments too, and links to each comment in its thread', async () => {
    const comments = (query: object = {}) => api.foundComments({ q: 'begins', ...query })
    const { user } = await open(
      {
        [listPath({ q: 'begins' })]: listOf([threadCard(2)]),
        [comments()]: listOf([foundComment(17)], comments({ cursor: 'two' })),
        [comments({ cursor: 'two' })]: listOf([
          foundComment(16, { author: null, thread: { meta_slug: 'b', title: 'B', language: 'en' } }),
        ]),
        [api.foundComments({ q: 'other' })]: listOf([]),
      },
      '/forum?q=begins',
    )
    const tabs = within(screen.getByRole('navigation', { name: 'Search in' }))
    expect(tabs.getByRole('link', { current: true }).textContent).toBe('In threads')
    await user.click(tabs.getByRole('link', { name: 'In comments' }))
    await waitFor(() => expect(titles()).toEqual(['Thread 1']))
    expect([location.search, metaOf('robots')]).toEqual(['?q=begins&in=comments', 'noindex'])
    const first = row('Thread 1')
    expect(first.getByRole('link', { name: 'Thread 1' }).getAttribute('href')).toBe('/forum/thread/thread-1?comment=17')
    expect(first.getByText('begins').tagName).toBe('MARK')
    expect(first.getByTitle(/January 2, 2026/).getAttribute('datetime')).toBe('2026-01-02T10:30:00.000Z')
    first.getByText('ben')
    first.getByText('Team')
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toEqual(['Thread 1', 'B']))
    row('B').getByText('deleted user')
    expect(focused()).toBe('B')
    screen.getByText('No more comments')
    const box = screen.getByRole('searchbox', { name: 'Search the forum' })
    await user.clear(box)
    await user.type(box, 'other{Enter}')
    await screen.findByText('Nothing was found')
    expect(location.search).toBe('?q=other&in=comments')
  })

  test('searches threads, highlights matches, and links back to all threads', async () => {
    const { user } = await open(
      {
        [listPath({ section: 'general' })]: listOf([threadCard(1)]),
        [listPath({ section: 'general', q: 'begins' })]: listOf([threadCard(2)]),
        [listPath({ section: 'general', q: 'nothing' })]: listOf([]),
      },
      '/forum?section=general',
    )
    const box = screen.getByRole('searchbox', { name: 'Search the forum' })
    await user.type(box, ' begins{Enter}')
    await waitFor(() => expect(titles()).toEqual(['Thread 2']))
    expect(location.search).toBe('?section=general&q=begins')
    expect(row('Thread 2').getByText('begins').tagName).toBe('MARK')
    expect(metaOf('robots')).toBe('noindex')
    const again = screen.getByRole('searchbox', { name: 'Search the forum' })
    await user.clear(again)
    await user.type(again, 'nothing{Enter}')
    await screen.findByText('Nothing was found')
    await user.click(screen.getByRole('link', { name: 'Show all threads' }))
    await waitFor(() => expect(titles()).toEqual(['Thread 1']))
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the forum' }).value).toBe('')
  })

  test('marks the threads of the team', async () => {
    const team = { username: 'promptory', avatar_color: '#4c2fa2', is_team: true }
    await open({ [listPath()]: listOf([threadCard(1), threadCard(2, { author: team })]) })
    expect(row('Thread 1').queryByText('Team')).toBeNull()
    row('Thread 2').getByText('Team')
  })

  test('shows the threads of one author', async () => {
    await open({ [listPath({ author: 'ben' })]: listOf([]) }, '/forum?author=ben')
    screen.getByText('Threads by ben')
    screen.getByText('ben has not started any threads.')
    expect(metaOf('robots')).toBe('noindex')
  })

  test('is loaded page by page without repeats, and the focus moves to the first new thread', async () => {
    const { user } = await open({
      [listPath()]: listOf([threadCard(1), threadCard(2)], second),
      [second]: [refused(404), listOf([threadCard(2), threadCard(3)])],
    })
    const more = screen.getByRole('link', { name: 'Load more' })
    expect(more.getAttribute('href')).toBe('/forum?cursor=two')
    expect(hrefOf('next')).toBe('/forum?cursor=two')
    await user.click(more)
    await screen.findByText('Could not load more. Try again.')
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await screen.findByText('No more threads')
    expect(titles()).toEqual(['Thread 1', 'Thread 2', 'Thread 3'])
    expect(document.activeElement?.textContent).toBe('Thread 3')
    screen.getByText('1 more thread')
  })

  test('links from a later page to the previous and to the first page', async () => {
    const { user } = await open(
      {
        [second]: listOf([threadCard(3)], null, listPath({ cursor: 'back' })),
        [listPath({ cursor: 'back' })]: listOf([threadCard(1), threadCard(2)], second),
      },
      '/forum?cursor=two',
    )
    expect(screen.getByRole('link', { name: 'Back to the first page' }).getAttribute('href')).toBe('/forum')
    expect(hrefOf('canonical')).toBe('http://localhost:3000/forum?cursor=two')
    expect(hrefOf('prev')).toBe('/forum?cursor=back')
    const back = screen.getByRole('link', { name: 'Previous page' })
    expect([back.getAttribute('rel'), back.getAttribute('href')]).toEqual(['prev', '/forum?cursor=back'])
    await user.click(back)
    await waitFor(() => expect(titles()).toEqual(['Thread 1', 'Thread 2']))
    // A page without a previous one is canonical at the plain address.
    expect(hrefOf('canonical')).toBe('http://localhost:3000/forum')
    expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull()
    expect(hrefOf('prev')).toBeUndefined()
  })

  test('asks a visitor to log in before writing, and opens the new thread afterwards', async () => {
    const { user } = await open({ [listPath({ section: 'general' })]: listOf([]) }, '/forum?section=general')
    await user.click(screen.getByRole('link', { name: 'New thread' }))
    await screen.findByRole('dialog', { name: 'Log in to start a thread' })
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/forum/new?section=general')
    expect(location.pathname).toBe('/forum')
  })

  test.each([
    ['en', 'On Moderation'],
    ['es', 'En moderación'],
  ] as const)('reloads the list for a member, who may have pending threads: %s', async (locale, mark) => {
    const { requests } = await open(
      { [listPath()]: [listOf([threadCard(1)]), listOf([threadCard(9, { status: 'pending' }), threadCard(1)])] },
      '/forum',
      { member: {}, locale },
    )
    await waitFor(() => expect(titles()[0]).toMatch(/^Thread 9/))
    row('Thread 9').getByText(mark)
    expect(requests().filter((path) => path === listPath())).toHaveLength(1)
    expect(localStorage.getItem('forum.pending')).toBe('1')
  })

  test("adds a member's pending thread to a list of several loaded pages", async () => {
    const { promise: slow, resolve: answer } = Promise.withResolvers<{ status: number; body: unknown }>()
    const mine = listOf([threadCard(9, { status: 'pending' }), threadCard(1)], second)
    const { user } = await open(
      { [listPath()]: [listOf([threadCard(1)], second), slow, mine], [second]: listOf([threadCard(2)]) },
      '/forum',
      { member: {} },
    )
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(titles()).toEqual([expect.stringMatching(/^Thread 9/), 'Thread 1', 'Thread 2'])
    answer({ status: 500, body: null })
  })

  test('restores pages and scroll position after returning from a thread, in another sort order too', async () => {
    const discussed = listPath({ order: 'discussed' })
    const more = `${discussed}&cursor=two`
    const { user, requests } = await open(
      {
        [discussed]: listOf([threadCard(1), threadCard(2)], more),
        [more]: listOf([threadCard(3)]),
        ...threadAnswers(),
      },
      '/forum?order=discussed',
    )
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    document.documentElement.scrollTop = 700
    dispatchEvent(new Event('scroll'))
    await user.click(screen.getByRole('link', { name: 'Thread 1' }))
    await screen.findByText('What it says')
    document.documentElement.scrollTop = 0
    const scroll = vi.spyOn(globalThis, 'scrollTo')
    await act(async () => history.back())
    await waitFor(() => expect(titles()).toEqual(['Thread 1', 'Thread 2', 'Thread 3']))
    expect(scroll).toHaveBeenCalledWith(0, 700)
    expect(requests().filter((path) => path === discussed || path === more)).toEqual([more])
  })

  test('moves the focus between threads with j and k, and opens a thread with o', async () => {
    const { user } = await open({ [listPath()]: listOf([threadCard(1), threadCard(2)]), ...threadAnswers() })
    await user.keyboard('o')
    expect(location.pathname).toBe('/forum')
    await user.keyboard('jj')
    expect(focused()).toBe('Thread 2')
    await user.keyboard('{Alt>}k{/Alt}')
    expect(focused()).toBe('Thread 2')
    await user.keyboard('k')
    expect(focused()).toBe('Thread 1')
    act(() => screen.getByRole('searchbox').focus())
    await user.keyboard('jo?')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jo?')
    act(() => screen.getByRole('link', { name: 'Thread 1' }).focus())
    await user.keyboard('o')
    await screen.findByText('What it says')
    expect(location.pathname).toBe('/forum/thread/thread-1')
  })

  test.each([
    ['en', 'Keyboard shortcuts', 'Next thread'],
    ['es', 'Atajos de teclado', 'Hilo siguiente'],
  ] as const)('lists its keyboard shortcuts with ?: %s', async (locale, name, next) => {
    const { user } = await open({ [listPath()]: listOf([threadCard(1)]) }, '/forum', { locale })
    await user.keyboard('?')
    within(await screen.findByRole('dialog', { name })).getByText(next)
  })
})
