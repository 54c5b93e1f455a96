import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/payment-paths.ts'
import type { Payment } from '#shared/subscription.ts'
import { done, ok, openPage, refused } from '../support/page.tsx'
import type { Answers } from '../support/page.tsx'
import { statusOf } from '../support/samples.ts'

const status = paths.api.subscriptionStatus
const autoRenew = `POST ${paymentPaths.autoRenew}`
const refund = `POST ${paymentPaths.refund}`
const payment: Payment = {
  id: 'in_1',
  date: '2026-11-22T00:00:00.000Z',
  plan: 'Premium',
  amount: 9.99,
  amount_refunded: 0,
  currency: 'USD',
  status: 'paid',
  receipt_url: 'https://pay.example/receipt',
  invoice_url: null,
  refundable_until: null,
  refundable_amount: null,
}
const open = (tab: string, answers: Answers) =>
  openPage(`/profile?tab=${tab}`, { [status]: statusOf(), ...answers }, { member: { tier: 1 } })
const payments = (results: Payment[], next: string | null = null) => ok({ results, next })

describe('the subscription in the profile', () => {
  test('says what it is, and ends only after that is confirmed', async () => {
    const { user, written } = await open('subscription', { [autoRenew]: statusOf({ auto_renew: false }) })
    await screen.findByText('Premium · monthly')
    screen.getByText('Renews on')
    await user.click(screen.getByRole('button', { name: 'Turn off auto-renew' }))
    const asked = await screen.findByRole('alertdialog', { name: 'Turn off auto-renew?' })
    within(asked).getByText(/^You keep Premium until December 24, 2026/)
    expect(written()).toEqual([])
    await user.click(within(asked).getByRole('button', { name: 'Turn off auto-renew' }))
    await screen.findByText('Ends on')
    expect(written()).toEqual([{ request: autoRenew, body: { enabled: false } }])
  })

  test('says that auto-renew is as it was where it could not be changed', async () => {
    const away = refused(503, { detail: 'The payment provider cannot be reached.' })
    const { user } = await open('subscription', { [status]: statusOf({ auto_renew: false }), [autoRenew]: away })
    await user.click(await screen.findByRole('button', { name: 'Turn on auto-renew' }))
    await screen.findByText('The payment provider cannot be reached.')
    screen.getByText('Ends on')
  })

  test('that is past due says so, with the way to pay', async () => {
    await open('subscription', { [status]: statusOf({ status: 'past_due' }) })
    await screen.findByText('Payment overdue')
    const told = screen.getByRole('alert')
    within(told).getByText(/Everything stays open to you until December 24, 2026\./)
    expect(screen.queryByText('Renews on')).toBeNull()
    expect(within(told).getByRole('link').getAttribute('href')).toBe('/profile?tab=payments')
  })

  test('shows what Stripe may call it tomorrow without failing', async () => {
    await open('subscription', { [status]: statusOf({ status: 'reconsidered' }) })
    await screen.findByText('Premium · monthly')
  })
})

describe('the payments in the profile', () => {
  test('are listed with their receipts, the open one with the way to pay it, page by page', async () => {
    const next = paymentPaths.payments({ cursor: 'second' })
    const unpaid = { ...payment, id: 'in_2', status: 'failed' as const, invoice_url: 'https://pay.example/invoice' }
    const { user } = await open('payments', {
      [paymentPaths.payments()]: payments([unpaid, payment], next),
      [next]: payments([{ ...payment, id: 'in_0', status: 'partially-refunded', amount_refunded: 2 }]),
    })
    expect((await screen.findByRole('link', { name: 'Pay' })).getAttribute('href')).toBe('https://pay.example/invoice')
    screen.getByRole('link', { name: 'Receipt' })
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    await screen.findByText('$2 refunded')
    screen.getByText('Partially refunded')
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('give the first one back for the asking, once that is confirmed', async () => {
    const { user, written } = await open('payments', {
      [paymentPaths.payments()]: [
        payments([{ ...payment, refundable_until: '2026-12-06T00:00:00.000Z', refundable_amount: 95.88 }]),
        payments([{ ...payment, status: 'refunded', amount_refunded: 9.99 }]),
      ],
      [refund]: done,
    })
    await screen.findByText('Changed your mind? Until December 6, 2026 you can get $95.88 back.')
    await user.click(screen.getByRole('button', { name: 'Ask for a refund' }))
    const asked = await screen.findByRole('alertdialog', { name: 'Get $95.88 back?' })
    within(asked).getByText(/^Premium ends right away/)
    expect(written()).toEqual([])
    await user.click(within(asked).getByRole('button', { name: 'End it and refund me' }))
    await screen.findByText('Refunded')
    expect(written()).toEqual([{ request: refund, body: undefined }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull())
  })

  test('say so where they could not be loaded, and where a refund is refused', async () => {
    const late = refused(409, { detail: 'A refund can be requested within 14 days of the first payment.' })
    const { user } = await open('payments', {
      [paymentPaths.payments()]: payments([
        { ...payment, refundable_until: '2026-12-06T00:00:00.000Z', refundable_amount: 95.88 },
      ]),
      [refund]: late,
    })
    await user.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
    await user.click(await screen.findByRole('button', { name: 'End it and refund me' }))
    await screen.findByText(/^A refund can be requested/)
  })
})
