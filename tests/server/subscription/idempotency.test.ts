import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { ensureCustomer } from '#server/subscription/customers/customers.ts'
import { refundPayment } from '#server/subscription/refunds/stripe-refunds.ts'
import { createOnce } from '#server/subscription/idempotency.ts'
import { ensurePrice } from '#server/subscription/prices/prices.ts'
import { finishRefundOrders } from '#server/subscription/refunds/refund-orders.ts'
import { cancelRefunded } from '#server/subscription/repairs.ts'
import { sql } from '../../support/app.ts'
import { idOf } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import {
  addPlan,
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  openShop,
  payAt,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const failStored = (path: string, more: object = {}) => sandbox.control('/outages', { method: 'POST', path, ...more })

async function chargedOf(customer: string) {
  const { rows } = await sql.query(
    'SELECT id, amount, payment_intent_id FROM payment WHERE customer_id = $1 ORDER BY created_at',
    [customer],
  )
  return rows[0] as { id: string; amount: number; payment_intent_id: string }
}

/** Creates a subscriber whose switch to a smaller plan left a credit. */
async function createCredited() {
  const person = await createSubscriber('year')
  await checkout(person, 'month')
  await webhooksProcessed()
  const customer_id = await customerOf(person)
  const readBalance = async () => {
    const customer = await stripe.customers.retrieve(customer_id)
    return customer.deleted ? 0 : customer.balance
  }
  const subscription_id = (await subscriptionOf(person)).id
  return { source: { customer_id, subscription_id }, readBalance, before: await readBalance() }
}

describe('a Stripe call whose failure is stored under its idempotency key', () => {
  test.each([
    ['/v1/customers', {}],
    ['/v1/customers', { retry: false }],
    ['/v1/checkout/sessions', {}],
  ])('to %s does not stop a purchase, with the failure %o', async (path, more) => {
    const person = await createPerson()
    await failStored(path, more)
    const { status, body } = await checkout(person)
    expect(status).toBe(200)
    await payAt(body.checkout_url)
    await expectConsistent(person, 1)
  })

  test.each(['/v1/products', '/v1/prices'])('to %s does not stop the sale of a plan', async (path) => {
    const plan_id = await addPlan(1, path.length * 100, path.length * 1_000)
    await failStored(path)
    const price = await ensurePrice(stripe, { plan_id, billing_period: 'month' })
    expect((await stripe.prices.retrieve(price)).unit_amount).toBe(path.length * 100)
    expect(await ensurePrice(stripe, { plan_id, billing_period: 'month' })).toBe(price)
  })

  test('that created a price is not repeated: one price exists', async () => {
    const plan_id = await addPlan(1, 4_321, 43_210)
    await failStored('/v1/prices', { when: 'after' })
    const price = await ensurePrice(stripe, { plan_id, billing_period: 'month' })
    const { product } = await stripe.prices.retrieve(price)
    expect((await stripe.prices.list({ product: idOf(product) })).data).toHaveLength(1)
  })

  test('for the portal configuration does not stop the portal from opening', async () => {
    const person = await createSubscriber()
    for (const { id } of (await stripe.billingPortal.configurations.list({ limit: 100 })).data)
      await stripe.billingPortal.configurations.update(id, { active: false })
    await failStored('/v1/billing_portal/configurations')
    expect((await ask(paymentPaths.billingPortal, person, {})).status).toBe(200)
  })

  test('that made a refund is not repeated: one refund exists', async () => {
    const person = await createSubscriber()
    const payment = await chargedOf(await customerOf(person))
    await failStored('/v1/refunds', { when: 'after' })
    await refundPayment(stripe, payment, 'requested_by_customer')
    expect((await stripe.refunds.list({ payment_intent: payment.payment_intent_id })).data).toHaveLength(1)
  })

  test('that completed a refund order is not repeated: one refund exists', async () => {
    const person = await createSubscriber()
    const { id, payment_intent_id } = await chargedOf(await customerOf(person))
    const order = randomUUID()
    await sql.query(
      `INSERT INTO refund_order (id, payment_id, amount, created_at) VALUES ($1, $2, 200, now() - interval '1 hour')`,
      [order, id],
    )
    await failStored('/v1/refunds', { when: 'after' })
    await finishRefundOrders(sync)
    const { data } = await stripe.refunds.list({ payment_intent: payment_intent_id })
    expect(data.map(({ amount, metadata }) => [amount, metadata?.refund_order])).toEqual([[200, order]])
  })

  test('that removed a credit is not repeated, and a larger removal removes only the difference', async () => {
    const { source, readBalance, before } = await createCredited()
    await failStored(`/v1/customers/${source.customer_id}/balance_transactions`, { when: 'after' })
    await cancelRefunded(stripe, { ...source, amount: 999 })
    expect(await readBalance()).toBe(999 + before)
    await cancelRefunded(stripe, { ...source, amount: 1_999 })
    expect(await readBalance()).toBe(1_999 + before)
    await webhooksProcessed()
  })

  test('that failed to remove a credit does not stop a later, larger removal', async () => {
    const { source, readBalance, before } = await createCredited()
    await failStored(`/v1/customers/${source.customer_id}/balance_transactions`, { status: 400 })
    const cancelled = cancelRefunded(stripe, { ...source, amount: 999 })
    await expect(cancelled).rejects.toThrow('An unknown error occurred.')
    await cancelRefunded(stripe, { ...source, amount: 1_999 })
    expect(await readBalance()).toBe(1_999 + before)
    await webhooksProcessed()
  })

  test('with status 400 fails its own request only: the next checkout succeeds', async () => {
    const person = await createPerson()
    await failStored('/v1/customers', { status: 400 })
    expect((await checkout(person)).status).toBe(500)
    expect((await checkout(person)).status).toBe(200)
  })

  test('for a price does not stop the sale of a plan that was renamed since', async () => {
    const plan_id = await addPlan(1, 8_765, 87_650)
    await failStored('/v1/prices', { status: 400 })
    const sell = () => ensurePrice(stripe, { plan_id, billing_period: 'month' })
    await expect(sell()).rejects.toThrow('An unknown error occurred.')
    await sql.query(`UPDATE plan_text SET name = 'Renamed' WHERE plan_id = $1`, [plan_id])
    const { product } = await stripe.prices.retrieve(await sell(), { expand: ['product'] })
    expect(product).toMatchObject({ name: 'Renamed' })
  })

  test('makes simultaneous and later callers use the same next key', async () => {
    const keys: string[] = []
    const makeOne = () =>
      createOnce('trial_of_many', ({ idempotencyKey }) => {
        keys.push(idempotencyKey)
        return stripe.products.create({ name: 'Trial' }, { idempotencyKey })
      })
    await failStored('/v1/products')
    const made = await Promise.all([makeOne(), makeOne(), makeOne()])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await makeOne()).id).toBe(made[0]?.id)
    expect(new Set(keys.map((key) => key.slice(-1)))).toEqual(new Set(['0', '1']))
  })
})

const forget = (customer: string) => sql.query('DELETE FROM customer WHERE id = $1', [customer])
const rename = (key_prefix: string) => sql.query('UPDATE stripe_account SET key_prefix = $1', [key_prefix])

describe('two databases with one Stripe account', () => {
  test('have separate customers and prices, even if ids and names are equal', async () => {
    const person = await createPerson()
    const plan_id = await addPlan(1, 7_654, 76_540)
    const first = await ensureCustomer(sync, person.id)
    const price = await ensurePrice(stripe, { plan_id, billing_period: 'month' })
    await forget(first)
    // The state after a crash before the customer was stored.
    expect(await ensureCustomer(sync, person.id)).toBe(first)
    await forget(first)
    await sql.query('DELETE FROM stripe_price WHERE id = $1', [price])
    const { rows } = await sql.query('SELECT key_prefix FROM stripe_account')
    await rename('another1')
    expect(await ensureCustomer(sync, person.id)).not.toBe(first)
    expect(await ensurePrice(stripe, { plan_id, billing_period: 'month' })).not.toBe(price)
    await rename(rows[0].key_prefix)
  })
})
