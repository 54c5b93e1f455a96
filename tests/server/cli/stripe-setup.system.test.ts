import { afterEach, describe, expect, test } from 'vitest'
import { Stripe } from '#server/subscription/stripe.ts'
import { webhookEvents } from '#server/subscription/webhook-events.ts'
import { runCommand } from '../../support/command.ts'
import { startSandbox } from '../../support/billing/payment-sandbox.ts'
import type { TestSandbox } from '../../support/billing/payment-sandbox.ts'
import { createDataFolder } from '../../support/site.ts'

const address = 'https://library.test/api/subscription/stripe/webhook/'
const DATA_DIR = createDataFolder()
const open = () => startSandbox({ apiKey: 'sk_test_of_the_setup' })
type Reached = { url: string; context?: string }
const setUpWith = (STRIPE_SECRET_KEY: string, { url, context = '' }: Reached, ...options: string[]) =>
  runCommand(
    {
      DATA_DIR,
      PUBLIC_URL: 'https://library.test',
      STRIPE_SECRET_KEY,
      STRIPE_CONTEXT: context,
      STRIPE_API_BASE: url,
    },
    'stripe',
    'setup',
    ...options,
  )
const setUp = (sandbox: TestSandbox, ...options: string[]) => setUpWith('sk_test_of_the_setup', sandbox, ...options)
const listEndpoints = async ({ stripe }: TestSandbox) => (await stripe.webhookEndpoints.list()).data

let sandbox: TestSandbox
afterEach(() => sandbox.clearOutages())

test('stripe setup creates the webhook endpoint and prints its secret once, unless it is a dry run', async () => {
  sandbox = await open()
  const dry = await setUp(sandbox, '--dry-run')
  expect([dry.code, dry.json.dry_run, dry.json.webhook_secret]).toEqual([0, true, undefined])
  expect(await listEndpoints(sandbox)).toEqual([])
  const made = await setUp(sandbox)
  expect(made.code).toBe(0)
  expect(made.json.webhook_secret).toMatch(/^whsec_/)
  expect(made.json.checks.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
    'mode ok',
    'webhook endpoint ok',
    'key ok',
    'portal ok',
    'account ok',
    'account ok',
  ])
  expect(await listEndpoints(sandbox)).toMatchObject([
    { url: address, status: 'enabled', api_version: Stripe.API_VERSION, enabled_events: webhookEvents },
  ])
  const again = await setUp(sandbox)
  expect([again.json.webhook_secret, (await listEndpoints(sandbox)).length]).toEqual([undefined, 1])
})

test('stripe setup repairs an endpoint that lacks events, has another API version, or is disabled', async () => {
  sandbox = await open()
  const { id } = await sandbox.stripe.webhookEndpoints.create({
    url: address,
    enabled_events: ['invoice.paid', 'plan.created'],
    api_version: '2024-06-20',
  })
  await sandbox.stripe.webhookEndpoints.update(id, { disabled: true })
  const dry = await setUp(sandbox, '--dry-run')
  expect(dry.json.checks[1].detail).toContain('would enable it, add checkout.session.completed')
  expect(await listEndpoints(sandbox)).toMatchObject([{ status: 'disabled', enabled_events: { length: 2 } }])
  const { json } = await setUp(sandbox)
  expect(json.checks[2]).toMatchObject({ state: 'warning', detail: expect.stringContaining('2024-06-20') })
  const [endpoint] = await listEndpoints(sandbox)
  expect(endpoint).toMatchObject({ id, status: 'enabled' })
  expect(new Set(endpoint?.enabled_events)).toEqual(new Set([...webhookEvents, 'plan.created']))
})

test('stripe setup repairs the enabled endpoint, and warns of other endpoints for the same address', async () => {
  sandbox = await open()
  const add = (url: string) => sandbox.stripe.webhookEndpoints.create({ url, enabled_events: ['invoice.paid'] })
  const [on, off, other] = [await add(address), await add(address), await add(address.slice(0, -1))]
  await sandbox.stripe.webhookEndpoints.update(off.id, { disabled: true })
  const { code, json } = await setUp(sandbox)
  expect(code).toBe(0)
  const found = json.checks.filter(({ name }: { name: string }) => name === 'webhook endpoint')
  expect(found.map(({ state }: { state: string }) => state)).toEqual(['ok', 'warning', 'warning'])
  const warnings = JSON.stringify(found.slice(1))
  expect(warnings).toContain(`${off.id} is another endpoint, at ${address} (disabled)`)
  expect(warnings).toContain(`${other.id} is another endpoint, at ${address.slice(0, -1)} (enabled)`)
  expect(await listEndpoints(sandbox)).toMatchObject([
    { id: other.id, enabled_events: ['invoice.paid'] },
    { id: off.id, status: 'disabled' },
    { id: on.id, enabled_events: { length: webhookEvents.length } },
  ])
})

