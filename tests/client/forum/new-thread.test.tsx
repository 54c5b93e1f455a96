import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { StoredDraft } from '#shared/forum/drafts.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { sections, thread } from '../../support/forum-samples.ts'
import { emptyAnswer, ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answer, Answers } from '../../support/browser/page.tsx'

const { api } = forumPaths
const submit = `POST ${api.threads()}`
const store = `PUT ${api.draft}`
const stored = (title: string, updated_at: string, age_seconds = 0): StoredDraft => ({
  title,
  section: 'general',
  description: 'Written elsewhere',
  updated_at,
  age_seconds,
})
const submitted: Answer = { status: 201, body: { meta_slug: 'thread-1', status: 'pending' } }
const threadAnswers: Answers = {
  [api.thread('thread-1')]: ok(thread({ is_mine: true, status: 'pending', source: 'What it says' })),
  [api.comments('thread-1')]: ok({ results: [], next: null, previous: null }),
}

const open = (answers: Answers = {}, options: Parameters<typeof openPage>[2] = {}, query = '') =>
  openPage(
    `/forum/new${query}`,
    {
      [api.sections]: ok(sections),
      [api.draft]: ok(null),
      [store]: ok(stored('', '2026-01-02T00:00:00.000Z')),
      [`POST ${api.preview}`]: ok({ html: '<p>As others see it</p>' }),
      ...answers,
    },
    { member: {}, ...options },
  )
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const fill = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const choose = (section: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Section' }), { target: { value: section } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const onDevice = () => JSON.parse(localStorage.getItem('forum.draft') ?? 'null') as { draft: { title: string } } | null

const device = (ageSeconds: number) =>
  JSON.stringify({
    draft: { title: 'From here', section: 'general', description: 'Written here' },
    username: 'ana',
    changed_at: Date.now() - ageSeconds * 1_000,
    server_at: '2026-01-01T00:00:00.000Z',
    is_sent: false,
  })

async function write() {
  await fill('Title', 'A good title')
  choose('general')
  await fill('Message', 'A description that is long enough')
}

afterEach(() => vi.useRealTimers())

describe('a new thread', () => {
  test('asks a visitor to log in, and returns to the page afterwards', async () => {
    await open({}, { member: undefined }, '?section=prompts')
    screen.getByRole('heading', { name: 'Log in to start a thread' })
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Log in' })
    expect(link.getAttribute('href')).toBe(paths.login + '?next=%2Fforum%2Fnew%3Fsection%3Dprompts')
    expect(document.head.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  })

  test('with a blank field is not sent, and shows field errors', async () => {
    const { written } = await open()
    await fill('Title', 'A good title')
    press('Submit')
    await screen.findByText('Please fill in all fields before submitting.')
    await waitFor(() => expect(screen.getAllByText('Please fill in this field.')).toHaveLength(2))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Section' })))
    expect(written().filter(({ request }) => request === submit)).toEqual([])
    expect(onDevice()?.draft.title).toBe('A good title')
  })

  test('is submitted once, opens, and shows that it is pending', async () => {
    const { written } = await open({ [submit]: submitted, ...threadAnswers }, {}, '?section=prompts')
    await field('Title')
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Section' }).value).toBe('prompts')
    await write()
    press('Submit')
    press('Submit')
    await screen.findByRole('alertdialog', {
      name: 'Thread submitted for moderation. It will appear after approval.',
    })
    expect(location.pathname).toBe('/forum/thread/thread-1')
    const [sent, ...others] = written().filter(({ request }) => request === submit)
    expect(others).toEqual([])
    expect(sent?.body).toEqual({
      title: 'A good title',
      section: 'general',
      description: 'A description that is long enough',
      language: 'en',
      typing_ms: expect.any(Number),
    })
    expect(onDevice()).toBeNull()
  })

  test('has the language of its text, until the author chooses another', async () => {
    const { written } = await open({ [submit]: submitted, ...threadAnswers })
    await write()
    const language = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' })
    expect(language.value).toBe('en')
    await fill('Message', '¿Qué hago con las notas de la reunión? Están en español, y no sé cómo resumirlas.')
    expect(language.value).toBe('es')
    screen.getByText('Guessed from your text')
    fireEvent.change(language, { target: { value: 'en' } })
    expect(screen.queryByText('Guessed from your text')).toBeNull()
    press('Submit')
    await waitFor(() =>
      expect(written().find(({ request }) => request === submit)?.body).toMatchObject({ language: 'en' }),
    )
  })

  test.each<[string, Answer, string]>([
    ['a field is wrong', refused(400, { title: ['From 5 to 140 characters.'] }), 'Failed to create thread'],
    ['the server fails', refused(500), 'Something went wrong. Please try again.'],
    ['it may not be', refused(403, { detail: 'Confirm first.', code: 'email_not_confirmed' }), 'Confirm first.'],
  ])('keeps its text if %s', async (_, answer, text) => {
    await open({ [submit]: answer })
    await write()
    press('Submit')
    await screen.findByText(text)
    expect((await field('Title')).value).toBe('A good title')
    expect((await field('Message')).value).toBe('A description that is long enough')
    expect(onDevice()?.draft.title).toBe('A good title')
  })

  test('is sent again with the same Idempotency-Key after a lost response', async () => {
    const { written } = await open({ [submit]: ['lost', submitted], ...threadAnswers })
    await write()
    press('Submit')
    await screen.findByText(/try again|not sent|could not/i)
    press('Submit')
    await waitFor(() => expect(location.pathname).toBe('/forum/thread/thread-1'))
    const keys = written()
      .filter(({ request }) => request === submit)
      .map(({ headers }) => headers?.['idempotency-key'])
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  test('shows the error of a field next to it', async () => {
    await open({ [submit]: refused(400, { title: ['From 5 to 140 characters.'] }) })
    await write()
    press('Submit')
    await screen.findByText('From 5 to 140 characters.')
    await waitFor(async () => expect(document.activeElement).toBe(await field('Title')))
  })

  test('shows the characters left near the limit', async () => {
    await open()
    await fill('Title', 'x'.repeat(130))
    screen.getByText('10 characters left')
    await fill('Title', 'x'.repeat(141))
    screen.getByText('1 character too many')
  })

  test('of a member without a confirmed e-mail offers to send the link again', async () => {
    await open(
      { [`POST ${paths.api.resendConfirmation}`]: ['lost', emptyAnswer] },
      { member: { is_email_confirmed: false } },
    )
    await screen.findByText(/Confirm your email address before you post/)
    press('Resend the email')
    await screen.findByText('The email could not be sent. Try again.')
    press('Resend the email')
    await screen.findByText('We’ve sent an email to your address.')
  })

  test('shows no notice if the site requires no confirmed e-mail', async () => {
    await open({}, { member: { is_email_confirmed: false }, settings: { asks_confirmed_email: false } })
    await field('Title')
    expect(screen.queryByText(/Confirm your email address/)).toBeNull()
  })

  test('shows a preview', async () => {
    const { user, written } = await open()
    await fill('Message', 'Some *text*')
    const tab = screen.queryByRole('button', { name: 'Preview' })
    if (tab) await user.click(tab)
    const preview = within(screen.getByRole('region', { name: 'Preview' }))
    await preview.findByText('As others see it')
    expect(written().find(({ request }) => request.endsWith('/preview/'))?.body).toEqual({ text: 'Some *text*' })
  })
})

describe('the draft of a thread', () => {
  test('is restored on this device, and saved on the server', async () => {
    const first = await open({ [store]: ok(stored('', '2026-01-02T00:00:00.000Z')) })
    await write()
    await screen.findByText('Draft saved')
    expect(first.written().at(-1)).toEqual({
      request: store,
      body: { title: 'A good title', section: 'general', description: 'A description that is long enough' },
    })
    await fill('Title', 'A better title')
    expect(onDevice()?.draft.title).toBe('A better title')
  })

  test.each([
    ['as the server’s', 0],
    ['an hour ahead', 3_600_000],
    ['an hour behind', -3_600_000],
  ])('is the newer draft of server and device, with a clock %s', async (_what, offset) => {
    const updated_at = new Date(Date.now() - offset - 60_000).toISOString()
    localStorage.setItem('forum.draft', device(600))
    await open({ [api.draft]: ok(stored('From there', updated_at, 60)) })
    expect((await field('Title')).value).toBe('From there')
    cleanup()
    localStorage.setItem('forum.draft', device(10))
    await open({ [api.draft]: ok(stored('From there', updated_at, 60)) })
    expect((await field('Title')).value).toBe('From here')
  })

  test('is not shown if another member typed it on this device', async () => {
    localStorage.setItem(
      'forum.draft',
      JSON.stringify({
        draft: { title: 'A secret', section: '', description: '' },
        username: 'ben',
        changed_at: Date.now(),
        server_at: null,
        is_sent: false,
      }),
    )
    await open()
    expect((await field('Title')).value).toBe('')
    expect(localStorage.getItem('forum.draft')).toBeNull()
  })

  test('stays after the session ended in another tab, and is sent only after a log-in', async () => {
    const { written } = await open()
    await write()
    localStorage.clear()
    await act(async () => {
      for (const key of ['access', 'forum.draft']) dispatchEvent(new StorageEvent('storage', { key }))
    })
    await screen.findByText(/^You’ve been logged out/)
    expect((await field('Title')).value).toBe('A good title')
    expect(onDevice()?.draft.title).toBe('A good title')
    press('Submit')
    await screen.findByRole('dialog', { name: 'Log in to start a thread' })
    expect(written().filter(({ request }) => request === submit)).toEqual([])
  })

  test('is removed from the device by a log-out in another tab, but stays in the form', async () => {
    await open()
    await write()
    localStorage.clear()
    localStorage.setItem('signed_out', '1')
    await act(async () => {
      for (const key of ['access', 'forum.draft']) dispatchEvent(new StorageEvent('storage', { key }))
    })
    await screen.findByText(/^You’ve been logged out/)
    await fill('Title', 'A better title')
    expect(onDevice()).toBeNull()
    press('Submit')
    await screen.findByRole('dialog', { name: 'Log in to start a thread' })
    expect(onDevice()?.draft.title).toBe('A better title')
  })

  test('is cleared when another tab submits it', async () => {
    await open()
    await write()
    await act(async () => {
      localStorage.removeItem('forum.draft')
      dispatchEvent(new StorageEvent('storage', { key: 'forum.draft' }))
    })
    expect((await field('Title')).value).toBe('')
  })

  test('shows a notice that only this device stores it if the server fails', async () => {
    await open({ [store]: 'lost' })
    await write()
    await screen.findByText('Draft saved on this device only')
  })
})

describe('a rejected thread', () => {
  const mine = thread({ is_mine: true, status: 'rejected', source: 'Its *source*', moderation_note: 'Say more.' })

  test('shows the reason, and can be edited and submitted again', async () => {
    const change = `PATCH ${api.thread('thread-1')}`
    const { written } = await open(
      { ...threadAnswers, [api.thread('thread-1')]: ok(mine), [change]: ok({ ...mine, status: 'pending' }) },
      {},
      '?edit=thread-1',
    )
    expect((await field('Message')).value).toBe('Its *source*')
    screen.getByText('Say more.')
    await fill('Message', 'Its longer source')
    press('Submit again')
    await screen.findByRole('alertdialog', { name: /^Thread submitted for moderation/ })
    expect(written()).toContainEqual({
      request: change,
      body: { title: 'Thread 1', section: 'general', description: 'Its longer source', language: 'en' },
    })
    expect(localStorage.getItem('forum.draft:thread-1')).toBeNull()
  })

  test('of another member cannot be edited', async () => {
    await open({ [api.thread('thread-1')]: ok(thread()) }, {}, '?edit=thread-1')
    await screen.findByText('This thread isn’t here, or it isn’t yours to edit.')
  })
})

describe('the editor', () => {
  test('formats the selection with buttons and keys, and submits with Ctrl+Enter', async () => {
    const { written } = await open({ [submit]: refused(500) })
    await write()
    const area = (await field('Message')) as unknown as HTMLTextAreaElement
    area.setSelectionRange(2, 13)
    press('Bold')
    expect(area.value).toBe('A **description** that is long enough')
    area.setSelectionRange(18, 22)
    fireEvent.keyDown(area, { key: 'i', ctrlKey: true })
    expect(area.value).toBe('A **description** _that_ is long enough')
    fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true })
    await screen.findByText('Something went wrong. Please try again.')
    expect(written().find(({ request }) => request === submit)?.body).toMatchObject({
      description: 'A **description** _that_ is long enough',
    })
  })

  test('has a toolbar with one tab stop and arrow keys', async () => {
    const { user } = await open()
    await field('Title')
    const toolbar = within(screen.getByRole('toolbar', { name: 'Formatting' }))
    act(() => toolbar.getByRole('button', { name: 'Bold' }).focus())
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(toolbar.getByRole('button', { name: 'Italic' }))
    await user.keyboard('{Home}{ArrowLeft}')
    expect(document.activeElement).toBe(toolbar.getByRole('button', { name: 'Numbered list' }))
    expect(toolbar.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })
})
