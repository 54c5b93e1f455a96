import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import {
  cards,
  createPrices,
  day,
  postForm,
  startOfTime,
  startSandbox,
  subscribe,
  switchTo,
  idOf,
} from '../../support/billing/payment-sandbox.ts'
import type { TestSandbox } from '../../support/billing/payment-sandbox.ts'

const invoicesOf = async ({ stripe }: TestSandbox, subscription: string) =>
  (await stripe.invoices.list({ subscription, limit: 100 })).data
const typesOf = async ({ stripe }: TestSandbox) =>
  (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).toReversed()

describe('a renewal', () => {
  test('is a draft invoice for an hour each month, then is paid', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id)
    await sandbox.advance('30d')
    const [draft] = await invoicesOf(sandbox, subscription.id)
    expect(draft).toMatchObject({
      status: 'draft',
      attempted: false,
      billing_reason: 'subscription_cycle',
      amount_due: 999,
    })
    await sandbox.advance('1h')
    expect(await stripe.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 999 })
    const now = await stripe.subscriptions.retrieve(subscription.id)
    expect(now).toMatchObject({ status: 'active', latest_invoice: draft?.id })
    expect(now.items.data[0]?.current_period_start).toBe(startOfTime + 30 * day)
    const upcoming = (await stripe.events.list({ type: 'invoice.upcoming' })).data[0]?.data.object
    expect(upcoming).toMatchObject({ object: 'invoice', amount_due: 999 })
    expect(upcoming).not.toHaveProperty('id')
    await sandbox.advance('365d')
    expect(await invoicesOf(sandbox, subscription.id)).toHaveLength(14)
  })

  test('whose card is declined is retried, and cancels the subscription in the end', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id, cards.failsLater)
    await sandbox.advance('31d')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
    const [failed] = await invoicesOf(sandbox, subscription.id)
    expect(failed).toMatchObject({ status: 'open', attempted: true, attempt_count: 1, amount_remaining: 999 })
    expect(failed?.next_payment_attempt).toBe(startOfTime + 33 * day + 3600)
    await sandbox.advance('15d')
    const ended = await stripe.subscriptions.retrieve(subscription.id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(await stripe.invoices.retrieve(failed?.id ?? '')).toMatchObject({
      status: 'open',
      attempt_count: 4,
      auto_advance: false,
      next_payment_attempt: null,
    })
    await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
    })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test.each(['unpaid', 'past_due'] as const)(
    'whose last retry fails leaves the subscription %s if that is the value of final_failure',
    async (status) => {
      const sandbox = await startSandbox()
      await sandbox.control('/switches', { final_failure: status })
      const { month } = await createPrices(sandbox)
      const { subscription } = await subscribe(sandbox, month.id, cards.failsLater)
      await sandbox.advance('50d')
      expect((await sandbox.stripe.subscriptions.retrieve(subscription.id)).status).toBe(status)
    },
  )

  test('that failed is paid by the next retry after the card was changed', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription, customer } = await subscribe(sandbox, month.id, cards.failsLater)
    await sandbox.advance('31d')
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ delinquent: true })
    await sandbox.control(`/customers/${customer.id}/card`, { card_number: cards.pays })
    await sandbox.advance('3d')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect((await invoicesOf(sandbox, subscription.id))[0]).toMatchObject({ status: 'paid', attempt_count: 2 })
  })

  test('that needs confirmation waits on the invoice page', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id, cards.asksAlways)
    await sandbox.advance('31d')
    const [invoice] = await invoicesOf(sandbox, subscription.id)
    expect(await typesOf(sandbox)).toContain('invoice.payment_action_required')
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
    const address = invoice?.hosted_invoice_url ?? ''
    expect((await postForm(address, { action: 'pay', card_number: '' })).text).toContain('name="confirm"')
    expect((await postForm(address, { action: 'pay', card_number: '', confirm: 'no' })).status).toBe(402)
    expect((await postForm(address, { action: 'pay', card_number: '', confirm: 'yes' })).status).toBe(303)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect(await (await fetch(address)).text()).toContain('Paid')
    expect((await fetch(address.replace(/..\?.*/, ''))).status).toBe(404)
  })

  test('is paid by a card that was confirmed at the purchase', async () => {
    const sandbox = await startSandbox()
    const { month } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id, cards.asksOnce)
    await sandbox.advance('31d')
    expect((await invoicesOf(sandbox, subscription.id))[0]).toMatchObject({ status: 'paid' })
  })
})

