import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'

const maxRunMs = 60_000
const dayMs = 86_400_000

/**
 * Drops what long texts were before and after changes older than so many days (0: none): who did what, when and to which
 * of them stays. Other states are short, and stay.
 */
export async function purgeAuditTexts(days: number, now = new Date()): Promise<void> {
  if (days === 0) return
  const before = new Date(now.getTime() - days * dayMs)
  await inBatches(
    (rows) => db.$executeRaw`
      UPDATE audit_entry SET before = NULL, after = NULL WHERE id = ANY (ARRAY(
        SELECT id FROM audit_entry
         WHERE at < ${before} AND kind IN ('prompt', 'pipeline', 'post', 'thread', 'comment', 'report') AND (before IS NOT NULL OR after IS NOT NULL)
         ORDER BY at LIMIT ${rows}))`,
    { maxMs: maxRunMs },
  )
}
