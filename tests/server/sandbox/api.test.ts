import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  createPrices,
  createSession,
  createStripe,
  postForm,
  startSandbox,
  subscribe,
  idOf,
} from '../../support/billing/payment-sandbox.ts'
import { hasOpenapi, problemsOf } from '../../support/rules/stripe-openapi.ts'

test.skipIf(!hasOpenapi)(
  "calls of these tests that do not match Stripe's OpenAPI description are reported",
  async () => {
    const call = { method: 'POST', path: '/v1/checkout/sessions', query: '', status: 200, json: {} }
    const problems = await problemsOf({ ...call, body: 'mode=subscription&payment_method_types[]=card' })
    expect(problems).toEqual([
      expect.stringContaining('"additionalProperty":"payment_method_types"'),
      expect.stringContaining('answers 200'),
    ])
    const nested = {
      object: 'list',
      data: [{ object: 'refund', id: 're_1', amount: '5' }],
      has_more: false,
      url: '/v1/refunds',
    }
    const refunds = { method: 'GET', path: '/v1/refunds', query: '', body: '', status: 200, json: nested }
    expect(await problemsOf(refunds)).toContainEqual(expect.stringContaining('answers a refund'))
    expect(await problemsOf({ ...refunds, path: '/v1/nowhere', json: { ...nested, data: [] } })).toHaveLength(1)
  },
)

test.skipIf(!hasOpenapi)(
  "stripe-defaults.json equals the output of scripts/stripe-defaults.ts for Stripe's description",
  () => {
    const printed = execFileSync(process.execPath, ['scripts/stripe-defaults.ts'], { encoding: 'utf8' })
    expect(readFileSync('server/sandbox/stripe-defaults.json', 'utf8')).toBe(printed)
  },
)

