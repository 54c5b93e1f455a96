import { describe, expect, test } from 'vitest'
import { until } from '../../support/postgres/database.ts'
import {
  createPrices,
  createReceiver,
  createStripe,
  startSandbox,
  subscribe,
} from '../../support/billing/payment-sandbox.ts'

describe("the sandbox's webhooks", () => {
  test("are sent once per event, with a signature that Stripe's library accepts", async () => {
    const receiver = await createReceiver()
    const sandbox = await startSandbox({ webhookUrl: receiver.url, webhookSecret: 'whsec_given', now: Date.now })
    const { month } = await createPrices(sandbox)
    await subscribe(sandbox, month.id)
    await sandbox.advance('1s')
    const ids = receiver.received.map(({ event }) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(receiver.types()).toEqual(
      expect.arrayContaining([
        'checkout.session.completed',
        'customer.subscription.created',
        'invoice.paid',
        'charge.succeeded',
      ]),
    )
    for (const { body, signature } of receiver.received)
      expect(sandbox.stripe.webhooks.constructEvent(body, signature, 'whsec_given')).toMatchObject({
        object: 'event',
        api_version: '2026-10-28.endive',
        livemode: false,
      })
    const [first] = receiver.received
    expect(() =>
      sandbox.stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', 'whsec_other'),
    ).toThrow('No signatures found')
  })

  test('that fail are retried for days, listed as undelivered, and then dropped', async () => {
    let refusals = 0
    const receiver = await createReceiver(({ event }) => {
      if (event.type === 'product.created') return 500
      return event.type === 'price.created' && refusals++ < 1 ? 503 : 200
    })
    const sandbox = await startSandbox({ webhookUrl: receiver.url })
    const { product } = await createPrices(sandbox)
    await sandbox.advance('1s')
    expect(receiver.types().filter((type) => type === 'product.created')).toHaveLength(3)
    expect(receiver.types().filter((type) => type === 'price.created')).toHaveLength(3)
    const missed = await sandbox.stripe.events.list({ delivery_success: false })
    expect(missed.data).toMatchObject([
      { type: 'product.created', pending_webhooks: 1, data: { object: { id: product.id } } },
    ])
    await sandbox.advance('1h')
    expect(receiver.types().filter((type) => type === 'product.created').length).toBeGreaterThan(3)
    await sandbox.advance('4d')
    const deliveries = await sandbox.control<{ data: unknown[] }>('/deliveries?type=product.created', undefined, 'GET')
    expect(deliveries.data).toMatchObject([{ status: 'failed' }])
  })

  test('can be held back, released in another order, and sent again', async () => {
    const receiver = await createReceiver()
    const sandbox = await startSandbox({ webhookUrl: receiver.url })
    await sandbox.control('/deliveries/hold')
    for (const name of ['a', 'b', 'c']) await sandbox.stripe.customers.create({ name })
    expect(receiver.received).toEqual([])
    await sandbox.control('/deliveries/release', { order: 'reverse' })
    const names = () => receiver.received.map(({ event }) => (event.data.object as { name?: string }).name)
    expect(names()).toEqual(['c', 'b', 'a'])
    const id = receiver.received[0]?.event.id
    await sandbox.control(`/events/${id}/deliver`, { times: 5 })
    await sandbox.control(`/events/${id}/deliver`, { times: 20, together: true })
    expect(names().filter((name) => name === 'c')).toHaveLength(26)
  })

  test('are sent to endpoints created by the API, with their own secrets and events', async () => {
    const receiver = await createReceiver()
    const sandbox = await startSandbox({ now: Date.now })
    const { stripe } = sandbox
    const endpoint = await stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['customer.created'],
      api_version: '2026-10-28.endive',
    })
    await stripe.products.create({ name: 'Unwanted' })
    await stripe.customers.create({})
    await sandbox.advance('1s')
    expect(receiver.types()).toEqual(['customer.created'])
    const [first] = receiver.received
    expect(() =>
      stripe.webhooks.constructEvent(first?.body ?? '', first?.signature ?? '', endpoint.secret ?? ''),
    ).not.toThrow()
    expect((await stripe.webhookEndpoints.list()).data[0]).not.toHaveProperty('secret')
  })
})

