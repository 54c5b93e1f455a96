import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage, refused, pendingAnswer } from '../../support/browser/page.tsx'
import type { Answer } from '../../support/browser/page.tsx'
import { category, categoryCard, locked, promptCard } from '../../support/postgres/samples.ts'

const path = paths.category(category.slug)
const promptsPath = (query = {}) => paths.api.categoryPrompts(category.slug, query)
const { id: _id, ...card } = promptCard(1, { title: 'Write an outline', inputs: ['Notes'] })
const listed = [
  { ...card, models: ['one', 'two', 'new'] },
  { ...card, slug: 'locked', title: 'Improve an outline', required_tier: 1, models: [] },
]
const promptsOf = (prompts: object[]) =>
  ok(category.use_cases.map((one, at) => ({ ...one, prompts: at ? [] : prompts })))
const models = ['one', 'two'].map((slug) => ({ slug, name: `Model ${slug}`, prompt_count: 1 }))
const cards = {
  [promptsPath()]: promptsOf(listed),
  [promptsPath({ free: '1' })]: promptsOf(listed.slice(0, 1)),
  [paths.api.models]: ok(models),
  [paths.api.categories({ use_cases: '0' })]: ok([categoryCard]),
  [paths.api.plans]: pendingAnswer,
}
const openCategory = (answer: Answer, options: Parameters<typeof openPage>[2] = {}) =>
  openPage(path, { ...cards, [paths.api.category(category.slug)]: answer }, options)
const titles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const lockedTitle = 'Find titles'
const openTitle = 'Outline articles'

describe('the use cases of a category', () => {
  test('are filtered by words', async () => {
    const { user } = await openCategory(ok(category))
    expect(titles()).toEqual([openTitle, lockedTitle])
    await user.type(screen.getByRole('searchbox'), 'OUTLINE')
    expect(titles()).toEqual([openTitle])
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'outline-art')
    expect(titles()).toEqual([openTitle])
    await user.type(screen.getByRole('searchbox'), ' zzz')
    screen.getByText('Nothing was found')
    await user.keyboard('{Escape}')
    expect(titles()).toHaveLength(2)
  })

  test('are filtered to unlocked use cases', async () => {
    const { user } = await openCategory(ok(category))
    await user.click(screen.getByRole('switch'))
    await waitFor(() => expect(titles()).toEqual([openTitle]))
    for (const name of [openTitle, 'All 1'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toContain('?free=1')
  })

  test('have a link to all of their prompts, and a lock if they are locked', async () => {
    await openCategory(ok(category))
    const address = paths.libraryUseCase('outlines')
    expect(screen.getByRole('link', { name: 'All 1,000' }).getAttribute('href')).toBe(address)
    const lockedCase = screen.getByRole('heading', { name: lockedTitle }).closest('section')
    within(lockedCase ?? document.body).getByText('Locked: subscription required')
  })

  test('show a notice if there are none', async () => {
    await openCategory(ok({ ...category, use_cases: [] }))
    screen.getByText('No use cases in this category yet')
  })
})

const prompts = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)

describe('the prompts of a category', () => {
  test('are listed below their use cases, with the names of their models', async () => {
    await openCategory(ok(category))
    expect(prompts()).toEqual(['Write an outline', 'Improve an outline'])
    const section = screen.getByRole('heading', { name: openTitle }).closest('section')
    expect(section?.querySelectorAll('h4')).toHaveLength(2)
    expect(screen.getAllByText('Notes')).toHaveLength(2)
    screen.getByTitle('Model one, Model two, new')
  })

  test('are only free ones in free-only mode, also before the answer is here', async () => {
    const { user } = await openPage(path, {
      ...cards,
      [promptsPath({ free: '1' })]: 'never',
      [paths.api.category(category.slug)]: ok(category),
    })
    await user.click(screen.getByRole('switch'))
    await waitFor(() => expect(prompts()).toEqual(['Write an outline']))
  })

  test('are missing if they cannot be loaded, while the use cases stay', async () => {
    await openPage(path, {
      ...cards,
      [promptsPath()]: refused(404),
      [paths.api.category(category.slug)]: ok(category),
    })
    expect(titles()).toEqual([openTitle, lockedTitle])
  })
})

describe('the list of all categories', () => {
  test('is divided into groups, of which the group of the category is first', async () => {
    const other = { ...categoryCard, id: 2, slug: 'ads', name: 'Ads', functional: { slug: 'marketing', name: 'Ads' } }
    await openPage(path, {
      ...cards,
      [paths.api.category(category.slug)]: ok(category),
      [paths.api.categories({ use_cases: '0' })]: ok([other, categoryCard]),
    })
    const list = within(screen.getByRole('navigation', { name: 'Categories' }))
    const groups = list.getAllByRole('heading', { level: 3 })
    expect(groups.map(({ textContent }) => textContent)).toEqual(['Writing', 'Ads'])
    expect(list.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
  })
})

describe('a category', () => {
  test('is shown beside the list of all categories, with group and description, and counted as viewed', async () => {
    const sendBeacon = vi.spyOn(navigator, 'sendBeacon')
    await openCategory(ok(category))
    const beside = within(screen.getByRole('navigation', { name: 'Categories' }))
    expect(beside.getByRole('link', { name: /^Articles/ }).getAttribute('href')).toBe(path)
    screen.getByRole('heading', { name: 'Articles', level: 1 })
    const groupLink = within(screen.getByRole('main')).getByRole('link', { name: 'Writing' })
    expect(groupLink.getAttribute('href')).toBe('/library?group=writing')
    screen.getByText('About articles')
    expect(screen.queryByRole('note')).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the library' }).getAttribute('href')).toBe('/library')
    expect(sendBeacon.mock.calls).toEqual([[paths.api.categoryClick(category.slug)]])
  })

  test('that is locked shows the required plan, and returns after a log-in', async () => {
    await openCategory(locked({ ...categoryCard, required_tier: 1 }))
    const main = within(screen.getByRole('main', { hidden: true }))
    main.getByRole('heading', { name: /Sign in to view this category/, hidden: true })
    main.getByText('The content is only available to registered users with a subscription.')
    const logIn = main.getByRole('link', { name: 'Log in', hidden: true })
    expect(logIn.getAttribute('href')).toBe(`/login?next=${encodeURIComponent(path)}`)
    expect(main.queryByRole('searchbox', { hidden: true })).toBeNull()
  })

  test('shows its warning text, and a notice if it is not translated', async () => {
    await openCategory(ok({ ...category, warning_text: 'ApiFetch a lawyer.' }), { locale: 'es' })
    expect(screen.getByRole('note').textContent).toContain('ApiFetch a lawyer.')
    screen.getByText('Por ahora solo disponible en inglés.')
  })

  test('that cannot be loaded shows an error, with a link to the library', async () => {
    await openCategory(refused(500))
    screen.getByRole('heading', { name: 'This page is unavailable' })
    screen.getByRole('button', { name: 'Try again' })
    expect(screen.getByRole('link', { name: 'Back to the library' }).getAttribute('href')).toBe('/library')
  })
})
