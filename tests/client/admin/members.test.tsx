import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminMember, MemberCard, MemberOverview } from '#shared/admin/members.ts'
import { paths } from '#shared/paths.ts'
import { emptyAnswer, ok, openPage, refused } from '../../support/browser/page.tsx'

const { api } = adminPaths
const admin = { role: 'admin' } as const
const card: MemberCard = {
  id: 7,
  username: 'bea',
  email: 'bea@mail.test',
  first_name: 'Bea',
  last_name: 'Ruiz',
  avatar_color: '#4c2fa2',
  role: 'user',
  is_team: false,
  tier: 1,
  state: 'active',
  created_at: '2026-01-02T00:00:00.000Z',
}
const { tier: _tier, state: _state, ...person } = card
const member: AdminMember = {
  ...person,
  is_email_confirmed: false,
  language: 'en',
  granted_tier: 0,
  granted_until: null,
  granted_reason: '',
  block: null,
  held_at: null,
}
const overview: MemberOverview = {
  tier: 1,
  access: [{ source: 'subscription', tier: 1, expires_at: '2099-01-01T00:00:00.000Z', is_expired: false }],
  subscription: {
    plan_name: 'Premium',
    billing_period: 'month',
    status: 'active',
    current_period_end: '2099-01-01T00:00:00.000Z',
    auto_renew: true,
  },
  payments: { count: 2, failed: 1, disputed: 0, last_at: null, totals: [{ currency: 'USD', paid: 9.99, refunded: 0 }] },
  sessions: 2,
  threads: 3,
  comments: 40,
  latest_threads: [{ meta_slug: 'first', title: 'A thread', is_public: false, created_at: '2026-01-02T00:00:00.000Z' }],
  latest_comments: [],
}
const session = {
  id: 'a1',
  device: 'Firefox · Linux',
  created_at: '2026-01-02T00:00:00.000Z',
  last_used_at: '2026-01-03T00:00:00.000Z',
}
const answers = {
  [api.member(7)]: ok(member),
  [api.memberOverview(7)]: ok(overview),
  [api.memberSessions(7)]: ok({ results: [session], next: null }),
  [api.audit({ kind: 'member', target: '7' })]: ok({ results: [], next: null }),
  [paths.api.plans]: ok([]),
}
const open = (more = {}) => openPage('/admin/members/7', { ...answers, ...more }, { member: admin })

describe('the list of members', () => {
  test('marks the team account, and links to it', async () => {
    const team = { ...card, username: 'promptory', is_team: true }
    const { user } = await openPage(
      '/admin/members',
      {
        ...answers,
        [api.member(7)]: ok({ ...member, username: 'promptory', is_team: true }),
        [api.members()]: ok({ results: [{ ...card, id: 8 }, team], next: null }),
      },
      { member: admin },
    )
    const row = (await screen.findByText('promptory')).closest('tr') as HTMLElement
    within(row).getByText('Team')
    expect(screen.getAllByText('Team')).toHaveLength(1)
    await user.click(within(row).getByRole('link'))
    within(await screen.findByRole('heading', { name: /promptory/ })).getByText('Team')
  })

  test('is searched and filtered by its address, and links to the members', async () => {
    const found = { ...card, id: 8, username: 'carla' }
    const { user } = await openPage(
      '/admin/members',
      {
        [api.members()]: ok({ results: [card], next: null }),
        [api.members({ q: 'car' })]: ok({ results: [found], next: null }),
        [api.members({ q: 'car', state: 'blocked' })]: ok({ results: [], next: null }),
      },
      { member: admin },
    )
    expect((await screen.findByRole('link', { name: 'bea' })).getAttribute('href')).toBe('/admin/members/7')
    await user.type(screen.getByRole('searchbox'), 'car{Enter}')
    expect(await screen.findByRole('link', { name: 'carla' })).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Blocked')
    expect(await screen.findByText('No members match. Change the search or the filters.')).toBeTruthy()
  })
})

describe('the page of a member', () => {
  test('shows the source of the tier, the payments and the texts', async () => {
    await open()
    const facts = within(await screen.findByRole('region', { name: 'Account' }))
    expect(await facts.findByText(/By subscription: Tier 1 until/)).toBeTruthy()
    expect(facts.getByText('2 payments · 9.99 USD paid, 0 USD refunded · failed: 1')).toBeTruthy()
    expect(facts.getByRole('link', { name: 'A thread' }).getAttribute('href')).toBe('/forum/thread/first')
    expect(facts.getByText('not public')).toBeTruthy()
  })

  test('grants a tier until a date, and warns about unsaved changes', async () => {
    const granted = { granted_tier: 2, granted_until: '2099-01-31T23:59:59.999Z', granted_reason: 'Raffle' }
    const { user, written } = await open({ [`PUT ${api.member(7)}`]: ok({ ...member, ...granted }) })
    const form = within(await screen.findByRole('form', { name: 'Role and access' }))
    await user.selectOptions(form.getByRole('combobox', { name: 'Tier without payment' }), 'Tier 2')
    await user.type(form.getByLabelText('Until the end of (UTC)'), '2099-01-31')
    await user.type(form.getByLabelText('Reason, for other admins'), 'Raffle')
    expect(form.getByText('There are unsaved changes.')).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved.')).toBeTruthy()
    expect(written().find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ role: 'user', ...granted })
  })

  test('asks to confirm a block with the numbers of texts, and shows the new state after a conflict', async () => {
    const block = { at: '2026-11-22T10:00:00.000Z', hides_content: true, reason: 'Spam' }
    const current = { ...member, role: 'moderator' }
    const { user, written } = await open({
      [`PUT ${api.memberBlock(7)}`]: [
        refused(412, { detail: 'changed', code: 'changed_meanwhile', etag: '"b"', current }),
        ok({ ...current, block }),
      ],
    })
    const ask = async () => {
      await user.click(await screen.findByRole('button', { name: 'Block…' }))
      const dialog = within(await screen.findByRole('alertdialog'))
      expect(await dialog.findByText('2 browsers are logged out.')).toBeTruthy()
      expect(dialog.getByText('This affects 3 threads and 40 comments.')).toBeTruthy()
      await user.click(dialog.getByRole('checkbox'))
      const reason = dialog.getByRole<HTMLInputElement>('textbox')
      // An unsent reason is kept.
      if (reason.value !== 'Spam') await user.type(reason, 'Spam')
      await user.click(dialog.getByRole('button', { name: 'Block' }))
    }
    await ask()
    expect(await screen.findByText(/The state is now: Moderator, Tier 0\./)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await ask()
    expect(await screen.findByRole('button', { name: 'Unblock' })).toBeTruthy()
    expect(written().findLast(({ request }) => request.startsWith('PUT'))?.body).toEqual({
      block: { hides_content: true, reason: 'Spam' },
    })
  })

  test('ends a session, and sends the confirmation mail again', async () => {
    const { user } = await open({
      [`DELETE ${api.memberSession(7, 'a1')}`]: emptyAnswer,
      [`POST ${api.memberConfirmation(7)}`]: emptyAnswer,
    })
    await user.click(await screen.findByRole('button', { name: 'Log out Firefox · Linux' }))
    expect(await screen.findByText('Logged out.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send the confirmation again' }))
    expect(await screen.findByText('The confirmation is on its way.')).toBeTruthy()
  })

  test('shows an error for an unknown member', async () => {
    await openPage('/admin/members/9', { [api.member(9)]: refused(404) }, { member: admin })
    expect(await screen.findByText('There is no such member.')).toBeTruthy()
  })
})
