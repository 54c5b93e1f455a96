import { paymentPaths } from '#shared/subscription/payment-paths.ts'
import { checkoutPaths } from '#shared/subscription/checkout-paths.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { paths } from '#shared/paths.ts'
import type { BillingPeriod, Plan } from '#shared/subscription/schema.ts'
import { applyDuePrices, announcePrices } from '../../../server/subscription/prices/price-changes.ts'
import { runPriceChanges } from '../../../server/subscription/prices/price-notices.ts'
import { ensurePrice } from '../../../server/subscription/prices/prices.ts'
import { syncCustomer } from '../../../server/subscription/sync-customer.ts'
import { get, sql, url } from '../../support/app.ts'
import { until } from '../../support/postgres/database.ts'
import { cards, idOf, postForm } from '../../support/billing/payment-sandbox.ts'
import type { Person } from '../../support/people.ts'
import { amountsOf, buy, checkout, plan, sellPlanPerTest } from '../../support/billing/plans.ts'
import {
  ask,
  customerOf,
  expectConsistent,
  holdWebhooks,
  mailsOf,
  openShop,
  paymentsOf,
  payUrlOf,
  sandbox,
  webhooksProcessed,
  shop,
  statusOf,
  stripe,
  subscriptionOf,
  sync,
} from '../../support/billing/shop.ts'
import { inheritedEnvironment } from '../../support/site.ts'

await openShop()

const execute = promisify(execFile)
const dayMs = 86_400_000
sellPlanPerTest()
/** Cancels all subscriptions: their renewals would slow down later tests. */
afterEach(async () => {
  for (const status of ['active', 'past_due'] as const)
    for await (const { id } of stripe.subscriptions.list({ status, limit: 100 })) await stripe.subscriptions.cancel(id)
  await webhooksProcessed()
})

const providerNow = async () => (await sandbox.control<{ now: number }>('/', undefined, 'GET')).now * 1_000
const inDays = async (days: number) => new Date((await providerNow()) + days * dayMs)
const announce = (billing_period: BillingPeriod, amount: number, starts_at: Date, jobs = shop.jobs) =>
  announcePrices(jobs, [{ plan: plan.slug, billing_period, amount, starts_at }])
const follow = async () => {
  await runPriceChanges(shop.jobs, new Date(await providerNow()))
  await webhooksProcessed()
  await until(async () => {
    const { rows } = await sql.query(
      `SELECT count(*) AS left FROM pgboss.job WHERE name IN ('price_changes', 'next_price') AND state IN ('created', 'active')`,
    )
    return Number(rows[0].left) === 0
  })
  await webhooksProcessed()
}
const advance = async (days: number) => {
  await sandbox.advance(`${days}d`)
  await webhooksProcessed()
}
const noticesOf = async (person: Person) => (await mailsOf(person)).filter((kind) => kind === 'price_change')

async function readPlan() {
  const plans = (await get(paths.api.plans)).body as Plan[]
  return plans.find(({ id }) => id === plan.id)
}