describe('a cancellation', () => {
  test('ends the subscription at the end of its period, unless it is undone before', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id)
    const end = subscription.items.data[0]?.current_period_end
    const going = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    expect(going).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    const back = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(back).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const updated = (await stripe.events.list({ type: 'customer.subscription.updated' })).data
    expect(updated.map(({ data }) => data.previous_attributes)).toContainEqual(
      expect.objectContaining({ cancel_at_period_end: false, cancel_at: null }),
    )
    await sandbox.advance('31d')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled', ended_at: end })
    expect(await invoicesOf(sandbox, subscription.id)).toHaveLength(1)
    expect((await stripe.subscriptions.list()).data).toEqual([])
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1)
  })
})

const details = ({ id }: Stripe.SubscriptionItem, price: string, proration_date: number) => ({
  items: [{ id, price }],
  billing_cycle_anchor: { type: 'now' as const },
  proration_behavior: 'always_invoice' as const,
  proration_date,
})

describe('a switch of plan or period', () => {
  test('costs exactly its preview, and credits the remaining seconds', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month, year } = await createPrices(sandbox)
    const { subscription } = await subscribe(sandbox, month.id)
    await sandbox.advance('437211s')
    const item = subscription.items.data[0]
    if (!item) throw new Error('No item.')
    const date = startOfTime + 437_211
    const change = details(item, year.id, date)
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change })
    const left = 30 * day - 437_211
    const credit = -Math.round((999 * left) / (30 * day))
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([credit, 9588])
    expect(preview.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([true, false])
    expect(preview.amount_due).toBe(9588 + credit)

    const changed = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    })
    expect(changed).toMatchObject({
      status: 'active',
      pending_update: null,
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_update',
        total: preview.total,
        amount_paid: preview.amount_due,
      },
    })
    expect(changed.items.data).toMatchObject([
      { id: item.id, price: { id: year.id }, current_period_start: date, current_period_end: date + 365 * day },
    ])
  })

  test('with a credit larger than the price keeps the rest of the credit for later invoices', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month, year } = await createPrices(sandbox)
    const { subscription, customer, item } = await subscribe(sandbox, year.id)
    await sandbox.advance('73d')
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...switchTo(item, month.id),
      expand: ['latest_invoice.payments'],
    })
    const credit = Math.round((9588 * 292) / 365)
    expect(changed.latest_invoice).toMatchObject({
      total: 999 - credit,
      amount_due: 0,
      status: 'paid',
      ending_balance: 999 - credit,
      payments: { data: [] },
    })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 999 - credit })
    await sandbox.advance('32d')
    const [renewal] = await invoicesOf(sandbox, subscription.id)
    expect(renewal).toMatchObject({ total: 999, amount_due: 0, starting_balance: 999 - credit, status: 'paid' })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: 2 * 999 - credit })
    const moves = await stripe.customers.listBalanceTransactions(customer.id)
    expect(moves.data.map(({ amount }) => amount)).toEqual([999, 999 - credit])
  })

  test('that is declined changes nothing, and its invoice is voided after a day', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month, year } = await createPrices(sandbox)
    const { subscription, item } = await subscribe(sandbox, month.id, cards.failsLater)
    const refused = await stripe.subscriptions.update(subscription.id, switchTo(item, year.id))
    expect(refused).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { id: year.id } }] },
    })
    expect(refused.items.data[0]?.price.id).toBe(month.id)
    const invoice = idOf(refused.latest_invoice)
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      status: 'open',
      attempt_count: 1,
      next_payment_attempt: null,
    })
    await sandbox.advance('1d')
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'active',
      pending_update: null,
    })
    expect((await stripe.invoices.retrieve(invoice)).status).toBe('void')
    expect(await typesOf(sandbox)).toContain('customer.subscription.pending_update_expired')
    await expect(
      stripe.subscriptions.update(subscription.id, {
        ...switchTo(item, year.id),
        payment_behavior: 'error_if_incomplete',
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
  })

  test('that needs confirmation takes effect once it is confirmed on the invoice page', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month, year } = await createPrices(sandbox)
    const { subscription, item } = await subscribe(sandbox, month.id, cards.asksAlways)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    // Neither is on Stripe's list of parameters that pending updates support.
    for (const more of [{ cancel_at_period_end: false }, { metadata: { a: 'b' } }])
      await expect(
        stripe.subscriptions.update(subscription.id, { ...switchTo(item, year.id), ...more }),
      ).rejects.toMatchObject({ statusCode: 400, param: Object.keys(more)[0] })
    const challenged = await stripe.subscriptions.update(subscription.id, {
      ...switchTo(item, year.id),
      expand: ['latest_invoice'],
    })
    const waiting = challenged.latest_invoice as Stripe.Invoice
    expect(challenged.cancel_at_period_end).toBe(true)
    expect(
      await stripe.invoices.retrieve(waiting.id, { expand: ['payments.data.payment.payment_intent'] }),
    ).toMatchObject({
      payments: { data: [{ status: 'open', payment: { payment_intent: { status: 'requires_action' } } }] },
    })
    // A second switch voids the first invoice.
    const again = await stripe.subscriptions.update(subscription.id, switchTo(item, year.id))
    const first = await stripe.invoices.retrieve(waiting.id)
    expect(first.status).toBe('void')
    const invoice = await stripe.invoices.retrieve(idOf(again.latest_invoice))
    const paid = await postForm(invoice.hosted_invoice_url ?? '', { action: 'pay', card_number: '', confirm: 'yes' })
    expect(paid.status).toBe(303)
    const switched = await stripe.subscriptions.retrieve(subscription.id)
    expect(switched).toMatchObject({ pending_update: null, cancel_at_period_end: true })
    expect(switched.items.data[0]?.price.id).toBe(year.id)
    expect(await typesOf(sandbox)).toContain('customer.subscription.pending_update_applied')
  })

  test('of the price alone keeps the period, and is billed with the next renewal', async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { product, month } = await createPrices(sandbox)
    const dearer = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 1999,
      recurring: { interval: 'month' },
    })
    const { subscription, item } = await subscribe(sandbox, month.id)
    await sandbox.advance('15d')
    const change = { items: [{ id: item, price: dearer.id }] }
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id, subscription_details: change })
    await stripe.subscriptions.update(subscription.id, change)
    await sandbox.advance('16d')
    const [renewal] = await invoicesOf(sandbox, subscription.id)
    expect(renewal?.total).toBe(preview.total)
    expect(renewal?.lines.data.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      -500, 1000, 1999,
    ])
  })

  test("returns 400 for parameters that Stripe's present API refuses", async () => {
    const sandbox = await startSandbox()
    const { stripe } = sandbox
    const { month, year } = await createPrices(sandbox)
    const { subscription, item } = await subscribe(sandbox, month.id)
    const raw = (body: object) => stripe.rawRequest('POST', `/v1/subscriptions/${subscription.id}`, body)
    await expect(raw({ billing_cycle_anchor: 'now' })).rejects.toMatchObject({
      statusCode: 400,
      param: 'billing_cycle_anchor',
    })
    await expect(raw({ coupon: 'x' })).rejects.toMatchObject({ code: 'parameter_unknown', param: 'coupon' })
    await expect(
      stripe.subscriptions.update(subscription.id, { ...switchTo(item, year.id), description: 'x' }),
    ).rejects.toMatchObject({ param: 'description' })
    await expect(stripe.subscriptions.update(subscription.id, { items: [{ price: month.id }] })).rejects.toMatchObject({
      statusCode: 400,
    })
    const second = await stripe.subscriptions.update(subscription.id, { items: [{ price: year.id }] })
    expect(second.items.data).toHaveLength(2)
  })
})
