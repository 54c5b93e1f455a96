import { adminMoneyPaths } from '#shared/admin/money-paths.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import { withCustomerLock } from '#server/subscription/customers/customer-lock.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import { get, post, sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { mailsTo } from '../../support/mail.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { refundAsAdmin, refundStateOf, sendRefund } from '../../support/billing/refunding.ts'
import {
  accessOf,
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  intentOf,
  invoicesOf,
  mailsOf,
  openShop,
  payAt,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  shop,
  statusOf,
  stripe,
  subscriptionOf,
  subscriptionsOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const admin = await createPerson({ role: 'admin', email_confirmed_at: new Date() })
const refund = (person: Person) => ask(paymentPaths.refund, person, {})
const paymentOf = async (person: Person) => (await paymentsOf(person))[0]?.id ?? ''
const refundsOf = async (person: Person) =>
  (await stripe.refunds.list({ payment_intent: await intentOf(await paymentOf(person)) })).data
const storedOf = async (person: Person) =>
  (await sql.query('SELECT * FROM payment WHERE id = $1', [await paymentOf(person)])).rows[0]
/** Kinds of the mails to the admin about a payment, queued or sent. */
async function operatorMailsOf(payment_id: string): Promise<string[]> {
  const { rows } = await sql.query(
    `SELECT data->>'kind' AS kind FROM pgboss.job
      WHERE name = 'operator_mail' AND data->>'payment_id' = $1 AND data->>'admin_id' = $2 ORDER BY created_on`,
    [payment_id, String(admin.id)],
  )
  return rows.map(({ kind }) => kind)
}

describe('a refund that fails after it was accepted', () => {
  test('is mailed to the person and the admins, and restores access until a refund succeeds', async () => {
    const person = await createSubscriber('month', cards.refundFails)
    const { items } = await subscriptionOf(person)
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
    await sandbox.advance('6d')
    await expectConsistent(person, 1)
    expect((await accessOf(person))?.expires_at).toEqual(new Date((items.data[0]?.current_period_end ?? 0) * 1_000))
    expect(await statusOf(person)).toMatchObject({ plan_name: null, status: 'refund_failed', auto_renew: false })
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refunded: 0, amount_refund_due: 9.99 }])
    expect((await mailsOf(person)).toSorted()).toEqual(['ended', 'refund_failed_open', 'refunded', 'started'])
    const payment = await paymentOf(person)
    expect(await operatorMailsOf(payment)).toEqual(['refund_failed'])
    await until(() => mailsTo(person.email).length === 4)
    const mail = mailsTo(person.email).find(({ subject }) => subject.includes('did not arrive'))
    expect(mail?.text).toContain('Your bank did not accept the refund of $9.99')
    await until(() => mailsTo(admin.email).length > 0)
    expect(mailsTo(admin.email).at(-1)?.text).toContain(`/admin/payments/${payment}`)
    expect((await refundAsAdmin(payment)).status).toBe(200)
    await expectConsistent(person, 0)
    expect(await refundsOf(person)).toHaveLength(2)
    expect(await paymentsOf(person)).toMatchObject([{ amount_refund_due: 0 }])
    await sandbox.advance('6d')
    await expectConsistent(person, 1)
    expect(await operatorMailsOf(payment)).toEqual(['refund_failed', 'refund_failed'])
    expect((await mailsOf(person)).filter((kind) => kind === 'refund_failed_open')).toHaveLength(2)
  })

  test('is mailed once if its webhooks arrive late and in reverse order', async () => {
    const person = await createSubscriber()
    const payment = await paymentOf(person)
    await holdWebhooks()
    await sandbox.control('/refunds', { payment_intent: await intentOf(payment), course: 'fails later' })
    await sandbox.advance('6d')
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await expectConsistent(person, 1)
    expect(await storedOf(person)).toMatchObject({ amount_failed_refunds: 999, amount_refund_due: 999 })
    expect(await operatorMailsOf(payment)).toEqual(['refund_failed'])
    expect(await mailsOf(person)).toEqual(['started', 'refund_failed'])
  })

  test('is still due after another partial refund of the payment succeeds', async () => {
    const person = await createSubscriber()
    const payment_intent = await intentOf(await paymentOf(person))
    await sandbox.control('/refunds', { payment_intent, amount: 300, course: 'fails later' })
    await sandbox.control('/refunds', { payment_intent, amount: 699 })
    await expectConsistent(person, 0)
    await sandbox.advance('6d')
    await webhooksProcessed()
    expect(await storedOf(person)).toMatchObject({ status: 'partially-refunded', amount_refund_due: 300 })
    expect(await paymentsOf(person)).toMatchObject([{ status: 'partially-refunded', amount_refund_due: 3 }])
    await sandbox.control('/refunds', { payment_intent, amount: 300 })
    await expectConsistent(person, 0)
    expect(await storedOf(person)).toMatchObject({ status: 'refunded', amount_refund_due: 0 })
  })

  test('is shown with its payment until an admin marks it as paid back in another way', async () => {
    const person = await createSubscriber()
    const payment = await paymentOf(person)
    const payment_intent = await intentOf(payment)
    await sandbox.control('/refunds', { payment_intent, amount: 400, course: 'fails later' })
    await sandbox.advance('6d')
    await webhooksProcessed()
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refund_due: 4 }])
    const resolved = await post(
      adminMoneyPaths.api.refundResolution(payment),
      { reason: 'By bank transfer' },
      { as: admin, of: shop },
    )
    expect(resolved.status).toBe(204)
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid', amount_refund_due: 0 }])
  })

  test('does not affect a new subscription', async () => {
    const person = await createSubscriber('month', cards.refundFails)
    await refund(person)
    await webhooksProcessed()
    await payAt((await checkout(person, 'year')).body.checkout_url)
    await sandbox.advance('6d')
    await expectConsistent(person, 1)
    expect((await mailsOf(person)).filter((kind) => kind.startsWith('refund_failed'))).toHaveLength(1)
  })
})

