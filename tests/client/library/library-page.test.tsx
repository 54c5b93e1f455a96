import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { categoryCard, freePlan, group, premium, promptCard } from '../../support/postgres/samples.ts'

const lockedCard = {
  ...categoryCard,
  id: 2,
  slug: 'people',
  name: 'People',
  required_tier: 1,
  use_case_count: 1,
  prompt_count: 0,
  functional: { slug: 'hiring', name: 'Ángel' },
}
const answers: Answers = {
  [paths.api.categories({ use_cases: '0' })]: ok([categoryCard, lockedCard]),
  [paths.api.categories({ use_cases: '0', free: '1' })]: ok([{ ...categoryCard, use_case_count: 1, prompt_count: 1 }]),
  [paths.api.startHere]: ok({ sets: [], latest: null }),
  [paths.api.pipelines({ limit: 3 })]: ok({ results: [] }),
  [paths.api.pipelines({ free: '1', limit: 3 })]: ok({ results: [] }),
  [paths.api.popular]: ok([]),
  [paths.api.functional]: ok([
    group,
    { slug: 'hiring', name: 'Ángel', models: [] },
    { ...group, slug: 'b', name: 'Big' },
  ]),
}
const cards = () => [...document.querySelectorAll('.categories h3')].map(({ textContent }) => textContent)
const tabs = () => [...document.querySelectorAll('main nav .tab')]
const tabNames = () => tabs().map((tab) => tab.querySelector('bdi')?.textContent)
const found = (q: string) => paths.api.useCases({ q })
const both = ['PeopleLocked: subscription required', 'Articles']

describe('the free-only switch', () => {
  test('hides locked items, and is stored in the browser', async () => {
    const { user } = await openPage('/library', answers)
    expect(cards()).toEqual(both)
    const free = screen.getByRole<HTMLInputElement>('switch', { name: 'Show only free content' })
    await user.click(free)
    await waitFor(() => expect(cards()).toEqual(['Articles']))
    screen.getByText('1 use case · 1 prompt')
    screen.getByRole('link', { name: 'All 1 category' })
    expect(location.search).toBe('?free=1')
    expect(localStorage.getItem('library.visible_mode')).toBe('free')
    await user.click(free)
    await waitFor(() => expect(cards()).toEqual(both))
    expect(location.search).toBe('')
    expect(localStorage.getItem('library.visible_mode')).not.toBe('free')
  })

  test('is on if the browser has stored that', async () => {
    localStorage.setItem('library.visible_mode', 'free')
    await openPage('/library', answers)
    await waitFor(() => expect(cards()).toEqual(['Articles']))
    expect(location.search).toBe('?free=1')
  })
})

describe('the groups of the library', () => {
  test.each([
    ['en', 'All'],
    ['es', 'Todas'],
  ] as const)('are listed by name after "all", and filter the categories, in %s', async (locale, all) => {
    const { user } = await openPage('/library', answers, { locale })
    expect(tabNames()).toEqual([all, 'Ángel', 'Big', 'Writing'])
    expect(tabs()[0]?.getAttribute('aria-current')).toBe('true')
    await user.click(screen.getByRole('link', { name: /^Writing/ }))
    await waitFor(() => expect(cards()).toEqual(['Articles']))
    expect(document.querySelector('.tab[aria-current] bdi')?.textContent).toBe('Writing')
    expect(location.search).toBe('?group=writing')
  })

  test.each([
    [
      'en',
      ['All 2 categories', 'Ángel 1 category', 'Big 0 categories', 'Writing 1 category'],
      '2 use cases · 1,003 prompts',
    ],
    [
      'es',
      ['Todas 2 categorías', 'Ángel 1 categoría', 'Big 0 categorías', 'Writing 1 categoría'],
      '2 casos de uso · 1003 prompts',
    ],
  ] as const)('show their counts, as their categories do, in %s', async (locale, names, holds) => {
    await openPage('/library', answers, { locale })
    for (const name of names) screen.getByRole('link', { name })
    screen.getByText(holds)
  })

  test('show all categories if the group in the address is unknown', async () => {
    await openPage('/library?group=none', answers)
    expect(cards()).toEqual(both)
  })
})

test('the row of a category shows its name and description below its group, and links to it', async () => {
  await openPage('/library', answers)
  const section = within(screen.getByRole('region', { name: 'Writing' }))
  section.getByRole('heading', { level: 2, name: 'Writing' })
  section.getByText('1 category')
  section.getByText('About articles')
  const link = section.getByRole('link', { name: 'Articles' })
  expect(link.getAttribute('href')).toBe('/library/category/articles')
  expect(link.closest('li')?.querySelector('use:last-child')?.getAttribute('href')).toMatch(
    /category-icons.*#articles$/,
  )
})

