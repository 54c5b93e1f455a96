import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'

/** Days for which records are stored: longer than Stripe repeats events (30 days), for inquiries. */
const retentionDays = 90
const noticeRetentionDays = 400
const dayMs = 86_400_000

type Purged = { events: number; checkouts: number; notices: number }

/** Deletes processed events, old checkouts, failure counts and price notices. Returns their numbers. */
export async function purgeFinishedRecords(now = new Date()): Promise<Purged> {
  const before = new Date(now.getTime() - retentionDays * dayMs)
  const longBefore = new Date(now.getTime() - noticeRetentionDays * dayMs)
  await inBatches((limit) => db.stripeAttempt.deleteMany({ where: { updated_at: { lt: before } }, limit }))
  return {
    events: await inBatches((limit) =>
      db.stripeEvent.deleteMany({ where: { received_at: { lt: before }, processed_at: { not: null } }, limit }),
    ),
    checkouts: await inBatches((limit) => db.checkout.deleteMany({ where: { expires_at: { lt: before } }, limit })),
    notices: await inBatches(
      (most) => db.$executeRaw`
        DELETE FROM price_notice WHERE (price_change_id, subscription_id) IN (
          SELECT price_change_id, subscription_id
            FROM price_notice JOIN price_change ON price_change.id = price_change_id
                 JOIN subscription ON subscription.id = subscription_id
           WHERE effective_from < ${longBefore} AND (replaced_at IS NOT NULL OR ends_at < ${longBefore})
           ORDER BY effective_from LIMIT ${most})`,
    ),
  }
}
