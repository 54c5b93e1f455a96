import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site-paths.ts'
import { ok, openPage, refused } from '../support/page.tsx'
import type { Answer } from '../support/page.tsx'
import {
  freePlan,
  locked,
  premium,
  preview,
  prompt,
  promptAnswers,
  testimonials,
  questions,
} from '../support/samples.ts'

const path = paths.prompt(prompt.slug)
const marks = (user_rating: number | null, is_saved = false) =>
  ok({ results: [{ slug: prompt.slug, is_saved, user_rating }] })
const ofMember = (answers: Record<string, Answer | Answer[]> = {}) =>
  openPage(path, { ...promptAnswers(), [paths.api.marks([prompt.slug])]: marks(null), ...answers }, { member: {} })
const plans = { [paths.api.plans]: ok([freePlan, premium]) }
const lockedPrompt = { ...preview, required_tier: 1 }
const star = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const saveButton = () => screen.getByRole('button', { name: 'Save' })
const rating = (method: string) => `${method} ${paths.api.promptRating(prompt.slug)}`
const save = `POST ${paths.api.promptSave(prompt.slug)}`

describe('a prompt above the tier of', () => {
  test('a visitor shows its title and a note, and says what it is part of and what that costs', async () => {
    const { user } = await openPage(path, { ...promptAnswers(locked(lockedPrompt)), ...plans })
    screen.getByRole('heading', { name: 'Outline a text' })
    screen.getByRole('heading', { name: /Log in to view this content/ })
    screen.getByText('The content is only available to registered users with a subscription.')
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull()
    const dialog = await screen.findByRole('dialog', { name: '“Outline a text” is part of Premium' })
    within(dialog).getByText('Premium costs $9.99 a month or $95.88 a year.')
    within(dialog).getByText('Already subscribed? Log in to view this content.')
    expect(sessionStorage.getItem('redirectAfterLogin')).toBe(path)
    await user.click(within(dialog).getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(sessionStorage.getItem('pending_action')).toContain(path)
  })

  test('a visitor says so where the plans cannot be had, and of a tier that no plan opens', async () => {
    await openPage(path, { ...promptAnswers(locked(lockedPrompt)), [paths.api.plans]: refused(500) })
    await screen.findByRole('dialog', { name: '“Outline a text” is part of a subscription' })
    cleanup()
    await openPage(path, { ...promptAnswers(locked({ ...preview, required_tier: 5 })), ...plans })
    await screen.findByRole('dialog', { name: '“Outline a text” is part of a subscription' })
  })

  test('a visitor is no lock to a member whose tier opens it, and no lock is shown before', async () => {
    const answers = { ...promptAnswers(), [paths.api.prompt(prompt.slug)]: [locked(preview), ok(prompt)] }
    await openPage(path, { ...answers, [paths.api.marks([prompt.slug])]: marks(null) }, { member: { tier: 1 } })
    expect(screen.queryByText('Log in to view this content')).toBeNull()
    await screen.findByText('An outline on', { exact: false, selector: '.prompt-text' })
  })

  test('a member says what it is part of, and leads to the plans for it, and back', async () => {
    const answers = {
      ...promptAnswers(locked(lockedPrompt)),
      ...plans,
      [paths.api.testimonials]: ok(testimonials),
      [sitePaths.api.faq('subscription')]: ok(questions),
    }
    const { user } = await openPage(path, answers, { member: {} })
    const dialog = await screen.findByRole('dialog', { name: '“Outline a text” is part of Premium' })
    expect(within(dialog).queryByRole('button', { name: 'Log in' })).toBeNull()
    screen.getByRole('heading', { name: /Not part of your plan/, hidden: true })
    await user.click(within(dialog).getByRole('button', { name: 'See the plans' }))
    await waitFor(() => expect(location.pathname + location.search).toBe('/subscription?for=prompt/outline'))
    history.back()
    await waitFor(() => expect(location.pathname).toBe(path))
  })

  test('a member opens by itself once the tier is bought in another tab', async () => {
    const answers = [locked(lockedPrompt), locked(lockedPrompt), ok({ ...prompt, required_tier: 1 })]
    const noted = { [paths.api.marks([prompt.slug])]: marks(null) }
    await openPage(
      path,
      { ...promptAnswers(), ...plans, ...noted, [paths.api.prompt(prompt.slug)]: answers },
      { member: {} },
    )
    await screen.findByRole('dialog', { name: '“Outline a text” is part of Premium' })
    localStorage.setItem('viewer.tier', '1')
    dispatchEvent(new StorageEvent('storage', { key: 'viewer.tier', storageArea: localStorage }))
    await screen.findByText('An outline on', { exact: false, selector: '.prompt-text' })
  })

  test('a member whose browser could not ask again says so, and can try once more', async () => {
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

  test('are chosen by a member, change the average, and are taken back by the same star', async () => {
    const { user, written } = await ofMember({
      [rating('POST')]: ok({ your_value: 4, avg: 4, count: 1 }),
      [rating('DELETE')]: ok({ your_value: null, avg: null, count: 0 }),
    })
    await user.click(star('4 stars'))
    await waitFor(() => expect(star('4 stars').checked).toBe(true))
    screen.getByText('Rating 4.00')
    screen.getByLabelText('1 rating')
    await user.click(star('4 stars'))
    await waitFor(() => expect(screen.queryByRole('radio', { checked: true })).toBeNull())
    screen.getByText('No rating yet')
    expect(written()).toEqual([
      { request: rating('POST'), body: { value: 4 } },
      { request: rating('DELETE'), body: undefined },
    ])
  })

  test('are as they were where they could not be saved, and a sign-in that has ended is asked for', async () => {
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
    ['en', refused(500), 'Could not update save state.', 'Save'],
    ['en', 'lost', 'Network error while saving.', 'Save'],
    ['es', refused(500), 'No se ha podido guardar el cambio.', 'Guardar'],
    ['es', 'lost', 'Error de red al guardar.', 'Guardar'],
  ] as const)('that fails is told in %s (%j), and undone', async (locale, answer, sentence, name) => {
    const answers = { ...promptAnswers(), [paths.api.marks([prompt.slug])]: marks(null), [save]: answer }
    const { user } = await openPage(path, answers, { locale, member: {} })
    await user.click(screen.getByRole('button', { name }))
    await screen.findByRole('alertdialog', { name: sentence })
    expect(screen.getByRole('button', { name, hidden: true }).classList).not.toContain('is-saved')
  })

  test('is shown, and let go of by the same button', async () => {
    const unsave = `DELETE ${paths.api.promptUnsave(prompt.slug)}`
    const { user, written } = await ofMember({ [save]: ok({ is_saved: true }), [unsave]: ok({ is_saved: false }) })
    await user.click(saveButton())
    const saved = await screen.findByRole('button', { name: 'Saved' })
    expect(saved.title).toBe('Click again to remove it from your saved prompts')
    await waitFor(() => expect(saved.hasAttribute('disabled')).toBe(false))
    await user.click(saved)
    await waitFor(() => expect(saveButton().title).toBe(''))
    // Its name says the state, and nothing says it a second time.
    expect(saveButton().hasAttribute('aria-pressed')).toBe(false)
    expect(written().map(({ request }) => request)).toEqual([save, unsave])
  })

  test('asks a visitor to log in', async () => {
    const { user } = await openPage(path, promptAnswers())
    await user.click(saveButton())
    await screen.findByRole('dialog', { name: 'Log in to save this prompt' })
  })
})

describe('copying', () => {
  test('that fails says so, and counts nothing', async () => {
    const sendBeacon = vi.spyOn(navigator, 'sendBeacon')
    await openPage(path, promptAnswers())
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    Object.assign(document, { execCommand: () => false })
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByRole('alertdialog', { name: 'Something went wrong.' })
    expect(sendBeacon).not.toHaveBeenCalled()
  })
})

const entry = (name: string) => ({ title: name, path: `/library/prompt/${name}` })

describe('what was read', () => {
  test('is noted once, latest first, and eight at most', async () => {
    const former = ['a', 'b', 'c', prompt.slug, 'd', 'e', 'f', 'g', 'h'].map(entry)
    localStorage.setItem('library.recent', JSON.stringify(former))
    await openPage(path, promptAnswers())
    const stored = JSON.parse(localStorage.getItem('library.recent') ?? '') as { path: string }[]
    expect(stored.map((one) => one.path)).toEqual(
      [prompt.slug, 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => entry(name).path),
    )
  })

  test('is not what is locked', async () => {
    await openPage(path, { ...promptAnswers(locked(lockedPrompt)), ...plans })
    expect(localStorage.getItem('library.recent')).toBeNull()
  })
})

describe('a prompt that cannot be shown', () => {
  test.each([
    ['en', refused(404), 'Prompt not found'],
    ['es', refused(404), 'Prompt no encontrado'],
    ['en', refused(500), 'Failed to load prompt'],
    ['en', 'lost', 'Failed to load prompt'],
  ] as const)('says so in %s: %j', async (locale, answer, title) => {
    await openPage(path, promptAnswers(answer), { locale })
    screen.getByRole('heading', { name: title })
  })
})
