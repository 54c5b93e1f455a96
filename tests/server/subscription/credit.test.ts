import { paths } from '#shared/paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import type { SubscriptionStatus } from '#shared/subscription/schema.ts'
import { expect, test } from 'vitest'
import { cancelPaymentsForRemoval } from '../../../server/subscription/account-removal.ts'
import { finishCreditRefunds } from '../../../server/subscription/refunds/credit-refunds.ts'
import { finishRefundOrders } from '../../../server/subscription/refunds/refund-orders.ts'
import { expandedObject } from '../../../server/subscription/stripe.ts'
import { syncCustomer } from '../../../server/subscription/sync-customer.ts'
import { sql } from '../../support/app.ts'
import { balanceOf, createCreditor, createCredit } from '../../support/billing/credit.ts'
import { cards, idOf } from '../../support/billing/payment-sandbox.ts'
import type { Person } from '../../support/people.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  intentOf,
  openShop,
  payAt,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const refundCredit = (person: Person) => ask(paymentPaths.creditRefund, person, {})
const creditOf = async (person: Person) =>
  ((await ask(paths.api.subscriptionStatus, person)).body as SubscriptionStatus).credit
const yearly = async (person: Person) => (await paymentsOf(person)).find(({ amount }) => amount === 95.88)
const refundsOf = async (person: Person) =>
  (await stripe.refunds.list({ payment_intent: await intentOf((await yearly(person))?.id ?? '') })).data
const openRefundsOf = async (person: Person) =>
  (
    await sql.query('SELECT id FROM credit_refund WHERE customer_id = $1 AND finished_at IS NULL', [
      await customerOf(person),
    ])
  ).rows.length
const outage = (path: string, more: object) => sandbox.control('/outages', { method: 'POST', path, ...more })
const finishLater = () => finishCreditRefunds(sync, Date.now() + 600_000)

test('a credit of an ended subscription is refunded to the card once for three simultaneous requests', async () => {
  const person = await createCreditor()
  const credit = -(await balanceOf(person))
  expect(credit).toBeGreaterThan(8_000)
  expect(await creditOf(person)).toEqual({ amount: credit / 100, refundable: credit / 100, currency: 'USD' })
  const answers = await Promise.all([refundCredit(person), refundCredit(person), refundCredit(person)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
  await expectConsistent(person, 0)
  expect(await balanceOf(person)).toBe(0)
  expect((await refundsOf(person)).map(({ amount }) => amount)).toEqual([credit])
  expect(await yearly(person)).toMatchObject({ status: 'partially-refunded', amount_refunded: credit / 100 })
  expect(await creditOf(person)).toBeUndefined()
  expect(await refundCredit(person)).toMatchObject({ status: 409, body: { code: 'no_credit' } })
})

test('a credit of an active subscription is not refunded: the request returns 409 credit_in_use', async () => {
  const person = await createSubscriber('year')
  await sandbox.advance('2s')
  await checkout(person, 'month')
  await webhooksProcessed()
  expect(await refundCredit(person)).toMatchObject({ status: 409, body: { code: 'credit_in_use' } })
  expect(await refundsOf(person)).toEqual([])
  await expectConsistent(person, 1)
})

test.each([
  ['before the balance was changed', '/v1/customers', 'before'],
  ['after the balance was changed, before the response', '/v1/customers', 'after'],
  ['between the balance and the refund', '/v1/refunds', 'before'],
  ['after the refund, before the response', '/v1/refunds', 'after'],
])('a credit refund that is interrupted %s is completed once by the job', async (_when, path, when) => {
  const person = await createCreditor()
  const credit = -(await balanceOf(person))
  await outage(path, { times: 3, mode: 'drop', when })
  expect((await refundCredit(person)).status).toBe(503)
  await sandbox.clearOutages()
  expect(await openRefundsOf(person)).toBe(1)
  await finishRefundOrders(sync, Date.now() + 600_000)
  await Promise.allSettled([finishLater(), finishLater()])
  await finishLater()
  await expectConsistent(person, 0)
  expect(await openRefundsOf(person)).toBe(0)
  expect(await balanceOf(person)).toBe(0)
  expect((await refundsOf(person)).map(({ amount }) => amount)).toEqual([credit])
})

test('a credit whose refund Stripe refuses is mailed to the admins, and not offered for a refund again', async () => {
  const person = await createCreditor()
  const credit = -(await balanceOf(person))
  const payment_intent = await intentOf((await yearly(person))?.id ?? '')
  const { latest_charge } = await stripe.paymentIntents.retrieve(payment_intent)
  await sandbox.control(`/objects/${idOf(latest_charge)}`, { changes: { status: 'pending' } })
  expect((await refundCredit(person)).body.code).toBe('no_credit')
  expect(await balanceOf(person)).toBe(-credit)
  expect(await openRefundsOf(person)).toBe(0)
  expect(await creditOf(person)).toMatchObject({ amount: credit / 100, refundable: 0 })
  expect(await creditMails(person)).toHaveLength(1)
})

test('a credit is refunded before the account is deleted, even with an active subscription', async () => {
  const person = await createSubscriber('year')
  await sandbox.advance('2s')
  await checkout(person, 'month')
  await webhooksProcessed()
  const credit = -(await balanceOf(person))
  await cancelPaymentsForRemoval(sync, person.id)
  expect(await balanceOf(person)).toBe(0)
  expect((await refundsOf(person)).map(({ amount }) => amount)).toEqual([credit])
  await cancelPaymentsForRemoval(sync, person.id)
  expect(await refundsOf(person)).toHaveLength(1)
})

test.each(['refunded in the Dashboard', 'lost in a dispute'])(
  "a credit is removed after the subscription's end if its payment is %s",
  async (how) => {
    const person = await createCreditor()
    const customer = await customerOf(person)
    await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' })
    const payment_intent = await intentOf((await yearly(person))?.id ?? '')
    if (how === 'refunded in the Dashboard') await sandbox.control('/refunds', { payment_intent })
    else {
      const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent })
      await sandbox.control(`/disputes/${id}/close`, { status: 'lost' })
    }
    await expectConsistent(person, 0)
    expect(await balanceOf(person)).toBe(-500)
    expect(await creditOf(person)).toEqual({ amount: 5, refundable: 0, currency: 'USD' })
  },
)

