import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { ReviewItem } from '#shared/forum/moderation.ts'
import { moderationPaths } from '#shared/forum/moderation-paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { Me } from '#shared/users/schema.ts'
import { ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'

const { api } = moderationPaths
const author = { username: 'eva', avatar_color: '#4c2fa2', is_team: false }
const item = (overrides: Partial<ReviewItem> = {}): ReviewItem => ({
  key: 'thread:1',
  kind: 'thread',
  is_pending: true,
  is_hidden: false,
  waiting_since: '2026-11-20T10:00:00.000Z',
  thread: { meta_slug: 'first', title: 'First thread', section: { slug: 'help', name: 'Help' } },
  comment_id: null,
  author,
  body_html: '<p>All of <strong>its text</strong></p>',
  edit: null,
  version: 'v1',
  reports: [],
  actions: ['publish', 'reject'],
  ...overrides,
})
const report = { id: 7, reason: 'Rude', reporter: author, created_at: '2026-11-20T11:00:00.000Z' }
const second = item({
  key: 'comment:2',
  kind: 'comment',
  comment_id: 2,
  is_pending: false,
  is_hidden: true,
  reports: [report, { ...report, id: 8, reason: '', reporter: null }],
  actions: ['dismiss', 'remove'],
})
const third = item({ key: 'thread:3', thread: { ...item().thread, meta_slug: 'third', title: 'Third thread' } })
const listOf = (results: unknown[], next: string | null = null) => ok({ results, next })
const open = (
  answers: Answers,
  { role = 'moderator', locale = 'en' }: { role?: Me['role']; locale?: 'en' | 'es' } = {},
  query = '',
) =>
  openPage(
    `/moderation${query}`,
    { [api.review()]: listOf([item(), second, third]), ...answers },
    { member: { role }, locale },
  )
const cards = () => screen.getAllByRole('article')
const cardOf = (name: RegExp | string) => screen.findByRole('article', { name })
const key = (name: string, target: Element | null = document.activeElement) =>
  fireEvent.keyDown(target ?? document.body, { key: name })
const publishFirst = `POST ${api.moderateThread('first')}`
const resolveSecond = `POST ${api.resolveReport(7)}`
const done = (action: string) => ok({ key: 'thread:1', action })

describe('the review list', () => {
  test('shows each item with its text, its reports and the allowed actions', async () => {
    await open({})
    const first = within(await cardOf('First thread'))
    expect(first.getByText('its text').tagName).toBe('STRONG')
    expect(first.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'Already discussed',
      'Advertising',
      'Publish',
      'Reject',
      'Moderate eva…',
    ])
    expect(first.getByRole('link').getAttribute('href')).toBe('/forum/thread/first')
    const comment = within(await cardOf('Comment in “First thread”'))
    for (const text of ['2 reports', 'Hidden by reports', 'Rude', 'No reason given.', 'deleted user'])
      comment.getByText(text)
    expect(comment.getByRole('link').getAttribute('href')).toBe('/forum/thread/first?comment=2')
    expect(comment.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Dismiss reports',
      'Remove',
      'Moderate eva…',
    ])
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    await waitFor(() => expect(document.title).toBe('Moderation · Promptory'))
  })

  test('removes a decided item, and focuses the next one', async () => {
    const { user, written } = await open({ [publishFirst]: done('thread_published') })
    await user.click(within(await cardOf('First thread')).getByRole('button', { name: 'Publish' }))
    await screen.findByText('Published.')
    expect(written()).toEqual([{ request: publishFirst, body: { decision: 'publish', version: 'v1' } }])
    expect(cards()).toHaveLength(2)
    await waitFor(() => expect(document.activeElement).toBe(cards()[0]))
  })

  test('sends a note that the moderator has chosen and edited', async () => {
    const { user, written } = await open({ [publishFirst]: done('thread_rejected') })
    const first = within(await cardOf('First thread'))
    await user.click(first.getByRole('button', { name: 'Title' }))
    const note = first.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note to the author (optional)' })
    expect(note.value).toBe('Please choose a title that says what the thread is about.')
    fireEvent.change(note, { target: { value: ' Which model? ' } })
    await user.click(first.getByRole('button', { name: 'Reject' }))
    await screen.findByText('Rejected.')
    expect(written()[0]?.body).toEqual({ decision: 'reject', note: 'Which model?', version: 'v1' })
  })

  test('can be operated with keys, which are ignored while typing', async () => {
    const { written } = await open({
      [publishFirst]: done('thread_published'),
      [resolveSecond]: ok({ key: 'comment:2', action: 'comment_removed' }),
    })
    await cardOf('First thread')
    key('p')
    key('j')
    expect(document.activeElement).toBe(cards()[0])
    for (const [pressed, index] of [
      ['j', 1],
      ['j', 2],
      ['j', 2],
      ['k', 1],
    ] as const) {
      key(pressed)
      expect(document.activeElement).toBe(cards()[index])
    }
    key('p')
    key('n')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    key('d')
    key('Escape')
    expect(document.activeElement).toBe(cards()[1])
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'd', ctrlKey: true })
    expect(written()).toEqual([])
    key('Delete')
    await screen.findByText('Removed.')
    expect(written()).toEqual([{ request: resolveSecond, body: { action: 'remove', version: 'v1' } }])
    await waitFor(() => expect(document.activeElement).toBe(cards()[1]))
    key('?')
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(help.getByText('Dismiss reports').previousElementSibling?.textContent).toBe('d')
  })

  test("shows another moderator's decision, and removes the item", async () => {
    const before = { code: 'already_decided', action: 'thread_rejected', actor: author }
    const { user } = await open({
      [publishFirst]: refused(409, { detail: 'eva has already rejected this.', ...before }),
      [resolveSecond]: refused(404),
    })
    await user.click(within(await cardOf('First thread')).getByRole('button', { name: 'Publish' }))
    await screen.findByText('eva has already rejected this.')
    expect(screen.queryByRole('article', { name: 'First thread' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    await screen.findByText('This no longer exists.')
    expect(cards()).toHaveLength(1)
  })

  test('reloads an item that its author has edited', async () => {
    const edited = item({ body_html: '<p>Edited</p>', version: 'v2' })
    const { user, requests } = await open({
      [api.review()]: [listOf([item()]), listOf([edited])],
      [publishFirst]: refused(409, { detail: 'Read it again.', code: 'changed', action: null, actor: null }),
    })
    await user.click(await screen.findByRole('button', { name: 'Publish' }))
    await screen.findByText('Edited')
    screen.getByText('Read it again.')
    expect(requests().filter((path) => path === api.review())).toHaveLength(2)
  })

  test.each([
    ['en', 'Edited since', 'Public text', 'New text', 'Reject', 'Note to the author (optional)'],
    ['es', 'Editado después', 'Texto público', 'Texto nuevo', 'Rechazar', 'Nota para quien lo ha escrito (opcional)'],
  ] as const)(
    'shows an edit beside the public text, and decides on the edit: %s',
    async (locale, badge, former, edit, action, label) => {
      const edits = [
        item({ key: 'thread_edit:1', edit: { title: 'Another title', html: '<p>Thread edit</p>' } }),
        item({
          ...second,
          key: 'comment_edit:2',
          reports: [],
          is_pending: true,
          actions: ['publish', 'reject'],
          edit: { title: null, html: '<p>Comment edit</p>' },
        }),
      ]
      const requests = [`POST ${api.moderateThreadEdit('first')}`, `POST ${api.moderateCommentEdit(2)}`]
      const { user, written } = await open(
        {
          [api.review()]: listOf(edits),
          ...Object.fromEntries(requests.map((request) => [request, done('thread_edit_rejected')])),
        },
        { locale },
      )
      const card = within(await cardOf('First thread'))
      card.getByText(badge)
      const textOf = (name: string) => card.getByRole('heading', { name }).parentElement?.textContent
      expect([textOf(former), textOf(edit)]).toEqual([
        `${former}First threadAll of its text`,
        `${edit}Another titleThread edit`,
      ])
      card.getByRole('textbox', { name: label })
      for (const _ of requests)
        await user.click((await screen.findAllByRole('button', { name: action }))[0] as HTMLElement)
      await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
      expect(written()).toEqual(requests.map((request) => ({ request, body: { decision: 'reject', version: 'v1' } })))
    },
  )

  test('keeps an item whose decision failed, with an error', async () => {
    const { user } = await open({ [publishFirst]: 'lost' })
    await user.click(within(await cardOf('First thread')).getByRole('button', { name: 'Publish' }))
    await screen.findByText('Something went wrong. Please try again.')
    expect(cards()).toHaveLength(3)
  })

  test('loads the next page by itself, and shows a notice if no item is left', async () => {
    const next = api.review({ cursor: 'abc' })
    const { user } = await open({
      [api.review()]: listOf([item()], next),
      [next]: listOf([third]),
      [publishFirst]: done('thread_published'),
      [`POST ${api.moderateThread('third')}`]: done('thread_published'),
    })
    await cardOf('First thread')
    screen.getByRole('button', { name: 'Load more' })
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await cardOf('Third thread')
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await screen.findByText('Nothing is waiting for you.')
  })

  test("offers no decision on the moderator's own text", async () => {
    await open({ [api.review()]: listOf([item({ actions: [] })]) })
    await screen.findByText('You wrote this yourself, so somebody else decides.')
    expect(screen.queryByRole('textbox')).toBeNull()
    ;(await cardOf('First thread')).focus()
    key('p')
  })

  test('shows an error if it cannot be loaded', async () => {
    await open({ [api.review()]: refused(500) })
    await screen.findByText('The list could not be loaded.')
  })
})

describe('the moderators’ page', () => {
  test('shows other members a notice that it is for moderators only', async () => {
    await open({}, { role: 'user' })
    await screen.findByText('This page is for moderators.')
    expect(screen.queryByRole('article')).toBeNull()
  })

  test.each([
    ['moderator', 1],
    ['user', 0],
  ] as const)('is linked from the profile of a %s: %d', async (role, count) => {
    await openPage('/profile?tab=payments', { [paymentPaths.payments()]: listOf([]) }, { member: { role } })
    await screen.findByText(/^No payments yet/)
    expect(screen.queryAllByRole('link', { name: 'Moderation' })).toHaveLength(count)
  })
})