describe('a simulated outage', () => {
  test('is an error, a timeout or a closed connection, before or after the effect', async () => {
    const sandbox = await startSandbox()
    const stripe = createStripe(sandbox.url, sandbox.app.secrets.api_key)
    await sandbox.control('/outages', { path: '/v1/customers', times: 2 })
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    await expect(stripe.customers.create({})).rejects.toMatchObject({ statusCode: 500 })
    expect((await stripe.customers.list()).data).toEqual([])
    await sandbox.control('/outages', { path: '/v1/customers', mode: 'drop', when: 'after', method: 'POST' })
    await expect(stripe.customers.create({ name: 'x' }, { idempotencyKey: 'one' })).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    const again = await stripe.customers.create({ name: 'x' }, { idempotencyKey: 'one' })
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([again.id])
    await sandbox.control('/outages', { path: '/v1/customers', when: 'after', method: 'POST' })
    const createWithKey = () => stripe.customers.create({ name: 'z' }, { idempotencyKey: 'kept' })
    await expect(createWithKey()).rejects.toMatchObject({ statusCode: 500 })
    await expect(createWithKey()).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
    expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(['z', 'x'])
    await sandbox.control('/outages', { path: '/v1/customers', status: 429, code: 'lock_timeout', method: 'POST' })
    const locked = () => stripe.customers.create({ name: 'locked' }, { idempotencyKey: 'locked' })
    await expect(locked()).rejects.toMatchObject({ type: 'StripeRateLimitError', code: 'lock_timeout' })
    expect((await locked()).name).toBe('locked')
    const refused = () => stripe.customers.create({ name: 'refused' }, { idempotencyKey: 'refused' })
    await sandbox.control('/outages', { path: '/v1/customers', status: 400, method: 'POST' })
    for (const replayed of [undefined, 'true'])
      await expect(refused()).rejects.toMatchObject({
        type: 'StripeInvalidRequestError',
        headers: replayed ? { 'idempotent-replayed': replayed } : {},
      })
    await sandbox.control('/outages', { path: '/v1/customers', mode: 'hang' })
    await expect(stripe.customers.list({}, { timeout: 50 })).rejects.toMatchObject({ type: 'StripeConnectionError' })
    await sandbox.control('/outages', { path: '/v1/customers', mode: 'delay', milliseconds: 1 })
    expect((await stripe.customers.list()).data).toHaveLength(3)
  })

  test('holds a response until the outages are cleared', async () => {
    const sandbox = await startSandbox()
    const stripe = createStripe(sandbox.url, sandbox.app.secrets.api_key)
    await sandbox.control('/outages', { path: '/v1/customers', mode: 'hold', method: 'POST' })
    const slow = stripe.customers.create({ name: 'y' }, { idempotencyKey: 'two' })
    await until(sandbox.hasUsedOutages)
    expect((await stripe.customers.list()).data).toEqual([])
    await expect(stripe.customers.create({ name: 'y' }, { idempotencyKey: 'two' })).rejects.toMatchObject({
      statusCode: 409,
    })
    await sandbox.clearOutages()
    expect((await slow).name).toBe('y')
    await sandbox.control('/outages', { path: '/v1/customers', mode: 'hold', method: 'POST', when: 'after' })
    const late = stripe.customers.create({ name: 'z' })
    await until(async () => (await stripe.customers.list()).data.length === 2)
    await sandbox.clearOutages()
    expect((await late).name).toBe('z')
  })

  test('can set the status of an object to a value that Stripe does not have today', async () => {
    const receiver = await createReceiver()
    const sandbox = await startSandbox({ webhookUrl: receiver.url })
    const { month } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id)
    await sandbox.control(`/objects/${subscription.id}`, {
      changes: { status: 'hibernating' },
      event: 'customer.subscription.updated',
    })
    await sandbox.advance('1s')
    expect((await sandbox.stripe.subscriptions.retrieve(subscription.id)).status).toBe('hibernating')
    expect(receiver.received.map(({ event }) => event.data.object)).toContainEqual(
      expect.objectContaining({ status: 'hibernating' }),
    )
  })
})
