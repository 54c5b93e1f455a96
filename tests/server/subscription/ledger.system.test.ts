import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readSubscriptionFigures } from '../../../server/subscription/payments/ledger-figures.ts'
import { sql, url } from '../../support/app.ts'
import { cards } from '../../support/billing/payment-sandbox.ts'
import {
  ask,
  checkout,
  createSubscriber,
  customerOf,
  expectConsistent,
  intentOf,
  invoicesOf,
  openShop,
  paymentsOf,
  sandbox,
  webhooksProcessed,
  stripe,
  subscriptionOf,
} from '../../support/billing/shop.ts'
import { inheritedEnvironment } from '../../support/site.ts'

await openShop()

const providerNow = async () => new Date((await sandbox.control<{ now: number }>('/', undefined, 'GET')).now * 1_000)
const advance = async (days: number) => {
  await sandbox.advance(`${days}d`)
  await webhooksProcessed()
}
const entriesOf = async (customer: string) =>
  (
    await sql.query(
      `SELECT kind, amount, currency, billing_period, event_id IS NOT NULL OR kind IN ('auto_renew_off') AS is_known, at
         FROM ledger_entry WHERE customer_id = $1 ORDER BY id`,
      [customer],
    )
  ).rows
const kindsOf = async (customer: string) => (await entriesOf(customer)).map(({ kind }) => kind)
const execute = promisify(execFile)

describe('the ledger', () => {
  test('refuses UPDATE, DELETE and TRUNCATE', async () => {
    const customer = await customerOf(await createSubscriber())
    expect(await kindsOf(customer)).toEqual(['payment_paid', 'subscription_started'])
    for (const statement of [
      'UPDATE ledger_entry SET amount = 0',
      `DELETE FROM ledger_entry WHERE kind = 'nothing'`,
      'TRUNCATE ledger_entry',
    ])
      await expect(sql.query(statement)).rejects.toThrow('The ledger is only added to')
    await sql.query('SET session_replication_role = replica')
    await expect(sql.query('DELETE FROM ledger_entry')).rejects.toThrow('The ledger is only added to')
    await sql.query('RESET session_replication_role')
  })

  test("stores kind, amount and time by Stripe's clock of each change", async () => {
    const person = await createSubscriber('month')
    const [bought] = await invoicesOf(person)
    await ask(paymentPaths.autoRenew, person, { enabled: false })
    await ask(paymentPaths.autoRenew, person, { enabled: true })
    await advance(32)
    const { items } = await subscriptionOf(person)
    const entries = await entriesOf(await customerOf(person))
    expect(entries.map(({ kind, amount, currency }) => [kind, amount, currency])).toEqual([
      ['payment_paid', 999, 'USD'],
      ['subscription_started', 999, 'USD'],
      ['auto_renew_off', 999, 'USD'],
      ['auto_renew_on', 999, 'USD'],
      ['payment_paid', 999, 'USD'],
      ['subscription_renewed', 999, 'USD'],
    ])
    const at = Object.fromEntries(entries.map((entry) => [entry.kind, Math.floor(entry.at.getTime() / 1_000)]))
    expect(at.subscription_started).toBe(bought?.status_transitions.paid_at)
    expect(at.subscription_renewed).toBe(items.data[0]?.current_period_start)
    expect(entries.map(({ event_id }) => event_id)).not.toContain('')
    await expectConsistent(person, 1)
  })
})

const figuresBetween = (from: Date, to?: Date) => readSubscriptionFigures({ from, ...(to && { to }) })
async function run(...args: string[]) {
  const node = ['--disable-warning=ExperimentalWarning', 'scripts/cli/main.ts', 'stats', 'subscriptions', ...args]
  const env = { ...inheritedEnvironment(), DATABASE_URL: url }
  return (await execute(process.execPath, node, { env })).stdout.trim()
}