describe('a price change', () => {
  test('applies to a subscriber from the first renewal after its date, and is mailed once', async () => {
    const person = await buy()
    await announce('month', 1_299, await inDays(40))
    await follow()
    await follow()
    expect(await noticesOf(person)).toEqual(['price_change'])
    await advance(32)
    expect(await amountsOf(person)).toEqual([9.99, 9.99])
    await advance(31)
    expect(await amountsOf(person)).toEqual([12.99, 9.99, 9.99])
    await advance(31)
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([12.99, 12.99, 9.99, 9.99])
    expect((await subscriptionOf(person)).schedule).toBeNull()
    expect(await mailsOf(person)).toEqual(['started', 'price_change'])
  })

  test('applies to new buyers from its date, with the yearly discount recalculated', async () => {
    await announcePrices(shop.jobs, [
      { plan: plan.slug, billing_period: 'month', amount: 1_299, starts_at: await inDays(3) },
      { plan: plan.slug, billing_period: 'year', amount: 11_988, starts_at: await inDays(3) },
    ])
    await applyDuePrices(await inDays(2))
    await until(async () => (await readPlan()) !== undefined)
    expect((await readPlan())?.monthly?.price).toBe(9.99)
    await applyDuePrices(await inDays(3))
    await until(async () => (await readPlan())?.monthly?.price === 12.99)
    expect((await readPlan())?.yearly).toMatchObject({ price: 119.88, old_price: 155.88, discount: 23 })
    expect(await amountsOf(await buy())).toEqual([12.99])
  })

  test('less than 30 days ahead is refused if the plan has subscribers', async () => {
    const person = await buy()
    await expect(announce('month', 1_299, new Date(Date.now() + 29.9 * dayMs))).rejects.toMatchObject({
      field: 'starts_at',
    })
    await expect(announce('year', 10_000, new Date(Date.now() - 2 * dayMs))).rejects.toMatchObject({
      messageKey: 'subscription.problem.past_date',
    })
    await announce('year', 10_000, new Date(Date.now() + dayMs))
    await follow()
    expect(await noticesOf(person)).toEqual([])
  })

  test.each([0, -1, 9.5, 999])('to the amount %s is refused', async (amount) => {
    await expect(announce('month', amount, await inDays(40))).rejects.toMatchObject({ field: 'amount' })
    const { rows } = await sql.query('SELECT count(*)::int FROM price_change WHERE plan_id = $1', [plan.id])
    expect(rows[0].count).toBe(0)
  })

  test('replaces an announced change whose date has not come', async () => {
    const person = await buy('year')
    await announce('year', 12_000, await inDays(100))
    await follow()
    expect((await subscriptionOf(person)).schedule).not.toBeNull()
    await announce('year', 10_800, await inDays(200))
    await follow()
    expect(await noticesOf(person)).toEqual(['price_change', 'price_change'])
    await advance(366)
    expect(await amountsOf(person)).toEqual([108, 95.88])
    await expectConsistent(person, 1)
  })

  test("keeps the tax behavior of the subscriber's purchase, whatever the plan has now", async () => {
    const person = await buy('year')
    await announce('year', 12_000, await inDays(100))
    await sql.query(`UPDATE plan SET tax_behavior = 'inclusive' WHERE id = $1`, [plan.id])
    await follow()
    const schedule = idOf((await subscriptionOf(person)).schedule)
    const { phases } = await stripe.subscriptionSchedules.retrieve(schedule)
    const prices = await Promise.all(phases.map(({ items: [item] }) => stripe.prices.retrieve(idOf(item?.price))))
    expect(prices.map(({ unit_amount, tax_behavior }) => [unit_amount, tax_behavior])).toEqual([
      [9_588, 'exclusive'],
      [12_000, 'exclusive'],
    ])
    const { rows } = await sql.query(
      `SELECT data->>'tax_behavior' AS tax FROM pgboss.job WHERE data->>'kind' = 'price_change' AND data->>'user_id' = $1`,
      [String(person.id)],
    )
    expect(rows).toEqual([{ tax: 'exclusive' }])
  })

  test('that is canceled restores the former price, with a mail price_change_canceled', async () => {
    const person = await buy('year')
    await announce('year', 12_000, await inDays(100))
    await follow()
    await announce('year', 9_588, await inDays(100))
    await follow()
    expect((await subscriptionOf(person)).schedule).toBeNull()
    expect(await mailsOf(person)).toEqual(['started', 'price_change', 'price_change_canceled'])
    await sql.query('UPDATE plan SET yearly_old_price = 15000 WHERE id = $1', [plan.id])
    await advance(366)
    expect(await amountsOf(person)).toEqual([95.88, 95.88])
    await applyDuePrices(await inDays(0))
    const { rows } = await sql.query('SELECT yearly_old_price FROM plan WHERE id = $1', [plan.id])
    expect(rows).toEqual([{ yearly_old_price: 15_000 }])
  })

  test('that is moved to a later date leaves earlier renewals at the former price', async () => {
    const person = await buy('year')
    await announce('year', 12_000, await inDays(100))
    await follow()
    await announce('year', 12_000, await inDays(400))
    await follow()
    await advance(366)
    expect(await amountsOf(person)).toEqual([95.88, 95.88])
    await advance(366)
    expect(await amountsOf(person)).toEqual([120, 95.88, 95.88])
  })

  test('that follows another change does not alter the period already paid', async () => {
    const person = await buy()
    await announce('month', 1_299, await inDays(31))
    await follow()
    await advance(31)
    await applyDuePrices(await inDays(1))
    await announce('month', 1_499, await inDays(31))
    await follow()
    await advance(31)
    expect(await amountsOf(person)).toEqual([12.99, 9.99, 9.99])
    expect((await subscriptionOf(person)).items.data[0]?.price.unit_amount).toBe(1_299)
    await advance(31)
    expect(await amountsOf(person)).toEqual([14.99, 12.99, 9.99, 9.99])
    await expectConsistent(person, 1)
  })

  test("gives 30 days' notice to people who subscribe after the announcement, too", async () => {
    await announce('month', 1_299, await inDays(2))
    const person = await buy()
    await follow()
    expect(await noticesOf(person)).toEqual(['price_change'])
    await applyDuePrices(await inDays(3))
    await advance(31)
    await advance(31)
    await expectConsistent(person, 1)
    const [, ...before] = await amountsOf(person)
    expect(before.at(-1)).toBe(9.99)
    expect((await amountsOf(person))[0]).toBe(12.99)
    const { rows } = await sql.query(
      `SELECT min(effective_from - subscription.created_at) >= interval '30 days' AS is_long FROM price_notice
         JOIN subscription ON subscription.id = subscription_id WHERE subscription.plan_id = $1`,
      [plan.id],
    )
    expect(rows[0].is_long).toBe(true)
  })

  test('does not stop a switch, which is charged at the amount of its preview', async () => {
    const person = await buy('month')
    await announce('month', 1_299, await inDays(31))
    await follow()
    await advance(1)
    const { body: shown } = await ask(checkoutPaths.switchPreview, person, { plan_id: plan.id, billing_period: 'year' })
    expect(shown.amount_due).toBeGreaterThan(85)
    expect(shown.amount_due).toBeLessThan(87)
    const { proration_date } = shown
    expect((await checkout(person, 'year', { proration_date })).status).toBe(200)
    await follow()
    await expectConsistent(person, 1)
    expect(await amountsOf(person)).toEqual([shown.amount_due, 9.99])
    expect(await statusOf(person)).toMatchObject({ billing_period: 'year', auto_renew: true })
  })

  test('is removed by auto-renew off, restored by auto-renew on, and completed after an outage', async () => {
    const person = await buy('year')
    await announce('year', 12_000, await inDays(100))
    await holdWebhooks()
    await sandbox.control('/outages', { method: 'POST', path: '/v1/subscription_schedules/sub_sched', times: 1_000 })
    await runPriceChanges(shop.jobs, new Date(await providerNow()))
    const customer = await customerOf(person)
    await expect(syncCustomer(sync, customer)).rejects.toThrow('An unknown error occurred')
    const { id, schedule } = await subscriptionOf(person)
    const phases = async () => (await stripe.subscriptionSchedules.retrieve(idOf(schedule))).phases.length
    expect(await phases()).toBe(1)
    await sandbox.clearOutages()
    await sandbox.control('/deliveries/release')
    await syncCustomer(sync, customer)
    expect([await phases(), (await subscriptionOf(person)).id]).toEqual([2, id])
    const autoRenew = (enabled: boolean) => ask(paymentPaths.autoRenew, person, { enabled })
    expect((await autoRenew(false)).body.subscription).toMatchObject({ auto_renew: false })
    expect((await subscriptionOf(person)).schedule).toBeNull()
    expect((await autoRenew(true)).body.subscription).toMatchObject({ auto_renew: true })
    await follow()
    expect(await noticesOf(person)).toEqual(['price_change'])
    await advance(366)
    expect(await amountsOf(person)).toEqual([120, 95.88])
    await expectConsistent(person, 1)
  })

  test('leaves a failed renewal payable at the former price', async () => {
    const person = await buy('month', cards.failsLater)
    await announce('month', 1_299, await inDays(45))
    await follow()
    await advance(32)
    expect(await statusOf(person)).toMatchObject({ status: 'past_due' })
    const [open] = await paymentsOf(person)
    expect(open).toMatchObject({ amount: 9.99, status: 'failed' })
    await postForm(await payUrlOf(person, open), { action: 'pay', card_number: cards.pays })
    await webhooksProcessed()
    expect(await statusOf(person)).toMatchObject({ status: 'active' })
    await advance(31)
    expect((await amountsOf(person))[0]).toBe(12.99)
    await expectConsistent(person, 1)
  })
})

