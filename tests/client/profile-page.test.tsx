import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { blogPaths } from '#shared/blog/paths.ts'
import { forumPaths } from '#shared/forum/paths.ts'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { emptyAnswer, me, ok, openPage, refused } from '../support/browser/page.tsx'
import type { Answers } from '../support/browser/page.tsx'
import { listOf, promptCard, statusOf } from '../support/postgres/samples.ts'

const session = { created_at: '2026-01-01T00:00:00.000Z', last_used_at: '2026-01-02T00:00:00.000Z' }
const sessions = [
  { ...session, id: 'here', device: 'Chrome · Linux', is_current: true },
  { ...session, id: 'there', device: 'Firefox · Windows', is_current: false },
]
const none = ok({ is_subscribed: false, subscription: null })
const change = `PATCH ${paths.api.me}`
const openProfile = (answers: Answers = {}, options: Parameters<typeof openPage>[2] = {}, query = '') =>
  openPage(`/profile${query}`, { [paths.api.meSessions]: listOf(sessions), ...answers }, { member: {}, ...options })
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const titleOf = (name: string) => screen.findByRole('heading', { name, level: 2 })

describe('the sections of the profile', () => {
  const empty = { [paths.api.savedPrompts()]: listOf([]), [paths.api.savedCategories]: ok([]) }
  test.each([
    ['saved_news', 'Saved News', /^News you save/, 'Read the news', '/blog'],
    ['threads', 'Forum Threads', /^Threads you start/, 'Go to the forum', '/forum'],
    ['threads&of=saved', 'Forum Threads', /^Threads you save/, 'Go to the forum', '/forum'],
    ['subscription', 'Subscription', /^You’re on the Free plan/, 'See the plans', '/subscription'],
    ['payments', 'Payments', /^No payments yet/, 'See the plans', '/subscription'],
  ])('at %s has the title %s, and a notice with a link if it is empty', async (tab, name, sentence, link, path) => {
    await openProfile(
      {
        [paymentPaths.payments()]: listOf([]),
        [paths.api.subscriptionStatus]: none,
        [blogPaths.api.saved()]: listOf([]),
        [forumPaths.api.myThreads()]: listOf([]),
        [forumPaths.api.savedThreads()]: listOf([]),
      },
      {},
      `?tab=${tab}`,
    )
    await titleOf(name)
    await screen.findByText(sentence)
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(path)
    const sectionsNav = within(screen.getByRole('navigation', { name: 'Your profile' }))
    expect(sectionsNav.getByRole('link', { current: 'page' }).textContent).toBe(name)
    await waitFor(() => expect(document.title).toBe(`${name} · Promptory`))
  })

  test.each([
    ['granted', 'en', 'Granted by the team'],
    ['granted', 'es', 'Concedido por el equipo'],
  ] as const)('show a member the reason for a plan without a subscription: %s in %s', async (status, locale, text) => {
    const open = {
      plan_id: null,
      plan_name: null,
      billing_period: null,
      status,
      current_period_end: null,
    }
    await openProfile(
      { [paths.api.subscriptionStatus]: statusOf(open) },
      { member: { tier: 1 }, locale },
      '?tab=subscription',
    )
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: /auto-renew|renovación/ })).toBeNull()
  })

  test('have Spanish labels', async () => {
    await openProfile({ [paymentPaths.payments()]: listOf([]) }, { locale: 'es' }, '?tab=payments')
    await screen.findByText('Aún no hay pagos. Aparecerán aquí.')
    const links = within(screen.getByRole('navigation', { name: 'Tu perfil' })).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Mi perfil',
      'Noticias guardadas',
      'Hilos del foro',
      'Prompts guardados',
      'Suscripción',
      'Pagos',
    ])
    const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(columns).toEqual(['Fecha', 'Plan', 'Importe', 'Estado'])
  })

  test('of saved items show a notice if they are empty, or an error', async () => {
    const lists = {
      ...empty,
      [paths.api.collections()]: refused(500),
      [paths.api.savedPrompts()]: [refused(500), listOf([])],
    }
    await openProfile(lists, {}, '?tab=user_prompts')
    await screen.findByText('Could not load more. Try again.')
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button)
    await screen.findByText(/^Nothing saved here yet/)
    expect(screen.queryByRole('combobox')).toBeNull()
  })
})

