import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/payment-paths.ts'
import { remove, sql } from '../support/app.ts'
import { cheap_password_hash, createPerson, password } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import { cards } from '../support/payment-sandbox.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectRight,
  intentOf,
  mailsOf,
  payAt,
  paymentsOf,
  sandbox,
  settled,
  shop,
  statusOf,
  stripe,
  subscriptionOf,
  subscriptionsOf,
} from '../support/shop.ts'

const refund = (person: Person | undefined) => ask(paymentPaths.refund, person, {})

async function paidIntent(person: Person): Promise<string> {
  const [payment] = await paymentsOf(person)
  return intentOf(payment?.id ?? '')
}

describe('POST /api/subscription/refund/', () => {
  test('gives the first payment back and ends the subscription, once', async () => {
    const person = await createSubscriber()
    const both = await Promise.all([refund(person), refund(person)])
    expect(both.map(({ status }) => status)).toContain(204)
    await expectRight(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded', amount: 9.99, amount_refunded: 9.99 }])
    expect((await stripe.refunds.list({ payment_intent: await paidIntent(person) })).data).toHaveLength(1)
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refunded', 'started'])
    expect((await refund(person)).status).toBe(409)
  })

  test('says no after 14 days', async () => {
    const person = await createSubscriber()
    const [payment] = await paymentsOf(person)
    const back = async (days: number) => {
      const paid_at = Math.floor(Date.now() / 1_000) - days * 86_400
      const { status_transitions } = await stripe.invoices.retrieve(payment?.id ?? '')
      await sandbox.control(`/objects/${payment?.id}`, {
        changes: { status_transitions: { ...status_transitions, paid_at } },
        event: 'invoice.updated',
      })
      await settled()
    }
    await back(14)
    expect(await refund(person)).toMatchObject({
      status: 409,
      body: { code: 'no_refund', detail: 'A refund can be requested within 14 days of the first payment.' },
    })
    await expectRight(person, 1)
    await back(13)
    expect((await refund(person)).status).toBe(204)
    await expectRight(person, 0)
  })

  test('is for those who paid', async () => {
    expect((await refund(undefined)).status).toBe(401)
    expect((await refund(await createPerson())).status).toBe(409)
  })

  test('ends what was given back where the process died in between', async () => {
    const person = await createSubscriber()
    await sandbox.control('/outages', { method: 'DELETE', path: '/v1/subscriptions', times: 3 })
    expect((await refund(person)).status).toBe(503)
    await settled()
    await expectRight(person, 0)
    expect((await subscriptionOf(person)).status).toBe('canceled')
  })
})

describe('a refund from the Dashboard', () => {
  test('in three parts is partial until the last', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    for (const [amount, given, status, tier] of [
      [300, 3, 'partially-refunded', 1],
      [300, 6, 'partially-refunded', 1],
      [399, 9.99, 'refunded', 0],
    ] as const) {
      await sandbox.control('/refunds', { payment_intent, amount })
      await expectRight(person, tier)
      expect(await paymentsOf(person)).toMatchObject([{ status, amount_refunded: given }])
    }
    expect((await subscriptionOf(person)).status).toBe('canceled')
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refunded', 'refunded', 'refunded', 'started'])
  })

  test('that is pending counts once it has succeeded', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    const { id } = await sandbox.control<{ id: string }>('/refunds', { payment_intent, course: 'pending' })
    await expectRight(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }])
    await sandbox.control(`/refunds/${id}/settle`, { status: 'succeeded' })
    await expectRight(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'refunded' }])
  })

  test('that fails goes back', async () => {
    const person = await createSubscriber()
    const payment_intent = await paidIntent(person)
    const { id } = await sandbox.control<{ id: string }>('/refunds', { payment_intent, course: 'pending' })
    await settled()
    await sandbox.control(`/refunds/${id}/settle`, { status: 'failed' })
    await expectRight(person, 1)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refunded: 0 }])
    expect(await mailsOf(person)).toEqual(['started'])
  })
})

describe('a dispute', () => {
  test.each([
    ['won', 1],
    ['lost', 0],
  ] as const)('keeps the access while it lasts, and is %s', async (outcome, tier) => {
    const person = await createSubscriber()
    const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent: await paidIntent(person) })
    await expectRight(person, 1)
    await sandbox.control(`/disputes/${id}/close`, { status: outcome })
    await expectRight(person, tier)
    expect((await refund(person)).status).toBe(409)
  })
})

describe('a subscription', () => {
  test('ends with a customer who was deleted at Stripe, and can be bought again', async () => {
    const person = await createSubscriber()
    const former = await customerOf(person)
    await sandbox.control(`/customers/${former}`, undefined, 'DELETE')
    await settled()
    expect(await statusOf(person)).toBeNull()
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }])
    const { status, body } = await checkout(person)
    expect(status).toBe(200)
    expect(body.checkout_url).toContain('/c/pay/')
    expect(await customerOf(person)).not.toBe(former)
  })

  test('ends before its account is removed, which waits where that cannot be', async () => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    await sql.query('UPDATE "user" SET password_hash = $1 WHERE id = $2', [cheap_password_hash, person.id])
    const removal = () => remove(paths.api.me, { password }, { as: person, of: shop })
    await sandbox.control('/outages', { method: 'DELETE', path: '/v1/subscriptions', times: 3 })
    expect((await removal()).status).toBe(503)
    expect((await removal()).status).toBe(204)
    const { data } = await stripe.subscriptions.list({ customer, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
  })

  test('beside an older one ends, and is given back', async () => {
    const person = await createSubscriber()
    const first = await subscriptionOf(person)
    const customer = await customerOf(person)
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: first.items.data[0]?.price.id ?? '', quantity: 1 }],
      success_url: 'http://library.test/',
    })
    await payAt(session.url ?? '', cards.pays)
    await expectRight(person, 1)
    const all = await subscriptionsOf(person)
    expect(all.find(({ id }) => id === first.id)?.status).toBe('active')
    expect(all.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['refunded', 'paid'])
  })
})
