import { createHmac, randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createStripe, Stripe } from '#server/subscription/stripe.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import { unknownStatusChannel } from '#server/subscription/unknown-statuses.ts'
import type { UnknownStatus } from '#server/subscription/unknown-statuses.ts'
import { post, sql } from '../../support/app.ts'
import { idOf } from '../../support/billing/payment-sandbox.ts'
import {
  accessOf,
  buyWithHeldWebhooks,
  returnFromCheckout,
  createSubscriber,
  customerOf,
  expectConsistent,
  holdWebhooks,
  invoicesOf,
  mailsOf,
  openShop,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  shop,
  shopSettings,
  statusOf,
  stripe,
  subscriptionOf,
  sync,
  webhookPath,
  webhookSecret,
} from '../../support/billing/shop.ts'

await openShop()

const nowSeconds = () => Math.floor(Date.now() / 1_000)
const eventOf = (customer: string, changes: object = {}) => ({
  id: `evt_${randomUUID().replaceAll('-', '')}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: nowSeconds(),
  livemode: false,
  type: 'customer.subscription.updated',
  data: { object: { id: 'sub_1', object: 'subscription', customer } },
  ...changes,
})

function signatureOf(payload: string, secret = webhookSecret, seconds = nowSeconds()) {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${v1}`
}

const deliver = (payload: string, signature: string | null = signatureOf(payload), type = 'application/json') =>
  post(webhookPath, payload, {
    of: shop,
    headers: { 'content-type': type, ...(signature !== null && { 'stripe-signature': signature }) },
  })

const countEvents = async () => Number((await sql.query('SELECT count(*) FROM stripe_event')).rows[0].count)

type Held = { event: string; type: string }
const listHeld = async () =>
  (await sandbox.control<{ data: Held[] }>('/deliveries?status=held&limit=1000', undefined, 'GET')).data.toReversed()

function ordersOf<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item) => ordersOf(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))
}

const eventTypes = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
])

const countEntries = async (customer: string) =>
  Number((await sql.query('SELECT count(*) FROM ledger_entry WHERE customer_id = $1', [customer])).rows[0].count)

/** Deletes everything stored about the customer's purchases. */
async function forget(customer: string) {
  await sql.query(`DELETE FROM access WHERE user_id = (SELECT user_id FROM customer WHERE id = $1)`, [customer])
  for (const table of ['payment', 'subscription', 'stripe_event'])
    await sql.query(`DELETE FROM ${table} WHERE customer_id = $1`, [customer])
  await sql.query(
    `DELETE FROM pgboss.job WHERE name = 'subscription_mail'
        AND data->>'user_id' = (SELECT user_id::text FROM customer WHERE id = $1)`,
    [customer],
  )
}

/** A Stripe client that waits for `goOn` before the first list of invoices. */
function createSlowReader() {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* list(params: Stripe.InvoiceListParams) {
    reached.resolve()
    await gate.promise
    yield* stripe.invoices.list(params)
  }
  const slow = Object.create(stripe, { invoices: { value: { list } } }) as Stripe
  return { slow, reached: reached.promise, goOn: gate.resolve }
}

