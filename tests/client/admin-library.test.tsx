import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PromptRow } from '#shared/admin-library.ts'
import { adminPaths } from '#shared/admin-paths.ts'
import { places } from '../../client/admin/library/places.ts'
import { blankTexts, draftOf, restorable, settled } from '../../client/admin/library/shapes.ts'
import { withText } from '../../client/admin/texts.ts'
import { ok, openPage, refused } from '../support/page.tsx'

const { api } = adminPaths
const list = (results: object[]) => ok({ results, next: null })
const row = (id: number): PromptRow => ({
  id,
  slug: `prompt-${id}`,
  name: `Prompt ${id}`,
  is_translated: true,
  required_tier: 0,
  effective_tier: 1,
  is_archived: false,
  is_hidden_by_parent: false,
  length_tag: 'short',
  use_case: { id: 1, name: 'Outlines' },
  model_ids: [],
  tag_ids: [],
  gaps: ['how_to_use'],
  rating_avg: null,
  rating_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
})
const choices = Object.fromEntries(
  (['models', 'tags', 'categories'] as const).map((noun) => [api.library(noun, { limit: 50 }), list([])]),
)
const open = (path: string, answers: Parameters<typeof openPage>[1]) =>
  openPage(path, { ...choices, ...answers }, { member: { role: 'admin' } })

describe('the list of prompts', () => {
  test('is narrowed by its address, which its filters change', async () => {
    const { user } = await open(places.list('prompts', { tier: 1, archived: 'perhaps' }), {
      [api.library('prompts', { tier: '1' })]: list([row(1)]),
      [api.library('prompts', { tier: '1', missing: 'how_to_use' })]: list([]),
    })
    const item = await screen.findByRole('link', { name: 'Prompt 1' })
    expect(item.getAttribute('href')).toBe(places.item('prompts', 1))
    expect(screen.getByText('opens with: Subscribers')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'What is missing' }), 'how_to_use')
    await screen.findByText('No prompt is like this.')
    expect(location.search).toBe('?tier=1&missing=how_to_use')
  })

  test('changes all that a filter finds only as many as were said', async () => {
    const filter = { tier: '1' }
    const { user, written } = await open(places.list('prompts', filter), {
      [api.library('prompts', filter)]: list([row(1), row(2)]),
      [`POST ${api.promptBulk({ dry_run: '1' })}`]: ok({ selected: 40, changed: 30, dry_run: true }),
      [`POST ${api.promptBulk()}`]: refused(409, { detail: 'Another number.', code: 'count_changed', count: 41 }),
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown here' }))
    await user.click(screen.getByRole('button', { name: 'Select all that the filters find' }))
    await user.click(screen.getByRole('button', { name: 'Change the selected prompts' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Archive' }), '1')
    await user.click(dialog.getByRole('button', { name: 'See what it would do' }))
    await user.click(await dialog.findByRole('button', { name: 'Change 30 prompts' }))
    await dialog.findByText('Another number.')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'See what it would do' })).toBeTruthy())
    const bodies = written().map(({ body }) => body)
    const change = { is_archived: true }
    expect(bodies).toEqual([
      { selection: { filter: { tier: '1', q: '' }, expected_count: null }, change },
      { selection: { filter: { tier: '1', q: '' }, expected_count: 40 }, change },
    ])
  })
})

describe('the form of an item', () => {
  const category = { name: 'Kites', description: '', warning_text: null }
  const state = { functional_group_id: 1, required_tier: 0, is_archived: false, texts: { en: category, es: null } }

  test('has no translation where nothing is written in it', () => {
    const written = withText(state.texts, 'es', blankTexts.categories, { name: 'Cometas' })
    expect(written.es).toEqual({ name: 'Cometas', description: '', warning_text: null })
    expect(withText(written, 'es', blankTexts.categories, { name: '' })).toEqual(state.texts)
  })

  test('makes whole what a choice between two versions has left out', () => {
    const texts = { en: category, es: { name: 'Cometas' } }
    expect(settled('categories', { ...state, texts }).texts.es).toEqual({ ...category, name: 'Cometas' })
    expect(settled('categories', { ...state, texts: { en: category, es: { name: null } } }).texts.es).toBeNull()
  })

  test('takes of a former state what it has, and no address', () => {
    const draft = draftOf('categories', { id: 1, slug: 'kites', ...state })
    expect(restorable('categories', draft, { id: 1, slug: 'old', required_tier: 3 })).toEqual({ required_tier: 3 })
    expect(restorable('categories', draft, { place: 4 })).toEqual({})
  })
})
