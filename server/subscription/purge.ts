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
  await inBatches(
    (most) => db.$executeRaw`
      DELETE FROM stripe_attempt WHERE intent IN (
        SELECT intent FROM stripe_attempt WHERE updated_at < ${before} ORDER BY updated_at LIMIT ${most})`,
  )
  return {
    events: await inBatches(
      (most) => db.$executeRaw`
        DELETE FROM stripe_event WHERE id IN (
          SELECT id FROM stripe_event WHERE received_at < ${before} AND processed_at IS NOT NULL ORDER BY received_at LIMIT ${most})`,
    ),
    checkouts: await inBatches(
      (most) =>
        db.$executeRaw`DELETE FROM checkout WHERE id IN (SELECT id FROM checkout WHERE expires_at < ${before} LIMIT ${most})`,
    ),
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
