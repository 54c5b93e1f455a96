import { setTimeout as sleep } from 'node:timers/promises'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answer } from '../../support/browser/page.tsx'
import {
  freePlan,
  listOf,
  locked,
  premium,
  preview,
  prompt,
  promptAnswers,
  promptCard,
  testimonials,
  questions,
} from '../../support/postgres/samples.ts'
import { translateDocument } from '../../support/browser/translated.ts'

const path = paths.prompt(prompt.slug)
const marks = (user_rating: number | null, is_saved = false) =>
  ok({ results: [{ slug: prompt.slug, is_saved, user_rating }] })
const ofMember = (answers: Record<string, Answer | Answer[]> = {}) =>
  openPage(path, { ...promptAnswers(), [paths.api.marks([prompt.slug])]: marks(null), ...answers }, { member: {} })
/** Responses that a test delays. */
type Answered = { status: number; body: unknown }
const unmarked = { status: 200, body: { results: [{ slug: prompt.slug, is_saved: false, user_rating: null }] } }
const plans = { [paths.api.plans]: ok([freePlan, premium]) }
const cost = 'Premium costs $9.99 a month or $95.88 a year.'
const lockedPrompt = { ...preview, required_tier: 1 }
const star = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const saveButton = () => screen.getByRole('button', { name: 'Save' })
const rating = (method: string) => `${method} ${paths.api.promptRating(prompt.slug)}`
const save = `POST ${paths.api.promptSave(prompt.slug)}`

describe('a locked prompt', () => {
  test('shows a visitor its title and note, and the name and price of its plan', async () => {
    await openPage(path, { ...promptAnswers(locked(lockedPrompt)), ...plans })
    screen.getByRole('heading', { name: 'Outline a text' })
    screen.getByRole('heading', { name: /Log in to view this content/ })
    screen.getByText('The content is only available to registered users with a subscription.')
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    await screen.findByText(cost)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is shown unlocked to a member with the tier, without showing a lock first', async () => {
    const answers = { ...promptAnswers(), [paths.api.prompt(prompt.slug)]: [locked(preview), ok(prompt)] }
    await openPage(path, { ...answers, [paths.api.marks([prompt.slug])]: marks(null) }, { member: { tier: 1 } })
    expect(screen.queryByText('Log in to view this content')).toBeNull()
    await screen.findByText('An outline on', { exact: false, selector: '.prompt-text' })
  })

  test('shows a member its plan, and links to the plans and back', async () => {
    const answers = {
      ...promptAnswers(locked(lockedPrompt)),
      ...plans,
      [paths.api.testimonials]: ok(testimonials),
      [sitePaths.api.faq('subscription')]: ok(questions),
    }
    const { user } = await openPage(path, answers, { member: {} })
    await screen.findByText(cost)
    const main = within(screen.getByRole('main'))
    expect(main.queryByRole('link', { name: 'Log in' })).toBeNull()
    screen.getByRole('heading', { name: /Not part of your plan/ })
    await user.click(main.getByRole('link', { name: 'See the plans' }))
    await waitFor(() => expect(location.pathname + location.search).toBe('/subscription?for=prompt/outline'))
    history.back()
    await waitFor(() => expect(location.pathname).toBe(path))
  })

  test('is unlocked by itself after the tier is bought in another tab', async () => {
    const answers = [locked(lockedPrompt), locked(lockedPrompt), ok({ ...prompt, required_tier: 1 })]
    const noted = { [paths.api.marks([prompt.slug])]: marks(null) }
    await openPage(
      path,
      { ...promptAnswers(), ...plans, ...noted, [paths.api.prompt(prompt.slug)]: answers },
      { member: {} },
    )
    await screen.findByText(cost)
    localStorage.setItem('viewer.tier', '1')
    dispatchEvent(new StorageEvent('storage', { key: 'viewer.tier', storageArea: localStorage }))
    await screen.findByText('An outline on', { exact: false, selector: '.prompt-text' })
  })

  test('shows a member an error with Try again if it cannot be loaded again', async () => {
    const answers = [locked(preview), refused(500), ok(prompt)]
    const { user } = await ofMember({ [paths.api.prompt(prompt.slug)]: answers })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText('An outline on', { exact: false, selector: '.prompt-text' })
  })
})

