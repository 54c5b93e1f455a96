import { describe, expect, test } from 'vitest'
import { createEventStore } from '#server/subscription/events.ts'
import { reconcile, reconcileOnSchedule } from '#server/subscription/reconcile.ts'
import { Stripe } from '#server/subscription/stripe.ts'
import { sql } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  accessOf,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  mailsOf,
  openShop,
  payAt,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  statusOf,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

const tables = [
  'customer',
  'subscription',
  'payment',
  'access',
  'ledger_entry',
  'stripe_event',
  'checkout',
  'pgboss.job',
]

/** `xmin` and `ctid` of every row: any write changes them. */
async function readVersions(): Promise<Record<string, string>> {
  const versions: Record<string, string> = {}
  for (const table of tables) {
    const where = table === 'pgboss.job' ? `WHERE name IN ('stripe_event', 'subscription_mail')` : ''
    const { rows } = await sql.query(
      `SELECT coalesce(string_agg(xmin::text || ctid::text, ' ' ORDER BY ctid), '') AS rows FROM ${table} ${where}`,
    )
    versions[table] = rows[0].rows
  }
  return versions
}

/** Waits for all jobs, so that only the reconciliation writes. */
const quiet = () =>
  until(async () => {
    const { rows } = await sql.query(
      `SELECT count(*)::int AS left FROM pgboss.job
        WHERE name IN ('stripe_event', 'subscription_mail') AND state IN ('created', 'active', 'retry')`,
    )
    return rows[0].left === 0
  })

async function expectNoSecondWrite(): Promise<void> {
  await quiet()
  const before = await readVersions()
  expect(await reconcile(sync)).toMatchObject({ changed: 0, failed: 0 })
  await quiet()
  expect(await readVersions()).toEqual(before)
}

const buy = async (person: Person) => payAt((await checkout(person)).body.checkout_url)