describe('a Stripe event', () => {
  test('has the same effect in each of the 24 orders of delivery', async () => {
    const person = await buyWithHeldWebhooks()
    const held = await listHeld()
    const customer = await customerOf(person)
    const orders = ordersOf([...eventTypes])
    expect(orders).toHaveLength(24)
    let entries = 0
    for (const order of orders) {
      await forget(customer)
      for (const type of order) {
        const events = held.filter((one) => one.type === type)
        expect(events).not.toEqual([])
        for (const { event } of events) await sandbox.control(`/events/${event}/deliver`)
      }
      await expectConsistent(person, 1)
      expect(await mailsOf(person)).toEqual(['started'])
      expect(await countEntries(customer)).toBe((entries += 2))
    }
    await sandbox.control('/deliveries/release', { order: 'random' })
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
    expect(await countEntries(customer)).toBe(entries)
  })

  test('delivered repeatedly has its effect once', async () => {
    const person = await buyWithHeldWebhooks()
    const held = await listHeld()
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await webhooksProcessed()
    const before = await countEntries(await customerOf(person))
    const [first, last] = [held[0], held.at(-1)]
    await sandbox.control(`/events/${first?.event}/deliver`, { times: 5 })
    await sandbox.control(`/events/${last?.event}/deliver`, { times: 20, together: true })
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
    expect(await countEntries(await customerOf(person))).toBe(before)
  })

  test('first delivered twenty times at once has its effect once', async () => {
    const person = await buyWithHeldWebhooks()
    const held = await listHeld()
    const paid = held.find(({ type }) => type === 'invoice.paid')
    await sandbox.control(`/events/${paid?.event}/deliver`, { times: 20, together: true })
    await expectConsistent(person, 1)
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('is not trusted: the present state is read from Stripe', async () => {
    const person = await createSubscriber()
    const { id } = await subscriptionOf(person)
    const old = eventOf(await customerOf(person), {
      type: 'customer.subscription.deleted',
      data: { object: { id, object: 'subscription', customer: await customerOf(person), status: 'canceled' } },
    })
    expect((await deliver(JSON.stringify(old))).status).toBe(200)
    await expectConsistent(person, 1)
    await stripe.subscriptions.cancel(id)
    await webhooksProcessed()
    const late = eventOf(await customerOf(person), {
      data: { object: { id, object: 'subscription', status: 'active' } },
    })
    expect((await deliver(JSON.stringify(late))).status).toBe(200)
    await expectConsistent(person, 0)
  })

  test('is processed again after an outage, and after a crash following the write', async () => {
    const person = await buyWithHeldWebhooks()
    await sandbox.control('/outages', { path: '/v1/subscriptions', times: 3 })
    await sandbox.control('/deliveries/release')
    await webhooksProcessed()
    const { rows } = await sql.query(`SELECT count(*) FROM pgboss.job WHERE name = 'stripe_event' AND state = 'retry'`)
    expect(Number(rows[0].count)).toBeLessThanOrEqual(1)
    await sandbox.clearOutages()
    // The state after a process died between the write and marking the event as processed.
    await sql.query(`UPDATE stripe_event SET processed_at = NULL WHERE customer_id = $1`, [await customerOf(person)])
    await sql.query(`UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE name = 'stripe_event'`)
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('is processed again after a request to Stripe timed out', async () => {
    const person = await buyWithHeldWebhooks()
    const customer = await customerOf(person)
    const impatient = createStripe(shopSettings, 200)
    if (!impatient) throw new Error('Payments are off.')
    await sandbox.control('/outages', { path: '/v1/invoices', mode: 'hang', times: 30 })
    const late = syncCustomer({ ...sync, stripe: impatient }, customer)
    await expect(late).rejects.toThrow(Stripe.errors.StripeConnectionError)
    await sandbox.clearOutages()
    expect(await accessOf(person)).toBeNull()
    expect(await syncCustomer(sync, customer)).toBe('changed')
    expect(await syncCustomer(sync, customer)).toBe('unchanged')
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('that is read before another change and written after it does not overwrite that change', async () => {
    const person = await createSubscriber()
    const { id } = await subscriptionOf(person)
    await holdWebhooks()
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    const { slow, reached, goOn } = createSlowReader()
    const late = syncCustomer({ ...sync, stripe: slow }, await customerOf(person))
    await reached
    await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect(await syncCustomer(sync, await customerOf(person))).toBe('unchanged')
    goOn()
    await late
    expect(await statusOf(person)).toMatchObject({ auto_renew: true })
    await sandbox.control('/deliveries/release')
    await expectConsistent(person, 1)
  })

  test('about a subscription whose price is unknown to the database ends the subscription', async () => {
    const person = await createSubscriber()
    const subscription = await subscriptionOf(person)
    const [item] = subscription.items.data
    const { id: product } = await stripe.products.create({ name: 'Made in the Dashboard' })
    const { id: price } = await stripe.prices.create({
      product,
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
    })
    await stripe.subscriptions.update(subscription.id, { items: [{ id: item?.id ?? '', price }] })
    await expectConsistent(person, 1)
    expect(await statusOf(person)).toMatchObject({ plan_name: 'Premium' })
    await stripe.subscriptions.cancel(subscription.id)
    await expectConsistent(person, 0)
  })

  test.each(['invoice', 'subscription'] as const)(
    'with customer_account instead of customer is assigned by its %s',
    async (kind) => {
      const person = await createSubscriber()
      await holdWebhooks()
      await sandbox.advance('32d')
      const [renewal] = await invoicesOf(person)
      const { id } = kind === 'invoice' ? { id: renewal?.id } : await subscriptionOf(person)
      const object = { id, object: kind, customer: null, customer_account: 'acct_of_the_person' }
      await deliver(JSON.stringify(eventOf('', { data: { object } })))
      await webhooksProcessed()
      expect((await paymentsOf(person)).map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
      await expectConsistent(person, 1)
    },
  )

  test('with an unknown status changes nothing and is reported once', async () => {
    const person = await createSubscriber()
    const { id, latest_invoice } = await subscriptionOf(person)
    const invoice = idOf(latest_invoice)
    const reported: object[] = []
    const report = (message: unknown) => {
      const { object_id, status } = message as UnknownStatus
      reported.push({ object_id, status })
    }
    unknownStatusChannel.subscribe(report)
    onTestFinished(() => {
      unknownStatusChannel.unsubscribe(report)
    })
    await sandbox.control(`/objects/${invoice}`, {
      changes: { status: 'reconsidered' },
      event: 'invoice.updated',
    })
    await webhooksProcessed()
    expect(await paymentsOf(person)).toMatchObject([{ status: 'paid' }])
    await sandbox.control(`/objects/${invoice}`, { changes: { status: 'paid' }, event: 'invoice.paid' })
    await webhooksProcessed()
    await sandbox.control(`/objects/${id}`, { changes: { status: 'daydreaming' }, event: 'customer.subscription.odd' })
    await expectConsistent(person, 1)
    await syncCustomer(sync, await customerOf(person))
    expect(reported).toEqual([
      { object_id: invoice, status: 'reconsidered' },
      { object_id: id, status: 'daydreaming' },
    ])
    const { rows } = await sql.query('SELECT object_id, status FROM unknown_status WHERE customer_id = $1', [
      await customerOf(person),
    ])
    expect(rows).toEqual([{ object_id: id, status: 'daydreaming' }])
    expect(await mailsOf(person)).toEqual(['started'])
    await sandbox.control(`/objects/${id}`, { changes: { status: 'paused' }, event: 'customer.subscription.paused' })
    await expectConsistent(person, 0)
    const { data: sessions } = await stripe.checkout.sessions.list({ customer: await customerOf(person) })
    const session = sessions[0]?.id ?? ''
    await sandbox.control(`/objects/${session}`, { changes: { status: 'pondering', payment_status: 'promised' } })
    expect(await returnFromCheckout(person, session)).toMatchObject({ status: 200, body: { outcome: 'pending' } })
    expect(reported.slice(2)).toEqual(['pondering', 'promised'].map((status) => ({ object_id: session, status })))
  })
})

describe('POST /api/subscription/stripe/webhook/', () => {
  test.each([
    ['missing', () => null],
    ['off by a byte', (text: string) => signatureOf(text).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['of another body', () => signatureOf('{}')],
    ['of another secret', (text: string) => signatureOf(text, 'whsec_of_somebody')],
    ['301 s old', (text: string) => signatureOf(text, webhookSecret, nowSeconds() - 302)],
    ['301 s ahead', (text: string) => signatureOf(text, webhookSecret, nowSeconds() + 302)],
    [
      '301 s ahead in its last timestamp',
      (text: string) => `t=${nowSeconds()},${signatureOf(text, webhookSecret, nowSeconds() + 302)}`,
    ],
    ['incomplete', () => 'v1=1'],
  ])('returns 400 for a signature that is %s', async (_what, sign) => {
    const before = await countEvents()
    const text = JSON.stringify(eventOf('cus_1'))
    expect((await deliver(text, sign(text))).status).toBe(400)
    expect(await countEvents()).toBe(before)
  })

  test('accepts the former and the present secret', async () => {
    const before = await countEvents()
    for (const secret of [webhookSecret, 'whsec_of_yesterday']) {
      const text = JSON.stringify(eventOf('cus_1'))
      expect(await deliver(text, signatureOf(text, secret))).toMatchObject({ status: 200, body: { received: true } })
    }
    expect(await countEvents()).toBe(before + 2)
    await webhooksProcessed()
  })

  test.each([
    ['of the other mode', eventOf('cus_1', { livemode: true })],
    ['thin', { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found', livemode: false }],
    [
      'without a customer',
      eventOf('', { type: 'price.created', data: { object: { id: 'price_1', object: 'price' } } }),
    ],
    ['without an object', eventOf('', { data: {} })],
    ['without data', eventOf('cus_1', { data: undefined })],
    ['without a valid time', eventOf('cus_1', { created: 'yesterday' })],
    ['whose id contains a NUL', eventOf('cus_1', { id: 'evt_\0' })],
    ['whose type contains a NUL', eventOf('cus_1', { type: 'invoice.\0' })],
    ['that is an array', ['evt_1']],
  ])('acknowledges an event %s without effect', async (_what, event) => {
    const before = await countEvents()
    expect((await deliver(JSON.stringify(event))).status).toBe(200)
    expect(await countEvents()).toBe(before)
  })

  test('counts an event of the other mode (test or live) as other_mode', async () => {
    const results: unknown[] = []
    const count = (message: unknown) => void results.push(message)
    channel('webhook').subscribe(count)
    onTestFinished(() => {
      channel('webhook').unsubscribe(count)
    })
    await deliver(JSON.stringify(eventOf('cus_1', { livemode: true })))
    expect(results).toEqual([{ type: 'customer.subscription.updated', result: 'other_mode' }])
  })

  test('acknowledges events of another product on the same account without effect', async () => {
    const { id } = await stripe.customers.create({ name: 'Another product’s' })
    const refund = { id: 're_1', object: 'refund', payment_intent: 'pi_of_nobody' }
    const events = [eventOf(id), eventOf('', { type: 'refund.updated', data: { object: refund } })]
    for (const event of events) expect((await deliver(JSON.stringify(event))).status).toBe(200)
    await webhooksProcessed()
    const ids = events.map((event) => event.id)
    const { rows } = await sql.query(
      'SELECT (SELECT count(*)::int FROM customer WHERE id = $1) AS customers, count(processed_at)::int AS done FROM stripe_event WHERE id = ANY($2)',
      [id, ids],
    )
    expect(rows).toEqual([{ customers: 0, done: 2 }])
  })

  test('returns 415 for anything but JSON, and 413 for more than a megabyte', async () => {
    expect((await deliver('x', 'v1=1', 'text/plain')).status).toBe(415)
    expect((await deliver(JSON.stringify({ text: 'x'.repeat(1_100_000) }))).status).toBe(413)
  })
})