describe('the stars', () => {
  test('ask a visitor to log in, and send nothing', async () => {
    const { user, written } = await openPage(path, promptAnswers())
    star('1 star').focus()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(star('3 stars'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard(' ')
    await screen.findByRole('dialog', { name: 'Log in to rate this prompt' })
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(path)
    expect(written()).toEqual([])
  })

  test("store a member's rating, and withdraw it by a second click on the same star", async () => {
    const { user, written } = await ofMember({
      [rating('POST')]: ok({ your_value: 4, avg: 4, count: 1 }),
      [rating('DELETE')]: ok({ your_value: null, avg: null, count: 0 }),
    })
    await user.click(star('4 stars'))
    await waitFor(() => expect(star('4 stars').checked).toBe(true))
    screen.getByText('Rating 4.00, 1 rating')
    await user.click(star('4 stars'))
    await waitFor(() => expect(screen.queryByRole('radio', { checked: true })).toBeNull())
    screen.getByText('No rating yet, 0 ratings')
    expect(written()).toEqual([
      { request: rating('POST'), body: { value: 4 } },
      { request: rating('DELETE'), body: undefined },
    ])
  })

  test('are reset if the rating cannot be saved, and ask to log in if the session has ended', async () => {
    const { user } = await ofMember({ [rating('POST')]: ['lost', refused(401)] })
    await user.click(star('3 stars'))
    const alert = await screen.findByRole('alertdialog', { name: 'Could not save the Rating.' })
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(alert.isConnected).toBe(false))
    await user.click(star('3 stars'))
    await screen.findByRole('dialog', { name: 'Log in to rate this prompt' })
  })
})

describe('saving', () => {
  test.each([
    ['en', refused(500), 'Could not update save state.', 'Try again in a moment.', 'Save'],
    ['en', 'lost', 'Network error while saving.', 'Check your connection, then try again.', 'Save'],
    ['es', refused(500), 'No se ha podido guardar el cambio.', 'Inténtalo de nuevo en un momento.', 'Guardar'],
    ['es', 'lost', 'Error de red al guardar.', 'Comprueba la conexión e inténtalo de nuevo.', 'Guardar'],
  ] as const)('that fails shows an error in %s (%j), and is undone', async (locale, answer, sentence, next, name) => {
    const answers = { ...promptAnswers(), [paths.api.marks([prompt.slug])]: marks(null), [save]: answer }
    const { user } = await openPage(path, answers, { locale, member: {} })
    await user.click(screen.getByRole('button', { name }))
    within(await screen.findByRole('alertdialog', { name: sentence })).getByText(next)
    expect(screen.getByRole('button', { name, hidden: true }).classList).not.toContain('is-saved')
  })

  test('is shown before the answer, with the button disabled', async () => {
    const answer = Promise.withResolvers<Answered>()
    const { user } = await ofMember({ [save]: answer.promise })
    await user.click(saveButton())
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Saved' })
    expect(button.disabled).toBe(true)
    answer.resolve({ status: 500, body: { detail: 'no' } })
    await screen.findByRole('alertdialog', { name: 'Could not update save state.' })
    expect(screen.getByRole('button', { name: 'Save', hidden: true }).classList).not.toContain('is-saved')
  })

  test('is shown, and undone with the same button', async () => {
    const unsave = `DELETE ${paths.api.promptUnsave(prompt.slug)}`
    const { user, written } = await ofMember({ [save]: ok({ is_saved: true }), [unsave]: ok({ is_saved: false }) })
    await user.click(saveButton())
    const saved = await screen.findByRole('button', { name: 'Saved' })
    expect(saved.title).toBe('Click again to remove it from your saved prompts')
    await waitFor(() => expect(saved.hasAttribute('disabled')).toBe(false))
    await user.click(saved)
    await waitFor(() => expect(saveButton().title).toBe('Save'))
    // The name of the button contains the state, so aria-pressed is absent.
    expect(saveButton().hasAttribute('aria-pressed')).toBe(false)
    expect(written().map(({ request }) => request)).toEqual([save, unsave])
  })

  test('is shown even if an older response arrives later', async () => {
    const change = Promise.withResolvers<Answered>()
    const reads = [Promise.withResolvers<Answered>(), Promise.withResolvers<Answered>()]
    const { user, requests } = await ofMember({
      [save]: change.promise,
      [paths.api.marks([prompt.slug])]: reads.map(({ promise }) => promise),
    })
    await user.click(saveButton())
    await waitFor(() => expect(requests()).toContain(save))
    // Coming online again loads the marks a second time.
    fireEvent.offline(window)
    fireEvent.online(window)
    change.resolve({ status: 200, body: { is_saved: true } })
    await screen.findByRole('button', { name: 'Saved' })
    await act(async () => {
      for (const read of reads) read.resolve(unmarked)
      // Responses are delivered by a timer.
      await sleep(0)
    })
    screen.getByRole('button', { name: 'Saved' })
  })

  test('asks a visitor to log in', async () => {
    const { user } = await openPage(path, promptAnswers())
    await user.click(saveButton())
    await screen.findByRole('dialog', { name: 'Log in to save this prompt' })
  })
})

describe('copying', () => {
  test('that fails shows an error, and is not counted', async () => {
    const sendBeacon = vi.spyOn(navigator, 'sendBeacon')
    await openPage(path, promptAnswers())
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    Object.assign(document, { execCommand: () => false })
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    const alert = within(await screen.findByRole('alertdialog', { name: 'Something went wrong.' }))
    alert.getByText('Select the text and copy it yourself.')
    expect(sendBeacon).not.toHaveBeenCalled()
  })

  test('is confirmed even on a page that the browser translates', async () => {
    await openPage(path, promptAnswers())
    const endTranslation = translateDocument()
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByRole('button', { name: 'Copied' })
    endTranslation()
  })
})

const names = (list: Element | null | undefined) => [...(list?.children ?? [])].map(({ textContent }) => textContent)
const sectionOf = (heading: string) => screen.getByRole('heading', { name: heading }).closest('section')

describe('the page of a prompt', () => {
  test('shows breadcrumbs, purpose, rating, instructions and known issues', async () => {
    const described = {
      ...prompt,
      rating_avg: 4.256,
      rating_count: 12,
      word_count: 320,
      tags: [{ id: 1, slug: 'plan', name: 'Plan' }],
      models: [{ id: 1, slug: 'one', name: 'Model one' }],
      how_to_use: 'Name the topic.\nAsk again.',
      known_issues: 'Forgets the end.\nRepeats itself.',
    }
    await openPage(path, promptAnswers(ok(described)))
    const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' })
    const steps = names(breadcrumb.querySelector('ol')).map((step) => step.replace('/', ''))
    expect(steps).toEqual(['Articles', 'Outline articles', 'Outline a text'])
    expect(names(screen.getByRole('list', { name: 'Tags' }))).toEqual(['Writing', 'Plan'])
    screen.getByText('320 words')
    screen.getByText('Free')
    screen.getByText('Rating 4.26, 12 ratings')
    expect(screen.getAllByRole('radio')).toHaveLength(5)
    expect(screen.getByRole('link', { name: 'My saved prompts' }).getAttribute('href')).toBe(
      '/profile?tab=user_prompts',
    )
    expect(names(sectionOf('Written for')?.querySelector('ul'))).toEqual(['Model one'])
    expect(screen.queryByRole('heading', { name: 'Tested on' })).toBeNull()
    expect(names(sectionOf('How to use')?.querySelector('ul'))).toEqual(['Name the topic.', 'Ask again.'])
    expect(names(sectionOf('Known issues')?.querySelector('ul'))).toEqual(['Forgets the end.', 'Repeats itself.'])
  })

  test('shows a notice in each empty section', async () => {
    await openPage(path, promptAnswers())
    for (const heading of ['Written for', 'How to use', 'Known issues']) {
      expect(sectionOf(heading)?.querySelector('ul')).toBeNull()
      expect(sectionOf(heading)?.querySelector('p')?.textContent).not.toBe('')
    }
  })

  test('shows model, version, day and person of a test, if there is one', async () => {
    const record = { model: 'Model one', version: '2.5', tested_on: '2026-11-20', tested_by: 'Ana' }
    await openPage(path, promptAnswers(ok({ ...prompt, test_records: [record] })))
    expect(names(sectionOf('Tested on')?.querySelector('ul'))).toEqual(['Model one 2.5, November 20, 2026 (Ana)'])
  })

  test('shows the values of the example, and fills them in', async () => {
    const example_values = { topic: 'Tides' }
    const example = 'The sea comes twice a day.'
    const { user } = await openPage(
      path,
      promptAnswers(ok({ ...prompt, content: 'On {{topic}}.', labels: { topic: 'Topic' }, example, example_values })),
    )
    const pair = sectionOf('Example')
    expect(pair?.querySelector('dl')?.textContent).toBe('TopicTides')
    expect(pair?.textContent).toContain(`The answer to expect (not a test result)${example}`)
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Topic' })
    await user.type(field, 'My own topic')
    const fill = screen.getByRole('button', { name: 'Fill the blanks with this' })
    await user.click(fill)
    await user.click(fill)
    expect(field.value).toBe('Tides')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(field.value).toBe('My own topic')
  })

  test('shows the example with tables, code, bold and line breaks', async () => {
    const example = [
      'Two risks, **one** urgent.',
      'Second line with `flag`',
      '| Risk | Owner |',
      '|---|---|',
      '| a \\| b | **Ana** |',
      '```',
      '| no | table |',
      '```',
      '## After',
      '<b>no tag</b> | 2 * 3 ** 4',
    ].join('\n')
    await openPage(path, promptAnswers(ok({ ...prompt, example })))
    const shown = sectionOf('Example')
    expect(names(shown?.querySelector('thead tr'))).toEqual(['Risk', 'Owner'])
    expect(names(shown?.querySelector('tbody tr'))).toEqual(['a | b', 'Ana'])
    expect([...(shown?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)).toContain(
      'Two risks, one urgent.\nSecond line with flag',
    )
    expect(shown?.querySelector('pre')?.textContent).toBe('| no | table |')
    expect([...(shown?.querySelectorAll('b') ?? [])].map(({ textContent }) => textContent)).toEqual([
      'one',
      'Ana',
      'After',
    ])
    expect(shown?.textContent).toContain('<b>no tag</b> | 2 * 3 ** 4')
  })

  test('shows a short list of the placeholders without default if there are many', async () => {
    const blanks = ['one', 'two', 'three', 'four', 'five', 'six']
    const content = `On \${${blanks.join(':as usual}, ${')}}.`
    const labels = Object.fromEntries(blanks.map((name) => [name, `Label ${name}`]))
    const { user } = await openPage(path, promptAnswers(ok({ ...prompt, content, labels })))
    const form = screen.getByRole('group', { name: 'In short' })
    const fields = within(form).getAllByRole('textbox')
    expect(fields).toHaveLength(1)
    await user.type(within(form).getByRole('textbox', { name: 'Label six' }), 'whales')
    expect(
      screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Label six' }).map(({ value }) => value),
    ).toEqual(['whales', 'whales'])
  })

  test('lists up to ten other prompts of the use case', async () => {
    const others = Array.from({ length: 10 }, (_, at) => promptCard(at + 2))
    const listPath = paths.api.useCasePrompts(prompt.use_case.slug, { exclude: prompt.slug, limit: 10 })
    await openPage(path, { ...promptAnswers(), [listPath]: listOf(others, 'more') })
    const beside = screen.getByRole('heading', { name: 'More prompts for this use case' }).parentElement
    const links = [...(beside?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
    expect(links).toEqual(others.map(({ slug }) => paths.prompt(slug)))
  })
})

describe('a prompt that cannot be loaded', () => {
  test.each([
    ['en', refused(404), 'Prompt not found'],
    ['es', refused(404), 'Prompt no encontrado'],
    ['en', refused(500), 'Failed to load prompt'],
    ['en', 'lost', 'Failed to load prompt'],
  ] as const)('shows an error in %s: %j', async (locale, answer, title) => {
    await openPage(path, promptAnswers(answer), { locale })
    screen.getByRole('heading', { name: title })
  })
})
