import { inBatches } from '../database/batches.ts'
import { db } from '../database/db.ts'
import type { JobLog, Jobs } from '../jobs.ts'
import { dropOldJobs } from './drop-old-jobs.ts'
import { rollUpFigures } from './figures.ts'

const maxRunMs = 60_000
const maxAgeMs = 365 * 86_400_000

/** Removes the texts of changes older than `maxAgeMs` from the audit log. The entries stay. */
export async function purgeAuditTexts(): Promise<void> {
  const before = new Date(Date.now() - maxAgeMs)
  await inBatches(
    (rows) => db.$executeRaw`
      UPDATE audit_entry SET before = NULL, after = NULL WHERE id = ANY (ARRAY(
        SELECT id FROM audit_entry
         WHERE at < ${before} AND kind IN ('prompt', 'pipeline', 'post', 'thread', 'comment', 'report') AND (before IS NOT NULL OR after IS NOT NULL)
         ORDER BY at LIMIT ${rows}))`,
    { maxMs: maxRunMs },
  )
}

export async function workAdminJobs(jobs: Jobs, log: JobLog): Promise<void> {
  await jobs.schedule('figures', '*/5 * * * *', () => rollUpFigures())
  await jobs.schedule('audit_texts', '29 * * * *', () => purgeAuditTexts())
  await jobs.schedule('old_jobs', '13 4 * * *', () => dropOldJobs(log))
}