/** Adds subscribers to the database only, not at Stripe. */
async function addSubscribers(count: number) {
  const price = await ensurePrice(stripe, { plan_id: plan.id, billing_period: 'month' })
  await sql.query(
    `WITH person AS (INSERT INTO "user" (username, email)
       SELECT $1 || '-' || n, $1 || '-' || n || '@example.test' FROM generate_series(1, $2) AS n RETURNING id),
     buyer AS (INSERT INTO customer (id, user_id) SELECT 'cus_' || $1 || id, id FROM person RETURNING id)
     INSERT INTO subscription (id, customer_id, plan_id, price_id, item_id, billing_period, status, current_period_start,
                               current_period_end, created_at)
     SELECT 'sub_' || id, id, $3, $4, 'si_' || id, 'month', 'active', now(), now() + interval '1 month', now() FROM buyer`,
    [plan.slug, count, plan.id, price],
  )
}
const countNotices = async () =>
  (
    await sql.query(
      `SELECT count(*)::int AS mails, count(DISTINCT data->>'user_id')::int AS people FROM pgboss.job
        WHERE name = 'subscription_mail' AND data->>'kind' = 'price_change' AND data->>'plan_id' = $1`,
      [String(plan.id)],
    )
  ).rows[0]

describe('a price change for more subscribers than one transaction processes', () => {
  test('is mailed once to each subscriber, even if a server crashes and two servers run at once', async () => {
    await addSubscribers(350)
    let left = 130
    const dying: typeof shop.jobs = {
      ...shop.jobs,
      enqueue: async (transaction, name, ...rest) => {
        if (name === 'price_changes') return
        if (left-- === 0) throw new Error('The process ended.')
        await shop.jobs.enqueue(transaction, name, ...rest)
      },
    }
    const now = new Date(await providerNow())
    await announce('month', 1_299, await inDays(40), dying)
    await expect(
      (async () => {
        for (;;) await runPriceChanges(dying, now)
      })(),
    ).rejects.toThrow('The process ended.')
    await Promise.all([runPriceChanges(shop.jobs, now), runPriceChanges(shop.jobs, now)])
    await until(async () => (await countNotices()).mails >= 350)
    await follow()
    expect(await countNotices()).toEqual({ mails: 350, people: 350 })
  })
})

