import { db, Prisma, queryRows } from '../../database/db.ts'

type Amounts = Record<string, number>
/** Figures of a period. Amounts are in the smallest unit, by currency. */
export type SubscriptionFigures = {
  from: string
  to: string
  active_subscribers: { at_start: number; at_end: number }
  monthly_recurring_revenue: Amounts
  new_subscribers: number
  churned_subscribers: number
  net_subscribers: number
  /** Share (0 to 1) of the period's subscriptions that ended in the period. Null without subscriptions. */
  churn_rate: number | null
  failed_payments: number
  paid: Amounts
  refunded: Amounts
  charged_back: Amounts
}

const defaultMs = 30 * 86_400_000

/** SQL: subscriptions with access at a moment, and their list price per month without tax. */
const subscriptionsAt = (moment: Date) => Prisma.sql`
  SELECT customer_id, currency, CASE billing_period WHEN 'year' THEN amount / 12.0 ELSE amount END AS monthly
    FROM (SELECT DISTINCT ON (subscription_id) *
            FROM ledger_entry
           WHERE at < ${moment} AND kind IN ('subscription_started', 'subscription_renewed', 'subscription_switched',
                                             'subscription_repriced', 'subscription_ended')
           ORDER BY subscription_id, id DESC) AS latest
   WHERE kind <> 'subscription_ended'`

type Sum = { currency: string; amount: number }
const byCurrency = (sums: Sum[]): Amounts =>
  Object.fromEntries(sums.map(({ currency, amount }) => [currency, Math.round(amount)]))

const sumPayments = async (kind: string, from: Date, to: Date) =>
  byCurrency(
    await queryRows<Sum>(Prisma.sql`
      SELECT currency, sum(amount)::float AS amount FROM ledger_entry
       WHERE kind = ${kind} AND at >= ${from} AND at < ${to} GROUP BY 1 ORDER BY 1`),
  )

const countSubscribers = async (from: Date, to: Date) => {
  const [counts] = await queryRows<{ at_start: number; at_end: number; fresh: number; gone: number }>(Prisma.sql`
    SELECT (SELECT count(DISTINCT customer_id) FROM (${subscriptionsAt(from)}) AS active)::int AS at_start,
           (SELECT count(DISTINCT customer_id) FROM (${subscriptionsAt(to)}) AS active)::int AS at_end,
           count(*) FILTER (WHERE kind = 'subscription_started')::int AS fresh,
           count(*) FILTER (WHERE kind = 'subscription_ended')::int AS gone
      FROM ledger_entry
     WHERE kind IN ('subscription_started', 'subscription_ended') AND at >= ${from} AND at < ${to}`)
  return counts ?? { at_start: 0, at_end: 0, fresh: 0, gone: 0 }
}

/** Returns now, or the time of the last entry if a sandbox's clock is ahead. */
async function findDefaultEnd(): Promise<Date> {
  const { _max } = await db.ledgerEntry.aggregate({ _max: { at: true } })
  return new Date(Math.max(Date.now(), (_max.at?.getTime() ?? 0) + 1))
}

/** Returns the figures from `from` (included) to `to` (excluded). Default: the last 30 days. */
export async function readSubscriptionFigures(range: { from?: Date; to?: Date } = {}): Promise<SubscriptionFigures> {
  const to = range.to ?? (await findDefaultEnd())
  const from = range.from ?? new Date(to.getTime() - defaultMs)
  const { at_start, at_end, fresh, gone } = await countSubscribers(from, to)
  const revenue = await queryRows<Sum>(Prisma.sql`
    SELECT currency, sum(monthly)::float AS amount FROM (${subscriptionsAt(to)}) AS active GROUP BY 1 ORDER BY 1`)
  const [failed] = await queryRows<{ count: number }>(Prisma.sql`
    SELECT count(DISTINCT payment_id)::int AS count FROM ledger_entry
     WHERE kind = 'payment_failed' AND at >= ${from} AND at < ${to}`)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    active_subscribers: { at_start, at_end },
    monthly_recurring_revenue: byCurrency(revenue),
    new_subscribers: fresh,
    churned_subscribers: gone,
    net_subscribers: at_end - at_start,
    churn_rate: at_start + fresh === 0 ? null : Math.min(1, gone / (at_start + fresh)),
    failed_payments: failed?.count ?? 0,
    paid: await sumPayments('payment_paid', from, to),
    refunded: await sumPayments('payment_refunded', from, to),
    charged_back: await sumPayments('payment_charged_back', from, to),
  }
}
