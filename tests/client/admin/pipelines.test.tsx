import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { paths } from '#shared/paths.ts'
import type { InputSources } from '#shared/library/pipelines.ts'
import {
  blanksOf,
  blankPipelineText,
  dropPartialTranslation,
  moveStep,
  removeStep,
  sourceOfOption,
  sourceOptionValue,
  withPrompt,
  withInputSource,
} from '../../../client/admin/library/pipeline-draft.ts'
import type { Step } from '../../../client/admin/library/pipeline-draft.ts'
import { adminRoutes } from '../../../client/admin/library/admin-routes.ts'
import { differencesOf } from '../../../client/admin/flatten.ts'
import { ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'

const { api } = adminPaths
const step = (prompt_id: number, inputs: InputSources = {}, es: InputSources | null = null): Step => ({
  prompt_id,
  texts: { en: { hand_on: `of ${prompt_id}`, inputs }, es: es && { hand_on: '', inputs: es } },
})
const inputsIn = (steps: readonly Step[]) => steps.map(({ texts }) => texts.en.inputs)
const answer = (answer_of: number) => ({ answer_of })

describe('the steps of a pipeline', () => {
  const steps = [step(1), step(2, { a: answer(1), b: { same_as: 'topic' } }), step(3, { c: answer(2), d: answer(1) })]

  test('keep the answers that they use if they are moved, except answers of later steps', () => {
    const moved = moveStep(steps, 2, 1)
    expect(moved.map(({ prompt_id }) => prompt_id)).toEqual([1, 3, 2])
    expect(inputsIn(moved)).toEqual([{}, { d: answer(1) }, { a: answer(1), b: { same_as: 'topic' } }])
    expect(inputsIn(moveStep(steps, 0, 1))).toEqual([{ b: { same_as: 'topic' } }, {}, { c: answer(1), d: answer(2) }])
  })

  test('drop the answers of a removed step, in both languages', () => {
    expect(inputsIn(removeStep(steps, 0))).toEqual([{ b: { same_as: 'topic' } }, { c: answer(1) }])
    const translated = [step(1, {}, {}), step(2, {}, {}), step(3, {}, { z: answer(2) })]
    expect(removeStep(translated, 0)[1]?.texts.es?.inputs).toEqual({ z: answer(1) })
    expect(removeStep(translated, 1)[1]?.texts.es?.inputs).toEqual({})
  })

  test('have the placeholders of the new prompt if their prompt is changed', () => {
    expect(withPrompt(step(2, { a: answer(1) }, { b: answer(1) }), 5)).toEqual({
      prompt_id: 5,
      texts: { en: { hand_on: 'of 2', inputs: {} }, es: { hand_on: '', inputs: {} } },
    })
  })

  test('are translated into Spanish completely or not at all', () => {
    const en = { ...blankPipelineText, title: 'Chain' }
    const half = dropPartialTranslation({ texts: { en, es: null }, steps: [step(1), step(2, {}, { a: answer(1) })] })
    expect(half.texts.es).toEqual(blankPipelineText)
    expect(half.steps[0]?.texts.es).toEqual({ hand_on: '', inputs: {} })
    const none = dropPartialTranslation({ texts: { en, es: null }, steps: [step(1, {}, {}), step(2, {}, {})] })
    expect(none.steps.map(({ texts }) => texts.es)).toEqual([null, null])
    const titled = { texts: { en, es: { ...en, title: 'Cadena' } }, steps: [step(1)] }
    expect(dropPartialTranslation(titled).steps[0]?.texts.es).toEqual({ hand_on: '', inputs: {} })
  })

  test('offer the inputs of earlier steps for a placeholder, and mark missing placeholders', () => {
    const contents = [{ en: 'On {{topic}} in {{tone}}.' }, { en: 'From {{a}} in {{tone}}.' }, null]
    const [first, second, third] = blanksOf(
      [step(1), step(2, { a: answer(1), old: answer(1) }), step(3)],
      contents,
      'en',
    )
    expect(first).toMatchObject([
      { name: 'topic', names: [], source: null },
      { name: 'tone', names: [] },
    ])
    expect(second).toEqual([
      { name: 'a', isGone: false, source: answer(1), names: ['topic', 'tone'] },
      { name: 'tone', isGone: false, source: null, names: ['topic'] },
      { name: 'old', isGone: true, source: answer(1), names: ['topic', 'tone'] },
    ])
    expect(third).toBeNull()
  })

  test('encode each source of an input as one select value, and none for input by the reader', () => {
    for (const source of [answer(3), { same_as: 'answer 2' }, null])
      expect(sourceOfOption(sourceOptionValue(source))).toEqual(source)
    const chosen = withInputSource(step(2), 'es', 'tema', answer(1))
    expect(chosen.texts.es).toEqual({ hand_on: '', inputs: { tema: answer(1) } })
    expect(withInputSource(chosen, 'es', 'tema', null).texts.es?.inputs).toEqual({})
  })

  test('are listed one by one in the differences between two states', () => {
    const [difference] = differencesOf({ steps: [step(1)] }, { steps: [step(2, { a: answer(1) })] })
    expect(difference).toEqual({
      path: 'steps',
      before: '1.\nprompt_id: 1\ntexts.en.hand_on: of 1',
      after: '1.\nprompt_id: 2\ntexts.en.hand_on: of 2\ntexts.en.inputs.a.answer_of: 1',
    })
  })
})

const text = { short_description: '', how_to_use: '', known_issues: '', example: '', example_values: {}, labels: {} }
const prompt = (id: number, content: string, title = `Prompt ${id}`) => ({
  id,
  slug: `prompt-${id}`,
  use_case_id: 1,
  required_tier: 0,
  is_archived: false,
  length_tag: 'short',
  model_ids: [],
  tag_ids: [],
  test_records: [],
  texts: { en: { ...text, title, content }, es: null },
})
const row = (id: number) => ({
  id,
  slug: `prompt-${id}`,
  name: `Prompt ${id}`,
  is_translated: false,
  required_tier: 0,
  effective_tier: 0,
  is_archived: false,
  is_hidden_by_parent: false,
  length_tag: 'short',
  use_case: { id: 1, name: 'Outlines' },
  model_ids: [],
  tag_ids: [],
  test_records: [],
  gaps: [],
  rating_avg: null,
  rating_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
})
const prompts = {
  [api.libraryItem('prompts', 1)]: withEtag(prompt(1, 'On {{topic}}.'), '"p1"'),
  [api.libraryItem('prompts', 2)]: withEtag(prompt(2, 'From {{findings}} on {{subject}}.'), '"p2"'),
}
const open = (path: string, answers: Parameters<typeof openPage>[1]) =>
  openPage(path, { ...prompts, [paths.api.plans]: ok([]), ...answers }, { member: { role: 'admin' } })
const list = (results: object[]) => ok({ results, next: null })
const item = {
  id: 7,
  slug: 'chain',
  required_tier: 0,
  is_archived: false,
  texts: { en: { title: 'Chain', short_description: 'Links', how_to_use: '' }, es: null },
  steps: [step(1), step(2, { findings: answer(1) })],
}
const steps = () => [...screen.getByRole('list', { name: 'Steps' }).children].map((one) => one as HTMLElement)
const inStep = (number: number) => within(steps()[number - 1] ?? document.body)
const english = (number: number) => within(inStep(number).getByRole('group', { name: 'English' }))
const sourceFor = async (number: number, name: string) => {
  await screen.findByRole('list', { name: 'Steps' })
  await inStep(number).findByRole('group', { name: 'English' })
  return english(number).findByRole<HTMLSelectElement>('combobox', { name: `Where “${name}” comes from` })
}

const texts = (inputs: object) => ({ en: { hand_on: '', inputs }, es: null })

describe('the page of a pipeline', () => {
  const shown = {
    [api.libraryItem('pipelines', 7)]: withEtag(item, '"1"'),
    [api.audit({ kind: 'pipeline', target: '7' })]: list([]),
  }

  test('adds prompts by search', async () => {
    const { user, written } = await open(adminRoutes.item('pipelines', 'new'), {
      [api.library('prompts', { q: 'one', archived: '0', limit: 8 })]: list([row(1), row(2)]),
      [api.library('prompts', { q: 'two', archived: '0', limit: 8 })]: list([row(2)]),
      [`POST ${api.library('pipelines')}`]: refused(400, {
        'steps.1.texts.en.inputs.subject': ['No earlier step asks for it.'],
      }),
    })
    await user.type(await screen.findByRole('textbox', { name: 'Title (English)' }), 'Chain')
    await user.type(inStep(1).getByRole('searchbox', { name: 'Search for a prompt' }), 'one{Enter}')
    await user.click(await inStep(1).findByRole('button', { name: /^Prompt 1/ }))
    expect(document.activeElement).toBe(inStep(1).getByRole('button', { name: 'Choose another prompt' }))
    await user.type(inStep(2).getByRole('searchbox', { name: 'Search for a prompt' }), 'two')
    await user.click(await inStep(2).findByRole('button', { name: /^Prompt 2/ }))
    await user.selectOptions(await sourceFor(2, 'findings'), 'The answer of step 1')
    await user.selectOptions(await sourceFor(2, 'subject'), 'The same as “topic”')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await english(2).findByText('No earlier step asks for it.')
    expect((await sourceFor(2, 'subject')).getAttribute('aria-invalid')).toBe('true')
    expect(written()).toMatchObject([
      {
        body: {
          slug: 'chain',
          texts: { en: { title: 'Chain' }, es: null },
          steps: [
            { prompt_id: 1, texts: texts({}) },
            { prompt_id: 2, texts: texts({ findings: answer(1), subject: { same_as: 'topic' } }) },
          ],
        },
      },
    ])
  })

  test('adds, moves and removes steps with the keyboard, and announces it', async () => {
    const { user } = await open(adminRoutes.item('pipelines', 7), shown)
    expect((await sourceFor(2, 'findings')).selectedOptions[0]?.text).toBe('The answer of step 1')
    expect(inStep(1).getByRole<HTMLButtonElement>('button', { name: 'Remove step 1' }).disabled).toBe(true)
    const add = screen.getByRole('button', { name: 'Add a step' })
    add.focus()
    await user.keyboard('{Enter}')
    expect(steps()).toHaveLength(3)
    await screen.findByText('Step 3 was added at the end.')
    inStep(2).getByRole('button', { name: 'Move Step 2 up' }).focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await screen.findByText('Step 2 is now in position 1.')
    expect((await sourceFor(1, 'findings')).selectedOptions[0]?.text).toBe('The reader enters it')
    expect(steps()[0]?.contains(document.activeElement)).toBe(true)
    await user.click(inStep(3).getByRole('button', { name: 'Remove step 3' }))
    expect(document.activeElement).toBe(add)
    for (let count = steps().length; count < 6; count++) await user.keyboard('{Enter}')
    expect(steps()).toHaveLength(6)
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    expect(steps()).toHaveLength(6)
  })

  test('removes a placeholder that the prompt no longer has', async () => {
    const stale = { ...item, steps: [step(1), step(2, { findings: answer(1), papers: answer(1) })] }
    const { user, written } = await open(adminRoutes.item('pipelines', 7), {
      ...shown,
      [api.libraryItem('pipelines', 7)]: withEtag(stale, '"1"'),
      [`PUT ${api.libraryItem('pipelines', 7)}`]: withEtag(item, '"2"'),
    })
    const papers = await sourceFor(2, 'papers')
    expect(papers.selectedOptions[0]?.text).toBe('Choose one')
    await user.selectOptions(papers, 'The reader enters it')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(written()).toMatchObject([{ body: { steps: item.steps } }]))
    expect(english(2).queryByRole('combobox', { name: 'Where “papers” comes from' })).toBeNull()
  })

  test('shows each pipeline with its length and the reason why it is hidden, in a changeable order', async () => {
    const held = { is_translated: true, required_tier: 0, effective_tier: 1, is_archived: false, position: null }
    const chain = { id: 7, slug: 'chain', name: 'Chain', ...held, is_hidden_by_prompt: true, step_count: 3 }
    await open(adminRoutes.list('pipelines'), {
      [api.library('pipelines', { limit: 50 })]: list([chain, { ...chain, id: 8, name: 'Rope' }]),
    })
    const [first] = await screen.findAllByText('3 steps')
    expect(first).toBeTruthy()
    expect(screen.getAllByText('Hidden: one of its prompts is archived')).toHaveLength(2)
    expect(screen.getByRole('button', { name: 'Move Chain down' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Sort by name' })).toBeNull()
  })
})