async function run(...args: string[]) {
  const node = ['--disable-warning=ExperimentalWarning', 'scripts/cli/main.ts', 'plans', 'price', plan.slug, ...args]
  const env = { ...inheritedEnvironment(), DATABASE_URL: url }
  return execute(process.execPath, node, { env }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr.trim().split('\n').at(-1) ?? '',
  )
}

test('npm run cli -- plans price schedules a price from a date, and refuses an early or duplicate one', async () => {
  const person = await buy('month')
  const day = (await inDays(40)).toISOString().slice(0, 10)
  const soon = new Date(Date.now() + 5 * dayMs).toISOString().slice(0, 10)
  const prices = ['--month', '12.99', '--year', '119.88']
  const [early, dry] = await Promise.all([
    run('--month', '12.99', '--from', soon),
    run(...prices, '--from', day, '--dry-run', '--json'),
  ])
  expect(early).toMatch(/^Subscribers need 30 days’ notice of a new price: choose \d{4}-\d\d-\d\d or later\.$/)
  const changes = [
    { billing_period: 'month', price: 12.99, former_price: 9.99, subscribers: 1 },
    { billing_period: 'year', price: 119.88, former_price: 95.88, subscribers: 0 },
  ]
  expect(JSON.parse(dry)).toEqual({ plan: plan.slug, currency: 'USD', from: day, changes, dry_run: true })
  expect(await noticesOf(person)).toEqual([])
  expect(await run(...prices, '--from', day)).toBe(
    [
      `From ${day} ${plan.slug} costs 12.99 USD a month instead of 9.99; subscribers to notify: 1.`,
      `From ${day} ${plan.slug} costs 119.88 USD a year instead of 95.88; subscribers to notify: 0.`,
    ].join('\n'),
  )
  await until(async () => (await noticesOf(person)).length === 1)
  const { rows } = await sql.query(
    `SELECT action, actor_id, after->>'price' AS price FROM audit_entry WHERE kind = 'plan' AND target = $1 ORDER BY id`,
    [String(plan.id)],
  )
  expect(rows).toEqual(
    ['12.99', '119.88'].map((price) => ({ action: 'price_change_scheduled', actor_id: null, price })),
  )
  expect(await run(...prices, '--from', day)).toBe('This price is already scheduled for that day.')
})
