import { describe, expect, test } from 'vitest'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { cards, idOf } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  openShop,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
} from '../../support/billing/shop.ts'

await openShop()

const nextOf = async (person: Person) => (await ask(paymentPaths.nextPayment, person)).body.next_payment

describe('GET /api/subscription/next-payment/', () => {
  test('returns amount and day of the renewal, less the credit', async () => {
    const person = await createSubscriber('month')
    const date = (await statusOf(person))?.current_period_end
    expect(await nextOf(person)).toEqual({ amount: 9.99, currency: 'USD', date })
    await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -300, currency: 'usd' })
    await webhooksProcessed()
    expect(await nextOf(person)).toEqual({ amount: 6.99, currency: 'USD', date })
  })

  test('returns the price of a scheduled price change', async () => {
    const person = await createSubscriber('month')
    const { id, items } = await subscriptionOf(person)
    const price = await stripe.prices.create({
      product: idOf(items.data[0]?.price.product),
      currency: 'usd',
      unit_amount: 1_299,
      recurring: { interval: 'month' },
    })
    const { phases, ...schedule } = await stripe.subscriptionSchedules.create({ from_subscription: id })
    const [first] = phases
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items: [{ price: items.data[0]?.price.id ?? '' }], start_date: first?.start_date, end_date: first?.end_date },
        { items: [{ price: price.id }], duration: { interval: 'month', interval_count: 1 } },
      ],
    })
    await webhooksProcessed()
    expect(await nextOf(person)).toMatchObject({ amount: 12.99 })
  })

  test('returns null without a subscription, with auto-renew off, and while a payment is owed', async () => {
    expect(await nextOf(await createPerson())).toBeNull()
    const person = await createSubscriber()
    await ask(paymentPaths.autoRenew, person, { enabled: false })
    expect(await nextOf(person)).toBeNull()
    const owing = await createSubscriber('month', cards.failsLater)
    await sandbox.advance('32d')
    await webhooksProcessed()
    expect(await nextOf(owing)).toBeNull()
    expect((await ask(paymentPaths.nextPayment)).status).toBe(401)
  })

  test('returns 503 while Stripe is unreachable, unless the response is cached', async () => {
    const person = await createSubscriber()
    expect(await nextOf(person)).toMatchObject({ amount: 9.99 })
    const other = await createSubscriber()
    await sandbox.control('/outages', { path: '/v1/invoices', times: 6 })
    expect(await nextOf(person)).toMatchObject({ amount: 9.99 })
    expect((await ask(paymentPaths.nextPayment, other)).status).toBe(503)
    await sandbox.clearOutages()
    expect(await nextOf(other)).toMatchObject({ amount: 9.99 })
  })
})

test('the 15th switch within a day returns 409, before Stripe would refuse its invoice', async () => {
  const person = await createSubscriber('month')
  const periods = ['year', 'month'] as const
  const answers: { status: number; body: { code?: string } }[] = []
  for (let round = 0; round < 15; round++) {
    await sandbox.advance('2m')
    answers.push(await checkout(person, periods[round % 2]))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 14 }, () => 200), 409])
  expect(answers.at(-1)?.body.code).toBe('too_many_switches')
  await sandbox.advance('1d')
  expect((await checkout(person, 'year')).status).toBe(200)
  const { id, items } = await subscriptionOf(person)
  const [item] = items.data
  const change = () =>
    stripe.subscriptions.update(id, {
      items: [{ id: item?.id ?? '', price: item?.price.id ?? '' }],
      billing_cycle_anchor: { type: 'now' },
      proration_behavior: 'always_invoice',
    })
  await expect(async () => {
    for (let round = 0; round < 10; round++) await change()
  }).rejects.toMatchObject({ statusCode: 429, code: 'rate_limit' })
  await webhooksProcessed()
})
