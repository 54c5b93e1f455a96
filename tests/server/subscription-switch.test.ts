import { describe, expect, test } from 'vitest'
import { checkoutPaths } from '#shared/checkout-paths.ts'
import { paymentPaths } from '#shared/payment-paths.ts'
import type { BillingPeriod } from '#shared/subscription.ts'
import { cards, postForm } from '../support/payment-sandbox.ts'
import { createPerson } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectRight,
  invoicesOf,
  mailsOf,
  paymentsOf,
  premium,
  sandbox,
  settled,
  statusOf,
  stripe,
  subscriptionOf,
} from '../support/shop.ts'

const success = `http://library.test${checkoutPaths.success}?switched=1`
const preview = async (person: Person, billing_period: BillingPeriod) =>
  ask(checkoutPaths.switchPreview, person, { plan_id: premium, billing_period })
const changeCard = async (person: Person, card_number: string) =>
  sandbox.control(`/customers/${await customerOf(person)}/card`, { card_number })

describe('a switch', () => {
  test('from the month to the year charges to the cent what was shown, and starts today', async () => {
    const person = await createSubscriber('month')
    await sandbox.advance('10d')
    await settled()
    const { body: shown } = await preview(person, 'year')
    expect(shown).toMatchObject({ currency: 'USD', credit: 0 })
    expect(shown.amount_due).toBeGreaterThan(88)
    await sandbox.advance('10m')
    expect(await checkout(person, 'year', { proration_date: shown.proration_date })).toMatchObject({
      status: 200,
      body: { checkout_url: success },
    })
    await expectRight(person, 1)
    const [latest, first] = await paymentsOf(person)
    expect([latest?.amount, first?.amount]).toEqual([shown.amount_due, 9.99])
    const status = await statusOf(person)
    expect(status).toMatchObject({ billing_period: 'year', auto_renew: true })
    const { items } = await subscriptionOf(person)
    expect(items.data).toHaveLength(1)
    expect(status?.current_period_end).toBe(new Date((items.data[0]?.current_period_end ?? 0) * 1_000).toISOString())
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
  })

  test('from the year to the month keeps what is left as a credit', async () => {
    const person = await createSubscriber('year')
    const { body: shown } = await preview(person, 'month')
    expect(shown.amount_due).toBe(0)
    expect(shown.credit).toBeGreaterThan(80)
    const { proration_date } = shown
    expect((await checkout(person, 'month', { proration_date })).body.checkout_url).toBe(success)
    await expectRight(person, 1)
    const customer = await stripe.customers.retrieve(await customerOf(person))
    expect(customer).toMatchObject({ balance: -Math.round(shown.credit * 100) })
    expect((await paymentsOf(person))[0]).toMatchObject({ amount: 0, status: 'paid' })
  })

  test('counts no earlier moment than the one that was shown just now', async () => {
    const person = await createSubscriber('month')
    const { proration_date } = (await preview(person, 'year')).body
    await sandbox.advance('10d')
    const now = (await preview(person, 'year')).body
    expect((await checkout(person, 'year', { proration_date })).status).toBe(200)
    await expectRight(person, 1)
    expect((await paymentsOf(person))[0]?.amount).toBe(now.amount_due)
  })

  test('that the card refuses leaves the former plan, and can be paid on the invoice', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    const { status, body } = await checkout(person, 'year')
    expect(status).toBe(200)
    expect(body.checkout_url).not.toBe(success)
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month', status: 'active' })
    expect((await checkout(person, 'year')).body.checkout_url).toBe(body.checkout_url)
    expect((await postForm(body.checkout_url, { action: 'pay', card_number: cards.pays })).status).toBe(303)
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
  })

  test('that is never paid is forgotten after a day', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await checkout(person, 'year')
    await sandbox.advance('2d')
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month' })
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['canceled', 'paid'])
    await changeCard(person, cards.pays)
    expect((await checkout(person, 'year')).body.checkout_url).toBe(success)
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
  })

  test('that the bank asks about leads to the invoice', async () => {
    const person = await createSubscriber('month', cards.asksAlways)
    const { checkout_url } = (await checkout(person, 'year')).body
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month' })
    expect((await paymentsOf(person))[0]).toMatchObject({ status: 'pending', invoice_url: checkout_url })
    expect((await postForm(checkout_url, { action: 'pay', card_number: '', confirm: 'yes' })).status).toBe(303)
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
  })

  test('twice at once is one', async () => {
    const person = await createSubscriber('month')
    const { proration_date } = (await preview(person, 'year')).body
    const both = await Promise.all([
      checkout(person, 'year', { proration_date }),
      checkout(person, 'year', { proration_date }),
    ])
    expect(both.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    await expectRight(person, 1)
    expect(await invoicesOf(person)).toHaveLength(2)
    expect((await checkout(person, 'year')).status).toBe(409)
    expect(await mailsOf(person)).toEqual(['started', 'switched'])
  })

  test('while it was to end switches auto-renew on again', async () => {
    const person = await createSubscriber('month')
    await ask(paymentPaths.autoRenew, person, { enabled: false })
    expect((await checkout(person, 'year')).body.checkout_url).toBe(success)
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year', auto_renew: true })
  })

  test('while a payment is owed leads to that payment first', async () => {
    const person = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await settled()
    expect(await statusOf(person)).toMatchObject({ status: 'past_due' })
    const { checkout_url } = (await checkout(person, 'year')).body
    expect((await paymentsOf(person))[0]).toMatchObject({ status: 'failed', invoice_url: checkout_url })
    await expectRight(person, 1)
    expect(await statusOf(person)).toMatchObject({ billing_period: 'month' })
  })

  test('is shown to nobody without a subscription', async () => {
    const { status, body } = await preview(await createPerson(), 'year')
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'no_subscription' })
  })
})

