import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { PipelineStep } from '#shared/library/pipelines.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { locked, freePlan, premium } from '../../support/postgres/samples.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import { pipeline, pipelineAnswers, pipelineCard, steps } from '../../support/pipeline-samples.ts'

const path = paths.pipeline(pipeline.slug)
const open = (answer = ok(pipeline), opening: Parameters<typeof openPage>[2] = {}) =>
  openPage(path, pipelineAnswers(answer), opening)
const stepAt = (at: number) => document.getElementById(`step-${at + 1}`) as HTMLElement
const inStep = (at: number) => within(stepAt(at))
const textOf = (at: number) => stepAt(at).querySelector('.step-text')?.textContent
const filledBy = (at: number) => stepAt(at).querySelector('.step-out')
const isOpen = (at: number) => stepAt(at).querySelector('details')?.open
const field = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name, hidden: true })
const answerOf = (at: number) =>
  inStep(at).getByRole<HTMLTextAreaElement>('textbox', { name: 'Paste the answer here', hidden: true })
/** Types and leaves the field, which stores the value. */
function enter(into: HTMLTextAreaElement, text: string) {
  fireEvent.change(into, { target: { value: text } })
  fireEvent.blur(into)
}
const type = (name: string, text: string) => enter(field(name), text)
const paste = (at: number, text: string) => enter(answerOf(at), text)
const current = () => [...document.querySelectorAll('main [aria-current=step]')].map(({ id }) => id).filter(Boolean)
const progress = () => screen.getByText(/steps done/).textContent
const startOver = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start over' })

const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError')
}
/** Fills the storage; the returned function frees it. */
function fillStorage() {
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => {}, setItem: refuse })
  return () => vi.unstubAllGlobals()
}

