import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { paths } from '#shared/paths.ts'
import { cancellationPaths } from '#shared/subscription/cancellation.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { adminPaths } from '#shared/admin/paths.ts'
import type { AdminPayment, PaymentsSummary, RefundState } from '#shared/admin/payments.ts'
import type { Payment } from '#shared/subscription/schema.ts'
import { ok, openPage, withEtag } from '../../support/browser/page.tsx'
import { listOf, statusOf } from '../../support/postgres/samples.ts'

/** The last and the first half-hour of a UTC day, which belong to another day east or west of UTC. */
const [late, early] = ['2026-11-22T23:30:00.000Z', '2026-11-23T00:30:00.000Z']
const payment: Payment = {
  id: 'in_1',
  date: late,
  plan: 'Premium',
  amount: 9.99,
  amount_refunded: 0,
  amount_refund_due: 0,
  amount_paid_back: 0,
  currency: 'USD',
  status: 'paid',
  dispute: null,
  links: [],
  refundable_until: early,
  refundable_amount: 9.99,
}
const summary: PaymentsSummary = {
  payments: 'on',
  open_disputes: 0,
  refunds_due: 0,
  unfinalized_invoices: 0,
  unknown_statuses: 0,
  failed_events: 0,
}
const refundState: RefundState = {
  id: 'in_1',
  amount: 9.99,
  given: 0,
  left: 9.99,
  currency: 'USD',
  closed: null,
  ends_access: true,
  refunds: [],
  orders: [],
}
const textOf = () => document.querySelector('main')?.textContent.replaceAll(/\s/g, ' ')

describe.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'in the time zone %s the UTC day is shown',
  (zone) => {
    beforeEach(() => void vi.stubEnv('TZ', zone))
    afterEach(() => void vi.unstubAllEnvs())

    test('for a renewal and the next payment', async () => {
      await openPage(
        '/profile?tab=subscription',
        {
          [paths.api.subscriptionStatus]: statusOf({ current_period_end: late }),
          [paymentPaths.nextPayment]: ok({ next_payment: { amount: 6.99, currency: 'USD', date: early } }),
        },
        { member: { tier: 1 } },
      )
      await waitFor(() => expect(textOf()).toContain('Renews on November 23, 2026 for $6.99.'))
    })

    test('for a payment and the end of its refund period', async () => {
      await openPage(
        '/profile?tab=payments',
        { [paths.api.subscriptionStatus]: statusOf(), [paymentPaths.payments()]: listOf([payment]) },
        { member: { tier: 1 } },
      )
      await waitFor(() => expect(textOf()).toContain('Until November 23, 2026'))
      expect(textOf()).toContain('November 22, 2026')
    })

    test('for a received cancellation, with the same time as in its mail', async () => {
      const { user } = await openPage(
        '/cancel',
        {
          [paths.api.subscriptionStatus]: statusOf(),
          [`POST ${cancellationPaths.api.cancellation}`]: ok({ received_at: late }),
        },
        { member: { tier: 1 } },
      )
      await user.click(await screen.findByRole('button', { name: 'Cancel now' }))
      await screen.findByText('Received on November 22, 2026 at 23:30 UTC.')
    })

    test('for a payment in the admin area, in the list and on its page', async () => {
      const adminPayment: AdminPayment = {
        id: 'in_1',
        created_at: late,
        paid_at: early,
        billing_period: 'month',
        person: null,
        plan: null,
        amount: 9.99,
        amount_refunded: 0,
        currency: 'USD',
        status: 'paid',
        dispute_status: 'needs_response',
        dispute_due_at: late,
        amount_charged_back: 0,
        amount_refund_due: 0,
        amount_paid_back: 0,
        refund_refusal: null,
        fraud_warning: null,
        finalization_error: null,
        tax_disabled_reason: null,
        unknown_statuses: [],
        customer_id: 'cus_1',
        subscription_id: null,
        payment_intent_id: null,
        links: [],
        dashboard: null,
        ledger: [],
        events: [],
      }
      const { api } = adminMoneyPaths
      const answers = {
        [api.payments()]: listOf([adminPayment]),
        [paths.api.plans]: ok([]),
        [api.paymentsSummary]: ok(summary),
        [api.payment('in_1')]: ok(adminPayment),
        [api.refunds('in_1')]: withEtag(refundState, '"1"'),
        [adminPaths.api.audit({ kind: 'payment', target: 'in_1' })]: listOf([]),
      }
      const { user } = await openPage(adminMoneyPaths.payments(), answers, { member: { role: 'admin' } })
      await user.click(await screen.findByRole('link', { name: 'November 22, 2026' }))
      await waitFor(() => expect(textOf()).toContain('November 23, 2026 at 00:30 UTC'))
      expect(textOf()).toContain('November 22, 2026 at 23:30 UTC')
    })
  },
)
