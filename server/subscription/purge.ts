import { db } from '../db.ts'

/**
 * Stripe sends an event again for 30 days at most, and one that comes a second time only has its customer read anew; a
 * session lives for a day. The rest is for whoever looks into what happened. What was bought stands elsewhere, for good.
 */
const keptDays = 90
const batchRows = 1_000
const dayMs = 86_400_000

async function inBatches(purge: (most: number) => Promise<number>): Promise<number> {
  let purged = 0
  for (let count = batchRows; count === batchRows; purged += count) count = await purge(batchRows)
  return purged
}

/** Removes processed events and attempts to buy that are long over. Events that wait stay. Answers how many went. */
export async function purgeFinished(now = new Date()): Promise<{ events: number; checkouts: number }> {
  const before = new Date(now.getTime() - keptDays * dayMs)
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
  }
}
