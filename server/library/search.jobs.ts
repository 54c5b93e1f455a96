import { db } from '../db.ts'
import type { Jobs } from '../jobs.ts'
import { backfillMissingParts } from './missing-parts.ts'
import { isLockTimeout, isUnwritten, lockTimeout, writeNext } from './search-rows.ts'
import type { Written } from './search-rows.ts'

const maxRunMs = 45_000
const unwritten = `FROM prompt_search AS text WHERE ${isUnwritten} AND prompt_id > $1`

/** Null after the last one, or when one is locked by somebody else. */
async function writeUnwritten(after: number): Promise<number | null> {
  try {
    const [, [written]] = await db.$transaction([
      db.$executeRawUnsafe(lockTimeout),
      db.$queryRawUnsafe<Written[]>(writeNext(unwritten), after),
    ])
    return written?.last ?? null
  } catch (error) {
    if (isLockTimeout(error)) return null
    throw error
  }
}

export async function completeSearchRows(maxMs: number): Promise<void> {
  const startedAt = performance.now()
  let after: number | null = 0
  while (after !== null && performance.now() - startedAt < maxMs) after = await writeUnwritten(after)
}

/** A change of many tiers leaves rows without their tier, a new version those with the words of the former. */
export async function workSearchJobs(jobs: Jobs): Promise<void> {
  await jobs.schedule('search_rows', '* * * * *', () => completeSearchRows(maxRunMs))
  await jobs.schedule('prompt_gaps', '* * * * *', () => backfillMissingParts(maxRunMs))
}