describe('the Stripe API of the sandbox', () => {
  test.each([['a&b=c/d!@example.test'], ['ivan@xn--h1alffa9f.xn--p1ai']])(
    'creates a customer with the email %s, and refuses an invalid email',
    async (email) => {
      const { stripe } = await startSandbox()
      expect(await stripe.customers.create({ email })).toMatchObject({ email })
      await expect(stripe.customers.create({ email: 'no address' })).rejects.toMatchObject({ code: 'email_invalid' })
    },
  )

  test("returns 401 for a wrong key, and Stripe's error codes for unknown objects and parameters", async () => {
    const { url, stripe, app } = await startSandbox()
    await expect(createStripe(url, 'sk_test_wrong').customers.list()).rejects.toMatchObject({
      statusCode: 401,
      type: 'StripeAuthenticationError',
    })
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    })
    await expect(createStripe(url, app.secrets.api_key).payouts.list()).rejects.toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
    })
    await expect(stripe.rawRequest('POST', '/v1/customers', { nonsense: 'x' })).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'nonsense',
    })
    await expect(stripe.rawRequest('POST', '/v1/prices', { currency: 'usd' })).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'recurring',
    })
    await expect(
      stripe.rawRequest('POST', '/v1/checkout/sessions', {
        mode: 'subscription',
        success_url: 'http://x.test',
        line_items: [{ price: 'price_none' }],
      }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'line_items[0][price]' })
    const made = await stripe.customers.create({ name: '__proto__ & = [x]', metadata: { 'a b': 'ñ=&[]' } })
    expect(made).toMatchObject({ name: '__proto__ & = [x]', metadata: { 'a b': 'ñ=&[]' } })
    expect(made.lastResponse).toMatchObject({
      apiVersion: '2026-10-28.endive',
      requestId: expect.stringMatching(/^req_/),
    })
    expect((await fetch(`${url}/_sandbox/`)).status).toBe(401)
  })

  test('replays the response of a repeated idempotency key, and refuses the key for other parameters', async () => {
    const { stripe } = await startSandbox()
    const key = { idempotencyKey: 'attempt-1' }
    const first = await stripe.customers.create({ name: 'Ana' }, key)
    const again = await stripe.customers.create({ name: 'Ana' }, key)
    expect(again.id).toBe(first.id)
    expect(new Headers(again.lastResponse.headers).get('idempotent-replayed')).toBe('true')
    await expect(stripe.customers.create({ name: 'Eva' }, key)).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeIdempotencyError',
    })
    expect((await stripe.customers.list()).data).toHaveLength(1)
    const later = { idempotencyKey: 'attempt-2' }
    const unknown = () => stripe.subscriptions.update('sub_none', { cancel_at_period_end: true }, later)
    const replayed = { headers: { 'idempotent-replayed': 'true' } }
    await expect(unknown()).rejects.not.toMatchObject(replayed)
    // Stripe stores the results of executed calls, and not those of invalid parameters.
    await expect(unknown()).rejects.toMatchObject({ code: 'resource_missing', ...replayed })
    const wrong = { idempotencyKey: 'attempt-3' }
    await expect(stripe.prices.create({ currency: 'usd', unit_amount: 1.5 }, wrong)).rejects.toThrow(
      'Missing required param',
    )
    expect((await stripe.customers.create({ name: 'Eva' }, wrong)).name).toBe('Eva')
  })

  test('pages lists in both directions', async () => {
    const { stripe } = await startSandbox()
    for (let number = 0; number < 25; number++) await stripe.customers.create({ name: String(number) })
    const names = []
    for await (const { name } of stripe.customers.list({ limit: 10 })) names.push(name)
    expect(names).toEqual(Array.from({ length: 25 }, (_one, index) => String(24 - index)))
    const first = await stripe.customers.list({ limit: 10 })
    const second = await stripe.customers.list({ limit: 10, starting_after: first.data.at(-1)?.id ?? '' })
    expect([first.has_more, second.has_more, second.url]).toEqual([true, true, '/v1/customers'])
    const back = await stripe.customers.list({ limit: 10, ending_before: second.data[0]?.id ?? '' })
    expect(back).toMatchObject({ data: first.data.map(({ id }) => ({ id })), has_more: false })
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
    await expect(stripe.customers.list({ starting_after: 'cus_none' })).rejects.toMatchObject({
      param: 'starting_after',
    })
  })

  test('expands the requested fields only, and returns 400 for an unknown one', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription, customer } = await subscribe(sandbox, month.id)
    const invoice = await stripe.invoices.retrieve(idOf(subscription.latest_invoice))
    expect([invoice.customer, invoice.payments]).toEqual([customer.id, undefined])
    const list = await stripe.subscriptions.list({ expand: ['data.customer', 'data.latest_invoice.payments'] })
    expect(list.data).toMatchObject([
      { customer: { id: customer.id }, latest_invoice: { payments: { data: [{ status: 'paid' }] } } },
    ])
    await expect(stripe.invoices.retrieve(invoice.id, { expand: ['charge'] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand',
    })
  })

  test("never changes a price's amount, and moves a lookup key with transfer_lookup_key", async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { product, month } = await createPrices(sandbox)
    await stripe.prices.update(month.id, { lookup_key: 'premium_month' })
    const params = {
      product: product.id,
      currency: 'usd',
      unit_amount: 1299,
      recurring: { interval: 'month' as const },
      lookup_key: 'premium_month',
    }
    await expect(stripe.prices.create(params)).rejects.toMatchObject({ param: 'lookup_key' })
    const dearer = await stripe.prices.create({ ...params, transfer_lookup_key: true })
    const found = await stripe.prices.list({ lookup_keys: ['premium_month'], expand: ['data.product'] })
    expect(found.data).toMatchObject([{ id: dearer.id, product: { name: 'Premium' } }])
    expect((await stripe.prices.retrieve(month.id)).lookup_key).toBeNull()
    await expect(stripe.rawRequest('POST', `/v1/prices/${month.id}`, { unit_amount: '1' })).rejects.toMatchObject({
      param: 'unit_amount',
    })
    await stripe.prices.update(month.id, { active: false })
    await stripe.products.update(product.id, { name: 'Premium+', metadata: { plan: '1' } })
    expect((await stripe.prices.list({ active: true, product: product.id })).data).toHaveLength(2)
    await expect(createSession(sandbox, month.id)).rejects.toMatchObject({ param: 'line_items[0][price]' })
    await expect(
      stripe.prices.create({ ...params, lookup_key: 'kwd', currency: 'kwd', unit_amount: 1001 }),
    ).rejects.toMatchObject({ param: 'unit_amount' })
  })

  test("deletes a customer, who stays readable as deleted, and ends the customer's subscriptions", async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { customer, subscription } = await subscribe(sandbox, month.id)
    expect(await stripe.customers.del(customer.id)).toEqual(expect.objectContaining({ deleted: true }))
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ id: customer.id, deleted: true })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('canceled')
    await expect(stripe.customers.update(customer.id, { name: 'x' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(createSession(sandbox, month.id, { customer: customer.id })).rejects.toMatchObject({
      param: 'customer',
    })
    await sandbox.advance('40d')
    expect((await stripe.invoices.list({ customer: customer.id })).data).toHaveLength(1)
  })

  test("applies a customer's credit to the next invoice, and restores the credit of a voided invoice", async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { customer, subscription } = await subscribe(sandbox, month.id, '4000000000000341')
    await stripe.customers.createBalanceTransaction(customer.id, { amount: -400, currency: 'usd' })
    await sandbox.advance('31d')
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data
    expect(renewal).toMatchObject({
      status: 'open',
      total: 999,
      amount_due: 599,
      starting_balance: -400,
      ending_balance: 0,
    })
    await expect(stripe.invoices.pay(renewal?.id ?? '')).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
    expect(await stripe.invoices.voidInvoice(renewal?.id ?? '')).toMatchObject({ status: 'void' })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -400 })
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })
})

