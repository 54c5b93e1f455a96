import type { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { setPageLoader } from '../../client/app/site-router.tsx'
import { createPrefetch, startPrefetch } from '../../client/start/prefetch.ts'
import type { PrefetchOptions } from '../../client/start/prefetch.ts'
import { findRoute } from '../../client/start/routes.tsx'
import { createClient, ok, openPage, refused, site } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { prompt, promptAnswers, useCase } from '../support/postgres/samples.ts'

const page = paths.prompt(prompt.slug)
const answersPath = sitePaths.api.pageAnswers(page)
const others = paths.api.useCasePrompts(useCase.slug, { exclude: prompt.slug, limit: 10 })
const answers = [
  { path: paths.api.prompt(prompt.slug), status: 200, body: prompt },
  { path: others, status: 200, body: { results: [], next: null, previous: null } },
]

function create(mocked: Answers) {
  const { client, sent } = createClient(mocked)
  const options: PrefetchOptions = { client, locale: 'en', site, findRoute }
  return { client, options, requests: () => sent.map(({ request }) => request) }
}
const titleIn = (client: QueryClient) =>
  client.getQueryData<{ item: { title: string } }>([paths.api.prompt(prompt.slug)])?.item.title

afterEach(() => setPageLoader(undefined))

describe('loading a page before it opens', () => {
  test('adds all its data by one request', async () => {
    const { client, options, requests } = create({ [answersPath]: ok({ answers }) })
    const { open } = createPrefetch(options)
    await open(page)
    expect(requests()).toEqual([answersPath])
    expect(titleIn(client)).toBe(prompt.title)
    expect(client.getQueryData([others])).toBeDefined()
    await open(page)
    expect(requests()).toHaveLength(1)
  })

  test('replaces no data that the page has already', async () => {
    const { client, options } = create({ [answersPath]: ok({ answers }) })
    client.setQueryData([paths.api.prompt(prompt.slug)], { locked: false, item: { ...prompt, title: 'Mine' } })
    await createPrefetch(options).open(page)
    expect(titleIn(client)).toBe('Mine')
  })

  test.each([
    ['is refused', refused(429)],
    ['gets no answer', 'lost'],
  ] as const)('ends without data if the request %s, and is tried again the next time', async (_what, answer) => {
    const { client, options, requests } = create({ [answersPath]: [answer, ok({ answers })] })
    const { open } = createPrefetch(options)
    await open(page)
    expect(titleIn(client)).toBeUndefined()
    await open(page)
    expect(titleIn(client)).toBe(prompt.title)
    expect(requests()).toHaveLength(2)
  })

  test('drops answers that another account requested', async () => {
    const { client, options } = create({ [answersPath]: ok({ answers }) })
    const token = `x.${btoa(JSON.stringify({ sub: '7' }))}.x`
    const loading = createPrefetch(options).open(page)
    localStorage.setItem('access', token)
    await loading
    expect(titleIn(client)).toBeUndefined()
  })

  test('loads one page at a time, and of those that wait only the last', async () => {
    const [first, second, third] = ['/blog/a', '/blog/b', '/blog/c'].map((path) => sitePaths.api.pageAnswers(path))
    const held = Promise.withResolvers<{ status: number; body: unknown }>()
    const none = ok({ answers: [] })
    const { options, requests } = create({ [first ?? '']: held.promise, [second ?? '']: none, [third ?? '']: none })
    const { prefetch } = createPrefetch(options)
    const running = prefetch('/blog/a')
    void prefetch('/blog/b')
    void prefetch('/blog/c')
    await expect.poll(requests).toEqual([first])
    held.resolve({ status: 200, body: { answers: [] } })
    await running
    expect(requests()).toEqual([first, third])
  })
})

const point = (selector: string, type = 'pointerover') =>
  fireEvent(document.querySelector(selector) ?? document.body, new Event(type, { bubbles: true }))
const stops: (() => void)[] = []

function show(connection?: object) {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }))
  const none = ok({ answers: [] })
  const { options, requests } = create({ [answersPath]: none, [sitePaths.api.pageAnswers('/blog')]: none })
  document.body.innerHTML = `<a id="page" href="${page}"><b>Title</b></a><a id="news" href="/blog">News</a>
    <a id="here" href="${location.pathname}?tab=2">Here</a><a id="there" href="https://other.site/blog">There</a>
    <a id="new" href="/blog" target="_blank">New</a><p>Text</p>`
  stops.push(startPrefetch(options))
  return { requests, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('a link', () => {
  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    vi.useRealTimers()
    document.body.innerHTML = ''
  })

  test.each(['pointerover', 'focusin'])('prefetches its page after 65 ms of %s', async (type) => {
    const { requests, wait } = show()
    point('#page b', type)
    await wait(64)
    expect(requests()).toEqual([])
    await wait(1)
    expect(requests()).toEqual([answersPath])
  })

  test('prefetches nothing if the pointer leaves it earlier', async () => {
    const { requests, wait } = show()
    point('#page')
    await wait(60)
    point('p')
    await wait(500)
    expect(requests()).toEqual([])
  })

  test('prefetches its page at once when it is touched', () => {
    const { requests } = show()
    point('#page', 'touchstart')
    expect(requests()).toEqual([answersPath])
  })

  test.each(['#here', '#there', '#new', 'p'])('prefetches nothing if it leads elsewhere: %s', async (selector) => {
    const { requests, wait } = show()
    point(selector, 'touchstart')
    await wait(500)
    expect(requests()).toEqual([])
  })

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'prefetches nothing where data is saved: %j',
    async (connection) => {
      const { requests, wait } = show(connection)
      point('#page')
      await wait(500)
      expect(requests()).toEqual([])
    },
  )
})

test('a navigation shows the former page until the data of the next one is loaded', async () => {
  const held = Promise.withResolvers<void>()
  const loaded: string[] = []
  const { user } = await openPage(paths.terms, promptAnswers())
  setPageLoader((path) => (loaded.push(path), held.promise))
  const title = screen.getByRole('heading', { level: 1 }).textContent
  const link = screen.getByRole('link', { name: 'Privacy policy' })
  await user.click(link)
  expect([location.pathname, loaded]).toEqual([paths.privacy, [paths.privacy]])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  expect(document.getElementById('content')?.getAttribute('aria-busy')).toBe('true')
  held.resolve()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe(title))
  await waitFor(() => expect(document.getElementById('content')?.getAttribute('aria-busy')).toBe('false'))
  history.back()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title))
  expect(loaded).toHaveLength(1)
})