describe('a pipeline', () => {
  test('asks for each input once, in the first step that needs it, with label and default', async () => {
    await open()
    const names = [0, 1, 2].map((at) =>
      inStep(at)
        .queryAllByRole<HTMLTextAreaElement>('textbox', { hidden: true })
        .map(({ labels, placeholder }) => [labels[0]?.textContent, placeholder]),
    )
    expect(names).toEqual([
      [
        ['Topic', ' '],
        ['Who listens', 'beginners'],
        ['Paste the answer here', ' '],
      ],
      [
        ['Length', ' '],
        ['Paste the answer here', ' '],
      ],
      [],
    ])
    expect(textOf(0)).toBe('Plan a talk on Topic for beginners')
    expect(textOf(1)).toBe('Write Answer from step 1 for Audience, Length')
    expect(answerOf(0).getAttribute('aria-describedby')).toBe(screen.getByText('Take the outline alone.').id)
    screen.getByText('Your inputs and answers stay in this browser.')
    screen.getByText('Have your notes ready.')
  })

  test('passes inputs and answers to later steps, and opens the next step', async () => {
    await open()
    expect([isOpen(0), isOpen(1), isOpen(2)]).toEqual([true, false, false])
    expect([progress(), current()]).toEqual(['0 of 3 steps done', ['step-1']])
    type('Topic', 'bees')
    type('Who listens', 'cooks')
    paste(0, 'AN OUTLINE')
    expect(textOf(0)).toBe('Plan a talk on bees for cooks')
    expect(textOf(1)).toBe('Write AN OUTLINE for cooks, Length')
    await waitFor(() => expect([isOpen(0), isOpen(1), isOpen(2)]).toEqual([true, true, false]))
    expect([progress(), current()]).toEqual(['1 of 3 steps done', ['step-2']])
    paste(1, 'A DRAFT')
    expect(textOf(2)).toBe('Check A DRAFT for cooks')
    fireEvent.click(inStep(2).getByRole('checkbox', { name: 'This step is done' }))
    expect([progress(), current()]).toEqual(['3 of 3 steps done', []])
    paste(0, ' ')
    expect([progress(), current()]).toEqual(['2 of 3 steps done', ['step-1']])
    expect(isOpen(1)).toBe(false)
  })

  test('shows which blanks of later steps the answer to a step fills', async () => {
    await open()
    expect([0, 1, 2].map((at) => filledBy(at)?.textContent)).toEqual([
      'Its answer fillsOutline in step 2',
      'Its answer fillsDraft in step 3',
      undefined,
    ])
    expect(filledBy(0)?.querySelector('.blank')).not.toBeNull()
    paste(0, 'AN OUTLINE')
    expect(filledBy(0)?.querySelector('.blank')).toBeNull()
  })

  test('allows opening a step early, and shows which answers it needs', async () => {
    await open()
    inStep(1).getByText(/^Needs the answer from step 1\./)
    const details = stepAt(1).querySelector('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    paste(1, 'A DRAFT')
    expect([isOpen(1), isOpen(2)]).toEqual([true, true])
    expect(inStep(2).queryByText(/^Needs/)).toBeNull()
  })

  test('copies the filled-in text of a step, and confirms it', async () => {
    const { user } = await open()
    type('Topic', 'bees')
    await user.click(inStep(0).getByRole('button', { name: 'Copy' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('Plan a talk on bees for beginners'))
    expect(
      inStep(0)
        .getAllByText('Copied')
        .some(({ tagName }) => tagName === 'OUTPUT'),
    ).toBe(true)
    paste(0, 'AN OUTLINE')
    await user.click(inStep(1).getByRole('button', { name: 'Copy' }))
    await screen.findByText('Copied; 2 blanks left')
  })

  test('links to the prompt of each step, and from a finished step to the next', async () => {
    const { user } = await open()
    expect(inStep(1).getByRole('link', { name: 'Write the talk', hidden: true }).getAttribute('href')).toBe(
      '/library/prompt/write',
    )
    paste(0, 'AN OUTLINE')
    await user.click(inStep(0).getByRole('link', { name: 'Continue to step 2' }))
    expect(location.hash).toBe('#step-2')
    expect(document.activeElement).toBe(stepAt(1).querySelector('summary'))
  })

  test('shortens a long answer on screen, and passes on all of it', async () => {
    const { user } = await open()
    const long = 'word '.repeat(20_000)
    paste(0, long)
    expect(textOf(1)?.length).toBeLessThan(700)
    inStep(1).getByText('Long texts are shortened here, but copied in full.')
    await user.click(inStep(1).getByRole('button', { name: 'Copy' }))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(`Write ${long} for \${audience}, \${length}`),
    )
  })
})

describe('the state of a pipeline', () => {
  test('is restored after a reload, in both languages, with a storage key for each answer', async () => {
    await open()
    type('Topic', 'bees')
    paste(0, 'AN OUTLINE')
    fireEvent.click(inStep(2).getByRole('checkbox', { hidden: true }))
    expect(localStorage.getItem('pipeline:talk')).toBe(
      '{"inputs":[["topic","bees"],["audience",""],["length",""]],"done":["check"]}',
    )
    expect([localStorage.getItem('pipeline:talk/plan'), localStorage.length]).toEqual(['AN OUTLINE', 2])
    document.body.replaceChildren()
    const contents = ['Sobre ${tema} para ${publico}', '${guion} para ${publico}, ${longitud}', '${borrador}']
    const sources = [{}, { guion: { answer_of: 1 } }, { borrador: { answer_of: 2 } }]
    const spanish = steps.map((step, at) => ({ ...step, content: contents[at] ?? '', inputs: sources[at] ?? {} }))
    await open(ok({ ...pipeline, steps: spanish }), { locale: 'es' })
    expect(textOf(0)).toBe('Sobre bees para publico')
    expect(textOf(1)).toBe('AN OUTLINE para publico, longitud')
    screen.getByText('2 de 3 pasos hechos')
  })

  test('is kept only until the page is left if the browser cannot store it, with a notice', async () => {
    await open()
    const letGo = fillStorage()
    paste(0, 'A LONG ANSWER')
    expect(textOf(1)).toContain('A LONG ANSWER')
    const note = /^This browser can’t keep this text: its storage is full or turned off\./
    expect(inStep(0).getAllByText(note)).toHaveLength(1)
    type('Topic', 'bees')
    expect(inStep(0).getAllByText(note)).toHaveLength(2)
    letGo()
    paste(0, 'AN ANSWER')
    expect(inStep(0).getAllByText(note)).toHaveLength(1)
    fireEvent.click(startOver())
    expect(screen.queryByText(note)).toBeNull()
  })

  test('is empty if the stored value is invalid', async () => {
    localStorage.setItem('pipeline:talk', '{"inputs":{"topic":1},"done":[null]}')
    localStorage.setItem('pipeline:other', 'x')
    await open()
    expect(field('Topic').value).toBe('')
    expect(progress()).toBe('0 of 3 steps done')
  })

  test('is cleared with Start over, and restored with the same button', async () => {
    const { user } = await open()
    expect(startOver().disabled).toBe(true)
    type('Topic', 'bees')
    paste(0, 'AN OUTLINE')
    await user.click(startOver())
    expect([field('Topic').value, answerOf(0).value, localStorage.length]).toEqual(['', '', 0])
    screen.getByText('Everything is cleared.')
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(document.activeElement).toBe(undo)
    await user.click(undo)
    expect([field('Topic').value, answerOf(0).value]).toEqual(['bees', 'AN OUTLINE'])
    await user.click(startOver())
    type('Topic', 'ants')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(answerOf(0).value).toBe('')
  })

  test('is stored after a pause in typing, and when the page is left', async () => {
    await open()
    vi.useFakeTimers()
    fireEvent.change(answerOf(0), { target: { value: 'AN OUT' } })
    vi.advanceTimersByTime(200)
    fireEvent.change(answerOf(0), { target: { value: 'AN OUTLINE' } })
    vi.advanceTimersByTime(200)
    expect(textOf(1)).toContain('Answer from step 1')
    act(() => void vi.advanceTimersByTime(200))
    vi.useRealTimers()
    expect(textOf(1)).toContain('AN OUTLINE')
    fireEvent.change(answerOf(0), { target: { value: 'ANOTHER' } })
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(localStorage.getItem('pipeline:talk/plan')).toBe('ANOTHER')
    fireEvent.change(answerOf(0), { target: { value: 'THE LAST' } })
    cleanup()
    expect(localStorage.getItem('pipeline:talk/plan')).toBe('THE LAST')
  })

  test('is updated from another tab', async () => {
    await open()
    act(() => {
      localStorage.setItem('pipeline:talk/plan', 'FROM THE OTHER')
      dispatchEvent(new StorageEvent('storage', { key: 'pipeline:talk/plan' }))
    })
    expect(answerOf(0).value).toBe('FROM THE OTHER')
  })

  test('stays with its prompt if steps are reordered, even if a prompt occurs twice', async () => {
    const [plan, write] = steps as [PipelineStep, PipelineStep]
    const twice = { ...pipeline, steps: [plan, plan, write], prompts: [plan, plan, write].map(({ prompt }) => prompt) }
    localStorage.setItem('pipeline:talk/plan', 'FIRST')
    localStorage.setItem('pipeline:talk/plan/1', 'SECOND')
    const inputs = { outline: { answer_of: 2 }, audience: { answer_of: 1 } }
    await open(ok({ ...twice, steps: [plan, plan, { ...write, inputs }] }))
    expect(textOf(2)).toBe('Write SECOND for FIRST, Length')
  })
})

describe('a locked pipeline', () => {
  const card = pipelineCard({ required_tier: 1 })
  const plans = { [paths.api.plans]: ok([freePlan, premium]) }

  test('shows its description, the titles of its steps and a link to the plans', async () => {
    await openPage(path, { ...pipelineAnswers(locked(card)), ...plans })
    await screen.findByText(/^Premium costs/)
    expect(screen.queryByRole('dialog')).toBeNull()
    screen.getByText('For a talk that has to stand.')
    screen.getByRole('heading', { name: /Log in to view this content/ })
    const links = steps.map(({ prompt }) => screen.getByRole('link', { name: prompt.title }).getAttribute('href'))
    expect(links).toEqual(['/library/prompt/plan', '/library/prompt/write', '/library/prompt/check'])
    expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe(
      '/subscription?for=pipeline/talk',
    )
    expect(document.querySelector('.step-text')).toBeNull()
  })

  test('is named on the plans page, which links to all pipelines too', async () => {
    const sold = { ...premium, description: 'All prompts\nPipelines: prompts that build on one another' }
    await openPage('/subscription?for=pipeline/talk', {
      ...pipelineAnswers(locked(card)),
      [paths.api.plans]: ok([freePlan, sold]),
      [paths.api.testimonials]: ok([]),
      [sitePaths.api.faq('subscription')]: ok([]),
    })
    expect(screen.getByRole('main').textContent).toContain(`“${card.title}” is part of Premium.`)
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Pipelines' }).getAttribute('href')).toBe(
      paths.pipelines,
    )
    screen.getByText(/: prompts that build on one another/)
  })

  test('is unlocked for a member with its tier', async () => {
    const answers = { [paths.api.pipeline('talk')]: [locked(card), ok({ ...pipeline, required_tier: 1 })] }
    await openPage(path, answers, { member: { tier: 1 } })
    await waitFor(() => expect(textOf(0)).toBe('Plan a talk on Topic for beginners'))
  })
})

test('an unknown pipeline shows the page for 404', async () => {
  await open(refused(404))
  screen.getByText('404')
})

test('a pipeline has structured data with its steps', async () => {
  await open()
  const facts = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as { '@type': string },
  )
  expect(facts.find((fact) => fact['@type'] === 'HowTo')).toMatchObject({
    name: pipeline.title,
    step: [{ position: 1, name: 'Plan a talk', url: 'http://localhost:3000/library/prompt/plan' }, {}, {}],
  })
  expect(document.title).toBe(`${pipeline.title} · Promptory`)
})
