import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminPriceChange, PriceChangeEffect } from '#shared/admin/plans.ts'
import type { AdminPayment, RefundState } from '#shared/admin/payments.ts'
import { listOf } from '../../support/postgres/samples.ts'
import { emptyAnswer, ok, openPage, refused, withEtag } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'

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
  dispute_due_at: null,
  amount_charged_back: 0,
  amount_refund_due: 0,
  amount_paid_back: 0,
  refund_refusal: null,
  fraud_warning: null,
  finalization_error: null,
  tax_disabled_reason: null,
  unknown_statuses: [],
  customer_id: 'cus_1',
  subscription_id: 'sub_1',
  payment_intent_id: 'pi_1',
  links: ['receipt', 'invoice'],
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
  [api.refunds(id)]: withEtag(state(), '"1"'),
  [adminPaths.api.audit({ kind: 'payment', target: id })]: listOf([]),
}
const open = (more: Answers = {}) =>
  openPage(adminMoneyPaths.payment(id), { ...answers, ...more }, { member: { role: 'admin' } })

const refundRunning = refused(409, { detail: 'Under way', code: 'under_way' })

describe('a refund', () => {
  test('shows whether access ends, and has the same Idempotency-Key after a lost response', async () => {
    const { user, written } = await open({
      [`POST ${api.refunds(id)}`]: ['lost', refundRunning, withEtag(state(), '"2"')],
    })
    await user.click(await screen.findByRole('button', { name: 'Refund…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund this payment?' }))
    expect(dialog.getByText(/Access ends as soon as/)).toBeTruthy()
    await user.clear(dialog.getByLabelText('Amount in USD'))
    await user.type(dialog.getByLabelText('Amount in USD'), '4')
    expect(dialog.getByText(/Access stays as it is/)).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason, for other admins'), 'Half a month')
    await user.click(dialog.getByRole('button', { name: 'Refund $4.00' }))
    await dialog.findByText(/the same refund is never made twice/)
    await user.click(dialog.getByRole('button', { name: 'Refund $4.00' }))
    await dialog.findByText('Under way')
    await user.click(dialog.getByRole('button', { name: 'Refund $4.00' }))
    await screen.findByText('The refund was sent.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Refunds' }))
    const [first, second, third] = written()
    expect(first).toMatchObject({ headers: { 'if-match': '"1"' }, body: { amount: 4, reason: 'Half a month' } })
    expect([second?.body, third?.body]).toEqual([first?.body, first?.body])
  })

  test("that conflicts with another admin's refund shows the remaining amount", async () => {
    const current = state({ left: 5.99, given: 4, refunds: [] })
    const changed = { detail: 'Changed', code: 'changed_meanwhile', etag: '"2"', current }
    const { user, written } = await open({ [`POST ${api.refunds(id)}`]: refused(412, changed) })
    await user.click(await screen.findByRole('button', { name: 'Refund…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.type(dialog.getByLabelText('Reason, for other admins'), 'Asked for')
    await user.click(dialog.getByRole('button', { name: 'Refund $9.99' }))
    await dialog.findByText(/Somebody else has made a refund in the meantime/)
    expect(dialog.getByText('At most $5.99.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Refund' }))
    dialog.getByText('Enter an amount from $0.01 to $5.99, in steps of $0.01.')
    await user.clear(dialog.getByLabelText('Amount in USD'))
    await user.type(dialog.getByLabelText('Amount in USD'), '5.99')
    await user.click(dialog.getByRole('button', { name: 'Refund $5.99' }))
    await waitFor(() => expect(written()).toHaveLength(2))
    const [first, second] = written().map(({ body }) => (body as { order_id: string }).order_id)
    expect(second).not.toBe(first)
  })
})

