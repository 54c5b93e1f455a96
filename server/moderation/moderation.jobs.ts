import type { Jobs } from '../jobs.ts'
import { applyPending } from '../forum/author-hiding.ts'

/** Less than until the next run. */
const maxRunMs = 45_000

export const workModerationJobs = (jobs: Jobs): Promise<void> =>
  jobs.schedule('forum_authors', '* * * * *', () => applyPending({ maxMs: maxRunMs }))