test.each(['GET', 'POST'])('stripe setup names the missing permission for webhook endpoints: %s', async (method) => {
  sandbox = await open()
  await sandbox.control('/outages', { path: '/v1/webhook_endpoints', method, status: 403, times: 10 })
  const { code, json } = await setUp(sandbox)
  expect(code).toBe(1)
  expect(json.checks[1]).toMatchObject({ name: 'webhook endpoint', state: 'failure' })
  expect(json.checks[1].detail).toContain('The key may not read and write Webhook Endpoints')
})

test('stripe setup names the missing read permissions of the key, and fails', async () => {
  sandbox = await open()
  await sandbox.control('/outages', { path: '/v1/disputes', status: 403, times: 10 })
  await sandbox.control('/outages', { path: '/v1/radar/early_fraud_warnings', status: 403, times: 10 })
  await sandbox.control('/outages', { path: '/v1/account', status: 403, times: 10 })
  const { code, json } = await setUp(sandbox)
  expect(code).toBe(1)
  expect(json.checks).toContainEqual({
    name: 'key',
    state: 'failure',
    detail: 'The key may not read Disputes, read Early fraud warnings.',
    mend: 'Allow it in the Dashboard, under API keys.',
  })
  expect(json.checks.at(-1)).toMatchObject({ name: 'account', state: 'warning' })
})

test('stripe setup warns if the hosted invoice page saves no card', async () => {
  sandbox = await open()
  await sandbox.control('/switches', { hosted_payment_method_save: 'never' })
  const { code, json } = await setUp(sandbox, '--dry-run')
  expect(code).toBe(0)
  expect(json.checks.at(-1)).toMatchObject({
    name: 'account',
    state: 'warning',
    detail: expect.stringContaining('is not saved'),
  })
})

const permissions = [
  ['/v1/customers/:id', 'write Customers, write Customer balance transactions'],
  ['/v1/customers/:id/balance_transactions', 'write Customer balance transactions'],
  ['/v1/products', 'write Products'],
  ['/v1/prices', 'write Prices'],
  ['/v1/checkout/sessions', 'write Checkout Sessions'],
  ['/v1/subscriptions', 'write Subscriptions'],
  ['/v1/subscription_schedules', 'write Subscription schedules'],
  ['/v1/invoices', 'write Invoices'],
  ['/v1/refunds', 'write Charges and Refunds'],
  ['/v1/billing_portal', 'write Customer portal'],
] as const

test('stripe setup names the missing write permissions of the key, and changes nothing', async () => {
  sandbox = await open()
  await setUp(sandbox)
  const countEvents = async () => (await sandbox.stripe.events.list()).data.length
  const before = await countEvents()
  for (const [path, missing] of permissions) {
    await sandbox.control('/switches', { read_only: [path] })
    const { code, json } = await setUp(sandbox, '--dry-run')
    expect([path, code, json.checks[2]]).toEqual([
      path,
      1,
      {
        name: 'key',
        state: 'failure',
        detail: `The key may not ${missing}.`,
        mend: 'Allow it in the Dashboard, under API keys.',
      },
    ])
  }
  await expect(sandbox.stripe.billingPortal.sessions.create({ customer: 'cus_none' })).rejects.toMatchObject({
    type: 'StripePermissionError',
    statusCode: 403,
  })
  await sandbox.control('/switches', { read_only: [] })
  const { code, json } = await setUp(sandbox)
  expect(code).toBe(0)
  expect(json.checks[2].detail).toMatch(
    /may read all 14 kinds of objects and write all 10\. Write permissions are tested/,
  )
  expect(await countEvents()).toBe(before)
})

describe('a key of an organization', () => {
  test.each([
    ['test', 'Test mode: nobody is charged.'],
    ['live', 'Live mode: cards are charged.'],
  ])('sets up the account in STRIPE_CONTEXT: %s', async (mode, detail) => {
    const key = `sk_org_${mode}_of_the_setup`
    sandbox = await startSandbox({ apiKey: key, context: 'acct_sandbox' })
    const { code, json } = await setUpWith(key, { ...sandbox, context: 'acct_sandbox' })
    expect([code, json.checks[0]]).toEqual([0, { name: 'mode', state: 'ok', detail, mend: null }])
    expect(await listEndpoints(sandbox)).toMatchObject([{ url: address }])
  })

  test('is refused by Stripe without an account, and for an account of another organization', async () => {
    const key = 'sk_org_test_of_the_setup'
    sandbox = await startSandbox({ apiKey: key })
    await expect(sandbox.stripe.customers.list()).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      message: 'A key of an organization needs the header Stripe-Context.',
    })
    const { code, json } = await setUpWith(key, { ...sandbox, context: 'acct_of_others' })
    expect(code).toBe(1)
    expect(json.checks[1]).toMatchObject({ name: 'webhook endpoint', state: 'failure' })
    expect(json.checks[1].detail).toContain("does not have access to account 'acct_of_others'")
  })

  test('is refused without STRIPE_CONTEXT', async () => {
    sandbox = await open()
    await expect(setUpWith('sk_org_test_of_the_setup', sandbox)).rejects.toThrow(
      'The setting STRIPE_CONTEXT is wrong: must be set to the selling account, as in acct_…, if STRIPE_SECRET_KEY belongs to an organization',
    )
  })
})