describe('the dialog of a refund', () => {
  test.each(['-5', '0', '20', '1.234', ''])(
    'with the amount %j sends nothing, and shows field errors',
    async (text) => {
      const { user, written } = await open()
      await user.click(await screen.findByRole('button', { name: 'Refund…' }))
      const dialog = within(await screen.findByRole('alertdialog'))
      const amount = dialog.getByLabelText('Amount in USD')
      await user.clear(amount)
      if (text !== '') await user.type(amount, text)
      await user.click(dialog.getByRole('button', { name: 'Refund' }))
      dialog.getByText('Enter an amount from $0.01 to $9.99, in steps of $0.01.')
      dialog.getByText('Enter a reason, all on one line.')
      expect(written()).toEqual([])
    },
  )

  test('shows field errors in Spanish too', async () => {
    const { user } = await openPage(adminMoneyPaths.payment(id), answers, { member: { role: 'admin' }, locale: 'es' })
    await user.click(await screen.findByRole('button', { name: 'Reembolsar…' }))
    screen.getByText('Premium mensual')
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.clear(dialog.getByLabelText(/^Importe/))
    await user.click(dialog.getByRole('button', { name: 'Reembolsar' }))
    dialog.getByText(/^Indica un importe de 0,01.+ en pasos de 0,01/)
    dialog.getByText('Indica un motivo, en una sola línea.')
  })
})

