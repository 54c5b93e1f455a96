import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'

export const readRetentionDays = 90
export const unreadRetentionDays = 365
const maxRunMs = 60_000
const dayMs = 86_400_000

export async function purgeNotifications(now = new Date()): Promise<void> {
  const endsAt = performance.now() + maxRunMs
  for (const [read_at, days] of [
    [{ not: null }, readRetentionDays],
    [null, unreadRetentionDays],
  ] as const) {
    const where = { created_at: { lt: new Date(now.getTime() - days * dayMs) }, read_at }
    const maxMs = endsAt - performance.now()
    await inBatches((limit) => db.notification.deleteMany({ where, limit }), { maxMs })
  }
}
