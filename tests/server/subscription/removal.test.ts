import { refundAsAdmin } from '../../support/billing/refunding.ts'
import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import { cancelPaymentsForRemoval } from '#server/subscription/account-removal.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import { retryPostponedRemovals } from '#server/users/removal.ts'
import { remove, sql } from '../../support/app.ts'
import { cheap_password_hash, createPerson, password, setTier } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import { cards, postForm } from '../../support/billing/payment-sandbox.ts'
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

const deleteCustomer = async (id: string) => {
  await sandbox.control(`/customers/${id}`, undefined, 'DELETE')
  await webhooksProcessed()
}
const statusesOf = async (customer: string) =>
  (await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status)
const removal = (as: Person) => remove(paths.api.me, { password }, { as, of: shop })
const setPassword = ({ id }: Person) =>
  sql.query('UPDATE "user" SET password_hash = $1 WHERE id = $2', [cheap_password_hash, id])
const isThere = async ({ id }: Person) => (await sql.query('SELECT FROM "user" WHERE id = $1', [id])).rows.length > 0

describe('a customer who was deleted in the Dashboard', () => {
  test('has no subscription, can buy again as a new customer, and keeps the former payments', async () => {
    const person = await createSubscriber()
    const former = await customerOf(person)
    await deleteCustomer(former)
    expect(await statusOf(person)).toBeNull()
    expect(await accessOf(person)).toBeNull()
    expect(await ask(paymentPaths.autoRenew, person, { enabled: false })).toMatchObject({ status: 409 })
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }])
    const tabs = await Promise.all([checkout(person), checkout(person)])
    expect(new Set(tabs.map(({ body }) => body.checkout_url)).size).toBe(1)
    expect(await customerOf(person)).not.toBe(former)
    await payAt(tabs[0].body.checkout_url)
    await expectConsistent(person, 1, [former])
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }, { status: 'paid' }])
    expect(await mailsOf(person)).toEqual(['started', 'ended', 'started'])
    expect((await ask(paymentPaths.refund, person, {})).status).toBe(204)
    await expectConsistent(person, 1, [former])
    expect((await paymentsOf(person)).map(({ status }) => status).toSorted()).toEqual(['paid', 'refunded'])
  })

  test('can buy again before the webhook has arrived', async () => {
    const person = await createSubscriber()
    const former = await customerOf(person)
    await holdWebhooks()
    await sandbox.control(`/customers/${former}`, undefined, 'DELETE')
    const { status, body } = await checkout(person, 'year')
    expect(status).toBe(200)
    await payAt(body.checkout_url)
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await expectConsistent(person, 1, [former])
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year' })
    expect(await mailsOf(person)).toEqual(['started', 'ended', 'started'])
  })
})