describe('the reconciliation', () => {
  test('stores every change of four days without webhooks, and writes nothing in a second run', async () => {
    const [bought, canceled, stopped, refunded] = [
      await createPerson(),
      await createSubscriber('year'),
      await createSubscriber(),
      await createSubscriber('year'),
    ]
    const failing = await createSubscriber('month', cards.failsLater)
    const [item] = (await subscriptionOf(failing)).items.data
    await sandbox.control('/advance', { to: (item?.current_period_end ?? 0) - 86_400 })
    await webhooksProcessed()

    await holdWebhooks()
    await buy(bought)
    await stripe.subscriptions.cancel((await subscriptionOf(canceled)).id)
    await stripe.subscriptions.update((await subscriptionOf(stopped)).id, { cancel_at_period_end: true })
    const { rows } = await sql.query('SELECT payment_intent_id FROM payment WHERE customer_id = $1', [
      await customerOf(refunded),
    ])
    await stripe.refunds.create({ payment_intent: rows[0].payment_intent_id })
    await sandbox.advance('4d')
    expect(await accessOf(bought)).toBeNull()

    expect(await reconcile(sync)).toMatchObject({ failed: 0 })
    await expectConsistent(bought, 1)
    await expectConsistent(canceled, 0)
    await expectConsistent(refunded, 0)
    await expectConsistent(failing, 1)
    expect(await statusOf(failing)).toMatchObject({ status: 'past_due' })
    expect(await paymentsOf(refunded)).toMatchObject([{ status: 'refunded' }])
    expect(await mailsOf(bought)).toEqual(['started'])
    expect(await mailsOf(failing)).toEqual(['started', 'payment_failed'])
    expect((await subscriptionOf(stopped)).status).toBe('canceled')
    await expectConsistent(stopped, 0)
    await expectNoSecondWrite()

    await sandbox.control('/deliveries/release', { order: 'random' })
    for (const person of [bought, failing]) await expectConsistent(person, 1)
    for (const person of [canceled, refunded, stopped]) await expectConsistent(person, 0)
    expect(await mailsOf(bought)).toEqual(['started'])
    await expectNoSecondWrite()
  })

  test('processes stored events whose jobs were lost', async () => {
    const person = await createPerson()
    await holdWebhooks()
    await buy(person)
    const { data: events } = await stripe.events.list({ delivery_success: false, limit: 100 })
    const customer = await customerOf(person)
    const paid = events.find((event) => event.type === 'invoice.paid' && event.data.object.customer === customer)
    if (!paid) throw new Error('Nothing was paid.')
    await createEventStore({ ...sync.jobs, enqueueAll: async () => undefined })(paid)
    const readEvents = async () => {
      const { rows } = await sql.query('SELECT id, processed_at FROM stripe_event WHERE customer_id = $1', [customer])
      return rows as { id: string; processed_at: Date | null }[]
    }
    expect(await readEvents()).toEqual([{ id: paid.id, processed_at: null }])
    await reconcile(sync)
    await quiet()
    expect(await readEvents()).toEqual([{ id: paid.id, processed_at: expect.any(Date) }])
    await expectConsistent(person, 1)
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
    await expectNoSecondWrite()
  })

  test('processes undelivered events every hour, and reads only their customers', async () => {
    const person = await createPerson()
    await checkout(person)
    const untouched = await createSubscriber()
    // Reads both customers, which are then due only after an event.
    await reconcileOnSchedule(sync)
    await holdWebhooks()
    await buy(person)
    await sandbox.control('/calls', undefined, 'DELETE')
    const { rows } = await sql.query('SELECT read_at FROM customer_reading WHERE customer_id = $1', [
      await customerOf(untouched),
    ])
    expect(await reconcileOnSchedule(sync)).toMatchObject({ failed: 0 })
    await quiet()
    await expectConsistent(person, 1)
    const after = await sql.query('SELECT read_at FROM customer_reading WHERE customer_id = $1', [
      await customerOf(untouched),
    ])
    expect(after.rows).toEqual(rows)
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('processes several pages of undelivered events, and in the next run only newer events', async () => {
    const person = await createPerson()
    await checkout(person)
    const stranger = await stripe.customers.create({ name: 'Another product’s' })
    await reconcileOnSchedule(sync)
    await holdWebhooks()
    await buy(person)
    for (let update = 0; update < 101; update++) await stripe.customers.update(stranger.id, { name: `Name ${update}` })
    await reconcileOnSchedule(sync)
    await quiet()
    await expectConsistent(person, 1)
    const { rows } = await sql.query('SELECT id FROM stripe_event WHERE customer_id = $1', [stranger.id])
    expect(rows).toEqual([])
    await sandbox.advance('2h')
    await reconcileOnSchedule(sync)
    await quiet()
    await sandbox.control('/calls', undefined, 'DELETE')
    await reconcileOnSchedule(sync)
    expect(await sandbox.control('/calls', undefined, 'GET')).toMatchObject({ reads: 1 })
    await sandbox.control('/deliveries/release')
  })

  test('finds changes without events every night, and reads only customers with a live subscription', async () => {
    const [ended, moved, other] = [await createSubscriber(), await createSubscriber(), await createSubscriber()]
    await reconcileOnSchedule(sync)
    await holdWebhooks()
    await stripe.subscriptions.cancel((await subscriptionOf(ended)).id)
    await stripe.subscriptions.update((await subscriptionOf(moved)).id, { cancel_at_period_end: true })
    // With a disabled endpoint, Stripe lists no undelivered events.
    await sql.query(`UPDATE stripe_account SET events_read_at = now() + interval '20 years'`)
    const tomorrow = new Date(Date.now() + 31 * 3_600_000)
    expect(await reconcileOnSchedule(sync, { now: tomorrow })).toMatchObject({ customers: 2, changed: 2, failed: 0 })
    await expectConsistent(ended, 0)
    expect(await statusOf(moved)).toMatchObject({ auto_renew: false })
    expect(await statusOf(other)).toMatchObject({ auto_renew: true })
    expect(await reconcileOnSchedule(sync, { now: tomorrow })).toMatchObject({ customers: 0 })
    await sql.query('UPDATE stripe_account SET events_read_at = NULL')
    await sandbox.control('/deliveries/release')
  })

  test('reads unsettled customers once a week, and resumes after an aborted run', async () => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    await sql.query(`INSERT INTO customer (id) VALUES ('cus_never_paid') ON CONFLICT DO NOTHING`)
    await reconcileOnSchedule(sync)
    const week = new Date(Date.now() + 8 * 86_400_000)
    const controller = new AbortController()
    const onCustomer = (done: number) => done === 2 && controller.abort()
    await expect(reconcileOnSchedule(sync, { now: week, signal: controller.signal, onCustomer })).rejects.toThrow(
      'aborted',
    )
    const { customers } = await reconcileOnSchedule(sync, { now: week })
    const all = await sql.query('SELECT customer_id FROM customer_reading WHERE read_at = $1', [week])
    expect(customers).toBeLessThan(all.rows.length)
    expect(all.rows).toContainEqual({ customer_id: customer })
    expect(all.rows).not.toContainEqual({ customer_id: 'cus_never_paid' })
    expect(await reconcile(sync, { readBefore: week })).toMatchObject({ failed: 0 })
  })

  test('marks the payment of a draft invoice as canceled once the invoice is deleted at Stripe', async () => {
    const person = await createSubscriber()
    const [item] = (await subscriptionOf(person)).items.data
    await sandbox.control('/advance', { to: (item?.current_period_end ?? 0) + 60 })
    await webhooksProcessed()
    const [draft] = await paymentsOf(person)
    expect(draft).toMatchObject({ status: 'pending' })
    await sandbox.control(`/invoices/${draft?.id}`, undefined, 'DELETE')
    await webhooksProcessed()
    expect((await paymentsOf(person))[0]).toMatchObject({ id: draft?.id, status: 'canceled', links: [] })
  })

  test.each(['void', 'mark_uncollectible', 'keep_as_draft'] as const)(
    'sends no mail about a failed payment while collection is paused to %s',
    async (behavior) => {
      const person = await createSubscriber()
      const { id } = await subscriptionOf(person)
      await stripe.subscriptions.update(id, { pause_collection: { behavior } })
      await sandbox.advance('33d')
      await webhooksProcessed()
      const status = behavior === 'keep_as_draft' ? 'pending' : 'canceled'
      expect((await paymentsOf(person))[0]).toMatchObject({ status })
      expect(await mailsOf(person)).toEqual(['started'])
    },
  )

  test('refuses a second run while one is running', async () => {
    const runs = await Promise.allSettled([reconcile(sync), reconcile(sync), reconcile(sync)])
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const [first] = runs.filter((run) => run.status === 'rejected')
    expect(String(first?.reason)).toContain('Another reconciliation is running')
    expect(await reconcile(sync)).toMatchObject({ failed: 0 })
  })

  test('stops when its abort signal fires', async () => {
    const controller = new AbortController()
    const run = reconcile(sync, { signal: controller.signal, onCustomer: () => controller.abort() })
    await expect(run).rejects.toThrow('aborted')
    expect(await reconcile(sync)).toMatchObject({ failed: 0 })
  })

  test('continues after a customer that cannot be read, and reads every page of customers', async () => {
    await sql.query(`INSERT INTO customer (id) SELECT 'cus_left' || number FROM generate_series(1, 105) AS number`)
    const { rows } = await sql.query('SELECT count(*)::int AS count FROM customer')
    const person = await createSubscriber()
    const customer = await customerOf(person)
    await sandbox.control('/outages', { path: `/v1/customers/${customer}`, times: 3 })
    const failures: string[] = []
    const seen: number[] = []
    const reconciled = await reconcile(sync, {
      onFailure: (id) => void failures.push(id),
      onCustomer: (done) => void seen.push(done),
    })
    expect(reconciled).toEqual({ customers: rows[0].count, changed: 0, failed: 1 })
    expect([failures, seen.at(-1)]).toEqual([[customer], rows[0].count])
    expect(await reconcile(sync)).toEqual({ customers: rows[0].count + 1, changed: 0, failed: 0 })
  })

  test('stops after fewer than 25 failures if Stripe does not answer', async () => {
    const { protocol, hostname, port } = new URL(sandbox.url)
    const impatient = new Stripe('sk_test_of_the_tests', {
      protocol: protocol === 'http:' ? 'http' : 'https',
      host: hostname,
      port: Number(port),
      maxNetworkRetries: 0,
      telemetry: false,
    })
    await sandbox.control('/outages', { path: '/v1/customers', times: 1_000_000 })
    let failures = 0
    const run = reconcile({ ...sync, stripe: impatient }, { onFailure: () => void failures++ })
    await expect(run).rejects.toThrow(Stripe.errors.StripeAPIError)
    expect(failures).toBeLessThan(25)
    await sandbox.clearOutages()
  })
})
