import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { paymentStatuses } from '#shared/subscription/schema.ts'
import type { Payment } from '#shared/subscription/schema.ts'
import { emptyAnswer, ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answers } from '../../support/browser/page.tsx'
import { freePlan, premium, statusOf } from '../../support/postgres/samples.ts'

const status = paths.api.subscriptionStatus
const autoRenew = `POST ${paymentPaths.autoRenew}`
const refund = `POST ${paymentPaths.refund}`
const payment: Payment = {
  id: 'in_1',
  date: '2026-11-22T00:00:00.000Z',
  plan: 'Premium',
  amount: 9.99,
  amount_refunded: 0,
  amount_refund_due: 0,
  amount_paid_back: 0,
  currency: 'USD',
  status: 'paid',
  dispute: null,
  links: ['receipt', 'invoice'],
  refundable_until: null,
  refundable_amount: null,
}
const open = (tab: string, answers: Answers) =>
  openPage(
    `/profile?tab=${tab}`,
    { [status]: statusOf(), [paymentPaths.nextPayment]: ok({ next_payment: null }), ...answers },
    { member: { tier: 1 } },
  )
const payments = (results: Payment[], next: string | null = null) => ok({ results, next })

describe('the subscription in the profile', () => {
  test('shows its state, and is cancelled only after a confirmation', async () => {
    const { user, written } = await open('subscription', { [autoRenew]: statusOf({ auto_renew: false }) })
    await screen.findByText('Premium · monthly')
    screen.getByText('Renews on December 24, 2026.')
    await user.click(screen.getByRole('button', { name: 'Turn off auto-renew' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Turn off auto-renew?' })
    within(confirmation).getByText(/^You keep Premium until December 24, 2026/)
    expect(written()).toEqual([])
    await user.click(within(confirmation).getByRole('button', { name: 'Turn off auto-renew' }))
    await screen.findByText('Ends on December 24, 2026.')
    expect(written()).toEqual([{ request: autoRenew, body: { enabled: false } }])
  })

  test('shows an error if auto-renew could not be changed', async () => {
    const away = refused(503, { detail: 'The payment provider cannot be reached.' })
    const { user } = await open('subscription', { [status]: statusOf({ auto_renew: false }), [autoRenew]: away })
    await user.click(await screen.findByRole('button', { name: 'Turn on auto-renew' }))
    await screen.findByText('The payment provider cannot be reached.')
    screen.getByText('Ends on December 24, 2026.')
  })

  test('shows the next payment', async () => {
    const next_payment = { amount: 6.99, currency: 'USD', date: '2026-12-24T00:00:00.000Z' }
    await open('subscription', { [paymentPaths.nextPayment]: ok({ next_payment }) })
    await screen.findByText('Renews on December 24, 2026 for $6.99.')
  })

  test('is shown even if Stripe is unavailable', async () => {
    const { requests } = await open('subscription', { [paymentPaths.nextPayment]: refused(503, { detail: 'Away.' }) })
    await screen.findByText('Premium · monthly')
    await waitFor(() => expect(requests()).toContain(paymentPaths.nextPayment))
    screen.getByText('Renews on December 24, 2026.')
    expect(screen.queryByText('Away.')).toBeNull()
  })

  test('shows the card, and links to the page that changes it', async () => {
    const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 }
    const { body } = (await statusOf()) as { body: object }
    const updates = `POST ${paymentPaths.updateCard}`
    const { user, written } = await open('subscription', {
      [status]: ok({ ...body, card }),
      [updates]: refused(503, { detail: 'The payment provider cannot be reached.' }),
    })
    await screen.findByText('Visa •••• 4242, valid through 04/2030')
    await user.click(screen.getByRole('button', { name: 'Update card' }))
    await screen.findByText('The payment provider cannot be reached.')
    expect(written()).toEqual([{ request: updates, body: undefined }])
  })

  test('opens the page that changes the card once, by the link of a mail', async () => {
    const updates = `POST ${paymentPaths.updateCard}`
    const away = refused(503, { detail: 'The payment provider cannot be reached.' })
    const { written } = await open('subscription&update_card=1', { [updates]: away })
    await screen.findByText('The payment provider cannot be reached.')
    await screen.findByText('Premium · monthly')
    expect(written()).toHaveLength(1)
  })

  test('shows once that a card was saved', async () => {
    await open('subscription&card_updated=1', {})
    await screen.findByText('Your card was saved and will be used for your next payments.')
    expect(location.search).toBe('?tab=subscription')
  })

  test.each([
    ['en', /^Your card was saved and .* retried within a few days\. .* right away: Pay it now$/],
    ['es', /^Tu tarjeta se ha guardado y .* en unos días .* pagarlo ya: Pagar ahora$/],
  ] as const)('explains the overdue payment after a card was saved, in %s', async (locale, text) => {
    const answers = { [status]: statusOf({ status: 'past_due' }) }
    await openPage('/profile?tab=subscription&card_updated=1', answers, { member: { tier: 1 }, locale })
    const note = await screen.findByText(
      (_text, element) => element?.tagName === 'OUTPUT' && text.test(element.textContent),
    )
    expect(within(note).getByRole('link').getAttribute('href')).toBe('/profile?tab=payments')
  })

  test('that is past due shows a notice, with a link to pay', async () => {
    const updates = `POST ${paymentPaths.updateCard}`
    const { user, written } = await open('subscription', {
      [status]: statusOf({ status: 'past_due' }),
      [updates]: refused(503, { detail: 'The payment provider cannot be reached.' }),
    })
    await screen.findByText('Payment overdue')
    const alert = screen.getByRole('alert')
    within(alert).getByText(/You keep access to everything until December 24, 2026\./)
    expect(screen.queryByText(/^Renews on/)).toBeNull()
    expect(within(alert).getByRole('link').getAttribute('href')).toBe('/profile?tab=payments')
    await user.click(screen.getByRole('button', { name: 'Update card' }))
    await screen.findByText('The payment provider cannot be reached.')
    expect(written()).toEqual([{ request: updates, body: undefined }])
  })

  test.each([
    ['address_needed', '2026-12-31T00:00:00.000Z', /We need your address .* until December 31, 2026\./],
    ['address_missing', null, /issued without tax\. Please complete it\./],
  ] as const)(
    'that needs an address (%s) shows a notice, with a link to enter the address',
    async (kind, open_until, text) => {
      const { body } = (await statusOf()) as { body: object }
      const portal = `POST ${paymentPaths.billingPortal}`
      const { user, written } = await open('subscription', {
        [status]: ok({ ...body, invoice_problem: { kind, open_until } }),
        [portal]: refused(503, { detail: 'The payment provider cannot be reached.' }),
      })
      await screen.findByText(text)
      expect(screen.queryByText(/^Renews on/) === null).toBe(open_until !== null)
      await user.click(screen.getByRole('button', { name: 'Enter my address' }))
      await screen.findByText('The payment provider cannot be reached.')
      expect(written()).toEqual([{ request: portal, body: undefined }])
    },
  )

  test('with another invoice problem asks the member for nothing', async () => {
    const { body } = (await statusOf()) as { body: object }
    await open('subscription', {
      [status]: ok({ ...body, invoice_problem: { kind: 'invoice_failed', open_until: null } }),
    })
    await screen.findByText(/That is on us/)
    expect(screen.queryByRole('button', { name: 'Enter my address' })).toBeNull()
  })

  test.each([
    ['en', 'Active, because your refund did not arrive'],
    ['es', 'Activa, porque el reembolso no te ha llegado'],
  ] as const)('that a failed refund keeps active shows the name of its plan, in %s', async (locale, text) => {
    const without = { plan_id: null, plan_name: null, billing_period: null, status: 'refund_failed', auto_renew: false }
    await openPage(
      '/profile?tab=subscription',
      { [status]: statusOf(without), [paths.api.plans]: ok([freePlan, premium]) },
      { member: { tier: 1 }, locale },
    )
    await screen.findByText('Premium')
    screen.getByText(text)
  })

  test('shows an unknown Stripe status without failing', async () => {
    await open('subscription', { [status]: statusOf({ status: 'reconsidered', billing_period: 'year' }) })
    await screen.findByText('Premium · annual')
  })
})

describe('a credit without a subscription', () => {
  const credit = { amount: 84.84, refundable: 80, currency: 'USD' }
  const creditRefund = `POST ${paymentPaths.creditRefund}`
  const none = { is_subscribed: false, subscription: null }

  test('is shown, and refunded to the card after a confirmation', async () => {
    const { user, written } = await open('subscription', {
      [status]: ok({ ...none, credit }),
      [creditRefund]: ok(none),
    })
    await screen.findByText(/^You have a credit of \$84\.84\. .* \$80\.00 of it can go back to your card/)
    await user.click(screen.getByRole('button', { name: 'Ask for it back' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Get $80.00 back?' })
    await user.click(within(confirmation).getByRole('button', { name: 'Send it back' }))
    await screen.findByText('$80.00 is on its way back to you.')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Subscription' }))
    expect(written()).toMatchObject([{ request: creditRefund }])
  })

  test('that cannot be refunded to a card shows a contact address', async () => {
    await open('subscription', { [status]: ok({ ...none, credit: { ...credit, refundable: 0 } }) })
    await screen.findByText(/It cannot go back to a card: write to us/)
    expect(screen.queryByRole('button', { name: 'Ask for it back' })).toBeNull()
  })
})

function openTab() {
  const tab = {
    opener: window,
    closed: false,
    close: vi.fn<() => void>(),
    location: { replace: vi.fn<(url: string) => void>() },
  }
  const opening = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  onTestFinished(() => opening.mockRestore())
  return { tab, opening }
}

describe('the payments in the profile', () => {
  test('are listed page by page', async () => {
    const next = paymentPaths.payments({ cursor: 'second' })
    const { user } = await open('payments', {
      [paymentPaths.payments()]: payments([payment], next),
      [next]: payments([{ ...payment, id: 'in_0', status: 'partially-refunded', amount_refunded: 2 }]),
    })
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    await screen.findByText('$2.00 refunded')
    screen.getByText('Partially refunded')
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test('are shown in a table of date, plan, amount and status, with every status', async () => {
    const all = paymentStatuses.map((one, at) => ({ ...payment, id: `in_${at}`, status: one, links: [] }))
    await open('payments', {
      [paymentPaths.payments()]: payments(all),
    })
    const table = within(await screen.findByRole('table', { name: 'Payments' }))
    const cells = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    const paid = ['November 22, 2026', 'Premium', '$9.99']
    expect(cells).toEqual([
      ['Date', 'Plan', 'Amount', 'Status'],
      [...paid, 'Paid'],
      [...paid, 'Pending'],
      [...paid, 'Processing'],
      [...paid, 'Failed'],
      [...paid, 'Canceled'],
      [...paid, 'Refunded'],
      [...paid, 'Partially refunded'],
      [...paid, 'Unknown'],
    ])
  })

  describe("link to Stripe's documents", () => {
    const links = `POST ${paymentPaths.paymentLinks('in_1')}`

    test('in a tab that is opened at the click, before the address is loaded', async () => {
      const { tab, opening } = openTab()
      const answer = Promise.withResolvers<{ status: number; body: unknown }>()
      const { user, written } = await open('payments', {
        [paymentPaths.payments()]: payments([payment]),
        [links]: answer.promise,
      })
      await user.click(await screen.findByRole('button', { name: 'Receipt' }))
      expect(opening).toHaveBeenCalledTimes(1)
      expect(tab.opener).toBeNull()
      await user.click(screen.getByRole('button', { name: 'Receipt' }))
      answer.resolve({ status: 200, body: { url: 'https://pay.example/receipt' } })
      await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://pay.example/receipt'))
      expect(opening).toHaveBeenCalledTimes(1)
      expect(written()).toMatchObject([{ request: links, body: { link: 'receipt' } }])
      screen.getByRole('button', { name: 'Invoice (PDF)' })
      expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
    })

    test('in a tab that is closed if the document does not exist', async () => {
      const { tab } = openTab()
      const { user } = await open('payments', {
        [paymentPaths.payments()]: [
          payments([{ ...payment, status: 'failed', links: ['pay', 'invoice'] }]),
          payments([payment]),
        ],
        [links]: refused(409, { detail: 'This invoice is no longer to be paid.', code: 'not_owed' }),
      })
      await user.click(await screen.findByRole('button', { name: 'Pay' }))
      await user.click(await screen.findByRole('button', { name: 'Open the invoice' }))
      await waitFor(() => expect(tab.close).toHaveBeenCalled())
      await screen.findByText('Paid')
      expect(tab.location.replace).not.toHaveBeenCalled()
    })
  })

  test.each([
    ['en', 'Pay', 'Open the invoice', /with no link back: return to this tab/, 'Payment received'],
    ['es', 'Pagar', 'Abrir la factura', /no se vuelve al sitio: .*vuelve a esta pestaña/, 'Pago recibido'],
  ] as const)(
    'that are owed explain that the invoice page has no link back, and show the result, in %s',
    async (locale, pay, openInvoice, note, result) => {
      const { tab, opening } = openTab()
      const owed = payments([{ ...payment, status: 'failed', links: ['pay', 'invoice'] }])
      const { user } = await openPage(
        '/profile?tab=payments',
        {
          [status]: statusOf(),
          [paymentPaths.payments()]: [owed, owed, payments([payment])],
          [`POST ${paymentPaths.paymentLinks('in_1')}`]: ok({ url: 'https://pay.example/i/1' }),
        },
        { member: { tier: 1 }, locale },
      )
      await user.click(await screen.findByRole('button', { name: pay }))
      await screen.findByText(note)
      expect(opening).not.toHaveBeenCalled()
      await user.click(screen.getByRole('button', { name: openInvoice }))
      await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://pay.example/i/1'))
      await screen.findByRole('dialog', { name: result }, { timeout: 10_000 })
      expect(screen.queryByRole('button', { name: openInvoice })).toBeNull()
    },
  )

  test('that are owed are reloaded when the tab is shown again', async () => {
    await open('payments', {
      [paymentPaths.payments()]: [payments([{ ...payment, status: 'failed', links: ['pay'] }]), payments([payment])],
    })
    await screen.findByRole('button', { name: 'Pay' })
    act(() => void dispatchEvent(new Event('visibilitychange')))
    await screen.findByText('Paid')
    expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  })

  test('that are disputed or charged back show this status instead of "Paid"', async () => {
    await open('payments', {
      [paymentPaths.payments()]: payments([
        { ...payment, dispute: 'open' },
        { ...payment, id: 'in_2', dispute: 'lost' },
      ]),
    })
    await screen.findByText('Disputed')
    screen.getByText('Taken back by your bank')
    expect(screen.queryByText('Paid')).toBeNull()
  })

  test.each([
    ['en', /^Refund failed: \$4\.00$/, /^Your bank did not accept a refund/],
    ['es', /^Reembolso fallido: 4,00\s(?:US)?\$$/, /^Tu banco no ha aceptado un reembolso/],
  ] as const)('whose refund failed show this status, in %s', async (locale, text, note) => {
    await openPage(
      '/profile?tab=payments',
      {
        [status]: statusOf(),
        [paymentPaths.payments()]: payments([
          { ...payment, amount_refund_due: 4, refundable_until: '2026-12-06T00:00:00.000Z', refundable_amount: 9 },
          { ...payment, id: 'in_2', amount_paid_back: 4 },
        ]),
      },
      { member: { tier: 1 }, locale },
    )
    expect(await screen.findAllByText(text)).toHaveLength(1)
    screen.getByText(note)
    screen.getByText(locale === 'en' ? '$4.00 paid back in another way' : /^Devuelto de otra forma: 4,00\s(?:US)?\$$/)
    // Another refund would go to the card that refused the first.
    expect(screen.queryByRole('button', { name: /refund|reembolso/i })).toBeNull()
  })

  test('can be refunded after a confirmation if they are the first payment', async () => {
    const { user, written } = await open('payments', {
      [paymentPaths.payments()]: [
        payments([{ ...payment, refundable_until: '2026-12-06T00:00:00.000Z', refundable_amount: 95.88 }]),
        payments([{ ...payment, status: 'refunded', amount_refunded: 9.99 }]),
      ],
      [refund]: emptyAnswer,
    })
    await screen.findByText('Changed your mind? Until December 6, 2026 you can get $95.88 back.')
    await user.click(screen.getByRole('button', { name: 'Ask for a refund' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Get $95.88 back?' })
    within(confirmation).getByText(/^Premium ends right away/)
    expect(written()).toEqual([])
    await user.click(within(confirmation).getByRole('button', { name: 'End it and refund me' }))
    await screen.findByText('Refunded')
    await screen.findByText('$95.88 is on its way back to you.')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Payments' }))
    expect(written()).toEqual([{ request: refund, body: undefined }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ask for a refund' })).toBeNull())
  })

  test('show an error if they cannot be loaded or if a refund is refused', async () => {
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
