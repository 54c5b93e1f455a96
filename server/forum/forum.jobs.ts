import type { Jobs } from '../jobs.ts'
import { removeDeleted } from './removal.ts'

const maxRunMs = 60_000

export const workForumJobs = (jobs: Jobs): Promise<void> =>
  jobs.schedule('forum_removals', '*/10 * * * *', () => removeDeleted(maxRunMs))
