import type { BillingPeriod } from '#shared/subscription/schema.ts'
import { Prisma } from '../../database/db.ts'

/** SQL after `FROM … AS change`: subscriptions with another price, or with a notice of an earlier change. */
export const affectedSubscriptions = Prisma.sql`
      JOIN subscription sub ON sub.plan_id = change.plan_id AND sub.billing_period = change.billing_period
      JOIN stripe_price price ON price.id = sub.price_id
      JOIN customer ON customer.id = sub.customer_id AND customer.user_id IS NOT NULL
     WHERE sub.ends_at IS NULL AND sub.status IN ('active', 'trialing', 'past_due')
       AND ((price.amount, price.currency) <> (change.amount, change.currency)
            OR EXISTS (SELECT FROM price_notice told JOIN price_change former ON former.id = told.price_change_id
                        WHERE told.subscription_id = sub.id AND former.id < change.id
                          AND (former.plan_id, former.billing_period) = (change.plan_id, change.billing_period)
                          AND told.effective_from > sub.current_period_start))`

type PlannedPrice = {
  plan_id: number
  billing_period: BillingPeriod
  amount: number
  currency: string
  starts_at: Date
}
export type RenewalsByDay = { day: string; count: number }[]

/** Returns the number of subscribers by the day (UTC) of their first payment of the new price. */
export const readRenewals = (
  transaction: Prisma.TransactionClient,
  { plan_id, billing_period, amount, currency, starts_at }: PlannedPrice,
) =>
  transaction.$queryRaw<RenewalsByDay>`
    SELECT to_char(renewal AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int
      FROM (SELECT current_period_end
              FROM (SELECT ${plan_id}::int AS plan_id, ${billing_period}::billing_period AS billing_period,
                           ${amount}::int AS amount, ${currency}::text AS currency, ${2 ** 31 - 1}::int AS id) AS change
              ${affectedSubscriptions}) AS concerned,
           LATERAL (SELECT ceil(greatest(0, extract(epoch FROM ${starts_at}::timestamptz - current_period_end)) / 86400 / 28)::int AS most),
           LATERAL (SELECT min(moment) AS renewal FROM generate_series(0, most) AS number,
                    LATERAL (SELECT (current_period_end AT TIME ZONE 'UTC' + number * ${`1 ${billing_period}`}::interval) AT TIME ZONE 'UTC' AS moment)
                     WHERE moment >= ${starts_at}::timestamptz)
     GROUP BY 1 ORDER BY 1`

/** True if the latest notice of a subscriber announces an amount other than `amount`. */
export async function isAnotherPriceExpected(
  transaction: Prisma.TransactionClient,
  { plan_id, billing_period, amount }: Pick<PlannedPrice, 'plan_id' | 'billing_period' | 'amount'>,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<object[]>`
    SELECT 1 FROM (
      SELECT DISTINCT ON (sub.id) change.amount
        FROM price_change change JOIN price_notice told ON told.price_change_id = change.id
             JOIN subscription sub ON sub.id = told.subscription_id
       WHERE change.plan_id = ${plan_id} AND change.billing_period = ${billing_period}::billing_period
         AND told.effective_from > sub.current_period_start
       ORDER BY sub.id, change.id DESC) AS latest
     WHERE latest.amount <> ${amount} LIMIT 1`
  return rows.length > 0
}