const pipeline = (id: number, required_tier: number) => ({
  id,
  slug: `pipeline-${id}`,
  title: `Pipeline ${id}`,
  short_description: '',
  required_tier,
  functional: { slug: 'writing', name: 'Writing' },
  prompts: [1, 2, 3].map((step) => ({ slug: `step-${step}`, title: `Step ${step}` })),
  content_locale: 'en',
})

test('popular prompts are copied with their defaults, and the copy is reported', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const sendBeacon = vi.spyOn(navigator, 'sendBeacon')
  const popular = {
    slug: 'prompt-1',
    title: 'Answer a customer',
    inputs: ['Message', 'Tone'],
    required_tier: 0,
    content: 'Answer ${message} in a ${tone:friendly} tone.',
    category: { functional: { slug: 'writing', name: 'Writing' } },
  }
  const { user } = await openPage('/library', { ...answers, [paths.api.popular]: ok([popular]) })
  const region = within(screen.getByRole('region', { name: 'Popular this week, all free' }))
  expect(region.getByRole('link').getAttribute('href')).toBe(paths.prompt('prompt-1'))
  region.getByText('Message')
  await user.click(region.getByRole('button', { name: 'Copy' }))
  await region.findByRole('button', { name: 'Copied' })
  expect(writeText.mock.calls).toEqual([['Answer ${message} in a friendly tone.']])
  expect(sendBeacon.mock.calls).toEqual([[paths.api.promptCopy('prompt-1')]])
  screen.getByText('Copied; 1 blank left')
})

test('the first pipelines are listed with their number of steps, without locked ones in free-only mode', async () => {
  const results = [1, 0, 0, 0].map((tier, index) => pipeline(index + 1, tier))
  const { user } = await openPage('/library', {
    ...answers,
    [paths.api.pipelines({ limit: 3 })]: ok({ results: results.slice(0, 3) }),
    [paths.api.pipelines({ free: '1', limit: 3 })]: ok({ results: results.slice(1) }),
  })
  const region = within(screen.getByRole('region', { name: 'Pipelines' }))
  const links = () => region.getAllByRole('link').map(({ textContent }) => textContent)
  expect(links()).toEqual(['Pipelines', 'Pipeline 1', 'Pipeline 2', 'Pipeline 3'])
  expect(region.getAllByText(/3 steps/)).toHaveLength(3)
  await user.click(screen.getByRole('switch', { name: 'Show only free content' }))
  await waitFor(() => expect(links()).toEqual(['Pipelines', 'Pipeline 2', 'Pipeline 3', 'Pipeline 4']))
})

