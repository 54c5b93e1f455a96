import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import { seriesNames } from '#shared/admin/overview.ts'
import type { Overview } from '#shared/admin/overview.ts'
import { paths } from '#shared/paths.ts'
import { listOf } from '../../support/postgres/samples.ts'
import { ok, openPage } from '../../support/browser/page.tsx'

const figures: Overview = {
  days: 7,
  as_of: null,
  series: seriesNames.map((name) => ({ name, key: '', values: [{ day: '2026-11-01', value: 1 }] })),
  totals: {
    sign_ups: 0,
    active_members: 0,
    searches_without_result: 0,
    subscribers: 0,
    new_subscribers: 0,
    churned_subscribers: 0,
    net_subscribers: 0,
    churn_rate: null,
    failed_payments: 0,
    monthly_recurring_revenue: [],
    paid: [],
    refunded: [],
    charged_back: [],
  },
  top: { categories: [], prompts: [], searches: [] },
  queues: { threads: 0, comments: 0, reports: 0, jobs: 0, webhooks: 0 },
  promises: [],
}
const summary = {
  payments: 'on',
  open_disputes: 0,
  refunds_due: 0,
  unfinalized_invoices: 0,
  unknown_statuses: 0,
  failed_events: 0,
}
const november = { from: '2026-11-01', to: '2026-11-30' }
const answers = {
  [adminPaths.api.members({ role: 'admin' })]: listOf([]),
  [adminPaths.api.overview({ days: 7 })]: ok(figures),
  [adminMoneyPaths.api.payments({ status: 'paid', ...november })]: listOf([]),
  [adminMoneyPaths.api.paymentsSummary]: ok(summary),
  [paths.api.plans]: ok([]),
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a page of the admin area', () => {
  test.each([
    ['/admin/members?role=admin', 'Exportar como CSV', adminPaths.api.membersExport({ role: 'admin' }), 'members'],
    ['/admin?days=7', 'Exportar por día como CSV', adminPaths.api.overviewExport({ days: 7 }), 'figures'],
    [
      adminMoneyPaths.payments({ status: 'paid', ...november }),
      'Exportar como CSV',
      adminMoneyPaths.api.paymentsExport({ status: 'paid', ...november }),
      'payments',
    ],
    [
      adminMoneyPaths.payments({ status: 'paid', ...november }),
      'Exportar el libro mayor como CSV',
      adminMoneyPaths.api.ledgerExport(november),
      'ledger',
    ],
  ])('%s exports the list that it shows to a file: %s', async (page, label, path, name) => {
    const fetched: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      fetched.push(address)
      return Promise.resolve(new Response('id\r\n'))
    })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { user } = await openPage(page, answers, { member: { role: 'admin' }, locale: 'es' })
    await user.click(await screen.findByRole('button', { name: label }))
    await waitFor(() => expect(saved).toEqual([`${name}-${new Date().toISOString().slice(0, 10)}.csv`]))
    // Spreadsheets in Spanish expect semicolons.
    expect(fetched).toEqual([`${path}${path.includes('?') ? '&' : '?'}separator=semicolon`])
  })

  test('shows an error if the export fails', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 500 })))
    const { user } = await openPage('/admin/members?role=admin', answers, { member: { role: 'admin' } })
    await user.click(await screen.findByRole('button', { name: 'Export as CSV' }))
    await screen.findByText('The file could not be exported. Try again.')
  })
})
