import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { describe, expect, test } from 'vitest'
import { ensureCatalog } from '#server/subscription/prices/prices.ts'
import { reconcileOnSchedule } from '#server/subscription/reconcile.ts'
import { syncCustomer } from '#server/subscription/sync-customer.ts'
import { sql } from '../../support/app.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import { createPerson } from '../../support/people.ts'
import type { Person } from '../../support/people.ts'
import {
  leastReadsPerMonth,
  readsPerCredit,
  readsPerCustomer,
  readsPerHour,
  readsPerInvoice,
  readsPerPlan,
  readsPerReturn,
  readsPerTransaction,
} from '../../support/browser/reading-cost.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  intentOf,
  invoicesOf,
  openShop,
  payAt,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'

await openShop()

async function countReads(run: () => Promise<unknown>): Promise<number> {
  await sandbox.control('/calls', undefined, 'DELETE')
  await run()
  return (await sandbox.control<{ reads: number }>('/calls', undefined, 'GET')).reads
}

async function renewed(card: string = cards.pays): Promise<Person> {
  const person = await createSubscriber('month', card)
  await sandbox.advance('32d')
  await webhooksProcessed()
  return person
}

async function ended(): Promise<Person> {
  const person = await createSubscriber()
  await stripe.subscriptions.cancel((await subscriptionOf(person)).id)
  return person
}

async function started(): Promise<Person> {
  const person = await createPerson()
  await checkout(person)
  return person
}

async function refunded(): Promise<Person> {
  const person = await createSubscriber()
  await ask(paymentPaths.refund, person, {})
  return person
}

async function refundedTwice(): Promise<Person> {
  const person = await refunded()
  await payAt((await checkout(person)).body.checkout_url)
  await webhooksProcessed()
  const [second] = await invoicesOf(person)
  await sandbox.control('/refunds', { payment_intent: await intentOf(second?.id ?? '') })
  await webhooksProcessed()
  await stripe.customers.createBalanceTransaction(await customerOf(person), { amount: -500, currency: 'usd' })
  return person
}

/** Payments older than 200 days are not read again. */
async function longEnded(): Promise<Person> {
  const person = await ended()
  await webhooksProcessed()
  await sql.query(`UPDATE payment SET created_at = now() - interval '201 days' WHERE customer_id = $1`, [
    await customerOf(person),
  ])
  return person
}

describe('the number of Stripe reads', () => {
  test.each<[string, () => Promise<Person>, { invoices: number; returns?: number; credits?: number }]>([
    ['a subscriber by the month, of two invoices', renewed, { invoices: 2 }],
    ['a subscriber whose renewal was declined', () => renewed(cards.failsLater), { invoices: 2 }],
    ['a subscriber by the year', () => createSubscriber('year'), { invoices: 1 }],
    ['a customer whose subscription has ended', ended, { invoices: 1 }],
    ['a refunded customer', refunded, { invoices: 1, returns: 1 }],
    ['a customer refunded twice, with a credit', refundedTwice, { invoices: 2, returns: 2, credits: 1 }],
    ['a customer who only began a checkout', started, { invoices: 0 }],
    ['a customer whose subscription ended long ago', longEnded, { invoices: 0 }],
  ])('of a sync equals the budget for %s', async (_kind, create, { invoices, returns = 0, credits = 0 }) => {
    const person = await create()
    await webhooksProcessed()
    const customer = await customerOf(person)
    await syncCustomer(sync, customer)
    const reads = await countReads(() => syncCustomer(sync, customer))
    const expected = readsPerCustomer + readsPerInvoice * invoices + readsPerReturn * returns + readsPerCredit * credits
    expect(reads).toBe(expected)
  })

  test('of an hourly run without due customers is one', async () => {
    await reconcileOnSchedule(sync)
    expect(await countReads(() => reconcileOnSchedule(sync))).toBe(readsPerHour)
  })

  test('of the nightly check of 30 plans is less than half of the smallest Stripe allowance', async () => {
    const { rows } = await sql.query(`SELECT count(*)::int AS plans FROM plan WHERE purchasable`)
    await ensureCatalog(stripe)
    expect(await countReads(() => ensureCatalog(stripe))).toBe(readsPerPlan * rows[0].plans)
    const { rows: schedules } = await sql.query(`SELECT cron FROM pgboss.schedule WHERE name = 'plan_catalog'`)
    expect(schedules).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
    const perDay = 24 * readsPerHour + 1 + 30 * readsPerPlan
    expect(31 * perDay).toBeLessThan(leastReadsPerMonth / 2)
  })

  test('of a renewal with all its webhooks is less than a quarter of the allowance per transaction', async () => {
    const person = await createSubscriber()
    await webhooksProcessed()
    const reads = await countReads(async () => {
      await sandbox.advance('32d')
      await webhooksProcessed()
    })
    expect(await invoicesOf(person)).toHaveLength(2)
    expect(reads).toBeLessThan(readsPerTransaction / 4)
  })
})
