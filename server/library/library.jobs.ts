import { inBatches } from '../database/batches.ts'
import { db, inTransaction } from '../database/db.ts'
import type { Jobs } from '../jobs.ts'
import { writeOutlines } from './outlines.ts'
import { writeSummaries } from './summaries.ts'
import { isLockTimeout, needsRewrite, setLockTimeout, rewriteNextSql } from './search-rows.ts'
import type { RewriteResult } from './search-rows.ts'

const maxRunMs = 45_000
const batchRows = 500
const unwritten = `FROM prompt_search AS text WHERE ${needsRewrite} AND prompt_id > $1`

/** SQL: search rows of a use case whose tier or archive state is outdated. */
const outdated = `FROM prompt AS item JOIN prompt_search AS text ON text.prompt_id = item.id
    JOIN every_prompt AS prompt ON prompt.id = item.id
   WHERE item.id > $1 AND item.use_case_id = $2
     AND (text.required_tier, text.is_archived) IS DISTINCT FROM (prompt.required_tier, prompt.is_archived)`

async function writeAfter(after: number, from: string, values: number[]): Promise<number | null> {
  const [, [written]] = await db.$transaction([
    db.$executeRawUnsafe(setLockTimeout),
    db.$queryRawUnsafe<RewriteResult[]>(rewriteNextSql(from), after, ...values),
  ])
  return written?.last ?? null
}

/** Rewrites all rows of `from`. Returns false if time ran out or a row is locked. */
async function writeAll(endsAt: number, from: string, ...values: number[]): Promise<boolean> {
  try {
    for (let after: number | null = 0; after !== null; after = await writeAfter(after, from, values))
      if (performance.now() >= endsAt) return false
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

export async function completeSearchRows(maxMs: number): Promise<void> {
  const endsAt = performance.now() + maxMs
  await writeAll(endsAt, unwritten)
  const changes = await db.tierChange.findMany({ orderBy: { changed_at: 'asc' } })
  for (const { use_case_id, changed_at } of changes)
    // Matches no row if the tier was changed again during the run.
    if (await writeAll(endsAt, outdated, use_case_id))
      await db.tierChange.deleteMany({ where: { use_case_id, changed_at } })
}

/** Fills `gaps` in rows older than the column. A locked row is left to a later run. */
export async function backfillMissingParts(maxMs: number): Promise<void> {
  const startedAt = performance.now()
  for (let count = batchRows; count === batchRows && performance.now() - startedAt < maxMs;)
    count = await db.$executeRaw`
      UPDATE prompt SET gaps = coalesce(gaps_of(prompt.id), '{}') FROM (
        SELECT id FROM prompt WHERE gaps IS NULL ORDER BY id LIMIT ${batchRows} FOR NO KEY UPDATE SKIP LOCKED) AS unknown
       WHERE prompt.id = unknown.id`
}

/** Computes outlines that their writer has left, as after an upgrade. */
export const completeOutlines = (maxMs: number) =>
  inBatches(() => inTransaction((executeSql) => writeOutlines(executeSql)), { rows: 1, maxMs })

/** Completes rows that a writer or an upgrade has left, and stores summaries of the library. */
export async function workLibraryJobs(jobs: Jobs): Promise<void> {
  await jobs.schedule('search_rows', '* * * * *', () => completeSearchRows(maxRunMs))
  await jobs.schedule('library_summaries', '*/10 * * * *', writeSummaries)
  await jobs.schedule('prompt_outlines', '* * * * *', async () => void (await completeOutlines(maxRunMs)))
  await jobs.schedule('prompt_gaps', '* * * * *', () => backfillMissingParts(maxRunMs))
}
