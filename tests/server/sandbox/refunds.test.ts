import { describe, expect, test } from 'vitest'
import { cards, createPrices, startSandbox, subscribe, idOf } from '../../support/billing/payment-sandbox.ts'
import type { TestSandbox } from '../../support/billing/payment-sandbox.ts'

async function createPayment(card?: string) {
  const sandbox = await startSandbox()
  const { month } = await createPrices(sandbox)
  const { subscription } = await subscribe(sandbox, month.id, card)
  const [payment] = (await sandbox.stripe.invoicePayments.list({ invoice: idOf(subscription.latest_invoice) })).data
  const intent = await sandbox.stripe.paymentIntents.retrieve(idOf(payment?.payment.payment_intent))
  return { sandbox, payment_intent: intent.id, charge: idOf(intent.latest_charge) }
}
const typesOf = async ({ stripe }: TestSandbox, types: string[]) =>
  (await stripe.events.list({ types })).data.map(({ type }) => type).toReversed()

describe('a refund', () => {
  test('refunds the whole payment, and cannot be repeated', async () => {
    const { sandbox, payment_intent, charge } = await createPayment()
    const { stripe } = sandbox
    const refund = await stripe.refunds.create({
      payment_intent,
      reason: 'requested_by_customer',
      metadata: { by: 'admin' },
    })
    expect(refund).toMatchObject({ status: 'succeeded', amount: 999, charge, reason: 'requested_by_customer' })
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 999 })
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect((await stripe.refunds.list({ payment_intent })).data.map(({ id }) => id)).toEqual([refund.id])
    expect(await typesOf(sandbox, ['refund.created', 'charge.refunded'])).toHaveLength(2)
  })

  test('in parts marks the charge as refunded only with the last part', async () => {
    const { sandbox, charge } = await createPayment()
    const { stripe } = sandbox
    const states = []
    for (const amount of [300, 300, 399]) {
      await stripe.refunds.create({ charge, amount })
      const { refunded, amount_refunded, refunds } = await stripe.charges.retrieve(charge, { expand: ['refunds'] })
      states.push([refunded, amount_refunded, refunds?.data.length])
    }
    expect(states).toEqual([
      [false, 300, 1],
      [false, 600, 2],
      [true, 999, 3],
    ])
    const { sandbox: other, charge: whole } = await createPayment()
    await expect(other.stripe.refunds.create({ charge: whole, amount: 1000 })).rejects.toMatchObject({
      param: 'amount',
    })
  })

  test.each([
    ['arrives after days', cards.refundPending, ['pending', 'succeeded'], 999],
    ['fails after days', cards.refundFails, ['succeeded', 'failed'], 0],
  ])('%s with the test card for this result', async (_name, card, statuses, refunded) => {
    const { sandbox, charge } = await createPayment(card)
    const { stripe } = sandbox
    const refund = await stripe.refunds.create({ charge })
    await sandbox.advance('5d')
    expect([refund.status, (await stripe.refunds.retrieve(refund.id)).status]).toEqual(statuses)
    expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(refunded)
  })

  test('from the Dashboard can be pending first and fail later', async () => {
    const { sandbox, charge } = await createPayment()
    const order = { charge, amount: 400, course: 'pending, then fails' }
    const refund = await sandbox.control<{ id: string; status: string }>('/refunds', order)
    expect(refund.status).toBe('pending')
    await sandbox.advance('6d')
    expect(await sandbox.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await typesOf(sandbox, ['refund.updated', 'refund.failed', 'charge.refund.updated'])).toEqual([
      'refund.updated',
      'refund.failed',
      'charge.refund.updated',
    ])
  })
})

describe('a dispute', () => {
  test.each(['won', 'lost'] as const)('is opened and then %s', async (status) => {
    const { sandbox, charge, payment_intent } = await createPayment()
    const { stripe } = sandbox
    const opened = await sandbox.control<{ id: string }>('/disputes', { charge })
    expect(await stripe.disputes.retrieve(opened.id)).toMatchObject({
      status: 'needs_response',
      payment_intent,
      is_charge_refundable: false,
    })
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true })
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' })
    await sandbox.control(`/disputes/${opened.id}/close`, { status })
    expect((await stripe.disputes.retrieve(opened.id)).status).toBe(status)
    const [closed] = (await stripe.events.list({ type: 'charge.dispute.closed' })).data
    expect(closed?.data.object).toMatchObject({ id: opened.id, status })
  })

  test('is opened at once with the test card for disputes', async () => {
    const { sandbox, charge } = await createPayment(cards.disputes)
    expect((await sandbox.stripe.disputes.list({ charge })).data).toMatchObject([{ reason: 'fraudulent', amount: 999 }])
  })
})
