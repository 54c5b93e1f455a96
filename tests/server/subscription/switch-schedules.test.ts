import { describe, expect, test } from 'vitest'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { cards, idOf } from '../../support/billing/payment-sandbox.ts'
import {
  changeCard,
  checkout,
  createSubscriber,
  expectConsistent,
  holdWebhooks,
  openShop,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
} from '../../support/billing/shop.ts'

await openShop()

const success = `http://library.test${checkoutPaths.success}?switched=1`

describe('a switch of a subscription with a schedule', () => {
  test('replaces the scheduled change', async () => {
    const person = await createSubscriber('month')
    const { id: from_subscription } = await subscriptionOf(person)
    await stripe.subscriptionSchedules.create({ from_subscription })
    expect((await checkout(person, 'year')).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect((await subscriptionOf(person)).schedule).toBeNull()
  })

  test('restores a schedule of the Dashboard if it fails, and replaces the schedule if it succeeds', async () => {
    const person = await createSubscriber('month')
    const { id: from_subscription, items } = await subscriptionOf(person)
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription })
    const [running] = schedule.phases
    const price = items.data[0]?.price.id ?? ''
    const description = 'As agreed on the phone'
    const default_settings = { description: 'By hand' }
    await stripe.subscriptionSchedules.update(schedule.id, {
      default_settings,
      end_behavior: 'cancel',
      metadata: { made_by: 'hand' },
      phases: [
        { items: [{ price }], start_date: running?.start_date ?? 0, end_date: running?.end_date ?? 0 },
        { items: [{ price }], description, duration: { interval: 'month', interval_count: 3 } },
      ],
    })
    const laid = async () => {
      const { schedule: id } = await subscriptionOf(person)
      return id ? stripe.subscriptionSchedules.retrieve(idOf(id)) : null
    }
    const metadata = { made_by: 'hand' }
    const unchanged = { default_settings, end_behavior: 'cancel', metadata, phases: [{}, { description }] }
    await sandbox.control('/outages', { path: '/v1/subscriptions', method: 'POST', status: 402 })
    expect((await checkout(person, 'year')).status).toBe(402)
    expect(await laid()).toMatchObject(unchanged)
    const { phases } = await stripe.subscriptionSchedules.retrieve(schedule.id)
    expect((await laid())?.phases.map(({ start_date, end_date }) => [start_date, end_date])).toEqual(
      phases.map(({ start_date, end_date }) => [start_date, end_date]),
    )
    // A declined switch fails after waiting 23 hours for its payment.
    await changeCard(person, cards.failsLater)
    await webhooksProcessed()
    expect((await checkout(person, 'year')).body.checkout_url).toContain('/i/')
    await webhooksProcessed()
    expect(await laid()).toBeNull()
    await sandbox.advance('1d')
    await webhooksProcessed()
    expect(await laid()).toMatchObject(unchanged)
    await changeCard(person, cards.pays)
    await webhooksProcessed()
    expect((await checkout(person, 'year')).body.checkout_url).toBe(success)
    await expectConsistent(person, 1)
    expect(await laid()).toBeNull()
  })

  test.each([
    ['existed from the start', {}],
    ['was added to a schedule of the product', { made_for: 'price_change' }],
  ])('keeps a schedule whose pause %s', async (_how, metadata) => {
    const person = await createSubscriber('month')
    const { id: from_subscription } = await subscriptionOf(person)
    await holdWebhooks()
    const { id } = await stripe.subscriptionSchedules.create({ from_subscription })
    const pause_at = Math.floor(Date.now() / 1_000) + 86_400
    const changes = {
      metadata,
      pause_schedules: [{ key: 'ps_1', pause: { pause_at, settings: null, status: {} }, resume: null }],
    }
    await sandbox.control(`/objects/${id}`, { changes })
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
    expect((await subscriptionOf(person)).schedule).toBe(id)
  })

  test('restores the schedule if the response to the release of the schedule is lost', async () => {
    const person = await createSubscriber('month')
    const { id: from_subscription } = await subscriptionOf(person)
    const { id } = await stripe.subscriptionSchedules.create({ from_subscription })
    const [running] = (await stripe.subscriptionSchedules.retrieve(id)).phases
    const price = (await subscriptionOf(person)).items.data[0]?.price.id ?? ''
    const description = 'As agreed on the phone'
    await stripe.subscriptionSchedules.update(id, {
      end_behavior: 'cancel',
      metadata: { made_by: 'hand' },
      phases: [
        { items: [{ price }], start_date: running?.start_date ?? 0, end_date: running?.end_date ?? 0 },
        { items: [{ price }], description, duration: { interval: 'month', interval_count: 3 } },
      ],
    })
    await sandbox.control('/outages', { path: `/v1/subscription_schedules/${id}/release`, times: 3, when: 'after' })
    expect((await checkout(person, 'year')).status).toBe(503)
    await webhooksProcessed()
    expect((await stripe.subscriptionSchedules.retrieve(id)).status).toBe('released')
    const { schedule, items } = await subscriptionOf(person)
    expect(items.data[0]?.price.id).toBe(price)
    expect(await stripe.subscriptionSchedules.retrieve(idOf(schedule))).toMatchObject({
      end_behavior: 'cancel',
      phases: [{}, { description }],
    })
  })
})
