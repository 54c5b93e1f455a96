import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { post, sql } from '../support/app.ts'
import { createPerson } from '../support/people.ts'
import {
  checkout,
  createSubscriber,
  customerOf,
  expectRight,
  mailsOf,
  payAt,
  paymentsOf,
  sandbox,
  settled,
  shop,
  statusOf,
  stripe,
  subscriptionOf,
  webhookPath,
  webhookSecret,
} from '../support/shop.ts'

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

const tell = (payload: string, signature: string | null = signatureOf(payload), type = 'application/json') =>
  post(webhookPath, payload, {
    of: shop,
    headers: { 'content-type': type, ...(signature !== null && { 'stripe-signature': signature }) },
  })

const countEvents = async () => Number((await sql.query('SELECT count(*) FROM stripe_event')).rows[0].count)

/** Buys while webhooks are held; answers the held events in the order in which they happened. */
async function buyUntold() {
  const person = await createPerson()
  const { checkout_url } = (await checkout(person)).body
  await sandbox.control('/deliveries/hold')
  await payAt(checkout_url)
  const { data } = await sandbox.control<{ data: { event: string; type: string }[] }>(
    '/deliveries?status=held&limit=1000',
    undefined,
    'GET',
  )
  return { person, held: data.toReversed() }
}

function ordersOf<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item) => ordersOf(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))
}

const told = new Set([
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'invoice.paid',
])

