import type { Jobs } from '../jobs.ts'
import { rerenderPosts } from './rerender.ts'
import { publishScheduled } from './scheduled.ts'
import { removeUnusedMedia } from './unused-media.ts'

/** Less than until the next run. */
const maxRerenderingMs = 45_000

export async function workBlogJobs(jobs: Jobs): Promise<void> {
  // What was to be published while no server ran.
  await publishScheduled()
  await jobs.schedule('publish_posts', '* * * * *', () => publishScheduled())
  await jobs.schedule('post_html', '* * * * *', () => rerenderPosts(maxRerenderingMs))
  await jobs.schedule('unused_media', '40 3 * * *', async () => void (await removeUnusedMedia()))
}
