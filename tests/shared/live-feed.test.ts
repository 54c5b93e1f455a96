import { describe, expect, test } from 'vitest'
import { isPageWithoutFeed } from '../../client/feed/feed-slot.tsx'
import {
  initialCount,
  simulatedItem,
  nextDelayMs,
  shortName,
  feedTitlesOf,
  prependItem,
} from '../../client/feed/live-feed-rules.ts'
import type { FeedItem } from '../../client/feed/live-feed-rules.ts'

const titles = feedTitlesOf([
  { slug: 'a', name: 'First', use_cases: [{ slug: 'b', title: 'Second', required_tier: 0 }] },
  { slug: 'a', name: 'First', use_cases: [] },
])

describe('the live feed', () => {
  test.each(['/', '/login', '/register', '/terms-of-service', '/privacy', '/subscription', '/profile'])(
    'is not shown on %s',
    (path) => expect(isPageWithoutFeed(path)).toBe(true),
  )
  test.each(['/forgot-password', '/reset-password', '/cancel', '/library/prompt/any'])(
    'is not shown on %s either',
    (path) => expect(isPageWithoutFeed(path)).toBe(true),
  )
  test.each(['/library', '/library/category/a', '/library/use-case/a', '/blog', '/forum', '/forum/thread/a'])(
    'is shown on %s',
    (path) => expect(isPageWithoutFeed(path)).toBe(false),
  )

  test('shortens names of more than 13 characters to 10 and dots', () => {
    expect(shortName('1234567890123')).toBe('1234567890123')
    expect(shortName('12345678901234')).toBe('1234567890...')
  })

  test('starts with 2 to 5 items, and adds one after 3,000 to 5,500 ms', () => {
    expect([initialCount(() => 0), initialCount(() => 0.999)]).toEqual([2, 5])
    expect([nextDelayMs(() => 0), nextDelayMs(() => 1)]).toEqual([3_000, 5_500])
  })

  test('keeps 8 items and drops the oldest', () => {
    let items: FeedItem[] = []
    for (let id = 1; id <= 11; id++) items = prependItem(items, simulatedItem(id, titles))
    expect(items.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4])
  })

  test('uses at most 400 titles, each once', () => {
    expect(titles.map(({ route, type }) => [route, type])).toEqual([
      ['/library/category/a', 'category'],
      ['/library/use-case/b', 'use_case'],
    ])
    const many = Array.from({ length: 500 }, (_, at) => ({ slug: `c${at}`, name: 'C', use_cases: [] }))
    expect(feedTitlesOf(many)).toHaveLength(400)
  })

  test('uses titles with label, slug, type and route', () => {
    expect(titles).toEqual([
      { label: 'First', slug: 'a', type: 'category', route: '/library/category/a' },
      { label: 'Second', slug: 'b', type: 'use_case', route: '/library/use-case/b' },
    ])
  })

  test('creates items with an invented person, an activity, a time and a target', () => {
    const item = simulatedItem(1, titles, () => 0)
    expect(item).toEqual({
      id: 1,
      name: 'Ana R.',
      initial: 'A',
      actionKey: 'copied',
      actionParams: { label: 'First', stars: 5 },
      ts: expect.any(Number),
      target: '/library/category/a',
      avatarColor: expect.stringMatching(/^#[\da-f]{6}$/),
    })
    expect(simulatedItem(2, []).target).toBe('/library')
  })

  test('shows 5 stars in four of five ratings, and 4 stars in the others', () => {
    expect(simulatedItem(1, titles, () => 0.79).actionParams.stars).toBe(5)
    expect(simulatedItem(1, titles, () => 0.8).actionParams.stars).toBe(4)
  })

  test('has five kinds of activity', () => {
    const actions = [0, 0.2, 0.4, 0.6, 0.8].map((chance) => simulatedItem(1, titles, () => chance).actionKey)
    expect(actions).toEqual(['copied', 'rated', 'saved', 'shared', 'opened'])
  })

  test('links to the library if it has no titles', () => {
    expect(simulatedItem(1, []).target).toBe('/library')
  })
})
