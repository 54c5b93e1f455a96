import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { listOf, prompt, promptAnswers, promptCard } from '../../support/postgres/samples.ts'

const titles = [
  { slug: 'release', title: 'Write a release note', short_description: 'For people who skim', required_tier: 0 },
  { slug: 'lesson', title: 'Plan a lesson', short_description: 'With notes for the teacher', required_tier: 1 },
]
const useCase = { slug: 'outlines', title: 'Outline articles' }
const foundPrompt = (id: number, changes: object) => ({ ...promptCard(id, changes), use_case: useCase })
const searchAnswers = (results: object[] = []): Answers => ({
  [paths.api.titles]: ok({ results: titles }),
  [paths.api.pipelines()]: listOf([]),
  [paths.api.promptSearch({ q: 'note' })]: listOf(results),
  [paths.api.promptSearch({ q: 'not' })]: listOf(results),
})

const open = (answers: Answers = searchAnswers(), options: Parameters<typeof openPage>[2] = {}) =>
  openPage(paths.terms, answers, options)
const pressK = (modifier: 'ctrlKey' | 'metaKey' = 'ctrlKey') =>
  fireEvent.keyDown(document.body, { key: 'k', [modifier]: true })
const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search the library' })
const group = (name: string) => within(screen.getByRole('group', { name }))

describe('the search dialog', () => {
  test.each(['ctrlKey', 'metaKey'] as const)('is opened by K with %s, also while one is typing', async (modifier) => {
    await open()
    pressK(modifier)
    await field()
    fireEvent.keyDown(await field(), { key: 'k', [modifier]: true })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('shows recent prompts and actions before anything is typed', async () => {
    localStorage.setItem('library.recent', JSON.stringify([{ title: 'A recent one', path: paths.prompt('recent') }]))
    const { user } = await open()
    await user.keyboard('/')
    await field()
    const recent = group('Recent prompts').getByRole('option', { name: 'A recent one' })
    expect(recent.getAttribute('href')).toBe(paths.prompt('recent'))
    group('Go to').getByRole('option', { name: 'Plans' })
    group('Go to').getByRole('option', { name: 'Log in' })
    group('Actions').getByRole('option', { name: 'Change the language: Español' })
    expect(screen.queryByRole('option', { name: /^Admin/ })).toBeNull()
    expect(screen.queryByRole('group', { name: 'On this page' })).toBeNull()
  })

  test.each([
    ['moderator', ['Admin: review']],
    ['editor', ['Admin: library', 'Admin: news', 'Admin: site']],
  ] as const)('links a %s to the profile and to the areas of the administration that are open', async (role, areas) => {
    const { user } = await open(searchAnswers(), { member: { role } })
    await user.keyboard('/')
    await screen.findByRole('option', { name: areas[0] })
    expect(optionNames().filter((name) => name?.startsWith('Admin'))).toEqual(areas)
    const saved = screen.getByRole('option', { name: 'Saved prompts' })
    expect(saved.getAttribute('href')).toBe(paths.myPrompts)
  })

  test('finds prompts by their titles with each key, before the server answers', async () => {
    const { user } = await open({ ...searchAnswers(), [paths.api.promptSearch({ q: 'note' })]: 'never' })
    await user.keyboard('/')
    await user.type(await field(), 'note')
    await waitFor(() => expect(group('Prompts').getAllByRole('option')).toHaveLength(2))
    const [first, second] = group('Prompts').getAllByRole('option')
    expect(first?.querySelector('mark')?.textContent).toBe('note')
    expect(first?.getAttribute('href')).toBe(paths.prompt('release'))
    within(second ?? document.body).getByTitle('Locked: subscription required')
  })

  test("lists the server's results below, each once, with the use case", async () => {
    const results = [foundPrompt(7, { slug: 'release' }), foundPrompt(8, { slug: 'other', title: 'Another' })]
    const { user } = await open(searchAnswers(results))
    await user.keyboard('/')
    await user.type(await field(), 'note')
    const others = await screen.findByRole('group', { name: 'Found in the texts' })
    expect(within(others).getAllByRole('option')).toHaveLength(1)
    expect(group('Prompts').getAllByRole('option')[0]?.textContent).toContain('Outline articles')
    screen.getByText('3 results shown')
  })

  test('finds actions by words, and marks the first option, which Enter opens', async () => {
    const { user } = await open({ ...searchAnswers(), [paths.api.promptSearch({ q: 'dark' })]: listOf([]) })
    await user.keyboard('/')
    await user.type(await field(), 'dark')
    const option = await screen.findByRole('option', { name: 'Switch between light and dark', selected: true })
    expect((await field()).getAttribute('aria-activedescendant')).toBe(option.id)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
    expect(screen.queryByRole('dialog')).toBeNull()
    delete document.documentElement.dataset.theme
  })

  test('opens the list of shortcuts', async () => {
    const { user } = await open()
    await user.keyboard('/')
    await user.click(await screen.findByRole('option', { name: 'Keyboard shortcuts' }))
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    within(dialog).getByText('Search and actions')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  test('saves the prompt of the page by its own button', async () => {
    const save = `POST ${paths.api.promptSave(prompt.slug)}`
    const { user, written } = await openPage(
      paths.prompt(prompt.slug),
      {
        ...searchAnswers(),
        ...promptAnswers(),
        [paths.api.marks([prompt.slug])]: ok({ results: [] }),
        [save]: ok({ is_saved: true }),
      },
      { member: {} },
    )
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    await screen.findByRole('group', { name: 'On this page' })
    await user.click(group('On this page').getByRole('option', { name: /^Save/ }))
    await waitFor(() => expect(written().map(({ request }) => request)).toEqual([save]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows its actions if titles and results cannot be loaded', async () => {
    const { user } = await open({
      [paths.api.titles]: refused(500),
      [paths.api.pipelines()]: refused(500),
      [paths.api.promptSearch({ q: 'forum' })]: refused(404),
    })
    await user.keyboard('/')
    await user.type(await field(), 'forum')
    await screen.findByText('Search isn’t working right now. Try again.')
    screen.getByRole('option', { name: 'Forum' })
  })
})

test.each([
  ['en', 'Keyboard shortcuts', 'Single-key shortcuts'],
  ['es', 'Atajos de teclado', 'Atajos de una sola tecla'],
] as const)('Ctrl+K opens the dialog if single-key shortcuts are off: %s', async (locale, title, name) => {
  localStorage.setItem('shortcuts', 'off')
  const { user } = await openPage('/terms-of-service', searchAnswers(), { locale })
  await user.keyboard('/?')
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await user.click(await screen.findByRole('option', { name: title }))
  const off = within(await screen.findByRole('dialog', { name: title })).getByRole('switch', { name })
  expect(off).toHaveProperty('checked', false)
  await user.click(off)
  expect(localStorage.getItem('shortcuts')).toBeNull()
})

test('the key ? lists the shortcuts on a page without its own', async () => {
  const { user } = await open()
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  dialog.getByText('Search and actions')
  expect(dialog.queryByText('On this page')).toBeNull()
})