describe('a locked card', () => {
  test('shows a visitor its plan in a dialog, and remembers the item', async () => {
    const { user } = await openPage('/library', { ...answers, [paths.api.plans]: ok([freePlan, premium]) })
    await user.click(screen.getByRole('link', { name: 'People' }))
    await screen.findByRole('dialog', { name: '“People” is part of Premium' })
    screen.getByText('Already subscribed? Log in to view this category.')
    expect(location.pathname).toBe('/library')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe('/library/category/people')
  })

  test('shows a visitor a general text if no plan with its tier can be loaded', async () => {
    const { user } = await openPage('/library', { ...answers, [paths.api.plans]: refused(500) })
    await user.click(screen.getByRole('link', { name: 'People' }))
    await screen.findByRole('dialog', { name: '“People” is part of a subscription' })
  })

  test('is unlocked for a member with its tier', async () => {
    await openPage('/library', answers, { member: { tier: 1 } })
    expect(cards()).toEqual(['People', 'Articles'])
  })

  test('opens a dialog for a member below its tier, with a link to /subscription', async () => {
    const { user } = await openPage(
      '/library',
      {
        ...answers,
        [paths.api.plans]: ok([freePlan, premium]),
        [paths.api.testimonials]: ok([]),
        [sitePaths.api.faq('subscription')]: ok([]),
        [paths.api.category('people')]: 'never',
      },
      { member: {} },
    )
    await user.click(screen.getByRole('link', { name: 'People' }))
    const dialog = within(await screen.findByRole('dialog', { name: '“People” is part of Premium' }))
    expect(dialog.queryByRole('button', { name: 'Log in' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'See the plans' }))
    await waitFor(() => expect(location.pathname + location.search).toBe('/subscription?for=category/people'))
  })

  test('stays locked for a member whose tier cannot be loaded', async () => {
    const lost = { ...answers, [paths.api.subscriptionStatus]: refused(400) }
    await openPage('/library', lost, { member: { tier: 1 } })
    await waitFor(() => expect(cards()).toEqual(both))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the search box', () => {
  test('shows matching use cases while typing, and nothing if it is blank', async () => {
    const { user, requests } = await openPage('/library', {
      ...answers,
      [found('blog')]: ok([{ slug: 'outlines', title: 'Outline blog articles', required_tier: 0 }]),
      [found('zzz')]: ok([]),
    })
    const box = screen.getByRole('combobox')
    await user.type(box, 'blog')
    const option = await screen.findByRole('option', { name: 'Outline blog articles' })
    expect(option.querySelector('mark')?.textContent).toBe('blog')
    expect(requests()).toEqual([found('blog')])
    await user.clear(box)
    await user.type(box, '   ')
    expect(screen.queryByRole('option')).toBeNull()
    await user.type(box, 'zzz')
    await screen.findByText('Nothing was found')
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Nothing was found')).toBeNull()
    expect(requests()).toEqual([found('blog'), found('zzz')])
  })

  test('passes the words on to the search of all prompts, by a button or by Enter if nothing is found', async () => {
    for (const words of ['blog', 'zzz']) {
      const { user } = await openPage('/library', {
        ...answers,
        [found('blog')]: ok([{ slug: 'outlines', title: 'Outline blog articles', required_tier: 0 }]),
        [found('zzz')]: ok([]),
        [paths.api.promptSearch({ q: words })]: ok({ results: [], next: null }),
        [paths.api.pipelines()]: ok({ results: [] }),
      })
      await user.type(screen.getByRole('combobox'), words)
      const button = await screen.findByRole('button', { name: `Search all prompts for “${words}”` })
      if (words === 'blog') await user.click(button)
      else await user.keyboard('{Enter}')
      const dialog = await screen.findByRole('dialog', { name: 'Search the library' })
      expect(within(dialog).getByRole<HTMLInputElement>('combobox').value).toBe(words)
      cleanup()
    }
  })

  test('shows an error if the search fails', async () => {
    const { user } = await openPage('/library', { ...answers, [found('blog')]: refused(404) })
    await user.type(screen.getByRole('combobox'), 'blog')
    await screen.findByText('Search isn’t working right now. Try again in a moment.')
  })
})

describe('recently viewed prompts', () => {
  test('are shown above the cards until they are cleared', async () => {
    const read = [
      { title: 'Last', path: '/library/prompt/last' },
      { title: 'First', path: '/library/prompt/first' },
    ]
    localStorage.setItem('library.recent', JSON.stringify(read))
    const { user } = await openPage('/library', answers)
    await screen.findByRole('heading', { name: 'Recently viewed' })
    const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent)
    expect(headings.indexOf('Recently viewed')).toBeLessThan(headings.indexOf('Articles'))
    const links = [...document.querySelectorAll('main a[href^="/library/prompt/"]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(read.map(({ path }) => path))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).toBeNull()
    expect(localStorage.getItem('library.recent')).toBeNull()
    expect(document.documentElement.hasAttribute('data-recent')).toBe(false)
  })

  test('show whether a member has saved them, even with slugs beyond ASCII', async () => {
    localStorage.setItem('library.recent', JSON.stringify([{ title: 'Last', path: paths.prompt('ñu-x') }]))
    const marks = { results: [{ slug: 'ñu-x', is_saved: true, user_rating: null }] }
    await openPage('/library', { ...answers, [paths.api.marks(['ñu-x'])]: ok(marks) }, { member: {} })
    const link = await screen.findByRole('link', { name: /Last/ })
    await within(link).findByText('Saved')
  })
})

describe('the section "Start here"', () => {
  const startHere = {
    sets: [
      {
        slug: 'manager',
        shelf: 'role',
        title: 'First week as a manager',
        prompts: [
          { slug: 'one', title: 'One', required_tier: 0 },
          { slug: 'two', title: 'Two', required_tier: 1 },
        ],
      },
    ],
    latest: { month: '2026-11', prompts: [promptCard(1)] },
  }

  test('lists prompt sets and the latest prompts, without locked prompts in free-only mode', async () => {
    const { user } = await openPage('/library', { ...answers, [paths.api.startHere]: ok(startHere) })
    const region = screen.getByRole('region', { name: 'Start here' })
    const links = () =>
      within(region)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'))
    expect(links()).toEqual([paths.prompt('one'), paths.prompt('two'), paths.prompt(promptCard(1).slug)])
    within(region).getByRole('heading', { name: 'Newest in November 2026' })
    await user.click(screen.getByRole('switch', { name: 'Show only free content' }))
    await waitFor(() => expect(links()).not.toContain(paths.prompt('two')))
  })
})
