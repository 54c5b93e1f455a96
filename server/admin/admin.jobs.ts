import type { JobLog, Jobs } from '../jobs.ts'
import { dropOldJobs } from './drop-old-jobs.ts'
import { rollUpFigures } from './figures.ts'
import { purgeAuditTexts } from './purge-audit-texts.ts'

export async function workAdminJobs(jobs: Jobs, log: JobLog): Promise<void> {
  await jobs.schedule('figures', '*/5 * * * *', () => rollUpFigures())
  await jobs.schedule('audit_texts', '29 * * * *', () => purgeAuditTexts())
  await jobs.schedule('old_jobs', '13 4 * * *', () => dropOldJobs(log))
}
