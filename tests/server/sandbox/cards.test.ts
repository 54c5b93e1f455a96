import { describe, expect, test } from 'vitest'
import {
  cards,
  createPrices,
  createReceiver,
  createSession,
  postForm,
  startSandbox,
  subscribe,
  idOf,
} from '../../support/billing/payment-sandbox.ts'
import type { TestSandbox } from '../../support/billing/payment-sandbox.ts'

const invoicesOf = async ({ stripe }: TestSandbox, subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data
describe('the card of a subscription', () => {
  test("is charged instead of the customer's default card, which the portal changes", async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription, customer } = await subscribe(sandbox, month.id)
    expect(subscription.default_payment_method).not.toBeNull()
    await sandbox.control(`/customers/${customer.id}/card`, { card_number: cards.failsLater })
    await sandbox.advance('31d')
    expect((await invoicesOf(sandbox, subscription.id))[0]).toMatchObject({ status: 'paid' })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: '' })
    await sandbox.advance('31d')
    expect((await invoicesOf(sandbox, subscription.id))[0]).toMatchObject({ status: 'open', attempt_count: 1 })
  })

  test.each(['off', 'on_subscription'] as const)(
    'is replaced by a card that paid an invoice only if save_default_payment_method allows it: %s',
    async (save_default_payment_method) => {
      const sandbox = await startSandbox()
      const { stripe } = sandbox
      const { month } = await createPrices(sandbox)
      const { subscription } = await subscribe(sandbox, month.id, cards.failsLater)
      await stripe.subscriptions.update(subscription.id, { payment_settings: { save_default_payment_method } })
      await sandbox.advance('31d')
      const [owed] = await invoicesOf(sandbox, subscription.id)
      const address = owed?.hosted_invoice_url ?? ''
      expect((await postForm(address, { action: 'pay', card_number: cards.pays })).status).toBe(303)
      // The invoice page has no link back.
      expect(await (await fetch(address)).text()).not.toContain('<a ')
      const { default_payment_method } = await stripe.subscriptions.retrieve(subscription.id)
      expect(default_payment_method === null).toBe(save_default_payment_method === 'off')
    },
  )

  test('that is always declined is refused at the checkout, and can be saved in the portal', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox)
    const { customer } = await subscribe(sandbox, month.id)
    const { address } = await createSession(sandbox, month.id)
    expect((await postForm(address, { action: 'pay', card_number: cards.failsLater })).status).toBe(402)
    const { url } = await sandbox.stripe.billingPortal.sessions.create({
      customer: customer.id,
      flow_data: {
        type: 'payment_method_update',
        after_completion: { type: 'redirect', redirect: { return_url: 'http://shop.test/saved' } },
      },
    })
    expect(await (await fetch(url)).text()).not.toContain('Cancel the subscription')
    expect((await postForm(url, { action: 'card', card_number: cards.declines })).status).toBe(402)
    expect(await postForm(url, { action: 'card', card_number: cards.failsLater })).toMatchObject({
      status: 303,
      location: 'http://shop.test/saved',
    })
  })
})

test('a schedule phase without a card removes the card of the subscription', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { month } = await createPrices(sandbox)
  const { subscription, customer } = await subscribe(sandbox, month.id)
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [phase] = schedule.phases
  if (!phase) throw new Error('No phase.')
  expect(phase.default_payment_method).toBe(subscription.default_payment_method)
  await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toMatchObject({
    statusCode: 400,
  })
  const { start_date, end_date } = phase
  const items = [{ price: month.id }]
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      { items, start_date, end_date, default_payment_method: idOf(phase.default_payment_method) },
      { items, duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  await sandbox.advance('31d')
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'past_due',
    default_payment_method: null,
  })
  await sandbox.control(`/customers/${customer.id}/card`, { card_number: cards.pays })
  await sandbox.advance('3d')
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
})

test('a schedule phase without automatic tax switches tax off', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const { month } = await createPrices(sandbox)
  const { subscription, customer } = await subscribe(sandbox, month.id)
  const address = { country: 'AT' }
  await sandbox.control(`/objects/${customer.id}`, { changes: { address } })
  await stripe.subscriptions.update(subscription.id, { automatic_tax: { enabled: true } })
  const { id, phases } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const { start_date = 0, end_date = 0, automatic_tax } = phases[0] ?? {}
  expect(automatic_tax?.enabled).toBe(true)
  const items = [{ price: month.id }]
  await stripe.subscriptionSchedules.update(id, {
    phases: [
      { items, start_date, end_date, automatic_tax: { enabled: true } },
      { items, duration: { interval: 'month', interval_count: 1 } },
    ],
  })
  expect((await stripe.subscriptions.retrieve(subscription.id)).automatic_tax.enabled).toBe(true)
  await sandbox.advance('31d')
  expect((await stripe.subscriptions.retrieve(subscription.id)).automatic_tax.enabled).toBe(false)
})

test('a scheduled price applies from its renewal on', async () => {
  const receiver = await createReceiver()
  const sandbox = await startSandbox({ webhookUrl: receiver.url })
  const { stripe } = sandbox
  const { product, month } = await createPrices(sandbox)
  const dearer = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 1299,
    recurring: { interval: 'month' },
  })
  const { subscription } = await subscribe(sandbox, month.id)
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [phase] = schedule.phases
  if (!phase) throw new Error('No phase.')
  const default_payment_method = idOf(phase.default_payment_method)
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      { default_payment_method, items: [{ price: month.id }], start_date: phase.start_date, end_date: phase.end_date },
      {
        default_payment_method,
        items: [{ price: dearer.id }],
        duration: { interval: 'month', interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  })
  await sandbox.advance('31d')
  expect((await invoicesOf(sandbox, subscription.id)).map(({ total }) => total)).toEqual([1299, 999])
  await sandbox.advance('31d')
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'completed' })
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ schedule: null, status: 'active' })
  expect(receiver.types()).toContain('invoice.upcoming')
})
