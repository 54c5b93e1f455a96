import type { TaxBehavior } from '#shared/subscription/schema.ts'
import { db } from '../../database/db.ts'
import type { Prisma } from '../../database/db.ts'
import type { Jobs } from '../../jobs.ts'
import { applyDuePrices, priceNoticeDays } from './price-changes.ts'
import { affectedSubscriptions } from './price-renewals.ts'
import { queueSubscriptionMails } from '../queued-mails.ts'

type Transaction = Prisma.TransactionClient
/** Subscribers notified per transaction. The notice and its mail are stored together. */
const batchSize = 100

type Notice = {
  customer_id: string
  user_id: number
  plan_id: number
  billing_period: 'month' | 'year'
  amount: number
  price: number
  currency: string
  tax_behavior: TaxBehavior
  effective_from: Date
  changes_next_price: boolean
}

/** Adds notices of price changes. The price applies 30 days after the notice or the period's start, or later. */
const addNotices = (transaction: Transaction, now: Date) => transaction.$queryRaw<Notice[]>`
  WITH concerned AS (
    SELECT change.id AS price_change_id, sub.id AS subscription_id,
           greatest(change.starts_at, greatest(${now}::timestamptz, sub.current_period_start) + ${priceNoticeDays} * interval '24 hours')
             AS effective_from
      FROM price_change change
      ${affectedSubscriptions}
       AND change.replaced_at IS NULL
       AND NOT EXISTS (SELECT FROM price_notice told WHERE told.price_change_id = change.id AND told.subscription_id = sub.id)
     ORDER BY sub.id LIMIT ${batchSize} FOR SHARE OF change),
  added AS (
    INSERT INTO price_notice (price_change_id, subscription_id, effective_from) SELECT * FROM concerned
    ON CONFLICT DO NOTHING RETURNING *)
  SELECT sub.customer_id, customer.user_id, change.plan_id, change.billing_period, price.amount, change.amount AS price,
         change.currency, price.tax_behavior, added.effective_from,
         added.effective_from <= sub.current_period_end OR sub.schedule_id IS NOT NULL AS changes_next_price
    FROM added JOIN price_change change ON change.id = added.price_change_id
               JOIN subscription sub ON sub.id = added.subscription_id
               JOIN stripe_price price ON price.id = sub.price_id
               JOIN customer ON customer.id = sub.customer_id`

async function announceBatch(jobs: Jobs, now: Date): Promise<void> {
  await db.$transaction(async (transaction) => {
    const notices = await addNotices(transaction, now)
    for (const { customer_id, changes_next_price, effective_from, ...notice } of notices) {
      const kind = notice.price === notice.amount ? 'price_change_canceled' : 'price_change'
      const about = { ...notice, date: effective_from.toISOString() }
      await queueSubscriptionMails(jobs, transaction, [{ kind, ...about }])
      if (changes_next_price) await jobs.enqueue(transaction, 'next_price', { customer_id })
    }
    if (notices.length > 0) await jobs.enqueue(transaction, 'price_changes', {})
  })
}

/** Applies due prices, and notifies a batch of subscribers. Runs hourly and after an announcement. */
export async function runPriceChanges(jobs: Jobs, now = new Date()): Promise<void> {
  await applyDuePrices(now)
  await announceBatch(jobs, now)
}
