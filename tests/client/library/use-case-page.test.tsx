import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import {
  category,
  freePlan,
  group,
  listOf,
  locked,
  premium,
  promptCard,
  useCase,
  useCaseAnswers,
} from '../../support/postgres/samples.ts'

const path = paths.libraryUseCase(useCase.slug)
const listPath = (filters: Record<string, string> = {}) => paths.api.useCasePrompts(useCase.slug, filters)
const second = `${listPath()}?cursor=two`
const open = (answers: Answers, address = path, options: Parameters<typeof openPage>[2] = {}) =>
  openPage(address, { ...useCaseAnswers, ...answers }, options)
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const choice = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name })

test('a use case is shown beside the others of its category, with a link to it', async () => {
  await open({ [listPath()]: listOf([]) })
  const beside = within(screen.getByRole('navigation', { name: 'Use cases in this category' })).getAllByRole('link')
  expect(beside.map((link) => link.getAttribute('href'))).toEqual(
    category.use_cases.map(({ slug }) => paths.libraryUseCase(slug)),
  )
  const chip = document.querySelector('main a.group-name')
  expect([chip?.textContent, chip?.getAttribute('href')]).toEqual(['Articles', paths.category(category.slug)])
  screen.getByText('1,000 prompts, 1 of them free')
})

test('a link to another use case of the category loads its title and its prompts', async () => {
  const other = { ...useCase, id: 2, slug: 'titles', title: 'Find titles' }
  const { user } = await open({
    [listPath()]: listOf([promptCard(1)]),
    [paths.api.useCase(other.slug)]: ok(other),
    [paths.api.useCasePrompts(other.slug)]: listOf([promptCard(2)]),
    [paths.api.category(category.slug)]: ok({
      ...category,
      use_cases: category.use_cases.map((one) => ({ ...one, required_tier: 0 })),
    }),
  })
  expect(titles()).toEqual(['Prompt 1'])
  await user.click(screen.getByRole('link', { name: /^Find titles/ }))
  await screen.findByRole('heading', { name: 'Find titles', level: 1 })
  await waitFor(() => expect(titles()).toEqual(['Prompt 2']))
})

describe('the filters of a use case', () => {
  test('are model, length and rating, and the default sort order is latest first', async () => {
    await open({ [listPath()]: listOf([]) })
    const valuesOf = (name: string) => [...choice(name).options].map(({ value }) => value)
    expect(valuesOf('Model')).toEqual(['', 'one'])
    expect(valuesOf('Length')).toEqual(['', 'short', 'medium', 'long'])
    expect(valuesOf('Rating')).toEqual(['', '4.5', '4.0', '3.5', '3.0'])
    expect(valuesOf('Order')).toEqual(['', 'rating_desc', 'rating_asc'])
    expect(choice('Order').selectedOptions[0]?.text).toBe('Latest')
  })

  test('are stored in the address, and read from it', async () => {
    const { user } = await open({
      [listPath()]: listOf([promptCard(1), promptCard(2)]),
      [listPath({ order: 'rating_asc' })]: listOf([promptCard(2), promptCard(1)]),
      [listPath({ min_rating: '4.5', order: 'rating_asc' })]: listOf([]),
    })
    await user.selectOptions(choice('Order'), 'Lowest rated')
    await waitFor(() => expect(titles()).toEqual(['Prompt 2', 'Prompt 1']))
    await user.selectOptions(choice('Rating'), '4.5')
    await screen.findByText('Nothing was found')
    expect(location.search).toBe('?min_rating=4.5&order=rating_asc')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await waitFor(() => expect(titles()).toHaveLength(2))
    expect(location.search).toBe('?order=rating_asc')
    expect(choice('Rating').value).toBe('')
    expect(choice('Order').value).toBe('rating_asc')
  })

  test('are read from the address, and offer the models of the group', async () => {
    await open(
      { [listPath({ model: 'one', length: 'short' })]: listOf([promptCard(1)]) },
      `${path}?model=one&length=short`,
    )
    expect(choice('Model').value).toBe('one')
    expect([...choice('Model').options].map(({ text }) => text)).toEqual(['Any model', group.models[0]?.name])
    expect(choice('Length').value).toBe('short')
  })

  test('omit locked prompts in free-only mode, and show a notice if no prompt is left', async () => {
    localStorage.setItem('library.visible_mode', 'free')
    const { user } = await open({
      [listPath()]: listOf([promptCard(1), promptCard(2, { required_tier: 1 })]),
      [listPath({ free: '1' })]: listOf([promptCard(1)]),
      [listPath({ length: 'short', free: '1' })]: listOf([]),
      [listPath({ length: 'short' })]: listOf([promptCard(1)]),
    })
    await waitFor(() => expect(titles()).toEqual(['Prompt 1']))
    expect(location.search).toBe('?free=1')
    await user.selectOptions(choice('Length'), 'Short')
    await screen.findByText('Nothing was found')
    expect(location.search).toBe('?length=short&free=1')
    await user.click(screen.getByRole('switch', { name: 'Show only free content' }))
    await waitFor(() => expect(titles()).toEqual(['Prompt 1']))
    expect(location.search).toBe('?length=short')
    expect(localStorage.getItem('library.visible_mode')).toBe('')
  })

  test('show that a use case has no free prompts', async () => {
    await open({ [listPath({ free: '1' })]: listOf([]) }, `${path}?free=1`)
    screen.getByText('No free prompts here yet')
  })

  test('have no button to clear them in a use case without prompts', async () => {
    await open({ [listPath()]: listOf([]) })
    screen.getByText('No prompts here yet')
    expect(screen.queryByRole('button', { name: 'Clear the filters' })).toBeNull()
  })
})

