import type { Jobs } from '../jobs.ts'
import { rerenderPosts } from './rerender.ts'
import { publishScheduled } from './scheduled.ts'
import { removeUnusedMedia } from './unused-media.ts'

const maxRerenderingMs = 45_000 // shorter than the minute between two runs

export async function workBlogJobs(jobs: Jobs): Promise<void> {
  // Publishes posts whose time came while no server ran.
  await publishScheduled()
  await jobs.schedule('publish_posts', '* * * * *', () => publishScheduled())
  await jobs.schedule('post_html', '* * * * *', () => rerenderPosts(maxRerenderingMs))
  await jobs.schedule('unused_media', '40 3 * * *', async () => void (await removeUnusedMedia()))
}
