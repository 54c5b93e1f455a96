import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { sitePaths } from '#shared/site-paths.ts'
import { ok, openPage, refused } from '../support/page.tsx'
import type { Answer } from '../support/page.tsx'
import { freePlan, premium, testimonials, questions } from '../support/samples.ts'

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

async function openDialog(answer: Answer) {
  const page = await openPage(
    '/subscription',
    {
      [paths.api.plans]: ok([freePlan, premium]),
      [paths.api.testimonials]: ok(testimonials),
      [sitePaths.api.faq('subscription')]: ok(questions),
      [paths.api.subscriptionStatus]: ok(monthly),
      'POST /api/subscription/switch-preview/': answer,
      'POST /api/subscription/stripe/create-checkout-session/': refused(409, { detail: 'The amount has changed.' }),
    },
    { member: { tier: 1 } },
  )
  await page.user.click(screen.getByLabelText('Annual'))
  await page.user.click(await screen.findByRole('button', { name: 'Switch to this plan' }))
  return page
}

describe('the dialog of a switch', () => {
  test('confirms just what it shows, and says why that is refused', async () => {
    const { user, written } = await openDialog(ok(preview))
    await screen.findByText('Charged today: $0')
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

describe('the subscription in the profile', () => {
  test('says what a switch left', async () => {
    await openPage(
      '/profile?tab=subscription',
      { [paths.api.subscriptionStatus]: ok({ ...monthly, credit: { amount: 85.89, currency: 'USD' } }) },
      { member: { tier: 1 } },
    )
    await screen.findByText('$85.89, for your next payments')
  })
})
