import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminPaths } from '#shared/admin/paths.ts'
import { seriesNames } from '#shared/admin/overview.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'

const day = (index: number) => `2026-11-${String(index + 1).padStart(2, '0')}`
const figures = (days: number): Overview => ({
  days,
  as_of: '2026-11-22T10:05:00.000Z',
  series: seriesNames.map((name) => ({
    name,
    key: name === 'monthly_recurring_revenue' ? 'USD' : '',
    values: Array.from({ length: 7 }, (_, index) => ({ day: day(index), value: index * 10 })),
  })),
  totals: {
    sign_ups: 210,
    active_members: 1234,
    searches_without_result: 3,
    subscribers: 20,
    new_subscribers: 4,
    churned_subscribers: 1,
    net_subscribers: 3,
    churn_rate: 0.05,
    failed_payments: 2,
    monthly_recurring_revenue: [{ currency: 'USD', amount: 199.8 }],
    paid: [{ currency: 'USD', amount: 250 }],
    refunded: [],
    charged_back: [],
  },
  top: {
    categories: [{ slug: 'writing', title: 'Writing', count: 12 }],
    prompts: [],
    searches: [{ text: 'quokka soup', count: 2 }],
  },
  queues: { threads: 3, comments: 0, reports: 1, jobs: 0, webhooks: 0 },
  promises: [
    { plan: 'Free', promised: 10_000, there: 252 },
    { plan: 'Small', promised: 100, there: 252 },
  ],
})
const answers = Object.fromEntries([7, 30, 90].map((days) => [adminPaths.api.overview({ days }), ok(figures(days))]))
const member = { role: 'admin' } as const

describe('the overview of the admin area', () => {
  test('shows each currency separately, and abbreviates large figures', async () => {
    const { series, totals, ...rest } = figures(30)
    const revenue = series.filter(({ name }) => name === 'monthly_recurring_revenue')
    const inYen = revenue.map((one) => ({ ...one, key: 'JPY', values: [{ day: day(0), value: 38_500_000 }] }))
    const paid = [...totals.paid, { currency: 'JPY', amount: 7_000 }]
    const overview = { ...rest, series: [...series, ...inYen], totals: { ...totals, paid } }
    await openPage('/admin', { ...answers, [adminPaths.api.overview({ days: 30 })]: ok(overview) }, { member })
    const yen = within(await screen.findByRole('region', { name: 'Monthly recurring revenue (JPY)' }))
    expect(yen.getByText('7,000 JPY paid, 0 refunded')).toBeTruthy()
    expect(yen.getByText('40M')).toBeTruthy()
    expect(screen.getByText('250 USD paid, 0 refunded')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Webhook events' }).getAttribute('href')).toBe(
      '/admin/payments/events?state=waiting',
    )
  })

  test('shows each figure as a number, a chart with a summary, and a table of days', async () => {
    await openPage('/admin', answers, { member })
    const signUps = within(await screen.findByRole('region', { name: 'Sign-ups' }))
    expect(signUps.getByText('210')).toBeTruthy()
    expect(signUps.getByRole('img').getAttribute('aria-label')).toBe(
      'Sign-ups per day, from Nov 1 to Nov 7: lowest 0, highest 60, latest 60.',
    )
    expect(signUps.getAllByRole('row', { hidden: true })).toHaveLength(8)
    expect(
      within(screen.getByRole('region', { name: 'Monthly recurring revenue (USD)' })).getByText('199.8 USD'),
    ).toBeTruthy()
    expect(screen.getByText('Churn: 5%')).toBeTruthy()
    expect(screen.getByText('4 new, net +3')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Writing' }).getAttribute('href')).toBe('/library/category/writing')
    expect(screen.getByText('quokka soup')).toBeTruthy()
  })

  test('compares the advertised counts of plans with the actual counts', async () => {
    await openPage('/admin?days=90', answers, { member, locale: 'es' })
    const promises = within(await screen.findByRole('region', { name: 'Lo que prometen los planes' }))
    expect(promises.getByRole('row', { name: 'Free 10.000 252 Faltan: 9748' })).toBeTruthy()
    expect(promises.getByRole('row', { name: 'Small 100 252 Cumplido' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '90 días' }).getAttribute('aria-current')).toBe('page')
  })

  test('shows an error if its figures cannot be loaded, and can try again', async () => {
    const path = adminPaths.api.overview({ days: 30 })
    const { user } = await openPage('/admin', { [path]: [refused(503), ok(figures(30))] }, { member })
    expect((await screen.findByRole('alert')).textContent).toContain('The figures could not be loaded.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Sign-ups' })).toBeTruthy()
  })
})
