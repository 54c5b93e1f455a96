import type { Jobs } from '../jobs.ts'
import { applyPendingAuthorHiding } from './author-hiding.ts'
import { moveThreads } from './editable-sections.ts'
import { purgeDeletedTexts } from './purge-deleted-texts.ts'
import { rerenderForum } from './rerender.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { Prisma, queryRows } from '../database/db.ts'

const maxRunMs = 60_000
const [maxRerenderingMs, maxMovingMs, maxHidingMs] = [45_000, 45_000, 45_000] // shorter than the minute between two runs

export async function workForumJobs(jobs: Jobs): Promise<void> {
  await jobs.schedule('forum_removals', '*/10 * * * *', () => purgeDeletedTexts(maxRunMs))
  await jobs.schedule('forum_sections', '* * * * *', () => moveThreads({ maxMs: maxMovingMs }))
  await jobs.schedule('forum_authors', '* * * * *', () => applyPendingAuthorHiding({ maxMs: maxHidingMs }))
  await jobs.schedule('forum_html', '* * * * *', () => rerenderForum(maxRerenderingMs))
}

const everyMs = 1_000

/** Adds votes and comments to the counts that order the lists. An advisory lock admits one process. */
export async function foldThreadChanges(): Promise<void> {
  await queryRows(Prisma.sql`SELECT fold_thread_changes()`)
}

export function foldEverySecond(): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const folding = (async () => {
    while (!signal.aborted) {
      await foldThreadChanges().catch(() => {}) // the next run includes its changes
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  })()
  return async () => {
    stopping.abort()
    await folding
  }
}
