import type { JobLog, Jobs } from '../jobs.ts'
import type { Settings } from '../settings/settings.ts'
import { dropOldJobs } from './drop-old-jobs.ts'
import { rollUp } from './figures.ts'
import { purgeAuditTexts } from './purge-audit-texts.ts'

export async function workAdminJobs(jobs: Jobs, { AUDIT_TEXT_DAYS }: Settings, log: JobLog): Promise<void> {
  await jobs.schedule('figures', '*/5 * * * *', () => rollUp())
  await jobs.schedule('audit_texts', '29 * * * *', () => purgeAuditTexts(AUDIT_TEXT_DAYS))
  await jobs.schedule('old_jobs', '13 4 * * *', () => dropOldJobs(log))
}
