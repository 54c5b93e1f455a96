import { paymentPaths } from '#shared/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import { cards } from '../support/payment-sandbox.ts'
import type { Person } from '../support/people.ts'
import {
  accessOf,
  ask,
  checkout,
  createSubscriber,
  expectRight,
  holdWebhooks,
  intentOf,
  mailsOf,
  payAt,
  paymentsOf,
  sandbox,
  settled,
  statusOf,
  stripe,
  subscriptionOf,
} from '../support/shop.ts'

const refund = (person: Person) => ask(paymentPaths.refund, person, {})
const paidIntent = async (person: Person) => intentOf((await paymentsOf(person))[0]?.id ?? '')

async function dispute(person: Person): Promise<string> {
  const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent: await paidIntent(person) })
  return id
}
const close = (id: string, status: 'won' | 'lost') => sandbox.control(`/disputes/${id}/close`, { status })

describe('a dispute', () => {
  test('keeps the access while it lasts and when it is won, and nothing is refunded beside it', async () => {
    const person = await createSubscriber()
    const former = await accessOf(person)
    const id = await dispute(person)
    await expectRight(person, 1)
    expect(await refund(person)).toMatchObject({
      status: 409,
      body: { code: 'disputed', detail: 'Your bank is looking into this payment, so it cannot be refunded here.' },
    })
    await close(id, 'won')
    await expectRight(person, 1)
    expect(await accessOf(person)).toEqual(former)
    expect((await refund(person)).status).toBe(409)
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['paid'])
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('that is lost ends access and subscription, so that nothing more is charged and one can buy again', async () => {
    const person = await createSubscriber()
    await close(await dispute(person), 'lost')
    await expectRight(person, 0)
    expect((await subscriptionOf(person)).status).toBe('canceled')
    expect(await mailsOf(person)).toEqual(['started', 'ended'])
    expect(await statusOf(person)).toBeNull()
    await payAt((await checkout(person)).body.checkout_url)
    await expectRight(person, 1)
  })

  test('that nobody told of is found by the next reading', async () => {
    const person = await createSubscriber()
    await holdWebhooks()
    await close(await dispute(person), 'lost')
    const { data } = await stripe.events.list({ type: 'charge.updated', limit: 1 })
    await sandbox.control('/deliveries/release', { events: [data[0]?.id] })
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await expectRight(person, 0)
    expect(await mailsOf(person)).toEqual(['started', 'ended'])
  })

  test('of a payment before the latest takes nothing', async () => {
    const person = await createSubscriber()
    const id = await dispute(person)
    await sandbox.advance('32d')
    await expectRight(person, 1)
    await close(id, 'lost')
    await expectRight(person, 1)
    expect((await subscriptionOf(person)).status).toBe('active')
  })

  test('with a bank that asks at once opens as paid', async () => {
    const person = await createSubscriber('month', cards.disputes)
    await expectRight(person, 1)
    const { data } = await stripe.disputes.list({ payment_intent: await paidIntent(person) })
    expect(data).toHaveLength(1)
    await close(data[0]?.id ?? '', 'lost')
    await settled()
    await expectRight(person, 0)
  })

  test('of what a switch cost ends the new plan', async () => {
    const person = await createSubscriber()
    await checkout(person, 'year')
    await expectRight(person, 1)
    await close(await dispute(person), 'lost')
    await expectRight(person, 0)
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })
})