test('a credit granted by the operator stays when a payment is refunded', async () => {
  const person = await createSubscriber()
  await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -2_000, currency: 'usd' })
  expect((await ask(paymentPaths.refund, person, {})).status).toBe(204)
  await expectConsistent(person, 0)
  expect(await balanceOf(person)).toBe(-2_000)
})

test('a second subscription paid with a credit is canceled, and the credit is restored', async () => {
  const person = await createCreditor()
  const credit = await balanceOf(person)
  const price = (await subscriptionOf(person)).items.data[0]?.price.id ?? ''
  const createSession = async () =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: await customerOf(person),
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://promptory.test/',
    })
  const sessions = [await createSession(), await createSession()]
  for (const { url } of sessions) await payAt(url ?? '')
  await expectConsistent(person, 1)
  expect(await balanceOf(person)).toBe(credit + 999)
  await syncCustomer(sync, await customerOf(person))
  expect(await balanceOf(person)).toBe(credit + 999)
})

const loseDispute = async (payment_intent: string, amount?: number) => {
  const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent })
  if (amount !== undefined) await sandbox.control(`/objects/${id}`, { changes: { amount } })
  await sandbox.control(`/disputes/${id}/close`, { status: 'lost' })
  await webhooksProcessed()
}

test('a lost dispute removes the credit of its payment, even if the customer had an earlier credit refunded', async () => {
  const person = await createCreditor()
  expect((await refundCredit(person)).status).toBe(200)
  await payAt((await checkout(person, 'year')).body.checkout_url)
  await createCredit(person)
  expect(await balanceOf(person)).toBeLessThan(-8_000)
  await loseDispute(await intentOf((await yearly(person))?.id ?? ''))
  expect(await balanceOf(person)).toBe(0)
})

test('a refund removes neither a credit that a later subscription used nor a credit granted by the operator', async () => {
  const person = await createCreditor()
  const payment_intent = await intentOf((await yearly(person))?.id ?? '')
  await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -500, currency: 'usd' })
  await payAt((await checkout(person)).body.checkout_url)
  await expectConsistent(person, 1)
  await sandbox.control('/refunds', { payment_intent })
  await expectConsistent(person, 1)
  expect(await balanceOf(person)).toBe(-500)
})

test('a lost dispute removes from the credit the amount that the bank took back', async () => {
  const person = await createCreditor()
  const credit = await balanceOf(person)
  await loseDispute(await intentOf((await yearly(person))?.id ?? ''), 3_000)
  expect(await balanceOf(person)).toBe(credit + 3_000)
})

