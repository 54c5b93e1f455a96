import { inBatches } from '../database/batches.ts'
import { Prisma, queryRows } from '../database/db.ts'
import { droppedJobsChannel, maxJobWaitDays } from '../jobs.ts'
import type { JobLog } from '../jobs.ts'

const maxRunMs = 60_000

/** Deletes jobs that waited for `maxJobWaitDays`. Logs and publishes the number of deleted jobs per queue. */
export async function dropOldJobs(log: JobLog): Promise<void> {
  const counts: Record<string, number> = {}
  try {
    await inBatches(
      async (rows) => {
        const dropped = await queryRows<{ name: string }>(Prisma.sql`
          DELETE FROM pgboss.job WHERE (name, id) IN (
            SELECT name, id FROM pgboss.job
             WHERE state < 'active' AND start_after < now() - make_interval(days => ${maxJobWaitDays}::int) LIMIT ${rows})
          RETURNING name`)
        for (const { name } of dropped) counts[name] = (counts[name] ?? 0) + 1
        return dropped.length
      },
      { maxMs: maxRunMs },
    )
  } finally {
    for (const [queue, count] of Object.entries(counts)) {
      droppedJobsChannel.publish({ queue, count })
      log.error({ queue, count }, `Jobs were dropped after waiting for ${maxJobWaitDays} days`)
    }
  }
}
