import { expect, test } from 'vitest'
import { pageOfDueCustomers } from '#server/subscription/reconcile.ts'
import { openApp, sql } from '../../support/app.ts'
import {
  readsPerCustomer,
  readsPerHour,
  readsPerInvoice,
  readsPerPlan,
  readsPerTransaction,
  subscriptionsPerRead,
} from '../../support/browser/reading-cost.ts'

await openApp()

const dayMs = 86_400_000
const monthly = 20_000
const yearly = 10_000
const lately = 10_000
const ended = 10_000

/** Adds monthly and yearly subscribers, and customers whose subscription ended within 200 days or earlier. */
async function fill(): Promise<void> {
  await sql.query(`
    INSERT INTO plan (slug, position, tier, purchasable) VALUES ('budget', 99, 1, false) ON CONFLICT DO NOTHING;
    INSERT INTO stripe_price (id, plan_id, billing_period, amount, currency)
      SELECT 'price_budget', id, 'month', 999, 'USD' FROM plan WHERE slug = 'budget';
    INSERT INTO customer (id) SELECT 'cus_b' || number FROM generate_series(1, ${monthly + yearly + lately + ended}) AS number;
    INSERT INTO subscription (id, customer_id, plan_id, price_id, item_id, billing_period, status, current_period_start, current_period_end, created_at)
      SELECT 'sub_b' || number, 'cus_b' || number, plan.id, 'price_budget', 'si', (CASE WHEN number <= ${monthly} THEN 'month' ELSE 'year' END)::billing_period,
             CASE WHEN number <= ${monthly + yearly} THEN 'active' ELSE 'canceled' END, now(), now() + interval '1 month', now() - interval '1 year'
        FROM generate_series(1, ${monthly + yearly + lately + ended}) AS number, plan WHERE slug = 'budget';
    INSERT INTO payment (id, customer_id, subscription_id, amount, currency, status, created_at, paid_at)
      SELECT 'in_b' || number || '_' || month, 'cus_b' || number, 'sub_b' || number, 999, 'USD', 'paid', at, at
        FROM generate_series(1, ${monthly + yearly + lately + ended}) AS number,
             LATERAL generate_series(0, CASE WHEN number <= ${monthly} THEN 6 ELSE 0 END) AS month,
             LATERAL (SELECT now() - month * interval '1 month'
                        - CASE WHEN number <= ${monthly} THEN interval '0'
                               WHEN number <= ${monthly + yearly} THEN (number % 365) * interval '1 day'
                               WHEN number <= ${monthly + yearly + lately} THEN (number % 190) * interval '1 day'
                               ELSE interval '1 year' END AS at) AS moment;
    ANALYZE customer, subscription, payment;`)
}

/** Number of Stripe reads on a day; `reads.test.ts` compares the constants with the sandbox's counts. */
async function readDay(now: Date): Promise<number> {
  const page = pageOfDueCustomers(now)
  const due: string[] = []
  for (let ids = await page(''); ids.length > 0; ids = await page(ids.at(-1) ?? '')) due.push(...ids)
  await sql.query(
    `INSERT INTO customer_reading SELECT unnest($1::text[]), $2
     ON CONFLICT (customer_id) DO UPDATE SET read_at = excluded.read_at`,
    [due, now],
  )
  const { rows } = await sql.query(
    `SELECT count(*)::int AS invoices FROM payment WHERE customer_id = ANY($1) AND created_at > $2`,
    [due, new Date(now.getTime() - 200 * dayMs)],
  )
  return readsPerCustomer * due.length + readsPerInvoice * rows[0].invoices
}

test("reconciling 50,000 customers needs less than a fifth of Stripe's 500 reads per transaction", async () => {
  await fill()
  let reads = 0
  for (let day = 0; day < 30; day++) {
    reads += await readDay(new Date(Date.now() + day * dayMs))
    // Nightly: live subscriptions and two plans. Hourly: undelivered events.
    reads += Math.ceil((monthly + yearly) / subscriptionsPerRead) + 2 * readsPerPlan + 24 * readsPerHour
  }
  const transactions = monthly + yearly / 12
  expect(reads).toBeGreaterThan(4 * 10 * monthly)
  expect(reads / transactions).toBeLessThan(readsPerTransaction / 5)
  const { rows } = await sql.query(
    `SELECT count(*)::int AS read FROM customer_reading WHERE substr(customer_id, 6)::int > $1`,
    [monthly + yearly + lately],
  )
  expect(rows[0].read).toBe(0)
}, 480_000)