test('the billing portal cancels and resumes a subscription, and changes its card', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { month } = await createPrices(sandbox)
  const { customer, subscription } = await subscribe(sandbox, month.id)
  const configuration = await stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: true, mode: 'at_period_end' }, invoice_history: { enabled: true } },
  })
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: configuration.id,
    return_url: 'http://shop.test/profile',
    locale: 'es',
  })
  expect(await (await fetch(url)).text()).toContain('Tus suscripciones')
  const act = (action: string) => postForm(url, { action, subscription: subscription.id })
  const isGoing = async () => (await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end
  await act('cancel')
  expect(await isGoing()).toBe(true)
  await act('resume')
  expect(await isGoing()).toBe(false)
  expect((await postForm(url, { action: 'card', card_number: '4000000000000002' })).status).toBe(402)
  expect((await postForm(url, { action: 'card', card_number: '5555555555554444' })).text).toContain('Guardado')
  expect(
    await stripe.customers.retrieve(customer.id, { expand: ['invoice_settings.default_payment_method'] }),
  ).toMatchObject({ invoice_settings: { default_payment_method: { card: { brand: 'mastercard', last4: '4444' } } } })
  const other = await subscribe(sandbox, month.id)
  await postForm(url, { action: 'cancel', subscription: other.subscription.id })
  expect((await stripe.subscriptions.retrieve(other.subscription.id)).cancel_at_period_end).toBe(false)
  expect((await fetch(`${url}x`)).status).toBe(404)
  expect((await stripe.billingPortal.configurations.list()).data).toHaveLength(2)
})

test('the billing portal omits features that its configuration disables', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { month } = await createPrices(sandbox)
  const { customer, subscription } = await subscribe(sandbox, month.id)
  const { id } = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: false }, subscription_cancel: { enabled: false } },
  })
  const session = { customer: customer.id, configuration: id }
  const { url } = await stripe.billingPortal.sessions.create(session)
  expect(await (await fetch(url)).text()).not.toContain('Cancel the subscription')
  await postForm(url, { action: 'cancel', subscription: subscription.id })
  expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false)
  const flow_data = { type: 'payment_method_update' as const }
  await expect(stripe.billingPortal.sessions.create({ ...session, flow_data })).rejects.toMatchObject({
    param: 'flow_data[type]',
  })
})
