import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { PromptRow } from '#shared/admin/library.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import { adminRoutes } from '../../../client/admin/library/admin-routes.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import { premium } from '../../support/postgres/samples.ts'

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
const choices = {
  ...Object.fromEntries(
    (['models', 'tags', 'categories'] as const).map((noun) => [api.library(noun, { limit: 50 }), list([])]),
  ),
  [paths.api.plans]: ok([{ ...premium, name: 'Pro' }]),
}
const open = (path: string, answers: Parameters<typeof openPage>[1]) =>
  openPage(path, { ...choices, ...answers }, { member: { role: 'admin' } })

describe('the list of prompts', () => {
  test('is filtered by its address, and stores its filters there', async () => {
    const { user } = await open(adminRoutes.list('prompts', { tier: 1, archived: 'perhaps' }), {
      [api.library('prompts', { tier: '1' })]: list([row(1)]),
      [api.library('prompts', { tier: '1', missing: 'how_to_use' })]: list([]),
    })
    const item = await screen.findByRole('link', { name: 'Prompt 1' })
    expect(item.getAttribute('href')).toBe(adminRoutes.item('prompts', 1))
    expect(await screen.findByText('requires: Pro')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'What is missing' }), 'how_to_use')
    await screen.findByText('No prompts match.')
    expect(location.search).toBe('?tier=1&missing=how_to_use')
  })

  test('changes all prompts that match a filter only if their number is the confirmed one', async () => {
    const filter = { tier: '1' }
    const { user, written } = await open(adminRoutes.list('prompts', filter), {
      [api.library('prompts', filter)]: list([row(1), row(2)]),
      [`POST ${api.promptBulk({ dry_run: '1' })}`]: ok({ selected: 40, changed: 30, dry_run: true }),
      [`POST ${api.promptBulk()}`]: [
        refused(409, { detail: 'Another number.', code: 'count_changed', count: 41 }),
        refused(400, { selection: ['Too many of them.'] }),
      ],
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown here' }))
    await user.click(screen.getByRole('button', { name: 'Select all results' }))
    await user.click(screen.getByRole('button', { name: 'Change the selected prompts' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Archive' }), '1')
    await user.click(dialog.getByRole('button', { name: 'Preview the change' }))
    await user.click(await dialog.findByRole('button', { name: 'Change 30 prompts' }))
    await dialog.findByText('Another number.')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Preview the change' })).toBeTruthy())
    await user.click(dialog.getByRole('button', { name: 'Preview the change' }))
    await user.click(await dialog.findByRole('button', { name: 'Change 30 prompts' }))
    await dialog.findByText('Too many of them.')
    const bodies = written().map(({ body }) => body)
    const change = { is_archived: true }
    expect(bodies.slice(0, 2)).toEqual([
      { selection: { filter: { tier: '1', q: '' }, expected_count: null }, change },
      { selection: { filter: { tier: '1', q: '' }, expected_count: 40 }, change },
    ])
  })
})

const parent = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' })

describe('the page of an item', () => {
  const held = { required_tier: 0, is_archived: false }
  const kites = { id: 7, slug: 'kites', category_id: 1, ...held, texts: { en: { title: 'Kites' }, es: null } }
  const sky = {
    id: 1,
    slug: 'sky',
    name: 'Sky',
    is_translated: false,
    ...held,
    effective_tier: 0,
    is_hidden_by_parent: false,
    position: null,
    functional_group_id: 1,
    use_case_count: 1,
  }
  const kitesAnswers = (log: object[] = []) => ({
    [api.libraryItem('use-cases', 7)]: withEtag(kites, '"1"'),
    [api.library('categories', { limit: 50 })]: list([sky]),
    [api.audit({ kind: 'use_case', target: '7' })]: list(log),
  })
  const actor = { username: 'ana', avatar_color: '#4c2fa2', is_team: false }
  const entry = { id: 1, at: '2026-01-01T00:00:00.000Z', actor, action: 'changed', note: null, has_states: true }
  const who = { actor_id: 2, actor_name: 'ana', source: 'web' }
  const logged = { ...entry, ...who, kind: 'use_case', target: '7', name: null, thread: null, comment_id: null }

  test('shows an empty select field if a restored state refers to a deleted item', async () => {
    const before = { ...kites, category_id: 2 }
    const { user } = await open(adminRoutes.item('use-cases', 7), {
      ...kitesAnswers([logged]),
      [api.auditEntry(1)]: ok({ ...logged, before, after: kites }),
      [`PUT ${api.libraryItem('use-cases', 7)}`]: refused(400, {
        category_id: ['This category no longer exists.'],
      }),
    })
    await waitFor(() => expect(parent().value).toBe('1'))
    await user.click(await screen.findByRole('button', { name: 'Changes' }))
    await user.click(await screen.findByRole('button', { name: 'Restore the state before' }))
    expect(parent().selectedOptions[0]?.text).toBe('Choose one')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('This category no longer exists.')
    await user.selectOptions(parent(), '1')
    expect(parent().value).toBe('1')
  })

  test('does not offer to restore a position', async () => {
    const { user } = await open(adminRoutes.item('use-cases', 7), {
      ...kitesAnswers([{ ...logged, action: 'moved' }]),
      [api.auditEntry(1)]: ok({ ...logged, action: 'moved', before: { place: 0 }, after: { place: 4 } }),
    })
    await user.click(await screen.findByRole('button', { name: 'Changes' }))
    await screen.findByText('Position, starting at 0')
    expect(screen.queryByRole('button', { name: /^Take over/ })).toBeNull()
  })

  test('allows removing a reference to a deleted item from a restored state', async () => {
    const group = { id: 3, slug: 'toys', model_ids: [1], texts: { en: { name: 'Toys' }, es: null } }
    const { user, written } = await open(adminRoutes.item('groups', 3), {
      [api.libraryItem('groups', 3)]: withEtag(group, '"1"'),
      [api.library('models', { limit: 50 })]: list([{ id: 1, slug: 'gpt', name: 'GPT' }]),
      [api.audit({ kind: 'functional_group', target: '3' })]: list([logged]),
      [api.auditEntry(1)]: ok({ ...logged, before: { model_ids: [1, 9] }, after: { model_ids: [1] } }),
      [`PUT ${api.libraryItem('groups', 3)}`]: withEtag(group, '"2"'),
    })
    await user.click(await screen.findByRole('button', { name: 'Changes' }))
    await user.click(await screen.findByRole('button', { name: 'Restore the state before' }))
    await user.click(await screen.findByRole('checkbox', { name: 'No longer exists (9)' }))
    expect(screen.queryByRole('checkbox', { name: 'No longer exists (9)' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'GPT' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(written()).toMatchObject([{ body: { model_ids: [] } }]))
  })

  test('requires choosing a missing reference', async () => {
    const { user } = await open(adminRoutes.item('use-cases', 'new'), {
      ...kitesAnswers(),
      [`POST ${api.library('use-cases')}`]: refused(400, { category_id: ['Enter a whole number.'] }),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Title (English)' }), 'Kites')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Choose one from the list.')
  })

  test('shows how many items are archived with the item, and a conflict with another change', async () => {
    const { user } = await open(adminRoutes.item('use-cases', 7), {
      ...kitesAnswers(),
      [`POST ${api.promptBulk({ dry_run: '1' })}`]: refused(400, { selection: ['Too many of them.'] }),
      [`DELETE ${api.libraryItem('use-cases', 7)}`]: refused(412, {
        detail: 'Compare both.',
        code: 'changed_meanwhile',
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Archive' }))
    await screen.findByText('More than 5,000 prompts in it are hidden with it.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Delete for good' }))
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/Reload the page/)
  })
})

test('the report of an import shows its file and its counts, above the latest imports', async () => {
  const run = {
    id: '01a20525-f96a-75be-a4a5-f0666b4bef3f',
    file_name: 'a.ndjson',
    format: 'ndjson',
    bytes: 1,
    dry_run: false,
    state: 'done',
    phase: 'rows',
    bytes_done: 1,
    rows_done: 2,
    rejected: 0,
    types: [
      { type: 'functional', added: 1, changed: 0, same: 0 },
      { type: 'category', added: 1, changed: 0, same: 0 },
      { type: 'use_case', added: 1, changed: 0, same: 0 },
      { type: 'pipeline', added: 1, changed: 0, same: 0 },
    ],
    first_rejected: [],
    problem: null,
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-02T00:00:00.000Z',
  }
  const other = (number: number) => run.id.replace('01a2', `0${number}a2`)
  await open(`${adminRoutes.transfer}?run=${run.id}`, {
    [api.libraryImportRun(run.id)]: ok(run),
    // The page polls while an import is running.
    [api.libraryImport()]: ['running', 'done'].map((state) =>
      ok({ results: [run, { ...run, id: other(2), state }, { ...run, id: other(3), state: 'failed' }] }),
    ),
  })
  const report = within(await screen.findByRole('table'))
  expect(report.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Groups',
    'Categories',
    'Use cases',
    'Pipelines',
  ])
  const latest = within(screen.getByRole('region', { name: 'Recent files' }))
  const states = () => latest.getAllByRole('listitem').map(({ textContent }) => /ndjson(.*) ·/.exec(textContent)?.[1])
  expect(states()).toEqual(['imported', 'running', 'not imported'])
  await waitFor(() => expect(states()).toEqual(['imported', 'imported', 'not imported']))
})

describe('importing a table', () => {
  test('shows the first rows of the table, and preselects columns by their names', async () => {
    const { user } = await open(adminRoutes.transfer, { [api.libraryImport()]: ok({ results: [] }) })
    const text = '\uFEFFAct;Prompt;Note\n"One; two";Write;x\nThree;Read;y\n'
    await user.upload(await screen.findByLabelText('File'), new File([text], 'prompts.csv'))
    const columns = within(await screen.findByRole('group', { name: 'Which column holds what' }))
    await columns.findByRole('cell', { name: 'One; two' })
    const chosen = (field: string) => columns.getByRole<HTMLSelectElement>('combobox', { name: field }).value
    await waitFor(() => expect(chosen('Title')).toBe('Act'))
    expect([chosen('Text of the prompt'), chosen('Known issues')]).toEqual(['Prompt', ''])
    await user.selectOptions(columns.getByRole('combobox', { name: 'Known issues' }), 'Note')
    expect(chosen('Known issues')).toBe('Note')
    expect(columns.getAllByRole('row')).toHaveLength(3)
  })
})
