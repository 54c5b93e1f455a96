import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { notificationPaths } from '#shared/forum/notification-paths.ts'
import { paths } from '#shared/paths.ts'
import { me, ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { listOf } from '../support/postgres/samples.ts'

const { api } = notificationPaths
const first = api.notifications({ limit: 10 })
const read = `POST ${api.read}`
const note = 'Please be kind.\nThis was not.'
const created_at = '2026-11-22T10:30:00.000Z'
const bo = { username: 'bo', avatar_color: '#116b45', is_team: false }
const thread = { meta_slug: 'a-thread', title: 'A thread' }
const reply = {
  id: 7,
  kind: 'reply',
  actor: bo,
  thread,
  comment_id: 17,
  note: null,
  ends_at: null,
  count: 1,
  created_at,
  is_read: false,
}
const rejected = {
  id: 6,
  kind: 'thread_rejected',
  actor: null,
  thread,
  comment_id: null,
  note: null,
  ends_at: null,
  count: 1,
  created_at,
  is_read: true,
}
const handled = { ...rejected, id: 5, kind: 'report_handled', thread: null }
const removed = { ...rejected, id: 4, kind: 'thread_removed', note }
const mention = { ...reply, id: 8, kind: 'mention', comment_id: null }
const unread = (count: number) => ok({ unread: count })

const openLegal = (answers: Answers, options: Parameters<typeof openPage>[2] = {}) =>
  openPage(paths.privacy, answers, { member: {}, ...options })
const bell = (name: string) => screen.findByRole('button', { name })
const openBell = async (name: string) => {
  fireEvent.click(await bell(name))
  return screen.findByRole('dialog')
}

describe('the bell', () => {
  test.each([
    [0, 'Notifications', ''],
    [3, 'Notifications, 3 unread', '3'],
    [12, 'Notifications, 9+ unread', '9+'],
  ])('shows the number of unread notifications: %i', async (count, name, shown) => {
    await openLegal({ [api.count]: unread(count) })
    expect((await bell(name)).textContent).toBe(shown)
  })

  test('has Spanish labels', async () => {
    await openLegal({ [api.count]: unread(1) }, { locale: 'es' })
    expect((await bell('Notificaciones, 1 sin leer')).textContent).toBe('1')
  })

  test('is hidden from visitors, without a request', async () => {
    const { requests } = await openPage(paths.privacy, {})
    expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull()
    expect(requests()).toEqual([])
  })

  test('lists the latest notifications with links, and marks them as read', async () => {
    const { written } = await openLegal({
      [api.count]: unread(1),
      [first]: ok({
        results: [reply, rejected, handled, removed, { ...removed, id: 3, kind: 'comment_removed' }],
        next: null,
      }),
      [read]: unread(0),
    })
    const dialog = await openBell('Notifications, 1 unread')
    await within(dialog).findByText(/bo replied to you/)
    const links = within(dialog).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/profile#notifications',
      '/forum/thread/a-thread?comment=17',
      '/forum/thread/a-thread',
      '/forum/thread/a-thread',
    ])
    const item = within(dialog).getByText('A moderator removed your thread.').closest('li')
    expect(item?.textContent).toContain(`A thread${note}`)
    expect(links[3]?.textContent).toContain(`A moderator removed your comment.A thread${note}`)
    expect(links[1]?.textContent).toMatch(/^BNew: bo replied to youA thread/)
    expect(links[1]?.querySelector('time')?.title).toContain('November 22, 2026')
    expect(links[2]?.textContent).toContain('Your thread was not published')
    within(dialog).getByText(/A moderator has reviewed your report/)
    await waitFor(() => expect(written()).toEqual([{ request: read, body: { up_to: 7 } }]))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await bell('Notifications')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['en', 'Notifications', /bo mentioned you/],
    ['es', 'Notificaciones', /bo te ha mencionado/],
  ] as const)('links to the thread or comment of a mention: %s', async (locale, name, text) => {
    const results = [mention, { ...mention, id: 7, comment_id: 17 }]
    await openLegal({ [api.count]: unread(0), [first]: ok({ results, next: null }), [read]: unread(0) }, { locale })
    const links = await within(await openBell(name)).findAllByRole('link', { name: text })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/forum/thread/a-thread',
      '/forum/thread/a-thread?comment=17',
    ])
  })

  test.each([
    ['en', 12, false, 'New: 12 new comments in', 'A thread'],
    ['en', 12, true, '12 comments in', 'A thread'],
    ['en', 100, false, 'New: More than 99 comments in', 'A thread'],
    ['es', 12, false, 'Nuevo: 12 comentarios nuevos en', 'A thread'],
  ] as const)('shows comments in one thread as one notification, with a link to the first: %s, %i', async (...row) => {
    const [locale, count, is_read, text, title] = row
    const results = [{ ...reply, kind: 'followed_comment', count, is_read }]
    await openLegal({ [api.count]: unread(0), [first]: ok({ results, next: null }), [read]: unread(0) }, { locale })
    const dialog = await openBell(locale === 'en' ? 'Notifications' : 'Notificaciones')
    const link = await within(dialog).findByRole('link', { name: new RegExp(`^${text}`) })
    expect(link.textContent).toContain(title)
    expect(link.getAttribute('href')).toBe('/forum/thread/a-thread?comment=17')
  })

  test('loads more notifications, or shows an error if that fails', async () => {
    const next = api.notifications({ cursor: 'c', limit: 10 })
    const { written } = await openLegal({
      [api.count]: unread(0),
      [first]: ok({ results: [{ ...reply, is_read: true }], next }),
      [next]: [refused(500), listOf([rejected])],
    })
    const dialog = await openBell('Notifications')
    const more = await within(dialog).findByRole('button', { name: 'Load more' })
    fireEvent.click(more)
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Could not load more')
    fireEvent.click(more)
    await within(dialog).findByText(/Your thread was not published/)
    expect(within(dialog).queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(written()).toEqual([])
  })

  test('shows a notice if there are no notifications, or an error', async () => {
    await openLegal({ [api.count]: unread(0), [first]: [refused(500), listOf([])] })
    const dialog = await openBell('Notifications')
    expect((await within(dialog).findByRole('alert')).textContent).toContain('could not be loaded')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    await within(dialog).findByText(/Nothing yet/)
    expect(within(dialog).queryByRole('alert')).toBeNull()
  })
})