const use_case = { slug: 'outlines', title: 'Outline articles' }
const saved = (id: number) => ({ ...promptCard(id), use_case, category: { slug: 'articles', name: 'Articles' } })

test('saved prompts are loaded page by page', async () => {
  const second = `${paths.api.savedPrompts()}?cursor=two`
  const lists = {
    [paths.api.savedCategories]: ok([]),
    [paths.api.collections()]: ok({ results: [] }),
    [paths.api.savedPrompts()]: listOf([saved(1)], second),
    [second]: listOf([saved(2)]),
    [paths.api.marks(['prompt-1'])]: listOf([]),
    [paths.api.marks(['prompt-2'])]: listOf([]),
  }
  await openProfile(lists, {}, '?tab=user_prompts')
  await screen.findByRole('heading', { name: 'Prompt 1' })
  press('Load more')
  await screen.findByRole('heading', { name: 'Prompt 2' })
  screen.getByRole('heading', { name: 'Prompt 1' })
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

describe('the personal details', () => {
  test.each([
    ['user', 0],
    ['moderator', 1],
  ] as const)('show the team mark of a %s: %i', async (role, marks) => {
    await openProfile({}, { member: { role } })
    await field('Username')
    expect(screen.queryAllByText('Team')).toHaveLength(marks)
  })

  test('are shown in a form that sends only changed fields', async () => {
    const { written } = await openProfile({ [change]: ok({ ...me, first_name: 'Inés', avatar_color: '#116b45' }) })
    expect((await field('Username')).value).toBe('ana')
    screen.getByText('Registered:')
    screen.getByText('January 1, 2026')
    screen.getByText(/ana@mail\.test/)
    screen.getByText('confirmed')
    fill(await field('First name'), 'Inés')
    press('Green')
    press('Save')
    await screen.findByText('Saved.')
    expect(written()).toEqual([{ request: change, body: { first_name: 'Inés', avatar_color: '#116b45' } }])
    expect(screen.getByRole('button', { name: 'Green' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('have a quiet button until something was changed', async () => {
    await openProfile()
    const fields = (await field('Username')).closest('.setting > :last-child')
    expect(fields?.className).toBe('is-unchanged')
    fireEvent.input(await field('Username'), { target: { value: 'other' } })
    expect(fields?.className).toBe('')
  })

  test('show the avatar in an unsaved color, with a readable letter', async () => {
    await openProfile()
    fill(await field('Another color'), '#ffee00')
    const avatar = document.querySelector('main form svg')
    expect(avatar?.querySelector('circle')?.getAttribute('fill')).toBe('#ffee00')
    expect(avatar?.querySelector('text')?.getAttribute('fill')).toBe('#050308')
    press('Violet')
    expect(avatar?.querySelector('text')?.getAttribute('fill')).toBe('#ffffff')
  })

  test('show the error of a field next to it', async () => {
    await openProfile({ [change]: refused(400, { username: ['This username is taken.'] }) })
    const username = await field('Username')
    fill(username, 'OTHER')
    press('Save')
    await screen.findByText('Your changes could not be saved. Check the fields.')
    screen.getByText('This username is taken.')
    expect(username.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(username))
    expect(username.value).toBe('OTHER')
  })

  test.each([500, 502])('show an error if the server fails: %i', async (status) => {
    await openProfile({ [change]: refused(status, null) })
    fill(await field('Username'), 'OTHER')
    press('Save')
    await screen.findByText('Something went wrong. Try again.')
  })

  test('have a button that sends the confirmation mail again', async () => {
    const request = `POST ${paths.api.resendConfirmation}`
    await openProfile({ [request]: ['lost', emptyAnswer] }, { member: { is_email_confirmed: false } })
    await screen.findByText('not confirmed yet')
    press('Resend the email')
    await screen.findByText('The email could not be sent. Try again.')
    press('Resend the email')
    await screen.findByText('We’ve sent an email to your address.')
    expect(screen.queryByRole('button', { name: 'Resend the email' })).toBeNull()
  })
})

describe('the account', () => {
  test('shows next to its field that the current password is wrong', async () => {
    const wrong = refused(400, { current_password: ['This is not your current password.'] })
    const request = `POST ${paths.api.mePassword}`
    const { written } = await openProfile({ [request]: [wrong, ok({ access: 'fresh', refresh: 'fresh' })] })
    const [current, fresh] = [await field('Current password'), await field('New password')]
    fill(current, 'not this one')
    fill(fresh, 'another long secret')
    press('Change the password')
    await screen.findByText('This is not your current password.')
    await waitFor(() => expect(document.activeElement).toBe(current))
    press('Change the password')
    await screen.findByText(/^Your password was changed/)
    expect(fresh.value).toBe('')
    expect(written().at(-1)?.body).toEqual({ current_password: 'not this one', new_password: 'another long secret' })
    expect(localStorage.getItem('access')).toBe('fresh')
  })

  test('redirects to the log-in with a notice if its password was changed but the response was lost', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const navigate = vi.spyOn(location, 'replace').mockImplementation(() => {})
    const ended = refused(401, { code: 'token_not_valid' })
    await openProfile({ [`POST ${paths.api.mePassword}`]: ['lost', ended] })
    fill(await field('Current password'), 'the former one')
    fill(await field('New password'), 'another long secret')
    press('Change the password')
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('alert')
          .map(({ textContent }) => textContent)
          .join(''),
      ).not.toBe(''),
    )
    expect(navigate).not.toHaveBeenCalled()
    press('Change the password')
    await waitFor(() => expect(navigate).toHaveBeenCalledWith('/login?reset=1'))
  })

  test('is signed out without an error if it was deleted but the response was lost', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const navigate = vi.spyOn(location, 'assign').mockImplementation(() => {})
    await openProfile({ [`DELETE ${paths.api.me}`]: [refused(502), refused(401, { code: 'token_not_valid' })] })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    fill(dialog.getByLabelText('Your password'), 'the right one')
    const submit = dialog.getByRole('button', { name: 'Delete for good' })
    fireEvent.click(submit)
    await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''))
    expect([navigate.mock.calls, localStorage.getItem('access')]).toEqual([[], 'a token'])
    fireEvent.click(submit)
    await waitFor(() => expect(navigate).toHaveBeenCalledWith('/'))
    expect(localStorage.getItem('access')).toBeNull()
  })

  test('shows an error if the data export fails', async () => {
    await openProfile({ [paths.api.meExport]: 'lost' })
    await field('Username')
    press('Download my data')
    await screen.findByText('The download failed. Try again.')
  })

  test('lists five sessions, and then all', async () => {
    const many = Array.from({ length: 7 }, (_, at) => ({
      ...session,
      id: `s${at}`,
      device: `Device ${at}`,
      is_current: at === 0,
    }))
    await openProfile({ [paths.api.meSessions]: listOf(many) })
    await screen.findByText('Device 4')
    expect(screen.queryByText('Device 5')).toBeNull()
    press('Show all 7')
    screen.getByText('Device 6')
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  test('shows an error if another session could not be ended', async () => {
    await openProfile({
      [`DELETE ${paths.api.meSession('there')}`]: 'lost',
      [`DELETE ${paths.api.meSessions}`]: 'lost',
    })
    const other = await screen.findByRole('button', { name: 'Log out: Firefox · Windows' })
    expect(screen.queryByRole('button', { name: 'Log out: Chrome · Linux' })).toBeNull()
    fireEvent.click(other)
    await screen.findByText('That didn’t work. Try again.')
    expect(other.isConnected).toBe(true)
    press('Log out everywhere')
    const dialog = await screen.findByRole('alertdialog', { name: 'Log out everywhere?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Log out everywhere' }))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    screen.getByText('That didn’t work. Try again.')
    expect(localStorage.getItem('access')).not.toBeNull()
  })

  test.each([
    ['en', 'Log out', /^You’re still logged in/],
    ['es', 'Cerrar sesión', /^Tu sesión sigue abierta/],
  ] as const)('stays signed in if the server fails to end the session: %s', async (locale, name, sentence) => {
    localStorage.setItem('refresh', 'a token')
    await openProfile({}, { locale })
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }))
    press(name)
    await screen.findByText(sentence)
    expect(localStorage.getItem('access')).not.toBeNull()
  })

  test('shows an error with Try again if it cannot be loaded', async () => {
    // React logs the error.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await openProfile({ [paths.api.me]: refused(500) })
    await screen.findByRole('heading', { name: 'This page is unavailable' })
    screen.getByRole('button', { name: 'Try again' })
  })
})