const resolve = (payment: string) =>
  post(adminMoneyPaths.api.refundResolution(payment), { reason: 'By bank transfer' }, { as: admin, of: shop })
const isDue = async (payment: string) => {
  const { body } = await get(adminMoneyPaths.api.payments({ q: payment, refund: 'due' }), { as: admin, of: shop })
  return body.results.length > 0
}

describe('a failed refund', () => {
  test('is no longer due once the payment is lost in a dispute', async () => {
    const person = await createSubscriber()
    const payment = await paymentOf(person)
    const payment_intent = await intentOf(payment)
    await sandbox.control('/refunds', { payment_intent, course: 'fails later' })
    await sandbox.advance('6d')
    await expectConsistent(person, 1)
    expect(await isDue(payment)).toBe(true)
    const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent })
    await sandbox.control(`/disputes/${id}/close`, { status: 'lost' })
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ dispute: 'lost', amount_refund_due: 0 }])
    expect(await isDue(payment)).toBe(false)
  })

  test('that was paid back in another way cannot be refunded again', async () => {
    const person = await createSubscriber('month', cards.refundFails)
    await refund(person)
    await sandbox.advance('6d')
    await expectConsistent(person, 1)
    const payment = await paymentOf(person)
    const seen = String((await refundStateOf(admin, payment)).headers.etag)
    expect((await resolve(payment)).status).toBe(204)
    await expectConsistent(person, 0)
    expect(await paymentsOf(person)).toMatchObject([{ refundable_until: null, amount_paid_back: 9.99 }])
    expect(await refund(person)).toMatchObject({ status: 409, body: { code: 'no_refund' } })
    expect((await sendRefund(admin, payment, seen, { amount: 9.99 })).status).toBe(412)
    expect((await refundAsAdmin(payment, 9.99)).body.code).toBe('nothing_left')
    expect(await refundsOf(person)).toHaveLength(1)
  })

  test('of a part that was paid back in another way leaves the rest refundable', async () => {
    const person = await createSubscriber()
    const payment = await paymentOf(person)
    const payment_intent = await intentOf(payment)
    await sandbox.control('/refunds', { payment_intent, amount: 400, course: 'fails later' })
    await sandbox.advance('6d')
    await webhooksProcessed()
    await resolve(payment)
    expect(await paymentsOf(person)).toMatchObject([{ refundable_amount: 5.99 }])
    expect((await refund(person)).status).toBe(204)
    await expectConsistent(person, 0)
    expect((await refundsOf(person)).map(({ amount, status }) => [amount, status])).toEqual([
      [599, 'succeeded'],
      [400, 'failed'],
    ])
  })

  test('cannot be marked as paid back (409) while a customer lock is held', async () => {
    const person = await createSubscriber('month', cards.refundFails)
    await refund(person)
    await sandbox.advance('6d')
    await webhooksProcessed()
    const payment = await paymentOf(person)
    const answer = await withCustomerLock(await customerOf(person), () => resolve(payment))
    expect(answer).toMatchObject({ status: 409, body: { code: 'under_way' } })
    expect((await resolve(payment)).status).toBe(204)
  })

  test('is found without an event by the next sync', async () => {
    const person = await createSubscriber()
    const payment = await paymentOf(person)
    await holdWebhooks()
    const { id } = await sandbox.control<{ id: string }>('/refunds', { payment_intent: await intentOf(payment) })
    await syncCustomer(sync, await customerOf(person))
    expect((await storedOf(person)).status).toBe('refunded')
    await sandbox.control(`/refunds/${id}/settle`, { status: 'failed' })
    await syncCustomer(sync, await customerOf(person))
    expect(await storedOf(person)).toMatchObject({ status: 'paid', amount_refund_due: 999 })
  })

  test('of a deleted account is mailed to the admins, who can refund the payment again', async () => {
    const person = await createSubscriber('month', cards.refundFails)
    const payment = await paymentOf(person)
    await refund(person)
    await webhooksProcessed()
    await sql.query('UPDATE customer SET user_id = NULL WHERE id = $1', [await customerOf(person)])
    await sandbox.advance('6d')
    await webhooksProcessed()
    expect(await isDue(payment)).toBe(true)
    expect(await operatorMailsOf(payment)).toEqual(['refund_failed'])
    expect((await refundAsAdmin(payment)).status).toBe(200)
    expect(await isDue(payment)).toBe(false)
  })
})