describe('a use case with less than 12 prompts', () => {
  const few = { ...category, use_cases: category.use_cases.map((one) => ({ ...one, prompt_count: 11 })) }
  const fewAnswers = { [paths.api.category(category.slug)]: ok(few) }

  test('has no filters, but the free-only switch', async () => {
    await open({ ...fewAnswers, [listPath()]: listOf([promptCard(1)]) })
    expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull()
    screen.getByRole('switch', { name: 'Show only free content' })
  })

  test('has filters while one is set', async () => {
    const { user } = await open(
      { ...fewAnswers, [listPath({ length: 'long' })]: listOf([]), [listPath()]: listOf([promptCard(1)]) },
      `${path}?length=long`,
    )
    expect(choice('Length').value).toBe('long')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await waitFor(() => expect(titles()).toEqual(['Prompt 1']))
    expect(screen.queryByRole('combobox', { name: 'Length' })).toBeNull()
  })
})

describe('the prompts of a use case', () => {
  test('are loaded page by page without repeats, and the focus moves to the first new prompt', async () => {
    const { user } = await open({
      [listPath()]: listOf([promptCard(1), promptCard(2)], second),
      [second]: listOf([promptCard(2), promptCard(3)]),
    })
    const more = screen.getByRole('link', { name: 'Load more' })
    expect(more.getAttribute('href')).toBe(`${path}?cursor=two`)
    expect(document.querySelector('link[rel=next]')?.getAttribute('href')).toBe(`${path}?cursor=two`)
    await user.click(more)
    await screen.findByText('No more prompts')
    expect(titles()).toEqual(['Prompt 1', 'Prompt 2', 'Prompt 3'])
    expect(document.activeElement?.textContent).toBe('Prompt 3')
    screen.getByText('1 more prompt')
  })

  test('on a later page have their own address, with links to the previous and the first page', async () => {
    const page = listOf([promptCard(3)], null, listPath({ cursor: 'one' }))
    await open({ [listPath({ cursor: 'two' })]: page }, `${path}?cursor=two`)
    expect(screen.getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe(`${path}?cursor=one`)
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `http://localhost:3000${path}?cursor=two`,
    )
    expect(screen.getByRole('link', { name: 'Back to the first page' }).getAttribute('href')).toBe(path)
  })

  test('on a later page in another sort order have the canonical address of the list', async () => {
    const address = `${path}?order=rating_desc&cursor=two`
    await open({ [listPath({ order: 'rating_desc', cursor: 'two' })]: listOf([promptCard(3)]) }, address)
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`http://localhost:3000${path}`)
    const first = screen.getByRole('link', { name: 'Back to the first page' })
    expect(first.getAttribute('href')).toBe(`${path}?order=rating_desc`)
  })

  test('show "No more prompts" only after a second page', async () => {
    await open({ [listPath()]: listOf([promptCard(1)]) })
    expect(titles()).toEqual(['Prompt 1'])
    expect(screen.queryByText('No more prompts')).toBeNull()
  })

  test('can be loaded again if loading more of them failed', async () => {
    const { user } = await open({
      [listPath()]: listOf([promptCard(1)], second),
      [second]: [refused(404), listOf([promptCard(2)])],
    })
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Could not load more. Try again.')
    expect(titles()).toEqual(['Prompt 1'])
    await user.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(titles()).toEqual(['Prompt 1', 'Prompt 2']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('show their rating from three ratings on, and before that "New" with the rating as its title', async () => {
    const ratings = [
      { rating_avg: 4.25, rating_count: 12 },
      { rating_avg: 5, rating_count: 2 },
      { rating_avg: null, rating_count: 0 },
    ]
    await open({ [listPath()]: listOf(ratings.map((rating, index) => promptCard(index + 1, rating))) })
    screen.getByText('4.25 (12)')
    screen.getByText('Rating 4.25, 12 ratings')
    screen.getByText('Rating 5.00, 2 ratings')
    screen.getByText('No rating yet, 0 ratings')
    const shown = screen.getAllByText('New').map(({ parentElement }) => parentElement?.title)
    expect(shown).toEqual(['5.00 (2)', '– (0)'])
  })

  test('show whether they are free, and a lock if they are locked', async () => {
    await open({ [listPath()]: listOf([promptCard(1, { required_tier: 1 }), promptCard(2)]) })
    const rows = [...document.querySelectorAll('.rows > li')].map((row) => row.querySelector('.row-head')?.textContent)
    expect(rows).toEqual(['Prompt 1Locked: subscription required Subscribers', 'Prompt 2Free'])
  })

  test('show title, description, group, length and models', async () => {
    const tagged = promptCard(1, { short_description: 'What it is for', models: [{ id: 1, slug: 'one', name: 'One' }] })
    await open({ [listPath()]: listOf([tagged]) })
    screen.getByText('What it is for')
    const tags = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')
    expect(tags.map(({ textContent }) => textContent)).toEqual(['Writing', 'Short', 'One'])
  })

  test('show the number of models if there are more than two, with their names as title', async () => {
    const models = ['One', 'Two', 'Three'].map((name, id) => ({ id, slug: name, name }))
    await open({ [listPath()]: listOf([promptCard(1, { models })]) })
    const names = screen.getByTitle('One, Two, Three')
    expect(names.textContent).toBe('3 models: One, Two, Three')
  })

  test('show what goes in as blanks, as many as fit, and what comes out', async () => {
    const inputs = ['Question the post answers', 'Your notes', 'Length', 'Voice']
    await open({ [listPath()]: listOf([promptCard(1, { inputs, example_line: '**Step 1:** the claim' })]) })
    const text = document.querySelector('.inputs')?.textContent
    expect(text).toBe('You fill in: Question the post answersYour notes…Example: Step 1: the claim')
  })

  test('show whether a member has saved or rated them', async () => {
    const noted = { slug: 'prompt-1', is_saved: true, user_rating: 4 }
    const marks = paths.api.marks(['prompt-1', 'prompt-2'])
    const answers = { [listPath()]: listOf([promptCard(1), promptCard(2)]), [marks]: ok({ results: [noted] }) }
    const { requests } = await open(answers, path, { member: {} })
    await screen.findByText('You: 4')
    screen.getByText('Saved')
    expect(requests().filter((one) => one.includes('/marks/'))).toEqual([marks])
  })
})

describe('a locked use case', () => {
  test('shows its title, and no list of prompts', async () => {
    const plans = { [paths.api.plans]: ok([freePlan, premium]) }
    await open({ ...plans, [paths.api.useCase(useCase.slug)]: locked({ ...useCase, required_tier: 1 }) })
    screen.getByRole('heading', { name: 'Outline articles', hidden: true })
    expect(screen.queryByRole('combobox', { name: 'Order', hidden: true })).toBeNull()
    await screen.findByText(/^Premium costs/)
  })
})