describe('a refund that failed', () => {
  const failed = { ...payment, amount_refund_due: 4, dispute_status: 'warning_needs_response' }
  const failing = { [api.payment(id)]: ok({ ...failed, dispute_due_at: '2026-12-01T10:00:00.000Z' }) }

  test('is marked as needing attention, and can be repeated with the amount due', async () => {
    const { user, written } = await open({ ...failing, [`POST ${api.refunds(id)}`]: withEtag(state(), '"2"') })
    await screen.findByText('Needs attention: a refund of $4.00 failed')
    screen.getByText('Bank inquiry: answer it in the Stripe Dashboard')
    screen.getByText(/^Answer by December 1, 2026/)
    await user.click(await screen.findByRole('button', { name: 'Try the refund again…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Refund this payment?' }))
    await user.type(dialog.getByLabelText('Reason, for other admins'), 'It failed')
    await user.click(dialog.getByRole('button', { name: 'Refund $4.00' }))
    await screen.findByText('The refund was sent.')
    expect(written()[0]?.body).toMatchObject({ amount: 4 })
  })

  test('can be marked as paid back in another way, with the reason', async () => {
    const { user, written } = await open({ ...failing, [`POST ${api.refundResolution(id)}`]: emptyAnswer })
    await user.click(await screen.findByRole('button', { name: 'Paid back in another way…' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Paid back in another way?' }))
    await user.type(dialog.getByLabelText('Reason, for other admins'), 'By bank transfer')
    await user.click(dialog.getByRole('button', { name: 'Mark as paid back' }))
    await screen.findByText('Marked as paid back.')
    expect(written()).toMatchObject([{ body: { reason: 'By bank transfer' } }])
  })
})

describe('a payment that needs attention', () => {
  test('shows the reason, and opens its receipt with a link that is requested at the click', async () => {
    const links = `POST ${api.paymentLinks(id)}`
    const { user, written } = await open({
      [api.payment(id)]: ok({
        ...payment,
        finalization_error: 'customer_tax_location_invalid',
        tax_disabled_reason: 'finalization_requires_location_inputs',
        unknown_statuses: [{ object_id: 're_1', status: 'reconsidered' }],
      }),
      [links]: refused(503, { detail: 'The payment provider cannot be reached.' }),
    })
    await screen.findByText('Needs attention: the invoice could not be issued (customer_tax_location_invalid)')
    screen.getByText('Charged without tax (finalization_requires_location_inputs)')
    screen.getByText('Needs attention: the Stripe status “reconsidered” of re_1 is unknown')
    await user.click(screen.getByRole('button', { name: 'Invoice (PDF)' }))
    await screen.findByText('The payment provider cannot be reached.')
    expect(written()).toEqual([{ request: links, body: { link: 'invoice' } }])
  })
})

describe('a plan', () => {
  const change: PriceChangeEffect = {
    subscribers: 2,
    former_price: 9.99,
    currency: 'USD',
    renewals: [{ day: '2027-01-20', count: 2 }],
    replaces: null,
  }
  const current = { ...change, subscribers: 3, replaces: { id: 7, price: 11.99, starts_on: '2027-01-05' } }
  const texts = { name: 'Premium', sub_title: '', description: '', unavailable_text: '' }
  const plan = {
    id: 2,
    slug: 'premium',
    position: 1,
    tier: 1,
    currency: 'USD',
    tax_behavior: 'exclusive',
    purchasable: true,
    hidden: false,
  }
  const prices = { monthly_price: 9.99, monthly_old_price: null, yearly_price: null, yearly_old_price: null }
  const scheduled: AdminPriceChange = {
    id: 7,
    billing_period: 'year',
    price: 1234.5,
    currency: 'USD',
    starts_at: '2027-01-05T00:00:00.000Z',
    created_at: '2026-11-20T00:00:00.000Z',
    state: 'scheduled',
    is_present_price: false,
    told: 2,
    first_at: '2027-01-05T00:00:00.000Z',
    last_at: '2027-01-05T00:00:00.000Z',
  }
  const plans: Answers = {
    [api.plan(2)]: withEtag({ ...plan, ...prices, yearly_discount: null, texts: { en: texts, es: texts } }, '"1"'),
    [api.priceChanges(2)]: ok([scheduled]),
    [adminPaths.api.audit({ kind: 'plan', target: '2' })]: listOf([]),
  }

  test('whose price another admin changed shows the replaced price before a new one is scheduled', async () => {
    const { user, written } = await openPage(
      adminMoneyPaths.plan(2),
      {
        ...plans,
        [`POST ${api.priceChanges(2)}`]: [
          ok(change),
          refused(409, { detail: 'Look again.', code: 'effect_changed', current }),
          ok(current),
        ],
      },
      { member: { role: 'admin' } },
    )
    await user.type(await screen.findByLabelText('New price in USD'), '12.99')
    await user.type(screen.getByLabelText('From (UTC)'), '2027-01-15')
    await user.click(screen.getByRole('button', { name: 'Show who is affected' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.queryByText(/takes the place/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
    await dialog.findByText('Look again.')
    expect(dialog.getByText(/replaces a scheduled change: from January 5, 2027, \$11\.99/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Schedule it' }))
    await screen.findByText('Scheduled.')
    expect(written().map(({ body }) => body)).toMatchObject([
      { dry_run: true, price: 12.99 },
      { dry_run: false, subscribers: 2, replaces: null },
      { dry_run: false, subscribers: 3, replaces: 7 },
    ])
  })

  test.each([
    ['en', 'From January 5, 2027: $1,234.50 a year', /first renewal on or after January 5, 2027/],
    ['es', 'Desde el 5 de enero de 2027: 1.234,50 $ al año', /a partir del 5 de enero de 2027/],
  ] as const)(
    'shows in %s the UTC day on which a price begins, even in a western time zone',
    async (locale, from, message) => {
      vi.stubEnv('TZ', 'Pacific/Honolulu')
      onTestFinished(() => void vi.unstubAllEnvs())
      expect(new Date(scheduled.starts_at).getDate()).toBe(4)
      await openPage(adminMoneyPaths.plan(2), plans, { member: { role: 'admin' }, locale })
      await screen.findByText((text) => text.replaceAll(/\s/g, ' ') === from)
      expect(screen.getByText(message)).toBeTruthy()
    },
  )

  test('with an invalid number is not saved, and keeps its price', async () => {
    const { user, written } = await openPage(adminMoneyPaths.plan(2), plans, { member: { role: 'admin' } })
    const [price] = await screen.findAllByLabelText<HTMLInputElement>('Monthly price')
    await user.clear(price as HTMLInputElement)
    vi.spyOn(price as HTMLInputElement, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
    const report = vi.spyOn(price as HTMLInputElement, 'reportValidity').mockReturnValue(false)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(report).toHaveBeenCalledOnce()
    expect(written()).toEqual([])
  })

  test('that was sold cannot be deleted, and shows the reason', async () => {
    const why = 'Somebody has bought this plan.'
    const { user, written } = await openPage(
      adminMoneyPaths.plan(2),
      { ...plans, [`DELETE ${api.plan(2)}`]: refused(409, { detail: why, code: 'in_use', use: 'bought' }) },
      { member: { role: 'admin' } },
    )
    await user.click(await screen.findByRole('button', { name: 'Delete for good' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await dialog.findByText(why)
    expect(written()).toMatchObject([{ headers: { 'if-match': '"1"' } }])
  })
})
