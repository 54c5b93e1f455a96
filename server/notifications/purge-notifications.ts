import { inBatches } from '../database/batches.ts'
import { db, Prisma } from '../database/db.ts'

export const readRetentionDays = 90
export const unreadRetentionDays = 365
const maxRunMs = 60_000
const dayMs = 86_400_000

export async function purgeNotifications(now = new Date()): Promise<void> {
  const endsAt = performance.now() + maxRunMs
  for (const [isRead, days] of [
    [Prisma.sql`read_at IS NOT NULL`, readRetentionDays],
    [Prisma.sql`read_at IS NULL`, unreadRetentionDays],
  ] as const)
    await inBatches(
      (rows) => db.$executeRaw`
        DELETE FROM notification WHERE id = ANY (ARRAY(
          SELECT id FROM notification WHERE created_at < ${new Date(now.getTime() - days * dayMs)} AND ${isRead}
           ORDER BY created_at LIMIT ${rows}))`,
      { maxMs: endsAt - performance.now() },
    )
}
