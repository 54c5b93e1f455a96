import type { Jobs } from '../jobs.ts'
import { publishScheduled } from './scheduled.ts'

export async function workBlogJobs(jobs: Jobs): Promise<void> {
  // What was to be published while no server ran.
  await publishScheduled()
  await jobs.schedule('publish_posts', '* * * * *', () => publishScheduled())
}