const refuse = (times: number) =>
  sandbox.control('/outages', {
    method: 'POST',
    path: '/v1/refunds',
    times,
    mode: 'error',
    status: 403,
  })

/** Creates a checkout session that the product would refuse to a subscriber. */
async function openSecondCheckout(person: Person): Promise<string> {
  const { items } = await subscriptionOf(person)
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: await customerOf(person),
    line_items: [{ price: items.data[0]?.price.id ?? '', quantity: 1 }],
    success_url: 'https://promptory.test/',
  })
  return url ?? ''
}

describe('a refund that Stripe refuses', () => {
  test('of a second subscription is mailed to the admins once, and the subscription is canceled', async () => {
    const person = await createSubscriber()
    const url = await openSecondCheckout(person)
    await refuse(20)
    await payAt(url)
    await expectConsistent(person, 1)
    await sandbox.clearOutages()
    const statuses = (await subscriptionsOf(person)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['active', 'canceled'])
    const payment = await paymentOf(person)
    expect(await operatorMailsOf(payment)).toEqual(['refund_refused'])
    expect((await storedOf(person)).refund_refusal).not.toBeNull()
    await webhooksProcessed()
    expect(await operatorMailsOf(payment)).toEqual(['refund_refused'])
    expect((await refundAsAdmin(payment)).status).toBe(200)
    expect((await storedOf(person)).refund_refusal).toBeNull()
    await expectConsistent(person, 1)
  })

  test('returns 409 refund_refused, and the subscription continues', async () => {
    const person = await createSubscriber()
    await refuse(20)
    expect(await refund(person)).toMatchObject({ status: 409, body: { code: 'refund_refused' } })
    await sandbox.clearOutages()
    await expectConsistent(person, 1)
    expect(await operatorMailsOf(await paymentOf(person))).toEqual(['refund_refused'])
  })

  test.each(['by the Dashboard', 'in another way'])(
    'ends the subscription, and is no longer due, once the operator pays the money back %s',
    async (how) => {
      const person = await createSubscriber()
      const payment = await paymentOf(person)
      await refuse(20)
      await refund(person)
      await sandbox.clearOutages()
      expect(await isDue(payment)).toBe(true)
      if (how === 'in another way') await resolve(payment)
      else await sandbox.control('/refunds', { payment_intent: await intentOf(payment) })
      await expectConsistent(person, 0)
      expect((await subscriptionOf(person)).status).toBe('canceled')
      expect(await isDue(payment)).toBe(false)
    },
  )
})

test('a second subscription is refunded in full, even if the operator refunded a part before', async () => {
  const person = await createSubscriber()
  const url = await openSecondCheckout(person)
  await holdWebhooks()
  await payAt(url)
  const [second] = await invoicesOf(person)
  const payment_intent = await intentOf(second?.id ?? '')
  await stripe.refunds.create({ payment_intent, amount: 100 })
  await sandbox.control('/deliveries/release')
  await expectConsistent(person, 1)
  const { data } = await stripe.refunds.list({ payment_intent })
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(second?.amount_paid)
})
