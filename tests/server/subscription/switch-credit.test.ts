import { expect, test } from 'vitest'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { paths } from '#shared/paths.ts'
import type { SwitchPreview } from '#shared/subscription/schema.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  invoicesOf,
  openShop,
  premium,
  stripe,
} from '../../support/billing/shop.ts'

await openShop()

async function readPreview(person: Person) {
  const { body } = await ask(checkoutPaths.switchPreview, person, { plan_id: premium, billing_period: 'month' })
  const { proration_date, amount_due, credit } = body as SwitchPreview
  return { proration_date, amount_due, credit }
}

test('a switch returns 409 outdated if its credit differs from the preview', async () => {
  const person = await createSubscriber('year')
  const shown = await readPreview(person)
  expect(shown).toMatchObject({ amount_due: 0, credit: expect.closeTo(85.89, 0) })
  const other = { ...shown, credit: shown.credit + 1 }
  expect(await checkout(person, 'month', other)).toMatchObject({ status: 409, body: { code: 'outdated' } })
  // A credit from the operator leaves amount_due at 0.
  await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -500, currency: 'usd' })
  expect(await checkout(person, 'month', shown)).toMatchObject({ status: 409, body: { code: 'outdated' } })
  expect(await invoicesOf(person)).toHaveLength(1)
  const now = await readPreview(person)
  expect((await checkout(person, 'month', now)).body.checkout_url).toContain('switched=1')
  await expectConsistent(person, 1)
  expect((await ask(paths.api.subscriptionStatus, person)).body.credit).toMatchObject({
    amount: now.credit,
    currency: 'USD',
  })
})
