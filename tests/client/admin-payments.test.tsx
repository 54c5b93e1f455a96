import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { adminMoneyPaths } from '#shared/admin-money-paths.ts'
import { adminPaths } from '#shared/admin-paths.ts'
import type { AdminPayment, RefundState } from '#shared/admin-payments.ts'
import { listOf } from '../support/samples.ts'
import { ok, openPage, refused, tagged } from '../support/page.tsx'
import type { Answers } from '../support/page.tsx'

const { api } = adminMoneyPaths
const id = 'in_1'
const payment: AdminPayment = {
  id,
  created_at: '2026-11-01T10:00:00.000Z',
  paid_at: '2026-11-01T10:00:01.000Z',
  billing_period: 'month',
  person: { id: 5, username: 'ben', email: 'ben@mail.test' },
  plan: { id: 2, name: 'Premium' },
  amount: 9.99,
  amount_refunded: 0,
  currency: 'USD',
  status: 'paid',
  dispute_status: null,
  customer_id: 'cus_1',
  subscription_id: 'sub_1',
  payment_intent_id: 'pi_1',
  receipt_url: null,
  invoice_url: null,
  dashboard: null,
  ledger: [],
  events: [],
}
const state = (more: Partial<RefundState> = {}): RefundState => ({
  id,
  amount: 9.99,
  given: 0,
  left: 9.99,
  currency: 'USD',
  closed: null,
  ends_access: true,
  refunds: [],
  orders: [],
  ...more,
})
const answers: Answers = {
  [api.payment(id)]: ok(payment),
  [api.refunds(id)]: tagged(state(), '"1"'),
  [adminPaths.api.audit({ kind: 'payment', target: id })]: listOf([]),
}
const open = (more: Answers = {}) =>
  openPage(adminMoneyPaths.payment(id), { ...answers, ...more }, { member: { role: 'admin' } })

describe('a refund', () => {
  test('says before whether access ends, and is the same one again when its answer is lost', async () => {
    const { user, written } = await open({ [`POST ${api.refunds(id)}`]: ['lost', tagged(state(), '"2"')] })
    await user.click(await screen.findByRole('button', { name: 'Give money back…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Give money back?' }))
    expect(dialog.getByText(/Access ends as soon as/)).toBeTruthy()
    await user.clear(dialog.getByLabelText('Amount in USD'))
    await user.type(dialog.getByLabelText('Amount in USD'), '4')
    expect(dialog.getByText(/Access stays as it is/)).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason, for other admins'), 'Half a month')
    await user.click(dialog.getByRole('button', { name: 'Give back $4' }))
    await dialog.findByText(/the same refund is never made twice/)
    await user.click(dialog.getByRole('button', { name: 'Give back $4' }))
    await screen.findByText('The refund was sent.')
    const [first, second] = written()
    expect(first).toMatchObject({ headers: { 'if-match': '"1"' }, body: { amount: 4, reason: 'Half a month' } })
    expect(second?.body).toEqual(first?.body)
  })

  test('that somebody else was faster with shows what is left', async () => {
    const current = state({ left: 5.99, given: 4, refunds: [] })
    const changed = { detail: 'Changed', code: 'changed_meanwhile', etag: '"2"', current }
    const { user, written } = await open({ [`POST ${api.refunds(id)}`]: refused(412, changed) })
    await user.click(await screen.findByRole('button', { name: 'Give money back…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Give back $9.99' }))
    await dialog.findByText(/Somebody else gave money back meanwhile/)
    expect(dialog.getByText('At most $5.99.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Give back $9.99' }))
    await waitFor(() => expect(written()).toHaveLength(2))
    const [first, second] = written().map(({ body }) => (body as { order_id: string }).order_id)
    expect(second).not.toBe(first)
  })
})
