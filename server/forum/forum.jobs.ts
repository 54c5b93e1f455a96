import type { Jobs } from '../jobs.ts'
import { applyPendingAuthorHiding } from './author-hiding.ts'
import { moveThreads } from './editable-sections.ts'
import { purgeDeletedTexts } from './purge-deleted-texts.ts'
import { rerenderForum } from './rerender.ts'

const maxRunMs = 60_000
const [maxRerenderingMs, maxMovingMs, maxHidingMs] = [45_000, 45_000, 45_000] // shorter than the minute between two runs

export async function workForumJobs(jobs: Jobs): Promise<void> {
  await jobs.schedule('forum_removals', '*/10 * * * *', () => purgeDeletedTexts(maxRunMs))
  await jobs.schedule('forum_sections', '* * * * *', () => moveThreads({ maxMs: maxMovingMs }))
  await jobs.schedule('forum_authors', '* * * * *', () => applyPendingAuthorHiding({ maxMs: maxHidingMs }))
  await jobs.schedule('forum_html', '* * * * *', () => rerenderForum(maxRerenderingMs))
}