const activity = () => screen.findByLabelText<HTMLSelectElement>('Comments, replies and mentions')

describe('the mail settings in the profile', () => {
  const change = `PATCH ${api.settings}`
  const settings = { moderation_mail: 'at_once', activity_mail: 'daily' }
  const openProfile = (answers: Answers) =>
    openPage(
      paths.profile,
      { [paths.api.meSessions]: listOf([]), [api.count]: unread(0), [api.settings]: ok(settings), ...answers },
      { member: me },
    )
  test('are changed one by one, with a confirmation', async () => {
    const { written } = await openProfile({ [change]: ok({ ...settings, activity_mail: 'none' }) })
    expect((await activity()).value).toBe('daily')
    fireEvent.change(await activity(), { target: { value: 'none' } })
    await screen.findByText('Saved.')
    expect((await activity()).value).toBe('none')
    expect(written()).toEqual([{ request: change, body: { activity_mail: 'none' } }])
  })

  test('are reset if the change fails', async () => {
    await openProfile({ [change]: refused(500) })
    fireEvent.change(await activity(), { target: { value: 'at_once' } })
    await screen.findByText('Your choice could not be saved. Try again.')
    expect((await activity()).value).toBe('daily')
  })
})

const end = `POST ${api.unsubscribe()}`
const open = (token: string, answers: Answers = {}, options = {}) =>
  openPage(notificationPaths.unsubscribe(token), answers, options)

describe('the unsubscribe page', () => {
  test('asks for a confirmation, and shows which mails are off and where to change that', async () => {
    const { written } = await open('17-activity-mac', { [end]: ok({ ended: ['activity_mail'] }) })
    screen.getByText('Stop emails about comments, replies and mentions?')
    expect(location.search).toBe('')
    expect(written()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Stop these emails' }))
    await screen.findByText(/^Emails about comments, replies and mentions are off now\./)
    expect(written()).toEqual([{ request: end, body: { token: '17-activity-mac' } }])
    expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to my email settings' }).getAttribute('href')).toBe(
      '/profile#notifications',
    )
  })

  test.each([
    ['17-moderation-mac', '¿Quieres dejar de recibir correos sobre decisiones acerca de tus hilos y denuncias?'],
    ['17-all-mac', '¿Quieres dejar de recibir todos los correos sobre el foro?'],
  ])('names the mails that it ends: %s', async (token, question) => {
    await open(token, {}, { locale: 'es' })
    screen.getByText(question)
  })

  test('shows an error for an invalid link and for a failed request', async () => {
    await open('17-all-mac', { [end]: [refused(500), refused(400, { token: ['no'] })] })
    const submit = screen.getByRole('button', { name: 'Stop these emails' })
    fireEvent.click(submit)
    await screen.findByText('That didn’t work. Try again.')
    fireEvent.click(submit)
    await screen.findByText(/^This link is not valid/)
    expect(screen.queryByRole('button', { name: 'Stop these emails' })).toBeNull()
  })

  test.each(['', 'nonsense'])('shows an error for a malformed token: %j', async (token) => {
    await open(token)
    await screen.findByText(/^This link is not valid/)
  })
})
