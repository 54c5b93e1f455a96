import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answer } from '../support/browser/page.tsx'
import { category, categoryCard } from '../support/postgres/samples.ts'

const key = 'feed.titles:en'
const hour = 60 * 60 * 1000
const card = { ...categoryCard, use_cases: category.use_cases.slice(0, 1) }
const stored = (title: string, age: number) =>
  JSON.stringify({
    at: Date.now() - age,
    titles: [{ label: title, slug: 'kept', type: 'category', route: paths.category('kept') }],
  })
const library = {
  [paths.api.categories({ use_cases: '0' })]: ok([]),
  [paths.api.functional]: ok([]),
  [paths.api.startHere]: ok({ sets: [], latest: null }),
  [paths.api.popular]: ok([]),
  '/api/library/pipelines/?limit=3': ok({ results: [], next: null }),
}
const feed = () => within(screen.getByRole('complementary', { name: /^Activity/ }))
const targets = () =>
  new Set(
    feed()
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  )

async function openWith(answer: Answer, storedText?: string) {
  if (storedText) localStorage.setItem(key, storedText)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const settings = { live_feed: true }
  const page = await openPage('/library', { ...library, [paths.api.categories()]: answer }, { settings })
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  await waitFor(() => expect(feed().getAllByRole('link').length).toBeGreaterThan(1))
  vi.useRealTimers()
  return page
}

describe('the live feed', () => {
  test('shows and links categories and use cases, and stores their titles', async () => {
    await openWith(ok([card]))
    for (const target of targets())
      expect(['/library/category/articles', '/library/use-case/outlines']).toContain(target)
    for (const { textContent } of feed().getAllByRole('listitem'))
      expect(textContent).toMatch(/“(Articles|Outline articles)”/)
    expect(localStorage.getItem(key)).toContain('Outline articles')
  })

  test('links to the library if titles cannot be loaded, without an error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await openWith(refused(500))
    expect([...targets()]).toEqual(['/library'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(log).not.toHaveBeenCalled()
  })

  test('uses titles that are older than 12 hours if newer titles cannot be loaded', async () => {
    const { requests } = await openWith(refused(500), stored('Kept', 13 * hour))
    expect([...targets()]).toEqual(['/library/category/kept'])
    expect(requests()).toContain(paths.api.categories())
  })

  test('sends no request within 12 hours', async () => {
    const { requests } = await openWith(refused(500), stored('Kept', 11 * hour))
    expect([...targets()]).toEqual(['/library/category/kept'])
    expect(requests()).not.toContain(paths.api.categories())
  })
})
