import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { sitePaths } from '#shared/site/paths.ts'
import { ok, openPage, refused } from '../../support/browser/page.tsx'
import type { Answer, Answers } from '../../support/browser/page.tsx'
import { freePlan, premium, testimonials, questions } from '../../support/postgres/samples.ts'

const monthly = {
  is_subscribed: true,
  subscription: {
    plan_id: premium.id,
    plan_name: 'Premium',
    billing_period: 'month',
    user_tier: 1,
    plan_tier: 1,
    status: 'active',
    current_period_end: '2027-01-01T00:00:00.000Z',
    auto_renew: true,
  },
}
const preview = {
  proration_date: 1_790_000_000,
  amount_due: 0,
  credit: 85.89,
  currency: 'USD',
  next_payment_at: '2027-02-01T00:00:00.000Z',
}

async function openDialog(answer: Answer, more: Answers = {}) {
  const page = await openPage(
    '/subscription',
    {
      [paths.api.plans]: ok([freePlan, premium]),
      [paths.api.testimonials]: ok(testimonials),
      [sitePaths.api.faq('subscription')]: ok(questions),
      [paths.api.subscriptionStatus]: ok(monthly),
      'POST /api/subscription/switch-preview/': answer,
      'POST /api/subscription/stripe/create-checkout-session/': refused(409, { detail: 'The amount has changed.' }),
      ...more,
    },
    { member: { tier: 1 } },
  )
  await page.user.click(screen.getByLabelText('Annual'))
  await page.user.click(await screen.findByRole('button', { name: 'Switch to this plan' }))
  return page
}

describe('the switch dialog', () => {
  test('sends the displayed amounts, and shows why the server refuses the switch', async () => {
    const { user, written } = await openDialog(ok(preview))
    await screen.findByText('Charged today: $0.00')
    screen.getByText('Kept for your next payments: $85.89')
    await user.click(screen.getByRole('button', { name: 'Switch' }))
    await screen.findByText('The amount has changed.')
    expect(written().find(({ request }) => request.includes('checkout'))?.body).toEqual({
      plan_id: premium.id,
      billing_period: 'year',
      price: 95.88,
      proration_date: 1_790_000_000,
      amount_due: 0,
      credit: 85.89,
    })
  })
})

test('a switch with an open invoice explains that the invoice page has no link back, and shows the result', async () => {
  const yearly = { ...monthly, subscription: { ...monthly.subscription, billing_period: 'year' } }
  const { user } = await openDialog(ok(preview), {
    [paths.api.subscriptionStatus]: [ok(monthly), ok(yearly)],
    'POST /api/subscription/stripe/create-checkout-session/': ok({
      checkout_url: 'https://pay.example/i/1',
      is_invoice: true,
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Switch' }))
  await screen.findByText(/return to this tab/)
  const link = screen.getByRole('link', { name: 'Open the invoice' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://pay.example/i/1', '_blank'])
  // The target of the link is not part of the test.
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  await screen.findByText('Subscription extended', {}, { timeout: 8_000 })
  expect(screen.queryByRole('link', { name: 'Open the invoice' })).toBeNull()
})

test('a switch with an overdue payment shows a confirmation after the payment', async () => {
  const owed = { ...monthly, subscription: { ...monthly.subscription, status: 'past_due' } }
  const { user } = await openDialog(ok(preview), {
    [paths.api.subscriptionStatus]: [ok(monthly), ok(owed), ok(monthly)],
    'POST /api/subscription/stripe/create-checkout-session/': ok({
      checkout_url: 'https://pay.example/i/1',
      is_invoice: true,
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Switch' }))
  const link = await screen.findByRole('link', { name: 'Open the invoice' })
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  await screen.findByRole('dialog', { name: 'Payment received' }, { timeout: 10_000 })
  screen.getByText(/you can switch plans/)
  expect(screen.queryByRole('link', { name: 'Open the invoice' })).toBeNull()
})

describe('a refused switch', () => {
  test.each<[string, Answer, string, boolean]>([
    [
      'is active already',
      refused(409, { detail: 'You already have this plan active.' }),
      'You already have this plan active.',
      false,
    ],
    ['failed on the server', refused(500, {}), 'Subscription error', true],
    ['failed at a proxy', refused(502, null), 'Subscription error', true],
    [
      'has another price now',
      refused(409, { detail: 'The price has changed.', code: 'price_changed', price: 9, currency: 'USD' }),
      'The price has changed.',
      true,
    ],
  ])('that %s shows the reason, with Try again only if that may help', async (_name, answer, text, isAgain) => {
    await openDialog(answer)
    await screen.findByText(text)
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(isAgain ? 1 : 0)
  })
})

describe('the subscription in the profile', () => {
  test('shows the credit that a switch left', async () => {
    await openPage(
      '/profile?tab=subscription',
      {
        [paths.api.subscriptionStatus]: ok({ ...monthly, credit: { amount: 85.89, currency: 'USD' } }),
        [paymentPaths.nextPayment]: ok({ next_payment: null }),
      },
      { member: { tier: 1 } },
    )
    await screen.findByText('$85.89, for your next payments')
  })
})