describe('the subscription figures', () => {
  test('equal the purchases, switches, refunds, failures and ends of the test', async () => {
    await advance(1)
    const start = await providerNow()
    const before = await figuresBetween(start)
    const [staying, switching, leaving, refunded, failing] = [
      await createSubscriber('month'),
      await createSubscriber('month'),
      await createSubscriber('month'),
      await createSubscriber('year'),
      await createSubscriber('month', cards.failsLater),
    ]
    expect((await checkout(switching, 'year')).status).toBe(200)
    await webhooksProcessed()
    const bought = await figuresBetween(start)
    expect(bought).toMatchObject({
      active_subscribers: {
        at_start: before.active_subscribers.at_end,
        at_end: before.active_subscribers.at_end + 5,
      },
      new_subscribers: 5,
      churned_subscribers: 0,
      failed_payments: 0,
    })
    const revenue = (before.monthly_recurring_revenue.USD ?? 0) + 3 * 999 + 2 * Math.round(9_588 / 12)
    expect(bought.monthly_recurring_revenue).toEqual({ USD: revenue })

    await ask(paymentPaths.autoRenew, leaving, { enabled: false })
    expect((await ask(paymentPaths.refund, refunded, {})).status).toBe(204)
    await webhooksProcessed()
    await advance(2)
    const middle = await providerNow()
    await advance(60)
    const [sold, after] = [await figuresBetween(start, middle), await figuresBetween(middle)]
    expect(sold).toMatchObject({
      new_subscribers: 5,
      churned_subscribers: 1,
      failed_payments: 0,
      refunded: { USD: 9_588 },
    })
    expect(after.active_subscribers.at_start).toBe(sold.active_subscribers.at_end)
    expect(after.new_subscribers).toBe(0)
    expect(after.churned_subscribers).toBeGreaterThanOrEqual(2)
    expect(after.net_subscribers).toBe(-after.churned_subscribers)
    expect(after.active_subscribers.at_end).toBe(after.active_subscribers.at_start - after.churned_subscribers)
    expect(after.churn_rate).toBeCloseTo(after.churned_subscribers / after.active_subscribers.at_start)
    expect(after.failed_payments).toBe(1)

    const all = await figuresBetween(new Date(0))
    const { rows } = await sql.query(
      `SELECT count(*) FILTER (WHERE status = 'active')::int AS active,
              sum(CASE billing_period WHEN 'year' THEN amount / 12.0 ELSE amount END)
                FILTER (WHERE status = 'active')::float AS monthly
         FROM (SELECT subscription.status, subscription.billing_period, stripe_price.amount FROM subscription
                 JOIN stripe_price ON stripe_price.id = price_id) AS sold`,
    )
    expect(all.active_subscribers).toEqual({ at_start: 0, at_end: rows[0].active })
    expect(all.monthly_recurring_revenue).toEqual({ USD: Math.round(rows[0].monthly) })
    const paid = await sql.query(
      `SELECT sum(amount)::int AS paid, sum(amount_refunded)::int AS refunded FROM payment WHERE paid_at IS NOT NULL`,
    )
    expect([all.paid.USD, all.refunded.USD]).toEqual([paid.rows[0].paid, paid.rows[0].refunded])
    for (const [person, tier] of [
      [staying, 1],
      [switching, 1],
      [leaving, 0],
      [refunded, 0],
      [failing, 0],
    ] as const)
      await expectConsistent(person, tier)
  })

  test('count a subscriber who starts and ends within the period as new and as churned', async () => {
    await advance(1)
    const start = await providerNow()
    const person = await createSubscriber('month')
    expect((await ask(paymentPaths.refund, person, {})).status).toBe(204)
    await advance(1)
    const { at_start, at_end } = (await figuresBetween(start)).active_subscribers
    expect(await figuresBetween(start)).toMatchObject({
      active_subscribers: { at_start, at_end: at_start },
      new_subscribers: 1,
      churned_subscribers: 1,
      net_subscribers: 0,
      churn_rate: 1 / (at_end + 1),
    })
  })

  test('subtract lost disputes, but not open or won disputes', async () => {
    const start = await providerNow()
    const [lost, won] = [await createSubscriber('month'), await createSubscriber('month')]
    for (const [person, status] of [
      [lost, 'lost'],
      [won, 'won'],
    ] as const) {
      const payment_intent = await intentOf((await invoicesOf(person))[0]?.id ?? '')
      const { id } = await sandbox.control<{ id: string }>('/disputes', { payment_intent })
      await webhooksProcessed()
      await sandbox.control(`/disputes/${id}/close`, { status })
    }
    await advance(1)
    expect(await figuresBetween(start)).toMatchObject({ paid: { USD: 1_998 }, charged_back: { USD: 999 } })
  })

  test('count a refund that fails later as not refunded', async () => {
    const start = await providerNow()
    const person = await createSubscriber('month', cards.refundFails)
    const [invoice] = await invoicesOf(person)
    await stripe.refunds.create({ payment_intent: await intentOf(invoice?.id ?? ''), amount: 300 })
    await webhooksProcessed()
    await advance(8)
    expect((await paymentsOf(person))[0]?.status).toBe('paid')
    expect(Object.values((await figuresBetween(start)).refunded)).toEqual([0])
  })

  test('are printed by the command line', async () => {
    const figures = await readSubscriptionFigures()
    const [json, text] = await Promise.all([run('--json'), run('--from', '2020-01-01', '--to', '2020-01-31')])
    const { from: _from, to: _to, ...printed } = JSON.parse(json) as typeof figures
    expect({ ...figures, ...printed }).toEqual(figures)
    expect(text.split('\n')).toEqual([
      'From 2020-01-01T00:00:00.000Z to 2020-02-01T00:00:00.000Z',
      'Active subscribers: 0 (0 at the start, 0 new, 0 lost, net 0)',
      'Churn: no subscribers at the start',
      'Monthly recurring revenue: 0',
      'Paid: 0; refunded: 0; charged back: 0',
      'Failed payments: 0',
    ])
  })
})