describe('DELETE /api/users/me/ by a subscriber', () => {
  test('deletes the account once for two simultaneous requests', async () => {
    const person = await createSubscriber()
    await setPassword(person)
    const answers = await Promise.all([removal(person), removal(person)])
    expect(answers.map(({ status }) => status)).toContain(204)
    expect(answers.map(({ status }) => status).filter((status) => ![204, 401, 409].includes(status))).toEqual([])
    expect(await isThere(person)).toBe(false)
  })

  test('returns 409 under_way at once while a customer lock is held', async () => {
    const person = await createSubscriber()
    await setPassword(person)
    const claim = (duration: string) =>
      sql.query(`UPDATE customer SET claimed_until = now() + $1::interval WHERE user_id = $2`, [duration, person.id])
    await claim('1 minute')
    expect(await removal(person)).toMatchObject({ status: 409, body: { code: 'under_way' } })
    const { rows } = await sql.query('SELECT removal_asked_at FROM "user" WHERE id = $1', [person.id])
    expect(rows).toEqual([{ removal_asked_at: null }])
    await claim('0')
    expect((await removal(person)).status).toBe(204)
    expect(await isThere(person)).toBe(false)
  })

  test('returns 503 while the subscription cannot be canceled, and is completed later by a job', async () => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    await setPassword(person)
    await sandbox.control('/outages', { method: 'DELETE', path: '/v1/subscriptions', times: 6 })
    expect(await removal(person)).toMatchObject({
      status: 503,
      body: {
        detail:
          'The payment provider cannot be reached. Your account will be deleted as soon as your subscription has been ended there.',
      },
    })
    expect(await statusesOf(customer)).toEqual(['active'])
    await expect(retryPostponedRemovals((id) => cancelPaymentsForRemoval(sync, id))).rejects.toThrow(
      'subscription.problem.removal_waits',
    )
    expect(await isThere(person)).toBe(true)
    await retryPostponedRemovals((id) => cancelPaymentsForRemoval(sync, id))
    expect(await isThere(person)).toBe(false)
    expect(await statusesOf(customer)).toEqual(['canceled'])
    await retryPostponedRemovals(() => Promise.reject(new Error('Nobody waits any more.')))
    await sandbox.advance('70d')
    await webhooksProcessed()
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1)
    const { rows } = await sql.query('SELECT status FROM subscription WHERE customer_id = $1', [customer])
    expect(rows).toEqual([{ status: 'canceled' }])
  })

  test('returns 409 for the last admin, and the subscription continues', async () => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    await setPassword(person)
    await sql.query(`UPDATE "user" SET role = 'admin' WHERE id = $1`, [person.id])
    expect(await removal(person)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(await statusesOf(customer)).toEqual(['active'])
    await expectConsistent(person, 1)
    await sql.query(`UPDATE "user" SET role = 'user' WHERE id = $1`, [person.id])
  })

  test('cancels a purchase whose webhook has not arrived, and expires an open checkout', async () => {
    const person = await createPerson()
    await setPassword(person)
    await holdWebhooks()
    await payAt((await checkout(person)).body.checkout_url)
    const customer = await customerOf(person)
    const other = await createPerson()
    await setPassword(other)
    const begun = (await checkout(other)).body.checkout_url
    for (const one of [person, other]) expect((await removal(one)).status).toBe(204)
    expect(await statusesOf(customer)).toEqual(['canceled'])
    expect((await postForm(begun, { action: 'pay', card_number: cards.pays })).status).not.toBe(303)
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
    expect(await statusesOf(customer)).toEqual(['canceled'])
  })

  test('cancels the subscription even if an earlier checkout session is unknown to Stripe', async () => {
    const person = await createSubscriber()
    await setPassword(person)
    await sql.query(
      `INSERT INTO checkout (id, user_id, plan_id, billing_period, price_id, session_id, expires_at)
       SELECT gen_random_uuid(), user_id, plan_id, billing_period, price_id, 'cs_of_another_key', now()
         FROM checkout WHERE user_id = $1`,
      [person.id],
    )
    const customer = await customerOf(person)
    expect((await removal(person)).status).toBe(204)
    expect(await statusesOf(customer)).toEqual(['canceled'])
  })

  test('refunds once a bank debit that succeeds after the deletion', async () => {
    const person = await createPerson()
    await setPassword(person)
    await payAt((await checkout(person)).body.checkout_url, cards.bankDebit)
    await webhooksProcessed()
    const customer = await customerOf(person)
    expect((await removal(person)).status).toBe(204)
    await sandbox.advance('10d')
    await webhooksProcessed()
    expect(await statusesOf(customer)).toEqual(['canceled'])
    const [invoice] = (await stripe.invoices.list({ customer })).data
    expect(invoice?.status).toBe('paid')
    const { data } = await stripe.refunds.list({ payment_intent: await intentOf(invoice?.id ?? '') })
    expect(data).toMatchObject([{ amount: 999 }])
    expect(await syncCustomer(sync, customer)).toBe('unchanged')
  })

  test('cancels and refunds a purchase made at the same moment', async () => {
    const person = await createPerson()
    const { checkout_url } = (await checkout(person)).body
    const customer = await customerOf(person)
    await sql.query('DELETE FROM "user" WHERE id = $1', [person.id])
    await payAt(checkout_url)
    await webhooksProcessed()
    expect(await statusesOf(customer)).toEqual(['canceled'])
    const [invoice] = (await stripe.invoices.list({ customer })).data
    const { data } = await stripe.refunds.list({ payment_intent: await intentOf(invoice?.id ?? '') })
    expect(data).toMatchObject([{ amount: 999, status: 'succeeded' }])
  })
})

describe('a second subscription beside an active one', () => {
  test('is canceled and refunded without a mail about its end', async () => {
    const person = await createSubscriber()
    const first = await subscriptionOf(person)
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: await customerOf(person),
      line_items: [{ price: first.items.data[0]?.price.id ?? '', quantity: 1 }],
      success_url: 'http://library.test/',
    })
    await sandbox.advance('2s')
    await payAt(session.url ?? '', cards.pays)
    await expectConsistent(person, 1)
    const all = await subscriptionsOf(person)
    expect(all.find(({ id }) => id === first.id)?.status).toBe('active')
    expect(all.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    expect((await paymentsOf(person)).map(({ status }) => status)).toEqual(['refunded', 'paid'])
    expect((await mailsOf(person)).toSorted()).toEqual(['refunded', 'started'])
  })
})

describe('a tier granted by an admin', () => {
  test('stays after a cancellation, refund or dispute of the subscription, or deletion of its customer', async () => {
    const ended = await createSubscriber()
    const refunded = await createSubscriber()
    const disputed = await createSubscriber()
    const deleted = await createSubscriber()
    const people = [ended, refunded, disputed, deleted]
    for (const person of people) await setTier(person, 2)
    for (const person of people)
      expect(await statusOf(person)).toMatchObject({ user_tier: 2, plan_tier: 1, status: 'active' })

    await stripe.subscriptions.cancel((await subscriptionOf(ended)).id)
    const [payment] = await paymentsOf(refunded)
    expect((await refundAsAdmin(payment?.id ?? '')).status).toBe(200)
    const [invoice] = await invoicesOf(disputed)
    const { id } = await sandbox.control<{ id: string }>('/disputes', {
      payment_intent: await intentOf(invoice?.id ?? ''),
    })
    await sandbox.control(`/disputes/${id}/close`, { status: 'lost' })
    await deleteCustomer(await customerOf(deleted))
    await webhooksProcessed()
    for (const person of people) {
      expect(await accessOf(person)).toBeNull()
      expect(await statusOf(person)).toMatchObject({
        user_tier: 2,
        status: 'granted',
        plan_id: null,
        auto_renew: false,
      })
    }
    expect(await ask(paymentPaths.autoRenew, ended, { enabled: true })).toMatchObject({ status: 409 })
  })
})