describe('POST /api/subscription/auto-renew/', () => {
  const autoRenew = (person: Person | undefined, enabled: boolean) => ask(paymentPaths.autoRenew, person, { enabled })

  test('switches it off and on, as often as one likes', async () => {
    const person = await createSubscriber()
    for (const enabled of [false, false, true, true, false]) {
      const { status, body } = await autoRenew(person, enabled)
      expect(status).toBe(200)
      expect(body.subscription).toMatchObject({ auto_renew: enabled, user_tier: 1 })
    }
    await expectRight(person, 1)
    expect(await mailsOf(person)).toEqual(['started', 'auto_renew_off', 'auto_renew_off'])
    await sandbox.advance('32d')
    await expectRight(person, 0)
    expect(await autoRenew(person, true)).toMatchObject({ status: 409 })
    expect(await mailsOf(person)).toEqual(['started', 'auto_renew_off', 'auto_renew_off', 'ended'])
    expect((await checkout(person)).status).toBe(200)
  })

  test('says that it has ended where nobody told of the end yet', async () => {
    const person = await createSubscriber()
    await sandbox.control('/deliveries/hold')
    await stripe.subscriptions.cancel((await subscriptionOf(person)).id)
    expect(await autoRenew(person, true)).toMatchObject({
      status: 409,
      body: { detail: 'This subscription has ended. Choose a plan to subscribe again.' },
    })
    await sandbox.control('/deliveries/release')
    await expectRight(person, 0)
  })

  test('undoes a date that was set at Stripe', async () => {
    const person = await createSubscriber()
    const { id, items } = await subscriptionOf(person)
    await stripe.subscriptions.update(id, { cancel_at: (items.data[0]?.current_period_end ?? 0) - 3_600 })
    await settled()
    expect(await statusOf(person)).toMatchObject({ auto_renew: false })
    expect((await autoRenew(person, true)).body.subscription).toMatchObject({ auto_renew: true })
    await expectRight(person, 1)
  })

  test('is for those who have a subscription', async () => {
    expect((await autoRenew(undefined, true)).status).toBe(401)
    expect((await autoRenew(await createPerson(), true)).status).toBe(409)
  })
})
