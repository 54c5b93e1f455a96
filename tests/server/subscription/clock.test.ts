import { describe, expect, test } from 'vitest'
import { reconcileOnSchedule } from '#server/subscription/reconcile.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import { sql } from '../../support/app.ts'
import { advanceClocks } from '../../support/billing/clocks.ts'
import {
  createSubscriber,
  customerOf,
  intentOf,
  invoicesOf,
  mailsOf,
  openShop,
  sandbox,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

type Calls = { reads: number; writes: number }
const countReads = async (run: () => Promise<unknown>) => {
  await sandbox.control('/calls', undefined, 'DELETE')
  await run()
  return (await sandbox.control<Calls>('/calls', undefined, 'GET')).reads
}
const removeAccount = (customer: string) => sql.query('UPDATE customer SET user_id = NULL WHERE id = $1', [customer])
const refundsOf = async (customer: string) => {
  const { rows } = await sql.query('SELECT payment_intent_id FROM payment WHERE customer_id = $1', [customer])
  const lists = await Promise.all(
    rows.map(({ payment_intent_id }) => stripe.refunds.list({ payment_intent: payment_intent_id })),
  )
  return lists.flatMap(({ data }) => data)
}

describe('with the clocks of the product and Stripe moved together', { timeout: 120_000 }, () => {
  test.each([
    [13, 1],
    [15, 0],
  ])(
    'an account deleted %i days after the purchase has its subscription canceled with %i refund',
    async (days, refunds) => {
      const person = await createSubscriber()
      const customer = await customerOf(person)
      await advanceClocks(days)
      await removeAccount(customer)
      expect(await syncCustomer(sync, customer)).toBe('changed')
      expect((await stripe.subscriptions.list({ customer, status: 'all' })).data.map(({ status }) => status)).toEqual([
        'canceled',
      ])
      expect(await refundsOf(customer)).toHaveLength(refunds)
    },
  )

  test('a payment older than 200 days is no longer read from Stripe', async () => {
    const person = await createSubscriber('year')
    const customer = await customerOf(person)
    expect(await countReads(() => syncCustomer(sync, customer))).toBe(4)
    await advanceClocks(199)
    expect(await countReads(() => syncCustomer(sync, customer))).toBe(4)
    await advanceClocks(2)
    expect(await countReads(() => syncCustomer(sync, customer))).toBe(3)
  })

  test('a refund that fails after 200 days is found by reconciliation without a webhook', async () => {
    const person = await createSubscriber('year')
    const customer = await customerOf(person)
    await reconcileOnSchedule(sync)
    await advanceClocks(197)
    const [invoice] = await invoicesOf(person)
    const payment_intent = await intentOf(invoice?.id ?? '')
    await sandbox.control('/refunds', { payment_intent, amount: 300, course: 'fails later' })
    const readPayment = async () => {
      await reconcileOnSchedule(sync)
      const { rows } = await sql.query(
        'SELECT amount_refunded, amount_refund_due FROM payment WHERE customer_id = $1',
        [customer],
      )
      return rows
    }
    expect(await readPayment()).toEqual([{ amount_refunded: 300, amount_refund_due: 0 }])
    await advanceClocks(6)
    expect(await readPayment()).toEqual([{ amount_refunded: 0, amount_refund_due: 300 }])
  })

  test('a refund that fails after its paid period is mailed as refund_failed', async () => {
    const person = await createSubscriber()
    const [invoice] = await invoicesOf(person)
    const payment_intent = await intentOf(invoice?.id ?? '')
    const { id } = await sandbox.control<{ id: string }>('/refunds', { payment_intent })
    await syncCustomer(sync, await customerOf(person))
    await advanceClocks(40)
    await sandbox.control(`/refunds/${id}/settle`, { status: 'failed' })
    await syncCustomer(sync, await customerOf(person))
    expect((await mailsOf(person)).at(-1)).toBe('refund_failed')
  })

  test.each([
    [13, 1],
    [15, 0],
  ])('a payment made just after the end of its subscription, %i days ago, has %i refund', async (days, refunds) => {
    const person = await createSubscriber()
    const customer = await customerOf(person)
    const { id } = await subscriptionOf(person)
    await stripe.subscriptions.cancel(id)
    await advanceClocks(days)
    const [invoice] = await invoicesOf(person)
    const { ended_at } = await stripe.subscriptions.retrieve(id)
    const status_transitions = { ...invoice?.status_transitions, paid_at: (ended_at ?? 0) + 1 }
    await sandbox.control(`/objects/${invoice?.id}`, { changes: { status_transitions } })
    await syncCustomer(sync, customer)
    expect(await refundsOf(customer)).toHaveLength(refunds)
  })
})