describe('an event', () => {
  test('of each kind has the same effect in every order', async () => {
    const { held } = await buyUntold()
    const types = held.map(({ type }) => type).filter((type) => told.has(type))
    await sandbox.control('/deliveries/release')
    for (const order of ordersOf([...new Set(types)])) {
      const { person, held: events } = await buyUntold()
      const first = order.flatMap((type) => events.filter((one) => one.type === type)).map(({ event }) => event)
      await sandbox.control('/deliveries/release', { events: first })
      await expectRight(person, 1)
      await sandbox.control('/deliveries/release', { order: 'random' })
      await expectRight(person, 1)
      expect(await mailsOf(person)).toEqual(['started'])
    }
  }, 120_000)

  test('that comes again and again has its effect once', async () => {
    const { person, held } = await buyUntold()
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    await settled()
    const ledger = async () => (await sql.query('SELECT count(*) FROM ledger_entry')).rows[0].count
    const before = await ledger()
    for (const { event } of held.filter(({ type }) => told.has(type))) {
      await sandbox.control(`/events/${event}/deliver`, { times: 5 })
      await sandbox.control(`/events/${event}/deliver`, { times: 20, together: true })
    }
    await expectRight(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
    expect(await ledger()).toBe(before)
  })

  test('that comes for the first time twenty times at once has its effect once', async () => {
    const { person, held } = await buyUntold()
    const paid = held.find(({ type }) => type === 'invoice.paid')
    await sandbox.control(`/events/${paid?.event}/deliver`, { times: 20, together: true })
    await expectRight(person, 1)
    await sandbox.control('/deliveries/release')
    await expectRight(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('says nothing that is believed: only what Stripe answers now counts', async () => {
    const person = await createSubscriber()
    const { id } = await subscriptionOf(person)
    const old = eventOf(await customerOf(person), {
      type: 'customer.subscription.deleted',
      data: { object: { id, object: 'subscription', customer: await customerOf(person), status: 'canceled' } },
    })
    expect((await tell(JSON.stringify(old))).status).toBe(200)
    await expectRight(person, 1)
    await stripe.subscriptions.cancel(id)
    await settled()
    const late = eventOf(await customerOf(person), {
      data: { object: { id, object: 'subscription', status: 'active' } },
    })
    expect((await tell(JSON.stringify(late))).status).toBe(200)
    await expectRight(person, 0)
  })

  test('is worked on again where Stripe did not answer, and the process may have died in between', async () => {
    const { person } = await buyUntold()
    await sandbox.control('/outages', { path: '/v1/subscriptions', times: 3 })
    await sandbox.control('/deliveries/release')
    await settled()
    const { rows } = await sql.query(`SELECT count(*) FROM pgboss.job WHERE name = 'stripe_event' AND state = 'retry'`)
    expect(Number(rows[0].count)).toBeLessThanOrEqual(1)
    await sandbox.control('/outages', undefined, 'DELETE')
    // As a process that died after the write and before it said so.
    await sql.query(`UPDATE stripe_event SET processed_at = NULL WHERE customer_id = $1`, [await customerOf(person)])
    await sql.query(`UPDATE pgboss.job SET state = 'retry', start_after = now() WHERE name = 'stripe_event'`)
    await expectRight(person, 1)
    expect(await mailsOf(person)).toEqual(['started'])
  })

  test('with a word that no Stripe of today knows gives nothing away, and breaks nothing', async () => {
    const person = await createSubscriber()
    const { id, latest_invoice } = await subscriptionOf(person)
    await sandbox.control(`/objects/${String(latest_invoice)}`, {
      changes: { status: 'reconsidered' },
      event: 'invoice.updated',
    })
    await settled()
    expect(await paymentsOf(person)).toMatchObject([{ status: 'unknown' }])
    expect((await statusOf(person))?.user_tier).toBe(0)
    await sandbox.control(`/objects/${String(latest_invoice)}`, { changes: { status: 'paid' }, event: 'invoice.paid' })
    await settled()
    await sandbox.control(`/objects/${id}`, { changes: { status: 'daydreaming' }, event: 'customer.subscription.odd' })
    await expectRight(person, 0)
    expect(await statusOf(person)).toBeNull()
  })
})

describe('POST /api/subscription/stripe/webhook/', () => {
  test.each([
    ['missing', () => null],
    ['off by a byte', (text: string) => signatureOf(text).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['of another body', () => signatureOf('{}')],
    ['of another secret', (text: string) => signatureOf(text, 'whsec_of_somebody')],
    ['301 s old', (text: string) => signatureOf(text, webhookSecret, nowSeconds() - 302)],
    ['no signature', () => 'v1=1'],
  ])('refuses a signature that is %s', async (_what, sign) => {
    const before = await countEvents()
    const text = JSON.stringify(eventOf('cus_1'))
    expect((await tell(text, sign(text))).status).toBe(400)
    expect(await countEvents()).toBe(before)
  })

  test('takes both secrets while one follows the other', async () => {
    const before = await countEvents()
    for (const secret of [webhookSecret, 'whsec_of_yesterday']) {
      const text = JSON.stringify(eventOf('cus_1'))
      expect(await tell(text, signatureOf(text, secret))).toMatchObject({ status: 200, body: { received: true } })
    }
    expect(await countEvents()).toBe(before + 2)
    await settled()
  })

  test.each([
    ['of the other mode', eventOf('cus_1', { livemode: true })],
    ['thin', { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.no_meter_found', livemode: false }],
    ['about nobody', eventOf('', { type: 'price.created', data: { object: { id: 'price_1', object: 'price' } } })],
    ['without an object', eventOf('', { data: {} })],
    ['of no shape', ['evt_1']],
  ])('acknowledges an event %s, without any effect', async (_what, event) => {
    const before = await countEvents()
    expect((await tell(JSON.stringify(event))).status).toBe(200)
    expect(await countEvents()).toBe(before)
  })

  test('acknowledges what is of another product on the same account', async () => {
    const { id } = await stripe.customers.create({ name: 'Another product’s' })
    expect((await tell(JSON.stringify(eventOf(id)))).status).toBe(200)
    await settled()
    const { rows } = await sql.query('SELECT id FROM customer WHERE id = $1', [id])
    expect(rows).toEqual([])
  })

  test('takes only JSON, of a megabyte at most', async () => {
    expect((await tell('x', 'v1=1', 'text/plain')).status).toBe(415)
    expect((await tell(JSON.stringify({ text: 'x'.repeat(1_100_000) }))).status).toBe(413)
  })
})