test('a credit used by a pending switch is restored once when the second subscription is canceled', async () => {
  const [person, other] = [await createSubscriber(), await createSubscriber('year')]
  const price = (await subscriptionOf(person)).items.data[0]?.price.id ?? ''
  const customer = await customerOf(person)
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: 'https://promptory.test/',
  })
  await holdWebhooks()
  await payAt(url ?? '')
  const second = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] })
  const subscription = expandedObject(second.subscription)
  await sandbox.control(`/customers/${customer}/card`, { card_number: cards.failsLater })
  await stripe.subscriptions.update(subscription?.id ?? '', { default_payment_method: '' })
  await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' })
  const changed = await stripe.subscriptions.update(subscription?.id ?? '', {
    items: [
      { id: subscription?.items.data[0]?.id ?? '', price: (await subscriptionOf(other)).items.data[0]?.price.id ?? '' },
    ],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  expect(changed.pending_update).not.toBeNull()
  expect(await balanceOf(person)).toBe(0)
  await sandbox.control('/deliveries/release')
  await expectConsistent(person, 1)
  expect(await balanceOf(person)).toBe(-500)
})

const creditMails = async (person: Person) =>
  (
    await sql.query(
      `SELECT data->>'reason' AS reason FROM pgboss.job WHERE name = 'operator_mail'
        AND data->>'kind' = 'credit_refused' AND data->>'payment_id' = $1`,
      [(await yearly(person))?.id],
    )
  ).rows.map(({ reason }) => reason)

test('a credit refund that fails for lack of balance is mailed to the admins once, and can be repeated', async () => {
  const person = await createCreditor()
  const credit = -(await balanceOf(person))
  const code = 'balance_insufficient'
  await outage('/v1/refunds', { status: 400, code, times: 2 })
  expect((await refundCredit(person)).body.code).toBe('no_credit')
  expect((await refundCredit(person)).body.code).toBe('no_credit')
  expect(await creditMails(person)).toEqual([code])
  expect(await creditOf(person)).toMatchObject({ refundable: credit / 100 })
  expect((await refundCredit(person)).status).toBe(200)
  expect(await balanceOf(person)).toBe(0)
})

test('a credit larger than each payment is refunded in parts', async () => {
  const person = await createSubscriber()
  await sandbox.advance('32d')
  await webhooksProcessed()
  await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -1_500, currency: 'usd' })
  await ask(paymentPaths.autoRenew, person, { enabled: false })
  await sandbox.advance('32d')
  await webhooksProcessed()
  expect((await refundCredit(person)).status).toBe(200)
  await expectConsistent(person, 0)
  expect((await paymentsOf(person)).map(({ amount_refunded }) => amount_refunded)).toEqual([9.99, 5.01])
  expect(await balanceOf(person)).toBe(0)
})

test('a credit refund does not include the amount of a payment whose refund failed', async () => {
  const person = await createCreditor()
  const credit = -(await balanceOf(person))
  const payment_intent = await intentOf((await yearly(person))?.id ?? '')
  await sandbox.control('/refunds', { payment_intent, amount: 5_000, course: 'fails later' })
  await sandbox.advance('6d')
  await webhooksProcessed()
  expect(await creditOf(person)).toMatchObject({ amount: credit / 100, refundable: 45.88 })
  expect((await refundCredit(person)).status).toBe(200)
  await webhooksProcessed()
  expect(await yearly(person)).toMatchObject({ amount_refunded: 45.88, amount_refund_due: 50 })
  expect(await balanceOf(person)).toBe(4_588 - credit)
})

test('a purchase after a credit refund is charged in full', async () => {
  const person = await createCreditor()
  await refundCredit(person)
  await payAt((await checkout(person)).body.checkout_url)
  await expectConsistent(person, 1)
  expect((await paymentsOf(person))[0]).toMatchObject({ amount: 9.99, status: 'paid' })
})

test('a credit in ISK is refunded in whole krónur, and the remainder stays a credit', async () => {
  await sql.query(
    `UPDATE plan SET currency = 'ISK', monthly_price = 150000, yearly_price = 1500000, yearly_old_price = NULL
      WHERE monthly_price > 0`,
  )
  const person = await createCreditor()
  await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -50, currency: 'isk' })
  const credit = -(await balanceOf(person))
  expect(credit % 100).toBe(50)
  await syncCustomer(sync, await customerOf(person))
  expect(await creditOf(person)).toMatchObject({ amount: credit / 100, refundable: Math.floor(credit / 100) })
  expect((await refundCredit(person)).status).toBe(200)
  expect(await balanceOf(person)).toBe(-50)
})
